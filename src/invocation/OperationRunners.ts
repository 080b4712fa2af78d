/** Finds the function that runs an approved call. */
import { Context, type Effect } from "effect"
import type { Surface } from "../../schema/Audit.ts"
import type { Fault } from "../../schema/Fault.ts"
import type * as Implementation from "../Implementation.ts"
import type { Answer, Invocation } from "./Invocation.ts"

/** An operation in the form of the call's surface. Its services are erased: an approval runs through Invoke, which has them all. */
export interface OperationRunner {
  readonly operation: Implementation.Runnable
  /** Work before the transaction. */
  readonly prepare: (input: object) => Effect.Effect<object, Fault>
  /** Replaces `prepare` in a dry run, without external requests. */
  readonly prepareDryRun: (input: object) => Effect.Effect<object, Fault>
  /** The write itself, within the transaction of the approval. */
  readonly run: (invocation: Invocation, input: object) => Effect.Effect<Answer, Fault>
}

export class OperationRunners extends Context.Service<
  OperationRunners,
  {
    /** Undefined if the operation no longer exists. */
    readonly find: (operation: string, surface: Surface) => OperationRunner | undefined
  }
>()("pipeline/OperationRunners") {}
