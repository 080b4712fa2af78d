/** What carries out a call that was asked for, once it is approved. */
import { Context, type Effect } from "effect"
import type { Surface } from "../../schema/Audit.ts"
import type { Fault } from "../../schema/Fault.ts"
import type { Claim } from "../../layers/platform/Idempotency.ts"
import type { Basis } from "../domain/audit/Basis.ts"
import type * as Implementation from "../Implementation.ts"
import type * as Plans from "./Plans.ts"
import type * as WriteTransaction from "./WriteTransaction.ts"

/**
 * An operation, as the surface runs it that the call came through. What it needs is erased: whoever decides runs through Invoke,
 * and has it all.
 */
export interface Runner {
  readonly operation: Implementation.Runnable
  /** The work before its transaction. */
  readonly prepare: (input: object) => Effect.Effect<object, Fault>
  /** The same for a dry run, which leaves out what reaches outside. */
  readonly pretend: (input: object) => Effect.Effect<object, Fault>
  /** The write itself, within the transaction of the approval. */
  readonly carry: (
    deed: Plans.Deed,
    claim: Claim | undefined,
    basis: Basis,
    ready: object
  ) => Effect.Effect<WriteTransaction.Answer, Fault>
}

export class Carrying extends Context.Service<
  Carrying,
  {
    /** Undefined if there is no such operation any more. */
    readonly of: (operation: string, surface: Surface) => Runner | undefined
  }
>()("pipeline/Carrying") {}
