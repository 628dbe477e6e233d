"""The service over HTTP: what it refuses is raised, and what may be repeated is repeated."""

import json
import random
import socket
import time
import uuid
from http.client import HTTPException
from typing import Any, Dict, Mapping, Optional, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import StandingError

DEFAULT_TIMEOUT = 30.0
DEFAULT_RETRIES = 2
_FIRST_PAUSE = 0.25
_NO_CONTENT = 204

Headers = Mapping[str, str]


class _NoRedirects(HTTPRedirectHandler):
    """A key is never sent to another address than the one that was given."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


_opener = build_opener(_NoRedirects)


class _Response:
    """An answer that was read to its end."""

    def __init__(self, url: str, status: int, headers: Headers, text: str) -> None:
        self.url = url
        self.status = status
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.text = text
        self.body = _parsed(text)

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def retry_after(self) -> Optional[float]:
        given = self.headers.get("retry-after", "")
        return float(given) if given.isdigit() else None

    @property
    def is_health(self) -> bool:
        """A service that is not ready says so with 503, and that is its answer."""
        return self.body is not None and "checks" in self.body

    def refusal(self) -> StandingError:
        error = _object((self.body or {}).get("error"))
        without = f"{self.url} answered {self.status} without the JSON of this service: {self.text[:100]}"
        return StandingError(
            error.get("code", "INTERNAL_ERROR"),
            error.get("message", without),
            status=self.status,
            details=error.get("details"),
            suggestion=error.get("suggestion"),
            request_id=self.headers.get("x-request-id"),
            retry_after_seconds=self.retry_after,
        )

    def is_passing(self) -> bool:
        """What may go better a moment later; the failures of a register are answers."""
        if self.ok or self.is_health:
            return False
        refusal = self.refusal()
        return (
            refusal.code in ("RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR")
            or refusal.details.get("reason") == "database_unavailable"
        )


class Transport:
    """Sends requests with a key, and repeats those that cannot happen twice."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str],
        *,
        retries: int = DEFAULT_RETRIES,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._retries = retries
        self._timeout = timeout

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Dict[str, Any]] = None,
        body: Optional[Any] = None,
        idempotency_key: Optional[str] = None,
        charged: bool = False,
        wait_seconds: Optional[float] = None,
        timeout: Optional[float] = None,
        nothing: bool = False,
    ) -> Any:
        """One operation; its JSON with `credits`. With `nothing` it is one that answers nothing.

        What is charged goes under an Idempotency-Key, made up unless given, so that it may be repeated.
        """
        data = None if body is None else json.dumps(body).encode()
        headers = {"accept": "application/json"}
        if data is not None:
            headers["content-type"] = "application/json"
        response = self._ask(method, path, query, data, headers, idempotency_key, charged, wait_seconds, timeout)
        if not nothing:
            return _answer(response)
        if response.status != _NO_CONTENT:
            raise response.refusal()
        return None

    def upload(
        self,
        path: str,
        file: bytes,
        media_type: str,
        *,
        query: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Sends a file as it is."""
        headers = {"accept": "application/json", "content-type": media_type}
        return _answer(self._ask("POST", path, query, file, headers, idempotency_key, True, None, timeout))

    def text(
        self,
        path: str,
        media_type: str,
        *,
        query: Optional[Dict[str, Any]] = None,
        bearer: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """An answer that is text: a table as CSV, the metrics."""
        headers = {"accept": media_type}
        if bearer:
            headers["authorization"] = f"Bearer {bearer}"
        response = self._repeatedly("GET", _address(path, query), None, headers, None, timeout)
        if not response.ok:
            raise response.refusal()
        return response.text

    def _ask(
        self,
        method: str,
        path: str,
        query: Optional[Dict[str, Any]],
        data: Optional[bytes],
        headers: Dict[str, str],
        idempotency_key: Optional[str],
        charged: bool,
        wait_seconds: Optional[float],
        timeout: Optional[float],
    ) -> _Response:
        key = idempotency_key or (str(uuid.uuid4()) if charged else None)
        if key is not None:
            headers["idempotency-key"] = key
        if wait_seconds is not None:
            headers["prefer"] = f"wait={wait_seconds:g}"
        return self._repeatedly(method, _address(path, query), data, headers, wait_seconds, timeout)

    def _repeatedly(
        self,
        method: str,
        path: str,
        data: Optional[bytes],
        headers: Dict[str, str],
        wait_seconds: Optional[float],
        timeout: Optional[float],
    ) -> _Response:
        repeatable = method == "GET" or "idempotency-key" in headers
        tries = 1 + self._retries if repeatable else 1
        limit = (self._timeout if timeout is None else timeout) + (wait_seconds or 0)
        for number in range(1, tries + 1):
            try:
                response = self._once(method, path, data, headers, limit)
            except (OSError, HTTPException) as error:
                if _is_timeout(error):
                    raise TimeoutError(f"{self._base_url} did not answer within {limit:g} s.") from error
                if number == tries:
                    raise self._not_reached(error) from error
                time.sleep(_pause(number, None))
                continue
            if number == tries or not response.is_passing():
                return response
            time.sleep(_pause(number, response.retry_after))
        raise AssertionError("unreachable")

    def _once(self, method: str, path: str, data: Optional[bytes], headers: Dict[str, str], limit: float) -> _Response:
        request = Request(self._base_url + path, data=data, headers=headers, method=method)
        if self._api_key is not None and "authorization" not in headers:
            request.add_header("x-api-key", self._api_key)
        try:
            with _opener.open(request, timeout=limit) as answer:
                return _Response(request.full_url, answer.status, dict(answer.headers), answer.read().decode())
        except HTTPError as refused:
            with refused:
                return _Response(request.full_url, refused.code, dict(refused.headers), refused.read().decode())

    def _not_reached(self, error: Exception) -> StandingError:
        reason = error.reason if isinstance(error, URLError) else error
        return StandingError("INTERNAL_ERROR", f"{self._base_url} could not be reached: {reason}", status=0)


def _answer(response: _Response) -> Any:
    if response.body is None or not (response.ok or response.is_health):
        raise response.refusal()
    credits = {
        "charged": _number(response.headers.get("x-credits-charged")),
        "remaining": _number(response.headers.get("x-credits-remaining")),
    }
    # A field of that name that the answer has itself is not hidden.
    return {"credits": credits, **response.body}


def _address(path: str, query: Optional[Dict[str, Any]]) -> str:
    asked = {name: _written(value) for name, value in (query or {}).items() if value is not None}
    return f"{path}?{urlencode(asked)}" if asked else path


def _written(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _parsed(text: str) -> Optional[Dict[str, Any]]:
    try:
        body: Any = json.loads(text)
    except ValueError:
        return None
    return _object(body) if isinstance(body, dict) else None


def _object(value: Any) -> Dict[str, Any]:
    """The fields of a JSON object; none for anything else."""
    return cast(Dict[str, Any], value) if isinstance(value, dict) else {}


def _number(text: Optional[str]) -> int:
    return int(text) if text else 0


def _is_timeout(error: BaseException) -> bool:
    # Until Python 3.10 a time limit of a socket was an error of its own.
    limits = (TimeoutError, socket.timeout)
    return isinstance(error, limits) or isinstance(getattr(error, "reason", None), limits)


def _pause(number: int, retry_after: Optional[float]) -> float:
    return _FIRST_PAUSE * 2 ** (number - 1) * (0.5 + random.random()) if retry_after is None else retry_after

