/** One call of an operation on its way through the steps of Invoke.ts, and what it is answered with. */
import type { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Actor } from "../../layers/identity/Actor.ts"
import type { Claim } from "../../layers/records/Idempotency.ts"
import type { ActorRef } from "../../schema/Actor.ts"
import type { Fault } from "../../schema/Fault.ts"
import type { Basis } from "../audit/rules/PlanPreconditions.ts"
import type * as Implementation from "../Implementation.ts"
import type { Call } from "./Call.ts"
import type { EncodedJson } from "./EncodedJson.ts"
import type { Plan } from "./Plan.ts"

export interface Invocation {
  readonly operation: Implementation.Runnable
  readonly actor: Actor["Service"]
  readonly call: Call["Service"]
  /** Run only once the caller is known to be allowed. */
  readonly decoded: Effect.Effect<object, Fault>
  /** The request that a repeat of its idempotency key must match; read after `decoded` has run. */
  readonly sent: () => unknown
  /** The decoded input; before that, the fields that say what the call is about. The audit log names its records. */
  input: unknown
  /** The idempotency key of a write. */
  claim?: Claim | undefined
  /** The plan that the call was sent with. */
  readonly plan?: Plan
  /** The approval that the call waited for, and what it was based on. */
  readonly approval?: { readonly by: ActorRef; readonly basis: Basis }
}

export interface Answer {
  readonly status: number
  readonly encoded: EncodedJson
  readonly isReplayed: boolean
  /** See `warns` in Implementation.ts. */
  readonly warning?: string
  /** Nothing was done, and the answer is a `DryRun`. */
  readonly isDryRun?: boolean
  /** Nothing was done, and the answer is an approval that waits. */
  readonly isPending?: boolean
  /** Statements of the audit log that are still to be sent in the transaction. */
  readonly unsent?: ReadonlyArray<Statement.Statement<unknown>>
}

/** Services are erased, as those of implementations are; `Invoke.Dependencies` names them. */
export type Handler = (invocation: Invocation, input: object) => Effect.Effect<Answer, Fault, unknown>

/** Prepares an operation once. The handler does its part of each call, and leaves the rest to `next`. */
export type Step = (operation: Implementation.Runnable, next: Handler) => Handler

/** The first step is the outermost. */
export const compose = (
  operation: Implementation.Runnable,
  steps: ReadonlyArray<Step>,
  last: Handler
): Handler => steps.reduceRight((next, step) => step(operation, next), last)
