"""Exceptions of the client."""

from typing import Any, Dict, Mapping, Optional


class StandingError(Exception):
    """An error answer of the service. Programs decide by `code`."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int,
        details: Optional[Mapping[str, Any]] = None,
        suggestion: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: The HTTP status; 0 when there was no answer.
        self.status = status
        self.details: Dict[str, Any] = dict(details or {})
        self.suggestion = suggestion
        #: Names the request to support.
        self.request_id = request_id
        #: How long the service asks to be left alone.
        self.retry_after_seconds = retry_after_seconds
        #: The key of a charged request: repeated under it, the request is charged once.
        self.idempotency_key = idempotency_key


class UnansweredError(TimeoutError):
    """A request had no answer within its time limit. It may have been executed, and charged."""

    def __init__(self, message: str, idempotency_key: Optional[str]) -> None:
        advice = f" Repeat it with the Idempotency-Key {idempotency_key}." if idempotency_key else ""
        super().__init__(message + advice)
        #: The key of a charged request: repeated under it, the request is charged once.
        self.idempotency_key = idempotency_key
