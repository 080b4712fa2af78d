"""Retries, errors and what is sent, against a server that answers as it is told."""

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

from sales_pipeline import ApiError, Client, NotFound, RateLimited, ServiceWarning, Unavailable, WaitsForApproval


class Scripted:
    """Answers one after the other, and keeps what it was sent."""

    def __init__(self, *answers):
        self.seen = []
        remaining = list(answers)
        seen = self.seen

        class Handler(BaseHTTPRequestHandler):
            def _answer(self):
                length = int(self.headers.get("content-length") or 0)
                seen.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, self.rfile.read(length)))
                status, headers, body = remaining.pop(0)
                sent = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            do_GET = do_POST = do_PATCH = do_DELETE = _answer

            def log_message(self, *_):
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


def refusal(kind, code):
    return {"error": {"type": kind, "code": code, "message": "No.", "request_id": "r1", "meta": {"a": 1}}}


BUSY = (503, {"retry-after": "7"}, refusal("api_error", "unavailable"))


class Transport(unittest.TestCase):
    def setUp(self):
        patch = mock.patch("sales_pipeline._transport.time.sleep")
        self.slept = patch.start()
        self.addCleanup(patch.stop)

    def waits(self):
        return [call.args[0] for call in self.slept.call_args_list]

    def test_repeats_what_was_not_done_under_one_key(self):
        with Scripted(BUSY, (429, {"retry-after": "2"}, {}), (201, {}, {"id": "d"})) as server:
            Client(server.url, "k").deals.create(board_id="b", name="A", company=None)
        keys = {headers["idempotency-key"] for _, _, headers, _ in server.seen}
        self.assertEqual((len(server.seen), len(keys)), (3, 1))
        self.assertEqual(self.waits(), [7, 2])
        self.assertEqual(json.loads(server.seen[0][3]), {"boardId": "b", "name": "A", "company": None})

    def test_gives_up_with_the_last_error(self):
        with Scripted(BUSY, BUSY) as server, self.assertRaises(ApiError) as raised:
            Client(server.url, "k", max_retries=1).me.get()
        self.assertEqual((raised.exception.code, raised.exception.retry_after), ("unavailable", 7))

    def test_does_not_wait_longer_than_a_minute(self):
        late = (429, {"retry-after": "3600"}, refusal("rate_limit_error", "rate_limited_key"))
        with Scripted(late) as server, self.assertRaises(RateLimited):
            Client(server.url, "k").me.get()
        self.assertEqual(self.waits(), [])

    def test_says_what_is_wrong(self):
        with Scripted((404, {}, refusal("not_found", "deal_not_found"))) as server:
            with self.assertRaises(NotFound) as raised:
                Client(server.url, "k").deals.get("a/b?")
        error = raised.exception
        self.assertEqual((error.status, error.code, error.request_id, error.meta), (404, "deal_not_found", "r1", {"a": 1}))
        self.assertEqual(server.seen[0][1], "/v1/deals/a%2Fb%3F")

    def test_is_not_led_elsewhere(self):
        with Scripted((302, {"location": "http://127.0.0.1:9/"}, b"")) as server, self.assertRaises(ApiError):
            Client(server.url, "k", max_retries=0).me.get()
        self.assertEqual(len(server.seen), 1)

    def test_takes_no_other_answer_for_the_services(self):
        for body in (b"<h1>Welcome</h1>", b"", b"null", b'"\xff"', b'{"id": "\xff"}'):
            with self.subTest(body), Scripted((200, {}, body)) as server, self.assertRaises(ApiError) as raised:
                Client(server.url, "k").deals.get("d")
            self.assertEqual((raised.exception.status, raised.exception.code), (200, "unexpected_answer"))

    def test_refuses_ids_that_lead_to_another_path(self):
        client = Client("http://127.0.0.1:9", "k", max_retries=0)
        for wrong, kind in [("", ValueError), (".", ValueError), ("..", ValueError), (None, TypeError)]:
            with self.subTest(wrong), self.assertRaisesRegex(kind, "an id must"):
                client.deals.get(wrong)

    def test_ends_with_a_cursor_that_comes_again(self):
        page = (200, {}, {"data": [{"id": "d"}], "hasMore": True, "nextCursor": "c"})
        with Scripted(page, page) as server, self.assertRaisesRegex(ApiError, "named 'c' as the next page twice"):
            list(Client(server.url, "k").deals.each())
        self.assertEqual(len(server.seen), 2)

    def test_tells_of_a_service_that_is_not_there(self):
        with self.assertRaisesRegex(Unavailable, "does not answer"):
            Client("http://127.0.0.1:9", "k", max_retries=1).me.get()
        self.assertEqual(len(self.waits()), 1)

    def test_takes_no_wait_for_done(self):
        approval = {"approval": {"id": "a", "summary": "Delete a deal"}}
        with Scripted((202, {}, approval)) as server, self.assertRaises(WaitsForApproval) as raised:
            Client(server.url, "k").deals.delete("d")
        self.assertEqual(raised.exception.approval["id"], "a")

    def test_warns(self):
        with Scripted((200, {"service-warning": "No date."}, {})) as server:
            with self.assertWarnsRegex(ServiceWarning, "No date"):
                Client(server.url, "k").deals.move("d", to_stage_id="s")

    def test_refuses_to_start_without_address_or_key(self):
        for url, key in [("ftp://x", "k"), ("http://x", "")]:
            with self.subTest(url), mock.patch.dict("os.environ", clear=True), self.assertRaises(ValueError):
                Client(url, key)


if __name__ == "__main__":
    unittest.main()
