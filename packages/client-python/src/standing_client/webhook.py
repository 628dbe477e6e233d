"""Verifies and parses webhooks."""

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union, cast

#: An attempt that was signed longer ago, or further ahead, may be a replay.
TOLERANCE_SECONDS = 300


Body = Union[bytes, bytearray, memoryview, str]
HeaderText = Union[str, bytes]
#: A mapping (of a framework, of WSGI, of a function in the cloud) or a list of pairs (ASGI).
Headers = Union[Mapping[Any, Any], Iterable[Tuple[HeaderText, HeaderText]]]


def read_webhook(
    raw_body: Body,
    headers: Headers,
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Return the event in a request to your receiver; programs decide by `event`.

    Raises ValueError if the signature is wrong or older than `tolerance_seconds`. `raw_body` is the
    body as received, byte for byte, or its text. `headers` may be a mapping with names in any case,
    with one value or a list of them for each, a WSGI environment, or a list of pairs.
    """
    body, given = _body(raw_body), _headers(headers)
    if not isinstance(cast(Any, secret), str):
        raise ValueError("secret must be the text of the webhook secret, as GET /v1/account/webhook-secret has it")
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    signed = (given.get("x-service-signature", ""), given.get("x-service-signature-previous", ""))
    if not any(_same(signature, expected) for signature in signed):
        raise ValueError("this webhook was not signed with the secret of the account")
    _require_recent(body, given, secret, tolerance_seconds, time.time() if now is None else now)
    return json.loads(body)


def _body(given: Any) -> bytes:
    if isinstance(given, str):
        return given.encode()
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(cast(bytes, given))
    kind = type(given).__name__
    raise ValueError(f"raw_body must be the body as received, as bytes or str, and not parsed (it is a {kind})")


def _headers(given: Any) -> Dict[str, str]:
    """Return the headers by their names in lower case; several values of one name are joined."""
    pairs = given.items() if hasattr(given, "items") else given
    found: Dict[str, str] = {}
    try:
        for name, value in pairs:
            values = cast(Iterable[Any], value if isinstance(value, (list, tuple)) else [value])
            texts = [_text(each) for each in values if isinstance(each, (str, bytes))]
            if texts:
                key = _name(_text(name))
                found[key] = " ".join([found[key], *texts] if key in found else texts)
    except (TypeError, ValueError, AttributeError) as error:
        kind = type(given).__name__
        raise ValueError(f"headers must be a mapping, or a list of pairs of name and value (it is a {kind})") from error
    return found


def _text(given: Any) -> str:
    return given.decode("latin-1") if isinstance(given, bytes) else given


def _name(given: str) -> str:
    """In a WSGI environment the header `Webhook-Id` is `HTTP_WEBHOOK_ID`."""
    name = given.lower()
    return name[len("http_") :].replace("_", "-") if name.startswith("http_") else name


def _require_recent(raw_body: bytes, headers: Dict[str, str], secret: str, tolerance: float, now: float) -> None:
    """Check the signature of id, time and body (Standard Webhooks)."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    signed = f"{event_id}.{timestamp}.".encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # A gateway may join several headers of one name with commas.
    signatures = re.split(r",? +", headers.get("webhook-signature", ""))
    if not any(_same(each, expected) for each in signatures):
        raise ValueError("the time of this webhook was not signed with the secret of the account")
    if not (timestamp.isdigit() and abs(now - int(timestamp)) <= tolerance):
        raise ValueError("this webhook was signed too long ago: it may be a replay")


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
