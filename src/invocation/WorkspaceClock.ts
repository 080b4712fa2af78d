/** The clock of an operation: that of its workspace, which is ahead in a sandbox with a shifted clock. */
import { Context, Effect } from "effect"
import { Actor } from "../../layers/identity/Actor.ts"
import * as ShiftedClock from "../../layers/runtime/ShiftedClock.ts"
import type * as Operation from "../contract/Operation.ts"
import * as TableKind from "../shared/database/TableKind.ts"

type Wrap = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | Actor>

const inWorkspace: Wrap = (effect) =>
  Effect.contextWith((context: Context.Context<Actor>) => {
    const { rehearsal } = Context.get(context, Actor).workspace
    return rehearsal === undefined ? effect : ShiftedClock.ahead(rehearsal.offset, effect)
  })

/** Deals and leads use it. Credentials, subscriptions, and undo, which depends on the audit log, use real time. */
export const of = ({ id }: Pick<Operation.Any, "id">): Wrap =>
  TableKind.kindOf(id) === "rest" || id.startsWith("undo") ? (effect) => effect : inWorkspace
