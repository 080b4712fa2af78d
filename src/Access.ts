/** Checks a caller's scopes and role before an operation runs. */
import { Effect } from "effect"
import { Actor } from "../layers/identity/Actor.ts"
import { Forbidden } from "../schema/Fault.ts"
import { all, ofRole, type Scope } from "../schema/Scope.ts"
import * as Operation from "./contract/Operation.ts"

/** The fault for a missing scope; it says whether the consent or the role lacks it. */
export const missing = (actor: Actor["Service"], scope: Scope): Forbidden => {
  const byConsent = ofRole[actor.role].includes(scope)
  return new Forbidden({
    code: "insufficient_scope",
    message: byConsent
      ? `This needs the scope ${scope}, which the consent behind this token does not include. Ask the user to grant it.`
      : `This needs the scope ${scope}, which the role ${actor.role} does not have. Ask an admin of the workspace for another role.`,
    meta: { scope, lacking: byConsent ? "consent" : "role" }
  })
}

const adminRequired = new Forbidden({
  code: "admin_required",
  message: "Only an admin of the workspace may do this. Use a credential of an admin, or ask one."
})

const lacking = (actor: Actor["Service"], scopes: ReadonlyArray<Scope>): Forbidden | undefined => {
  const scope = scopes.find((one) => !actor.scopes.has(one))
  return scope === undefined ? undefined : missing(actor, scope)
}

/** Why a caller may not use an operation with any input; undefined if they may. */
export const refusal = (operation: Operation.Any, actor: Actor["Service"]): Forbidden | undefined =>
  lacking(actor, Operation.scopesOf(operation)) ??
  (operation.role === "admin" && actor.role !== "admin" ? adminRequired : undefined)

/** Why a caller may not use it with this input; undefined if they may. */
export const refusalFor = (operation: Operation.Any, actor: Actor["Service"], input: object) =>
  operation.also === undefined
    ? undefined
    : lacking(actor, Operation.scopesFor(operation, input as Readonly<Record<string, unknown>>))

const reading = all.filter((scope) => scope.endsWith(":read"))

/** Refuses a caller who may read nothing. */
export const needAnyRead: Effect.Effect<void, Forbidden, Actor> = Effect.flatMap(Actor, (actor) =>
  reading.some((scope) => actor.scopes.has(scope)) ? Effect.void : missing(actor, "deals:read")
)

/** Refuses a caller without the scope, when only stored data shows that it is needed. */
export const need = (scope: Scope): Effect.Effect<void, Forbidden, Actor> =>
  Effect.flatMap(Actor, (actor) => lacking(actor, [scope]) ?? Effect.void)
