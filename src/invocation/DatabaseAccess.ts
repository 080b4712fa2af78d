/** Database access of a call: the workspace, a share of the connections, and the replica where possible. */
import { Context, Effect } from "effect"
import { type Actor, credentialId } from "../../layers/identity/Actor.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Admission } from "../../layers/database/Admission.ts"
import { Replica } from "../../layers/replica/Replica.ts"
import type { Fault } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import type * as Operation from "../contract/Operation.ts"
import * as TableKind from "../shared/database/TableKind.ts"
import type { Step } from "./Invocation.ts"

/** Waits for a share of the connections. */
export const admit = ({ id }: Pick<Operation.Any, "id">) => {
  const kind = TableKind.kindOf(id)
  return <A, R>(effect: Effect.Effect<A, Fault, R>): Effect.Effect<A, Fault, R | Admission | Tenant> =>
    Effect.contextWith((context: Context.Context<Admission>) =>
      Context.get(context, Admission).admit(kind, effect)
    )
}

export const inWorkspace: Step = (_, next) => (invocation, input) =>
  Effect.provideService(next(invocation, input), Tenant, { workspaceId: invocation.actor.workspace.id })

/** Replica reads are consistent with the same caller's writes. */
const writerOf = (actor: Actor["Service"]) => `${actor.workspace.id}:${credentialId(actor)}`

/** Records the write even if it failed, because it may have been committed. */
export const recordWriter: Step = (_, next) => (invocation, input) =>
  Effect.flatMap(Replica, ({ wrote }) =>
    Effect.onExit(next(invocation, input), () => wrote(writerOf(invocation.actor)))
  )

export const read: Step = (operation, next) => {
  const { waitFor: awaits, isCostly: costly, id, isLight: light, replica } = operation
  const kind = TableKind.kindOf(id)
  const admitted = admit(operation)
  const share = <A, R>(
    input: object,
    effect: Effect.Effect<A, Fault, R>
  ): Effect.Effect<A, Fault, R | Admission | Replica | Tenant> => {
    if (costly?.(input) === true)
      return Effect.flatMap(Admission, ({ admitCostly }) => admitCostly(kind, effect))
    if (light?.(input) !== true) return admitted(effect)
    return Effect.contextWith((context: Context.Context<Admission | Replica>) =>
      // A read on the replica uses another connection.
      Context.get(context, Replica).status() === undefined
        ? Context.get(context, Admission).share(kind, effect)
        : Context.get(context, Admission).admit(kind, effect)
    )
  }
  // Only the primary is certain to have all changes since a given time.
  const sinces = Field.sincesOf(operation.input)
  const mayLag = (input: object) =>
    replica === true && sinces.every((name) => Reflect.get(input, name) === undefined)
  return (invocation, input) => {
    const shared = () => {
      const effect = next(invocation, input)
      const placed = mayLag(input)
        ? Effect.flatMap(Replica, ({ read }) => read(writerOf(invocation.actor), effect))
        : effect
      return share(input, placed)
    }
    return awaits === undefined ? shared() : Effect.flatMap(awaits(input), shared)
  }
}
