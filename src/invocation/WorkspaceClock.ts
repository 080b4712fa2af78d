/** Which operations go by the clock of their workspace, which a rehearsal may set. */
import { Context, Effect } from "effect"
import { Actor } from "../../layers/identity/Actor.ts"
import type { Kind } from "../../layers/platform/database/Admission.ts"
import * as ShiftedClock from "../../layers/platform/ShiftedClock.ts"
import type * as Operation from "../contract/Operation.ts"

type Wrap = (effect: Effect.Effect<any, any, any>) => Effect.Effect<any, any, any>

const inWorkspace: Wrap = (effect) =>
  Effect.contextWith((context: Context.Context<Actor>) => {
    const { rehearsal } = Context.get(context, Actor).workspace
    return rehearsal === undefined ? effect : ShiftedClock.ahead(rehearsal.offset, effect)
  })

/** What deals and leads are about. Credentials, subscriptions, and what goes by the audit log, are in real time. */
export const of = ({ id }: Pick<Operation.Any, "id">, kind: Kind): Wrap =>
  kind === "rest" || id.startsWith("undo") ? (effect) => effect : inWorkspace
