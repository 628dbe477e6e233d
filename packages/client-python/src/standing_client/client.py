"""The client: a method for every operation."""

import math
import time
from copy import copy
from typing import Any, Callable, Dict, Iterator, List, Literal, Optional, Tuple, TypedDict, Union, cast

from ._generated import (
    BatchBilled,
    CompletedVerificationBilled,
    EventsEventsItem,
    ListedJob,
    NotInRegisterDetails,
    Operations,
    Record,
    SearchBilled,
    SearchEntitiesBody,
    SearchResult,
    Transaction,
    VerifyBusinessBody,
    Watch,
    quoted,
)
from .errors import StandingError
from .transport import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Transport

#: The longest that one request waits for an answer, in seconds.
MAX_WAIT_SECONDS = 25
_POLL_SECONDS = 1.0
_WITHIN_SECONDS = 120.0
_CSV = "text/csv"


class NoMatch(TypedDict):
    """A confirmed no-match: the register was searched completely and has no such business.

    `details["closest"]` lists similar names; `details["number_found"]` says whether the number
    belongs to a business of another name.
    """

    status: Literal["no_match"]
    message: str
    suggestion: Optional[str]
    details: NotInRegisterDetails


class Standing(Operations):
    """A method for every operation. Raises `StandingError` for every error answer.

    `each_…` iterates over a whole list, `…_and_wait` waits for the end of a job. Answers are the JSON
    of the service, with `credits`: the price of the request and the remaining balance.

    `timeout` limits a request: if the service asks to wait longer, its error is raised at once, with
    `retry_after_seconds`. A request with an Idempotency-Key that got no answer in this time is repeated
    under the same key, each time with the same limit; `within` limits them all.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = DEFAULT_RETRIES,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self._options: Tuple[str, int, float] = (base_url, retries, timeout)
        self._transport = Transport(base_url, api_key, retries=retries, timeout=timeout)
        self._http = self._transport

    def with_key(self, api_key: str) -> "Standing":
        """Return a client of the same service with this key."""
        base_url, retries, timeout = self._options
        return Standing(base_url, api_key, retries=retries, timeout=timeout)

    def _until(self, deadline: float) -> "Standing":
        """Return the same client, which begins no retry after the deadline."""
        patient = copy(self)
        patient._transport = self._transport.until(deadline)
        patient._http = patient._transport
        return patient

    def verify_and_wait(
        self,
        body: VerifyBusinessBody,
        *,
        idempotency_key: Optional[str] = None,
        within: float = _WITHIN_SECONDS,
        timeout: Optional[float] = None,
    ) -> Union[CompletedVerificationBilled, NoMatch]:
        """Verify a business and wait for the answer of the register.

        `status` is "completed" for a record, which may need a review (`data["match"]["review"]`), and
        "no_match" if the register has none.

        Raises `DATA_SOURCE_UNAVAILABLE` or `DATA_SOURCE_TIMEOUT` if the register does not answer, or
        not within `within` seconds.
        """
        deadline = time.monotonic() + within
        patient = self._until(deadline)
        try:
            first = patient.verify_business(
                body, idempotency_key=idempotency_key, wait_seconds=_wait_within(within), timeout=timeout
            )
            job_id = first.get("job_id", "")
            ended: Any = _until_ended(
                f"job {job_id}",
                first,
                (within, deadline),
                lambda: patient.get_verification_status(job_id, timeout=timeout),
            )
        except StandingError as error:
            if error.code == "ENTITY_NOT_FOUND":
                return _no_match(error)
            raise
        if ended["status"] == "completed" and "data" in ended:
            return ended
        raise _ended_without(ended)

    def search_and_wait(
        self,
        body: SearchEntitiesBody,
        *,
        idempotency_key: Optional[str] = None,
        within: float = _WITHIN_SECONDS,
        timeout: Optional[float] = None,
    ) -> SearchBilled:
        """Search and wait until every register has answered or failed; `jurisdictions_failed` lists the latter."""
        deadline = time.monotonic() + within
        patient = self._until(deadline)
        first: Any = patient.search_entities(
            body, idempotency_key=idempotency_key, wait_seconds=_wait_within(within), timeout=timeout
        )
        search_id = first["search_id"]
        limit, offset = body.get("limit"), body.get("offset")
        return _until_ended(
            f"search {search_id}",
            first,
            (within, deadline),
            lambda: patient.get_search(search_id, limit=limit, offset=offset, timeout=timeout),
        )

    def upload_batch(
        self,
        file: Union[str, bytes],
        *,
        media_type: Literal["text/csv", "application/x-ndjson"] = _CSV,
        webhook_url: Optional[str] = None,
        max_credits: Optional[int] = None,
        start: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> BatchBilled:
        """Upload a file of names. `max_credits` of the answer is its maximum price."""
        return self._transport.upload(
            "/v1/batches",
            file.encode() if isinstance(file, str) else file,
            media_type,
            query={"webhook_url": webhook_url, "max_credits": max_credits, "start": start},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def batch_and_wait(self, batch_id: str, *, within: float = 3600.0, timeout: Optional[float] = None) -> BatchBilled:
        """Wait until a started batch has ended or paused."""
        deadline = time.monotonic() + within
        patient = self._until(deadline)
        while True:
            batch = patient.get_batch(batch_id, timeout=timeout)
            if batch["status"] != "running":
                return batch
            _sleep_until(f"batch {batch_id}", (within, deadline))

    def batch_results(
        self, batch_id: str, *, format: Literal["csv", "ndjson"] = "csv", timeout: Optional[float] = None
    ) -> str:
        """Return the results of an ended batch as one text."""
        media_type = _CSV if format == "csv" else "application/x-ndjson"
        path = f"/v1/batches/{quoted(batch_id)}/results"
        return self._transport.text(path, media_type, query={"format": format}, timeout=timeout)

    def records_file(
        self, *, format: Literal["csv", "ndjson"] = "csv", timeout: Optional[float] = None, **query: Any
    ) -> str:
        """Return every record that fits as one text."""
        media_type = _CSV if format == "csv" else "application/x-ndjson"
        if "from_" in query:
            query["from"] = query.pop("from_")
        return self._transport.text("/v1/records", media_type, query={**query, "format": format}, timeout=timeout)

    def usage_csv(self, *, from_: Optional[str] = None, to: Optional[str] = None) -> str:
        """Return CSV with one line per day, operation, key and grant."""
        return self._transport.text("/v1/account/usage", _CSV, query={"from": from_, "to": to, "format": "csv"})

    def billing_csv(self, *, from_: Optional[str] = None, to: Optional[str] = None) -> str:
        """Return every entry of the period as CSV."""
        return self._transport.text("/v1/billing", _CSV, query={"from": from_, "to": to, "format": "csv"})

    def read_metrics(self, token: Optional[str] = None) -> str:
        """Return the metrics in the text format of Prometheus. `token` is the METRICS_TOKEN of the installation."""
        return self._transport.text("/metrics", "text/plain", bearer=token)

    def each_job(self, **query: Any) -> Iterator[ListedJob]:
        """Iterate over all jobs, newest first."""
        return _by_cursor(lambda cursor: self.list_jobs(**{**query, **cursor}), "jobs")

    def each_record(self, **query: Any) -> Iterator[Record]:
        """Iterate over all records, newest first."""
        return _by_cursor(lambda cursor: self.list_records(**{**query, **cursor}), "records")

    def each_watch(self, **query: Any) -> Iterator[Watch]:
        """Iterate over all watches."""
        return _by_cursor(lambda cursor: self.list_watches(**{**query, **cursor}), "watches")

    def each_batch(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Iterate over all batches, newest first."""
        return _by_cursor(lambda cursor: self.list_batches(**{**query, **cursor}), "batches")

    def each_event(self, *, after: Optional[str] = None, limit: Optional[int] = None) -> Iterator[EventsEventsItem]:
        """Iterate over the events after a given one, up to now. Store the last `event_id`."""
        while True:
            page = self.list_events(after=after, limit=limit)
            yield from page["events"]
            after = page.get("next_cursor", after)
            if not page["has_more"]:
                return

    def each_result(self, search_id: str) -> Iterator[SearchResult]:
        """Iterate over all results of a search."""
        return _by_offset(lambda offset: self.get_search(search_id, offset=offset), "results")

    def each_transaction(self, *, from_: Optional[str] = None, to: Optional[str] = None) -> Iterator[Transaction]:
        """Iterate over all entries of the ledger, newest first."""
        return _by_offset(lambda offset: self.get_billing(from_=from_, to=to, offset=offset), "transactions")


def _by_cursor(step: Callable[[Dict[str, Any]], Any], items: str) -> Iterator[Any]:
    cursor: Optional[str] = None
    while True:
        page: Any = step({"cursor": cursor} if cursor else {})
        yield from page[items]
        cursor = page.get("next_cursor")
        if cursor is None:
            return


def _by_offset(step: Callable[[int], Any], items: str) -> Iterator[Any]:
    """New items shift the others, so an item may appear twice."""
    offset = 0
    while True:
        page: Any = step(offset)
        found: List[Any] = page[items]
        yield from found
        offset += len(found)
        if not found or offset >= page["pagination"]["total"]:
            return


def _no_match(error: StandingError) -> NoMatch:
    details = cast(NotInRegisterDetails, error.details)
    return {"status": "no_match", "message": error.message, "suggestion": error.suggestion, "details": details}


def _until_ended(name: str, first: Any, limit: Tuple[float, float], ask: Callable[[], Any]) -> Any:
    answer = first
    while answer["status"] in ("pending", "processing"):
        _sleep_until(name, limit)
        answer = ask()
    return answer


def _sleep_until(name: str, limit: Tuple[float, float]) -> None:
    """Sleep between two polls, and not past the deadline."""
    within, deadline = limit
    left = deadline - time.monotonic()
    if left <= 0:
        raise _unfinished(name, within)
    time.sleep(min(_POLL_SECONDS, left))


def _wait_within(within: float) -> int:
    return min(MAX_WAIT_SECONDS, math.ceil(within))


def _ended_without(answer: Dict[str, Any]) -> StandingError:
    """A failed job has the error code before the first colon; a refunded one has no answer."""
    message = str(answer.get("error") or f"Job {answer.get('job_id')} ended as {answer['status']}.")
    timed_out = message.startswith("DATA_SOURCE_TIMEOUT")
    return StandingError(
        "DATA_SOURCE_TIMEOUT" if timed_out else "DATA_SOURCE_UNAVAILABLE",
        message,
        status=504 if timed_out else 503,
        details={"job_id": answer.get("job_id"), "status": answer["status"]},
    )


def _unfinished(name: str, within: float) -> StandingError:
    message = f"{name} did not end within {within:g} s."
    return StandingError("DATA_SOURCE_TIMEOUT", message, status=504, details={"waited_for": name})
