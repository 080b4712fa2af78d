/** The error responses of the API description, one shared response per status, and 304. */
import type { Schema } from "effect"
import * as ErrorEnvelope from "../../../schema/ErrorEnvelope.ts"
import * as Fault from "../../../schema/Fault.ts"
import * as Operation from "../../contract/Operation.ts"

type Json = { readonly [key: string]: unknown }

/** The error types of every operation; each one refuses unknown parameters. */
const always = [
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "method_not_allowed",
  "rate_limit_error",
  "api_error"
] as const

const described: Record<Fault.Type, string> = {
  authentication_error: "The credential is missing or not valid.",
  permission_error: "The credential's scopes or role, or the plan, do not allow this.",
  invalid_request_error: "The request is not valid; error.meta.issues lists what is wrong.",
  not_found: "Nothing with this id is in the caller's workspace.",
  rate_limit_error: "A rate limit is used up; Retry-After says how many seconds to wait.",
  conflict_error: "The request conflicts with an earlier one or with the state of things.",
  unsupported_media_type: "The body is not JSON.",
  method_not_allowed: "The address exists under another method; Allow lists them.",
  api_error: "Something failed on our side; quote the request_id."
}

/** Texts for the two statuses that are more specific than their type. */
const descriptions: Readonly<Record<number, string>> = {
  [Fault.statusOfCode.body_too_large]: "The body is over 1 MiB.",
  [Fault.statusOfCode.precondition_failed]:
    "The record has another ETag than If-Match names; error.meta.etag is the current one.",
  [Fault.statusOfCode.unavailable]:
    "The service cannot answer right now; Retry-After says how many seconds to wait."
}

export const headers = {
  "Service-Request-Id": {
    description: "The id of this request; quote it when reporting a bug.",
    schema: { type: "string" }
  },
  RateLimit: {
    description: "Requests left of each limit, and the seconds until one is freed.",
    schema: { type: "string" }
  },
  "RateLimit-Policy": {
    description: "The limits: per credential and per workspace, in 60 s.",
    schema: { type: "string" }
  },
  "Retry-After": {
    description: "Seconds to wait, 1 to 60.",
    schema: { type: "integer", minimum: 1, maximum: 60 }
  },
  "Service-Warning": {
    description: "A warning: the request succeeded, but may not have had the intended effect.",
    schema: { type: "string" }
  },
  "Idempotent-Replayed": {
    description:
      "true: this is the stored answer to an earlier request with the same Idempotency-Key; nothing was done again.",
    schema: { type: "string", enum: ["true"] }
  },
  Allow: { description: "The methods that this address has.", schema: { type: "string" } },
  Link: {
    description: "URL of this error's documentation (rel=help).",
    schema: { type: "string" }
  },
  ETag: {
    description:
      "The version of the record. Send it as If-None-Match to learn whether anything changed (304 if not), or as If-Match to change only this version.",
    schema: { type: "string" }
  },
  "WWW-Authenticate": { description: "The scheme to authenticate with.", schema: { type: "string" } }
}

export const headersOf = (...names: ReadonlyArray<keyof typeof headers>) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The 304 response of a single record's read whose If-None-Match has the current ETag. */
export const unchanged = {
  description: "It is still as it was when it had the ETag that If-None-Match names. There is no body.",
  headers: headersOf("Service-Request-Id", "RateLimit", "RateLimit-Policy", "ETag")
}

/** Statuses after which the same request may succeed later. */
const temporaryStatuses: ReadonlyArray<number> = [
  Fault.status.conflict_error,
  Fault.status.rate_limit_error,
  Fault.statusOfCode.unavailable
]

/** Refusals that are stored under the idempotency key and replayed. */
const replayed: ReadonlyArray<number> = [
  Fault.status.permission_error,
  Fault.status.not_found,
  Fault.status.conflict_error
]

/** The header names of a status. */
const headerNames = (status: number): ReadonlyArray<keyof typeof headers> => {
  if (status === Fault.status.authentication_error) return ["Service-Request-Id", "Link", "WWW-Authenticate"]
  const limits = ["Service-Request-Id", "Link", "RateLimit", "RateLimit-Policy"] as const
  if (status === Fault.status.method_not_allowed) return ["Service-Request-Id", "Link", "Allow"]
  const stored = replayed.includes(status) ? (["Idempotent-Replayed"] as const) : []
  return [...limits, ...(temporaryStatuses.includes(status) ? (["Retry-After"] as const) : []), ...stored]
}

/** An example error for this status. */
const exampleOf = (type: Fault.Type, status: number, message: string) => {
  const codes = Fault.codesOf(Fault.classes.find((one) => Fault.typeOf(one) === type)!)
  const code = codes.find((one) => Fault.statusOf({ _tag: type, code: one }) === status)
  return { error: { type, code, message, request_id: "req_019aa1b2c3d47e5f8a6b7c8d9e0f1a2b" } }
}

const responseOf = (status: number, type: Fault.Type, schemaOf: (schema: Schema.Top) => Json): Json => {
  const description = descriptions[status] ?? described[type]
  return {
    description,
    headers: headersOf(...headerNames(status)),
    content: {
      "application/json": {
        schema: schemaOf(ErrorEnvelope.envelopes[type]),
        example: exampleOf(type, status, description)
      }
    }
  }
}

/** The error type of each status of an operation: common to all, from its body, and its own. */
const typesOf = (operation: Operation.Routed, isConditional: boolean): ReadonlyMap<number, Fault.Type> => {
  const types: ReadonlyArray<Fault.Type> = [
    ...always,
    ...operation.faults.map(Fault.typeOf),
    ...(operation.kind === "read" ? [] : (["conflict_error"] as const)),
    ...(Operation.hasBody(operation) ? (["unsupported_media_type"] as const) : [])
  ]
  return new Map([
    ...types.map((type) => [Fault.status[type], type] as const),
    [Fault.statusOfCode.unavailable, "api_error"],
    ...(isConditional ? [[Fault.statusOfCode.precondition_failed, "conflict_error"] as const] : []),
    ...(Operation.hasBody(operation)
      ? [[Fault.statusOfCode.body_too_large, "invalid_request_error"] as const]
      : [])
  ])
}

/** Collects the responses that operations refer to. */
export class Errors {
  readonly responses: Record<string, Json> = {}
  readonly #schemaOf: (schema: Schema.Top) => Json

  constructor(schemaOf: (schema: Schema.Top) => Json) {
    this.#schemaOf = schemaOf
  }

  of(operation: Operation.Routed, isConditional: boolean): Json {
    const sorted = [...typesOf(operation, isConditional)].sort(([a], [b]) => a - b)
    return Object.fromEntries(
      sorted.map(([status, type]) => {
        const name = `Error_${status}`
        this.responses[name] ??= responseOf(status, type, this.#schemaOf)
        return [status, { $ref: `#/components/responses/${name}` }]
      })
    )
  }
}
