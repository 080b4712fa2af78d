"""Sends requests: with the credential, again if the service is busy, and with its errors as exceptions."""

from __future__ import annotations

import json
import random
import time
import uuid
import warnings
from email.message import Message
from http.client import HTTPException
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ._answers import kept
from ._errors import BY_TYPE, ApiError, PipelineError, ServiceWarning, Unavailable, WaitsForApproval

VERSION = "0.1.0"

_BUSY = (429, 503)
_LONGEST = 60.0
"""Seconds that are waited before a retry at most; who is told to wait longer learns it as an error."""


class Unset:
    """A field that is not sent; None empties a field."""

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET = Unset()


class _NoRedirect(HTTPRedirectHandler):
    """A redirect could lead the credential elsewhere."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class _Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


def quoted(value: str) -> str:
    """An id within a path. What a URL would read as another path is refused."""
    if not isinstance(value, str):
        raise TypeError(f"an id must be text, not {value!r}")
    if value in ("", ".", ".."):
        raise ValueError(f"an id must name something, not {value!r}")
    return quote(value, safe="")


def _query(fields: Mapping[str, Any]) -> str:
    pairs: List[Tuple[str, str]] = []
    for name, value in fields.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            pairs.append((name, ("true" if one else "false") if isinstance(one, bool) else str(one)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _parsed(body: bytes) -> Any:
    """None if it is not what the service answers: an object or an array, in UTF-8."""
    try:
        value = json.loads(body.decode())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) else None


class Transport:
    def __init__(self, url: str, key: str, *, timeout: float, max_retries: int, agent: Optional[str]) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError(f"url must be an address, http://… or https://…, not {url!r}")
        if key == "":
            raise ValueError("key is missing: pass an API key (svc_live_…), or set SALES_PIPELINE_API_KEY")
        self._url = url.rstrip("/")
        self._timeout = timeout
        self._max_retries = max_retries
        self._headers = {
            "authorization": f"Bearer {key}",
            "user-agent": f"sales-pipeline-python/{VERSION}",
            **({} if agent is None else {"agent": agent}),
        }
        self._opener = build_opener(_NoRedirect)

    def _once(self, request: Request, timeout: float) -> _Answer:
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return _Answer(response.status, response.headers, response.read())
        except HTTPError as error:
            with error:
                return _Answer(error.code, error.headers, error.read())

    def _pause(self, tried: int, answer: Optional[_Answer]) -> Optional[float]:
        """Seconds before the next try; None if there is none."""
        if tried >= self._max_retries or (answer is not None and answer.status not in _BUSY):
            return None
        named = None if answer is None else answer.headers.get("retry-after")
        if named is None or not named.isdigit():
            return float(min(0.5 * 2**tried, 8) * random.uniform(0.75, 1.25))
        return float(named) if float(named) <= _LONGEST else None

    def request(
        self,
        method: str,
        path: str,
        *,
        fields: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        plan: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        text: bool = False,
        wait: float = 0,
    ) -> Any:
        sent = {name: value for name, value in (fields or {}).items() if value is not UNSET}
        reads = method == "GET"
        all_headers: Dict[str, str] = {
            **self._headers,
            **{name: str(value) for name, value in (headers or {}).items() if value is not UNSET},
        }
        if not reads:
            # The same on each try, so that the write is done once.
            all_headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        if dry_run:
            all_headers["dry-run"] = "true"
        if plan is not None:
            all_headers["plan"] = plan
        if if_match is not None:
            all_headers["if-match"] = if_match
        body = None
        if not reads and (sent or (method != "DELETE" and fields is not None)):
            body = json.dumps(sent).encode()
            all_headers["content-type"] = "application/json"
        url = f"{self._url}{path}{_query(sent) if reads else ''}"
        return self._tried(Request(url, data=body, headers=all_headers, method=method), self._timeout + wait, text)

    def _tried(self, request: Request, timeout: float, text: bool) -> Any:
        tried = 0
        while True:
            answer: Optional[_Answer] = None
            failure: Optional[Exception] = None
            try:
                answer = self._once(request, timeout)
            except (OSError, HTTPException) as error:
                failure = error
            if answer is not None and 200 <= answer.status < 300:
                return self._read(answer, text)
            pause = self._pause(tried, answer)
            if pause is None:
                raise self._error(answer) if answer is not None else self._away(failure) from failure
            time.sleep(pause)
            tried += 1

    def _away(self, failure: Optional[Exception]) -> Unavailable:
        reason = getattr(failure, "reason", failure)
        return Unavailable(f"The service at {self._url} does not answer: {reason}")

    def _strange(self, status: int, what: str, retry_after: Optional[float] = None) -> ApiError:
        said = {"code": "unexpected_answer", "message": f"{self._url} {what}, and not as a sales pipeline does."}
        return ApiError(status, said, retry_after)

    def _read(self, answer: _Answer, text: bool) -> Any:
        warning = answer.headers.get("service-warning")
        if warning is not None:
            warnings.warn(warning, ServiceWarning, stacklevel=5)
        if text:
            try:
                return answer.body.decode()
            except ValueError as error:
                raise self._strange(answer.status, f"answered {answer.status}") from error
        body = _parsed(answer.body)
        if body is None:
            raise self._strange(answer.status, f"answered {answer.status}")
        if answer.status == 202 and isinstance(body, dict) and "approval" in body:
            raise WaitsForApproval(body["approval"])
        return kept(body, answer.status, dict(answer.headers.items()))

    def _error(self, answer: _Answer) -> PipelineError:
        body = _parsed(answer.body)
        error = body.get("error") if isinstance(body, dict) else None
        after = answer.headers.get("retry-after")
        retry_after = float(after) if after is not None and after.isdigit() else None
        if not isinstance(error, dict):
            return self._strange(answer.status, f"answered {answer.status}", retry_after)
        return BY_TYPE.get(error.get("type", ""), ApiError)(answer.status, error, retry_after)

    def put(self, url: str, body: bytes) -> Any:
        """Sends bytes to an address that is its own credential, and again as any write that is done once."""
        headers = {"content-type": "application/octet-stream", "user-agent": self._headers["user-agent"]}
        return self._tried(Request(url, data=body, headers=headers, method="PUT"), self._timeout, False)

    def pages(self, path: str, fields: Mapping[str, Any]) -> Iterator[Any]:
        cursor: Any = UNSET
        while True:
            page = self.request("GET", path, fields={**fields, "limit": 100, "cursor": cursor})
            if not isinstance(page, dict) or not isinstance(page.get("data"), list):
                raise self._strange(200, "answered 200")
            yield from page["data"]
            if not page.get("hasMore"):
                return
            following = page.get("nextCursor")
            if not isinstance(following, str) or following == cursor:
                raise self._strange(200, f"named {following!r} as the next page twice")
            cursor = following
