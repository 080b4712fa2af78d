"""What came with an answer: it is plain data, and remembers the request that it is the answer of."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple


class AnswerInfo(NamedTuple):
    """:param replayed: Whether it is the stored answer of an earlier request with the same idempotency key."""

    request_id: str
    replayed: bool
    status: int
    headers: Mapping[str, str]


class _Object(Dict[str, Any]):
    info: AnswerInfo


class _List(List[Any]):
    info: AnswerInfo


def kept(body: Any, status: int, headers: Mapping[str, str]) -> Any:
    lower = {name.lower(): value for name, value in headers.items()}
    answer = _Object(body) if isinstance(body, dict) else _List(body)
    answer.info = AnswerInfo(
        lower.get("service-request-id", ""), lower.get("idempotent-replayed") == "true", status, lower
    )
    return answer


def answer_of(value: Any) -> AnswerInfo:
    """What came with an answer of a call: the very value that the call returned."""
    info = getattr(value, "info", None)
    if not isinstance(info, AnswerInfo):
        raise TypeError("this is not what a call returned: give the whole answer, not a copy or a part of it")
    return info
