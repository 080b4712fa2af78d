/** One call of an operation on its way through the steps of Invoke.ts, and its answer. */
import type { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Actor } from "../../layers/identity/Actor.ts"
import type { Claim } from "../../layers/records/Idempotency.ts"
import type { AuditChange } from "../../schema/Audit.ts"
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
  /** The request that a repeat with the same idempotency key must match. Available after `decoded` has run. */
  readonly sent: () => unknown
  /** The decoded input; before that, the fields that identify its records, for the audit log. */
  input: unknown
  /** The idempotency key of a write. */
  claim?: Claim | undefined
  /** The plan sent with the call. */
  readonly plan?: Plan
  /** The approval of the call, and the records that it was based on. */
  readonly approval?: { readonly by: ActorRef; readonly basis: Basis }
}

export interface Answer {
  readonly status: number
  readonly encoded: EncodedJson
  readonly isReplayed: boolean
  /** See `warns` in Implementation.ts. */
  readonly warning?: string
  /** Nothing was changed, and the answer is a `DryRun`. */
  readonly isDryRun?: boolean
  /** Nothing was changed, and the answer is a pending approval. */
  readonly isPending?: boolean
  /** The changes of a write. The stored answer of a replay has none. */
  readonly changes?: ReadonlyArray<AuditChange>
  /** Audit log statements that remain to be sent in the transaction. */
  readonly unsent?: ReadonlyArray<Statement.Statement<unknown>>
}

/** Services are erased, like those of implementations; `Invoke.Dependencies` lists them. */
export type Handler = (invocation: Invocation, input: object) => Effect.Effect<Answer, Fault, unknown>

/** Prepares an operation once. The handler does its part of each call, and leaves the rest to `next`. */
export type Step = (operation: Implementation.Runnable, next: Handler) => Handler

/** The first step is the outermost. */
export const compose = (
  operation: Implementation.Runnable,
  steps: ReadonlyArray<Step>,
  last: Handler
): Handler => steps.reduceRight((next, step) => step(operation, next), last)
