/** All errors of the API, one class per `error.type`. The type fixes the status, except for the codes in `statusOfCode`. */
import { Effect, Schema } from "effect"
import { notFound, type Resource } from "./Resource.ts"

/** Maps `error.type` to the HTTP status. */
export const status = {
  authentication_error: 401,
  permission_error: 403,
  invalid_request_error: 400,
  not_found: 404,
  rate_limit_error: 429,
  conflict_error: 409,
  unsupported_media_type: 415,
  method_not_allowed: 405,
  api_error: 500
} as const

export type Type = keyof typeof status

/** Codes with a more specific status than their type. */
export const statusOfCode = {
  body_too_large: 413,
  unavailable: 503,
  upload_expired: 410,
  precondition_failed: 412
} as const satisfies {
  readonly [code in Fault["code"]]?: number
}

/** Whether the status is that of an error, rather than of a success or a redirect. */
export const isFailure = (status: number): boolean => status >= 400

/** Requests refused by the HTTP parser have the code `invalid_request`; only too many headers have a separate status. */
export const headersTooLarge = 431

/** Structured details in addition to the message: issues, limits, candidates. */
export const Meta = Schema.Record(Schema.String, Schema.Json)
type Meta = typeof Meta.Type

const fields = <const Codes extends ReadonlyArray<string>>(codes: Codes) => ({
  code: Schema.Literals(codes),
  message: Schema.String,
  meta: Schema.optionalKey(Meta),
  /** Seconds, sent as `Retry-After`. */
  retryAfter: Schema.optionalKey(Schema.Int)
})

export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()(
  "authentication_error",
  fields(["missing_credential", "invalid_credential"])
) {}

export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "permission_error",
  fields([
    "insufficient_scope",
    "admin_required",
    "plan_limit_exceeded",
    "promote_disabled",
    "not_author",
    "declined",
    "denied_by_rule",
    "credential_has_rules",
    "own_approval",
    "approval_declined",
    "belongs_elsewhere",
    "workspace_suspended",
    "insecure_transport",
    "origin_not_allowed"
  ])
) {}

export class Invalid extends Schema.TaggedError<Invalid>()(
  "invalid_request_error",
  fields([
    "invalid_body",
    "invalid_json",
    "invalid_query",
    "invalid_cursor",
    "unknown_field",
    "invalid_stage",
    "invalid_owner",
    "invalid_url",
    "image_fetch_failed",
    "invalid_image",
    "enrichment_too_large",
    "promoted_not_settable",
    "invalid_triage_transition",
    "invalid_idempotency_key",
    "invalid_scope",
    "invalid_dry_run",
    "invalid_plan",
    "invalid_rule",
    "body_too_large",
    "invalid_request"
  ])
) {
  /** An issue with one field. The message starts with "must be …" or "is …", without the field's name and without a full stop. */
  static at(code: Invalid["code"], path: string, message: string): Invalid {
    return new Invalid({ code, message: `${path} ${message}.`, meta: { issues: [{ path, message }] } })
  }
}

export class NotFound extends Schema.TaggedError<NotFound>()(
  "not_found",
  fields([
    "deal_not_found",
    "lead_not_found",
    "board_not_found",
    "note_not_found",
    "webhook_not_found",
    "delivery_not_found",
    "template_not_found",
    "file_not_found",
    "form_not_found",
    "key_not_found",
    "app_not_found",
    "member_not_found",
    "invitation_not_found",
    "approval_not_found",
    "credential_not_found",
    "rehearsal_not_found",
    "inbound_address_not_found",
    "entry_not_found",
    "upload_not_found",
    "view_not_found",
    "upload_expired",
    "route_not_found"
  ])
) {
  /** The caller's workspace has nothing of this kind with this id. */
  static of(resource: Resource, id: string): NotFound {
    return new NotFound({
      code: `${resource}_not_found`,
      message: notFound(resource, id)
    })
  }
}

export class RateLimited extends Schema.TaggedError<RateLimited>()(
  "rate_limit_error",
  fields([
    "rate_limited_key",
    "rate_limited_workspace",
    "rate_limited_address",
    "rate_limited_account",
    "too_many_approvals",
    "too_many_costly_reads"
  ])
) {}

export class Conflict extends Schema.TaggedError<Conflict>()(
  "conflict_error",
  fields([
    "idempotency_key_reused",
    "idempotency_in_progress",
    "precondition_failed",
    "plan_stale",
    "approval_stale",
    "approval_expired",
    "approval_decided",
    "enrichment_claimed",
    "external_id_taken",
    "board_has_no_stages",
    "upload_used",
    "last_admin",
    "already_member",
    "trusted_elsewhere",
    "is_rehearsal",
    "not_a_rehearsal",
    "too_many_rehearsals"
  ])
) {}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "unsupported_media_type",
  fields(["unsupported_media_type"])
) {}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "method_not_allowed",
  fields(["method_not_allowed"])
) {}

export class ApiError extends Schema.TaggedError<ApiError>()(
  "api_error",
  fields(["internal_error", "unavailable"])
) {}

/** The faults that an operation may declare. */
export const classes = [
  Unauthenticated,
  Forbidden,
  Invalid,
  NotFound,
  RateLimited,
  Conflict,
  UnsupportedMediaType,
  MethodNotAllowed,
  ApiError
] as const

export type FaultClass = (typeof classes)[number]
export type Fault = InstanceType<FaultClass>

export const isFault = Schema.is(Schema.Union(classes))

export const statusOf = (fault: { readonly _tag: Type; readonly code: string }): number =>
  (statusOfCode as Readonly<Record<string, number>>)[fault.code] ?? status[fault._tag]

/** The codes of a fault class, in the order of declaration. */
export const codesOf = (fault: FaultClass): ReadonlyArray<string> => fault.fields.code.literals

export const typeOf = (fault: FaultClass): Type => fault.fields._tag.schema.literal

export type Envelope = {
  readonly error: {
    readonly type: Type
    readonly code: string
    readonly message: string
    readonly request_id: string
    readonly meta?: Meta
  }
}

/** Characters of a message, which may repeat what was sent. */
const maxMessageLength = 8_000

const cut = (message: string): string =>
  message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength).toWellFormed()}…`

/** Renders a fault as a response. */
export const render = (fault: Fault, requestId: string): Envelope => ({
  error: {
    type: fault._tag,
    code: fault.code,
    message: cut(fault.message),
    request_id: requestId,
    ...(fault.meta === undefined ? {} : { meta: fault.meta })
  }
})

const decode = Schema.decodeUnknownEffect(Schema.Union(classes))

/** Restores the fault from an error response, so that an earlier error can be raised again. */
export const read = ({ error: { code, message, meta, type } }: Envelope) =>
  Effect.orDie(decode({ _tag: type, code, message, ...(meta === undefined ? {} : { meta }) }))
