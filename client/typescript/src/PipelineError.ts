/** The only error that calls throw. */
import type { Approval, FaultCodes } from "./generated/Types.ts"

/** Errors of a call other than the service's faults. */
interface OwnCodes {
  /** No response from the service; `cause` has the reason. */
  connection_error: "unreachable" | "timed_out" | "aborted" | "unexpected_answer"
  /** Under the credential's rules, the write waits for an admin, and nothing was done. `approval` has the details. */
  approval_pending: "approval_pending"
}

/** The error codes by type. */
export interface ErrorCodes extends FaultCodes, OwnCodes {}

export type ErrorType = keyof ErrorCodes

/** Errors of these types, as a union discriminated by `type` and `code`. */
export type Failure<Types extends ErrorType> = { [Type in Types]: PipelineError<Type> }[Types]

export interface Details<Type extends ErrorType> {
  readonly type: Type
  readonly code: ErrorCodes[Type]
  readonly message: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
  readonly approval?: Approval | undefined
}

export class PipelineError<Type extends ErrorType = ErrorType> extends Error {
  override readonly name = "PipelineError"
  /** The kind of error. */
  readonly type: Type
  /** The code by which programs distinguish errors. */
  readonly code: ErrorCodes[Type]
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined
  /** The request id to quote in a bug report. */
  readonly requestId: string | undefined
  /** Issues, limits or candidates. */
  readonly meta: Readonly<Record<string, unknown>>
  /** Seconds to wait, if the service sent them. */
  readonly retryAfter: number | undefined
  /** The pending write, if the type is `approval_pending`. */
  readonly approval: Type extends "approval_pending" ? Approval : Approval | undefined
  /** The number of attempts. */
  attempts = 1

  /** Narrows `code` and `type` with `instanceof`, and recognizes errors of another copy of this package. */
  static override [Symbol.hasInstance](value: unknown): value is PipelineError {
    return value instanceof Error && value.name === "PipelineError"
  }

  constructor({
    approval,
    cause,
    code,
    message,
    meta = {},
    requestId,
    retryAfter,
    status,
    type
  }: Details<Type>) {
    super(message, cause === undefined ? {} : { cause })
    this.type = type
    this.code = code
    this.status = status
    this.requestId = requestId
    this.meta = meta
    this.retryAfter = retryAfter
    this.approval = approval as this["approval"]
  }
}
