"""Client of the sales pipeline: typed, without dependencies, sync and async."""

from ._answers import AnswerInfo, answer_of
from ._client import AsyncClient, Client
from ._errors import (
    ApiError,
    Conflict,
    Forbidden,
    Invalid,
    MethodNotAllowed,
    NotFound,
    PipelineError,
    RateLimited,
    ServiceWarning,
    Unauthenticated,
    Unavailable,
    UnsupportedMediaType,
    WaitsForApproval,
)
from ._transport import UNSET, Unset
from ._types import Code, ErrorType, WebhookEvent
from ._webhooks import Webhook, WebhookVerificationError
from . import _types as types

__all__ = [
    "AnswerInfo",
    "ApiError",
    "AsyncClient",
    "Client",
    "Code",
    "Conflict",
    "ErrorType",
    "Forbidden",
    "Invalid",
    "MethodNotAllowed",
    "NotFound",
    "PipelineError",
    "RateLimited",
    "ServiceWarning",
    "UNSET",
    "Unauthenticated",
    "Unavailable",
    "Unset",
    "UnsupportedMediaType",
    "WaitsForApproval",
    "Webhook",
    "WebhookEvent",
    "WebhookVerificationError",
    "answer_of",
    "types",
]
