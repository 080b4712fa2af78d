"""Verifies deliveries (Standard Webhooks), with nothing but the standard library."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import time
from typing import Any, Iterable, List, Mapping, Union, cast

from ._types import WebhookEvent

_PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """The request is not from the service, or was sent too long ago: answer it with 401."""


def _key(secret: str) -> bytes:
    text = secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    if key == b"":
        raise ValueError("a signing secret is whsec_ and base64: the signingSecret of the webhook")
    return key


class Webhook:
    """
    :param secret: `signingSecret` of the subscription; while it is rotated, the old one and the new one. Messages to chat
        tools are not signed: their secret is None, which is refused.
    :param tolerance: Seconds that the clocks may differ, and that a request may be old.
    """

    def __init__(self, secret: Union[str, None, Iterable[str]], *, tolerance: int = 300) -> None:
        secrets = [secret or ""] if secret is None or isinstance(secret, str) else list(secret)
        self._keys: List[bytes] = [_key(one) for one in secrets]
        self._tolerance = tolerance

    def verify(self, body: Union[bytes, str], headers: Mapping[str, str]) -> WebhookEvent:
        """
        The event of a request. Raises `WebhookVerificationError` if it can't be trusted.

        :param body: The body as it came, before anything parsed it.
        """
        given = {name.lower(): value for name, value in headers.items()}
        sent = body if isinstance(body, bytes) else body.encode()
        try:
            message, stamp, signatures = (
                given["webhook-id"],
                given["webhook-timestamp"],
                given["webhook-signature"],
            )
        except KeyError as missing:
            raise WebhookVerificationError(f"the header {missing.args[0]} is missing") from None
        if not (stamp.isascii() and stamp.isdigit()) or abs(time.time() - int(stamp)) > self._tolerance:
            raise WebhookVerificationError("the request is too old, or the clocks differ")
        signed = f"{message}.{stamp}.".encode() + sent
        wanted = [base64.b64encode(hmac.new(key, signed, "sha256").digest()) for key in self._keys]
        offered = [one[3:].encode() for one in signatures.split(" ") if one.startswith("v1,")]
        if not any([hmac.compare_digest(a, b) for a in wanted for b in offered]):
            raise WebhookVerificationError("no signature matches: is it the secret of this subscription?")
        return cast(WebhookEvent, cast(Any, json.loads(sent)))
