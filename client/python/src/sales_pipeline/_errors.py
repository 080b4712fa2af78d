"""What a call may raise: a class for each type of error, told apart further by `code`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Type

if TYPE_CHECKING:
    from ._types import Approval, Code


class PipelineError(Exception):
    """The service refused the call. `str(error)` says what to do next."""

    def __init__(self, status: int, error: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        self.status = status
        self.type: str = error.get("type", "api_error")
        self.code: Code = error.get("code", "internal_error")
        self.message: str = error.get("message", f"The service answered {status}.")
        self.request_id: str = error.get("request_id", "")
        self.meta: Dict[str, Any] = error.get("meta", {})
        self.retry_after = retry_after
        super().__init__(f"{self.code}: {self.message}")


class Unauthenticated(PipelineError):
    """The credential is missing, wrong or over."""


class Forbidden(PipelineError):
    """The credential may not do this."""


class Invalid(PipelineError):
    """What was sent is wrong; `meta["issues"]` lists each field."""


class NotFound(PipelineError):
    """Nothing of this id is in the workspace."""


class RateLimited(PipelineError):
    """Too many requests, more often than was retried."""


class Conflict(PipelineError):
    """It does not go with what is there now."""


class UnsupportedMediaType(PipelineError):
    """The body is no JSON."""


class MethodNotAllowed(PipelineError):
    """The address has no such method."""


class ApiError(PipelineError):
    """The service failed, or is not available now."""


class Unavailable(Exception):
    """The service did not answer at all."""


class WaitsForApproval(Exception):
    """Nothing was done: an admin has to approve it. `approval` says what of."""

    def __init__(self, approval: Approval) -> None:
        self.approval = approval
        super().__init__(f"It waits for an approval: {approval['summary']} ({approval['id']})")


class ServiceWarning(UserWarning):
    """The service did it, and had something to say."""


BY_TYPE: Dict[str, Type[PipelineError]] = {
    "authentication_error": Unauthenticated,
    "permission_error": Forbidden,
    "invalid_request_error": Invalid,
    "not_found": NotFound,
    "rate_limit_error": RateLimited,
    "conflict_error": Conflict,
    "unsupported_media_type": UnsupportedMediaType,
    "method_not_allowed": MethodNotAllowed,
    "api_error": ApiError,
}
