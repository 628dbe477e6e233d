"""The examples of the README, run against a service: STANDING_URL, STANDING_KEY."""

import os
import queue
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, Tuple

from standing_client import Standing, StandingError, read_webhook

URL, KEY = os.environ["STANDING_URL"], os.environ["STANDING_KEY"]
KNOWN, ABSENT = "Imaginary Lanterns LLC", "Nobody Has This Name LLC"


class Stories(unittest.TestCase):
    def setUp(self) -> None:
        self.standing = Standing(URL, KEY)

    def test_verifies_a_business(self) -> None:
        found = self.standing.verify_and_wait({"entity_name": KNOWN, "jurisdiction": "us-co"})
        assert found["status"] == "completed"
        self.assertEqual(found["data"]["entity_name"].upper(), KNOWN.upper())
        self.assertTrue(found["data"]["good_standing"])
        absent = self.standing.verify_and_wait({"entity_name": ABSENT, "jurisdiction": "us-co"})
        self.assertEqual(absent["status"], "no_match")
        entity = self.standing.get_entity(found["entity_id"])
        self.assertEqual(entity["entity_id"], found["entity_id"])
        history = self.standing.get_entity_history(found["entity_id"], max_credits=5)
        self.assertEqual(history["credits"]["charged"], 5)

    def test_names_the_refusal(self) -> None:
        with self.assertRaises(StandingError) as raised:
            self.standing.verify_business({"entity_name": KNOWN, "jurisdiction": "us-zz"})
        self.assertEqual(raised.exception.code, "JURISDICTION_NOT_SUPPORTED")
        self.assertEqual(raised.exception.details["provided"], "us-zz")

    def test_searches(self) -> None:
        search = self.standing.search_and_wait({"entity_name": "Imaginary", "jurisdictions": ["us-co", "ca-bc"]})
        self.assertEqual(search["jurisdictions_failed"], [])
        names = [each["entity_name"].upper() for each in self.standing.each_result(search["search_id"])]
        self.assertIn(KNOWN.upper(), names)

    def test_verifies_a_file(self) -> None:
        file = f"entity_name,jurisdiction,custom_id\n{KNOWN},us-co,1\n{ABSENT},us-co,2\n"
        batch = self.standing.upload_batch(file, max_credits=2, start=True)
        ended = self.standing.batch_and_wait(batch["batch_id"], within=60)
        self.assertEqual((ended["status"], ended["counts"]["found"], ended["counts"]["no_match"]), ("completed", 1, 1))
        lines = self.standing.batch_results(batch["batch_id"]).splitlines()
        self.assertEqual(len(lines), 3)

    def test_receives_a_webhook(self) -> None:
        received: "queue.Queue[Tuple[bytes, Dict[str, str]]]" = queue.Queue()

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                received.put((body, dict(self.headers)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            self.standing.send_test_event({"webhook_url": f"http://127.0.0.1:{server.server_address[1]}/hook"})
            body, headers = received.get(timeout=30)
        finally:
            server.shutdown()
            server.server_close()
        event = read_webhook(body, headers, self.standing.get_webhook_secret()["secret"])
        self.assertEqual(event["event"], "webhook.test")

    def test_goes_through_the_ledger(self) -> None:
        kinds = [entry["type"] for entry in self.standing.each_transaction()]
        self.assertEqual(kinds[-1], "grant")


if __name__ == "__main__":
    unittest.main()
