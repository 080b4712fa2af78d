/** The one error that calls throw. */
import type { Approval, FaultCodes } from "./generated/Types.ts"

/** What can end a call beside the faults of the service. */
interface OwnCodes {
  /** No answer of the service's came; `cause` has the reason. */
  connection_error: "unreachable" | "timed_out" | "aborted" | "unexpected_answer"
  /** The rules of the credential have the write wait for an admin; nothing was done. `approval` says more. */
  approval_pending: "approval_pending"
}

/** Codes by type. */
export interface ErrorCodes extends FaultCodes, OwnCodes {}

export type ErrorType = keyof ErrorCodes

/** Errors of these types, as a union that `type` and `code` tell apart. */
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
  /** Kind of error. */
  readonly type: Type
  /** What a program tells errors apart by. */
  readonly code: ErrorCodes[Type]
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined
  /** What to quote when reporting a bug. */
  readonly requestId: string | undefined
  /** Issues, limits or candidates. */
  readonly meta: Readonly<Record<string, unknown>>
  /** Seconds to wait, if the service said. */
  readonly retryAfter: number | undefined
  /** The write that waits, if it is `approval_pending`. */
  readonly approval: Type extends "approval_pending" ? Approval : Approval | undefined
  /** How often the call was tried. */
  attempts = 1

  /** So that `instanceof` tells the types of `code` and `type`; it knows errors of another copy of this package as well. */
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
