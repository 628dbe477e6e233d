"""The behaviour that all clients share: test/client/vectors.spec.ts runs the same for TypeScript."""

import json
import os
import socket
import threading
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, Generator, List, Tuple, Type
from unittest.mock import patch

from standing_client import Standing, StandingError, UnansweredError, read_webhook, transport

VECTORS: Dict[str, List[Dict[str, Any]]] = json.load(
    open(os.environ.get("STANDING_VECTORS", "packages/client/vectors.json"), encoding="utf-8")
)

#: The methods here, by their names in the vectors.
METHODS = {
    "account": "get_account",
    "config": "get_config",
    "createKey": "create_key",
    "eachEvent": "each_event",
    "eachJob": "each_job",
    "eachTransaction": "each_transaction",
    "entity": "get_entity",
    "ready": "check_ready",
    "revokeKey": "revoke_key",
    "searchAndWait": "search_and_wait",
    "verify": "verify_business",
    "verifyAndWait": "verify_and_wait",
}


@contextmanager
def scripted(answers: List[Any]) -> Generator[Tuple[str, List[Dict[str, Any]]], None, None]:
    """A server with these answers, which records its requests."""
    sent: List[Dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            super().handle_one_request()
            self.close_connection = True

        def answer(self) -> None:
            key, prefer = self.headers.get("idempotency-key"), self.headers.get("prefer")
            asked = {"method": self.command, "path": self.path, "keyed": key is not None, "key": key}
            sent.append({**asked, **({"prefer": prefer} if prefer else {})})
            answer = answers[len(sent) - 1] if len(sent) <= len(answers) else "lost"
            if answer == "lost":
                self.connection.close()
                return
            body = answer["body"] if isinstance(answer["body"], str) else json.dumps(answer["body"])
            self.send_response_only(answer["status"])
            for name, value in answer["headers"].items():
                self.send_header(name, value)
            if answer["status"] != 204:
                self.send_header("content-length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode() if answer["status"] != 204 else b"")

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", sent
    finally:
        server.shutdown()
        server.server_close()


class Calls(unittest.TestCase):
    def test_every_vector(self) -> None:
        for vector in VECTORS["calls"]:
            with self.subTest(vector["name"]), scripted(vector["answers"]) as (base_url, sent):
                method = getattr(Standing(base_url, "stnd_x"), METHODS[vector["call"]])
                if "error" in vector:
                    with self.assertRaises(StandingError) as raised:
                        method(*vector["arguments"])
                    self.assertEqual(self.told(raised.exception, vector["error"]), vector["error"])
                else:
                    answer: Any = method(*vector["arguments"])
                    self.check_answer(list(answer) if vector["call"].startswith("each") else answer, vector)
                self.assertEqual([{k: v for k, v in each.items() if k != "key"} for each in sent], vector["sent"])
                if vector.get("sameKey"):
                    self.assertEqual(len({each["key"] for each in sent}), 1)

    def check_answer(self, answer: Any, vector: Dict[str, Any]) -> None:
        expected = vector["answer"]
        if isinstance(expected, dict) and "credits" in answer and "credits" not in expected:
            credits = answer.pop("credits")
            self.assertEqual(credits, vector.get("credits", credits))
        self.assertEqual(answer, expected)

    def told(self, error: StandingError, wanted: Dict[str, Any]) -> Dict[str, Any]:
        everything = {
            "code": error.code,
            "status": error.status,
            "details": error.details,
            "suggestion": error.suggestion,
            "requestId": error.request_id,
            "retryAfter": error.retry_after_seconds,
        }
        return {name: value for name, value in everything.items() if name in wanted}


class Webhooks(unittest.TestCase):
    def test_every_vector(self) -> None:
        for vector in VECTORS["webhooks"]:
            with self.subTest(vector["name"]):
                given = (vector["body"].encode(), vector["headers"], vector["secret"])
                if "error" in vector:
                    with self.assertRaisesRegex(ValueError, vector["error"]):
                        read_webhook(*given, tolerance_seconds=vector["toleranceSeconds"])
                else:
                    event = read_webhook(*given, tolerance_seconds=vector["toleranceSeconds"])
                    self.assertEqual(event, vector["event"])


    def test_shapes_of_servers_and_functions(self) -> None:
        """Frameworks, gateways and functions in the cloud hand over the same request in many shapes."""
        vector = next(each for each in VECTORS["webhooks"] if "event" in each)
        body, headers, secret = vector["body"], vector["headers"], vector["secret"]
        raw = body.encode()
        pairs = list(headers.items())
        shapes: List[Any] = [
            pairs,
            [(name.lower().encode(), value.encode()) for name, value in pairs],
            {name: [value] for name, value in pairs},
            {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in pairs},
            {**headers, "other": None, "wsgi.multithread": True},
            [*pairs, ("webhook-signature", "v1,of-another-secret")],
        ]
        for given in shapes:
            for text in (raw, bytearray(raw), memoryview(raw), body):
                event = read_webhook(text, given, secret, tolerance_seconds=vector["toleranceSeconds"])
                self.assertEqual(event, vector["event"])

    def test_says_what_to_pass(self) -> None:
        vector = VECTORS["webhooks"][0]
        body, headers, secret = vector["body"], vector["headers"], vector["secret"]
        wrong: List[Tuple[Any, Any, Any, str]] = [
            ({"event": "webhook.test"}, headers, secret, "raw_body must be .* not parsed"),
            (None, headers, secret, "raw_body must be"),
            (body, None, secret, "headers must be"),
            (body, [1, 2], secret, "headers must be"),
            (body, "webhook-id: evt_1", secret, "headers must be"),
            (body, headers, None, "secret must be"),
        ]
        for given in wrong:
            with self.assertRaisesRegex(ValueError, given[3]):
                read_webhook(*given[:3])


@contextmanager
def held_back(number: int) -> Generator[None, None, None]:
    """Lose the first answers at the time limit of the client: the server has given them."""
    opener: Any = getattr(transport, "_opener")
    ask = opener.open
    left = [number]

    def asked(*given: Any, **named: Any) -> Any:
        answer = ask(*given, **named)
        if left[0] == 0:
            return answer
        left[0] -= 1
        answer.close()
        raise socket.timeout("timed out")

    with patch.object(opener, "open", asked):
        yield


class Repeats(unittest.TestCase):
    ASKED: Any = {"entity_name": "Juniper", "jurisdiction": "us-co"}
    DONE = {"status": 200, "headers": {"x-credits-charged": "1"}, "body": {"job_id": "job_1"}}

    def test_repeats_under_the_same_key(self) -> None:
        with scripted([self.DONE] * 9) as (base_url, sent), held_back(1):
            answer = Standing(base_url, "stnd_x").verify_business(self.ASKED)
        self.assertEqual(answer.get("job_id"), "job_1")
        self.assertEqual(len(sent), 2)
        self.assertEqual(len({each["key"] for each in sent}), 1)

    def test_tells_the_key(self) -> None:
        with scripted([self.DONE] * 9) as (base_url, sent), held_back(2):
            with self.assertRaises(UnansweredError) as raised:
                Standing(base_url, "stnd_x", retries=1).verify_business(self.ASKED)
        key = sent[0]["key"]
        self.assertEqual([each["key"] for each in sent], [key, key])
        self.assertEqual(raised.exception.idempotency_key, key)
        self.assertIn(key, str(raised.exception))

    def test_tells_the_key_of_what_was_lost_or_refused(self) -> None:
        bad_gateway: Dict[str, Any] = {"status": 502, "headers": {}, "body": "<h1>Bad gateway</h1>"}
        answers: List[Any] = ["lost", bad_gateway]
        for answer in answers:
            with scripted([answer] * 9) as (base_url, _sent), self.assertRaises(StandingError) as raised:
                Standing(base_url, "stnd_x", retries=0).verify_business(self.ASKED, idempotency_key="one")
            self.assertEqual(raised.exception.idempotency_key, "one")

    def test_repeats_nothing_else(self) -> None:
        errors: List[Type[Exception]] = [UnansweredError, UnansweredError]
        with scripted([self.DONE] * 9) as (base_url, sent), held_back(2):
            client = Standing(base_url)
            for error, call in zip(errors, (client.get_config, lambda: client.verify_and_wait(self.ASKED, within=0))):
                with self.assertRaises(error):
                    call()
        self.assertEqual(len(sent), 2)


class Limits(unittest.TestCase):
    def test_nothing_listens(self) -> None:
        with self.assertRaisesRegex(StandingError, "could not be reached") as raised:
            Standing("http://127.0.0.1:9", "stnd_x", retries=0).get_account()
        self.assertEqual(raised.exception.status, 0)

    def test_no_answer_in_time(self) -> None:
        silent = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
        try:
            with self.assertRaisesRegex(TimeoutError, "did not answer within"):
                Standing(f"http://127.0.0.1:{silent.server_address[1]}", timeout=0.2).get_config()
        finally:
            silent.server_close()

    def test_no_retry_after_the_limit(self) -> None:
        body: Dict[str, Any] = {"error": {"code": "RATE_LIMIT_EXCEEDED", "message": "Later."}}
        busy = {"status": 429, "headers": {"retry-after": "20"}, "body": body}
        asked: Any = {"entity_name": "Juniper", "jurisdiction": "us-co"}
        with scripted([busy] * 9) as (base_url, sent):
            client = Standing(base_url)
            for call in (
                lambda: client.get_account(timeout=10),
                lambda: client.verify_and_wait(asked, within=10),
                lambda: client.search_and_wait(asked, within=10),
                lambda: client.batch_and_wait("bat_1", within=10),
            ):
                with self.assertRaises(StandingError) as raised:
                    call()
                self.assertEqual(raised.exception.retry_after_seconds, 20)
        self.assertEqual(len(sent), 4)

    def test_ids_stay_in_their_place(self) -> None:
        with scripted([{"status": 200, "headers": {}, "body": "line"}]) as (base_url, sent):
            Standing(base_url).batch_results("../account/usage?x=")
        self.assertEqual(sent[0]["path"], "/v1/batches/..%2Faccount%2Fusage%3Fx%3D/results?format=csv")
        for name in ("", ".", ".."):
            with self.assertRaisesRegex(ValueError, "is not an id"):
                Standing("http://127.0.0.1:9").revoke_key(name)

    def test_waiting_ends(self) -> None:
        pending = {"status": 202, "headers": {}, "body": {"job_id": "job_1", "status": "pending"}}
        with scripted([pending] * 9) as (base_url, _sent), self.assertRaises(StandingError) as raised:
            Standing(base_url).verify_and_wait({"entity_name": "Juniper", "jurisdiction": "us-co"}, within=0.5)
        self.assertEqual(raised.exception.code, "DATA_SOURCE_TIMEOUT")


if __name__ == "__main__":
    unittest.main()
