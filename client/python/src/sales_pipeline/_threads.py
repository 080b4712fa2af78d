"""Runs blocking calls in threads for asyncio."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Callable, Iterator, TypeVar

T = TypeVar("T")

_END = object()


async def in_thread(call: Callable[..., Any], *given: Any, **named: Any) -> Any:
    return await asyncio.to_thread(call, *given, **named)


async def in_threads(items: Iterator[T]) -> AsyncIterator[T]:
    """Each item is asked for in a thread, so that a page is read only when it is needed."""
    while True:
        item: Any = await asyncio.to_thread(next, items, _END)
        if item is _END:
            return
        yield item
