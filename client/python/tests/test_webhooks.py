"""Deliveries are verified as the Standard Webhooks libraries do it."""

import base64
import hashlib
import hmac
import time
import unittest

from sales_pipeline import Webhook, WebhookVerificationError

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
OTHER = "whsec_" + base64.b64encode(b"fedcba9876543210fedcba9876543210").decode()
BODY = b'{"event":"webhook.test","webhook_id":"w","board_id":"b","created_at":"2026-05-04T14:00:00.000Z"}'


def signed(body=BODY, secret=SECRET, at=None):
    stamp = str(int(time.time()) if at is None else at)
    key = base64.b64decode(secret[len("whsec_") :])
    mac = hmac.new(key, f"m1.{stamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "Webhook-Id": "m1",
        "Webhook-Timestamp": stamp,
        "Webhook-Signature": "v1," + base64.b64encode(mac).decode(),
    }


class Verification(unittest.TestCase):
    def test_takes_what_is_signed(self):
        event = Webhook(SECRET).verify(BODY, signed())
        self.assertEqual(event["event"], "webhook.test")
        self.assertEqual(Webhook(SECRET).verify(BODY.decode(), signed())["event"], "webhook.test")

    def test_takes_either_secret_of_a_rotation(self):
        self.assertTrue(Webhook([OTHER, SECRET]).verify(BODY, signed()))
        two = signed()
        two["Webhook-Signature"] = f"v1,AAAA {two['Webhook-Signature']}"
        self.assertTrue(Webhook(SECRET).verify(BODY, two))

    def test_refuses_all_else(self):
        old, soon = signed(at=time.time() // 1 - 400), signed(at=int(time.time()) + 400)
        cases = {
            "another secret": (BODY, signed(secret=OTHER)),
            "another body": (BODY + b" ", signed()),
            "too old": (BODY, {**old, "Webhook-Timestamp": str(int(float(old["Webhook-Timestamp"])))}),
            "of the future": (BODY, soon),
            "no signature": (BODY, {name: value for name, value in signed().items() if "Sig" not in name}),
            "another version": (BODY, {**signed(), "Webhook-Signature": signed()["Webhook-Signature"][3:]}),
            "no time": (BODY, {**signed(), "Webhook-Timestamp": "²"}),
        }
        for name, (body, headers) in cases.items():
            with self.subTest(name), self.assertRaises(WebhookVerificationError):
                Webhook(SECRET).verify(body, headers)

    def test_says_that_a_secret_is_none(self):
        for secret in [None, "", "whsec_", "whsec_not base64"]:
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "signingSecret"):
                Webhook(secret)


if __name__ == "__main__":
    unittest.main()
