"""The clients: their groups are generated (`_operations.py`), the feed of changes is followed here."""

from __future__ import annotations

import os
from typing import Any, AsyncIterator, Iterator, Optional, Tuple

from ._answers import answer_of
from ._operations import AsyncGroups, Groups
from ._threads import in_thread, in_threads
from ._transport import UNSET, Transport
from ._types import Change

_USUAL = "http://127.0.0.1:3000"

_WAIT = 20
"""The longest that the service lets a caller wait, in seconds."""


class Client(Groups):
    """
    :param url: The service's address; left out, SALES_PIPELINE_URL, or http://127.0.0.1:3000.
    :param key: An API key (`svc_live_…`) or access token; left out, SALES_PIPELINE_API_KEY.
    :param timeout: Seconds that an answer may take.
    :param max_retries: How often a call is sent again if the service is busy or does not answer.
    :param agent: What your program calls itself; it is shown beside what it did.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = 30,
        max_retries: int = 3,
        agent: Optional[str] = None,
    ) -> None:
        self._transport = Transport(
            url or os.environ.get("SALES_PIPELINE_URL") or _USUAL,
            key or os.environ.get("SALES_PIPELINE_API_KEY") or "",
            timeout=timeout,
            max_retries=max_retries,
            agent=agent,
        )
        super().__init__(self._transport)

    def undo_of(self, value: Any, *, dry_run: bool = False) -> Any:
        """Undoes what the call did that returned this value; with `dry_run`, tells what would be undone."""
        return self.undo.run(request_id=answer_of(value).request_id, dry_run=dry_run)

    def upload_image(self, image: bytes) -> str:
        """Uploads an image (PNG, JPEG, WebP or GIF, 10 MB); its url goes into `screenshot` or `attachments` of a lead."""
        place = self.leads.create_upload()
        if len(image) > place["maxBytes"]:
            raise ValueError(f"the image has {len(image)} bytes, and at most {place['maxBytes']} are taken: make it smaller")
        return str(self._transport.put(place["uploadUrl"], image)["url"])

    def follow(self, cursor: Optional[str] = None, *, since: Optional[str] = None) -> Iterator[Tuple[Change, str]]:
        """
        Every change as it happens, by long polling: no public address is needed. It never ends.

        Keep the cursor that comes with a change once you are done with it: `follow(cursor)` goes on after it. A crash then
        repeats at most a page of changes, and loses none.

        :param since: Where to begin without a cursor; left out, with the oldest change that is kept.
        """
        at: object = cursor if cursor is not None else UNSET
        start: object = since if since is not None and cursor is None else UNSET
        before = cursor or ""
        while True:
            fields = {"cursor": at, "since": start, "wait": _WAIT, "limit": 100}
            page = self._transport.request("GET", "/v1/events", fields=fields, wait=_WAIT)
            last = len(page["data"]) - 1
            for place, change in enumerate(page["data"]):
                # Until the page is done, going on means to begin with it again.
                yield change, page["nextCursor"] if place == last else before
            at, start, before = page["nextCursor"], UNSET, page["nextCursor"]


class AsyncClient(AsyncGroups):
    """The same with `await` and `async for`; it takes the same arguments."""

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = 30,
        max_retries: int = 3,
        agent: Optional[str] = None,
    ) -> None:
        self._client = Client(url, key, timeout=timeout, max_retries=max_retries, agent=agent)
        super().__init__(self._client)

    async def undo_of(self, value: Any, *, dry_run: bool = False) -> Any:
        """Undoes what the call did that returned this value: see `Client.undo_of`."""
        return await in_thread(self._client.undo_of, value, dry_run=dry_run)

    async def upload_image(self, image: bytes) -> str:
        """Uploads an image: see `Client.upload_image`."""
        return str(await in_thread(self._client.upload_image, image))

    def follow(
        self, cursor: Optional[str] = None, *, since: Optional[str] = None
    ) -> AsyncIterator[Tuple[Change, str]]:
        """Every change as it happens: see `Client.follow`."""
        return in_threads(self._client.follow(cursor, since=since))
