/** Finds what runs a call that waited for an approval. */
import { Context, type Effect } from "effect"
import type { Surface } from "../../schema/Audit.ts"
import type { Fault } from "../../schema/Fault.ts"
import type * as Implementation from "../Implementation.ts"
import type { Answer, Invocation } from "./Invocation.ts"

/**
 * An operation in the form that the surface of the call has it. The services it needs are erased: whoever decides runs through
 * Invoke, and has them all.
 */
export interface OperationRunner {
  readonly operation: Implementation.Runnable
  /** The work before the transaction. */
  readonly prepare: (input: object) => Effect.Effect<object, Fault>
  /** What a dry run does instead, without reaching outside. */
  readonly prepareDryRun: (input: object) => Effect.Effect<object, Fault>
  /** The write itself, within the transaction of the approval. */
  readonly run: (invocation: Invocation, input: object) => Effect.Effect<Answer, Fault>
}

export class OperationRunners extends Context.Service<
  OperationRunners,
  {
    /** Undefined if the operation doesn't exist any more. */
    readonly find: (operation: string, surface: Surface) => OperationRunner | undefined
  }
>()("pipeline/OperationRunners") {}
