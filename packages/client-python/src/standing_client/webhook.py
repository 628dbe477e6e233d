"""Verifies and parses webhooks."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional

#: An attempt that was signed longer ago, or further ahead, may be a replay.
TOLERANCE_SECONDS = 300


def read_webhook(
    raw_body: bytes,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Return the event in a request to your receiver; programs decide by `event`.

    Raises ValueError if the signature is wrong or older than `tolerance_seconds`. `raw_body` is the
    body as received, byte for byte.
    """
    given = {name.lower(): value for name, value in headers.items()}
    expected = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    signed = (given.get("x-service-signature", ""), given.get("x-service-signature-previous", ""))
    if not any(_same(signature, expected) for signature in signed):
        raise ValueError("this webhook was not signed with the secret of the account")
    _require_recent(raw_body, given, secret, tolerance_seconds, time.time() if now is None else now)
    return json.loads(raw_body)


def _require_recent(raw_body: bytes, headers: Mapping[str, str], secret: str, tolerance: float, now: float) -> None:
    """Check the signature of id, time and body (Standard Webhooks)."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    signed = f"{event_id}.{timestamp}.".encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(_same(each, expected) for each in headers.get("webhook-signature", "").split(" ")):
        raise ValueError("the time of this webhook was not signed with the secret of the account")
    if not (timestamp.isdigit() and abs(now - int(timestamp)) <= tolerance):
        raise ValueError("this webhook was signed too long ago: it may be a replay")


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
