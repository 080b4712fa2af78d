/** Checks a caller's scopes and role before an operation runs. */
import { Effect } from "effect"
import { Actor, gaveUp } from "../../layers/identity/Actor.ts"
import { Forbidden } from "../../schema/Fault.ts"
import { all, ofRole, type Scope } from "../../schema/Scope.ts"
import * as Operation from "../contract/Operation.ts"
import type { Step } from "./Invocation.ts"

/** Returns why a scope is missing. Consent, or omitting the header, doesn't help a caller whose role lacks it. */
const lackingIn = (actor: Actor["Service"], scope: Scope) => {
  if (!ofRole[actor.role].includes(scope)) return "role"
  return gaveUp(actor, scope) ? "request" : "consent"
}

const reasons = {
  role: ({ role }: Actor["Service"]) =>
    `the role ${role} does not have. Ask an admin of the workspace for another role.`,
  request: ({ asked = new Set() }: Actor["Service"]) =>
    `this request gave up: its header Scope asks for ${[...asked].join(" ")} only. If you are meant to do this, send the request with this scope in the header too.`,
  consent: () => "the consent behind this token does not include. Ask the user to grant it."
}

/** The error for a missing scope. It says whether the role, the request or the consent lacks it. */
export const missing = (actor: Actor["Service"], scope: Scope): Forbidden => {
  const lacking = lackingIn(actor, scope)
  return new Forbidden({
    code: "insufficient_scope",
    message: `This needs the scope ${scope}, which ${reasons[lacking](actor)}`,
    meta: { scope, lacking }
  })
}

const adminRequired = new Forbidden({
  code: "admin_required",
  message: "Only an admin of the workspace may do this. Use a credential of an admin, or ask one."
})

const lacking = (actor: Actor["Service"], scopes: ReadonlyArray<Scope>): Forbidden | undefined => {
  const scope = scopes.find((one) => !actor.scopes.has(one))
  if (scope === undefined) return undefined
  // Consent to another scope doesn't help while the request gives one up.
  return missing(actor, scopes.find((one) => gaveUp(actor, one)) ?? scope)
}

/** Whether the operation is for admins and the caller isn't one. */
export const needsAdmin = ({ role }: Operation.Any, actor: Pick<Actor["Service"], "role">): boolean =>
  role === "admin" && actor.role !== "admin"

/**
 * Why a caller may not use an operation with any input; undefined if allowed. For admin operations, it doesn't ask for consent that
 * wouldn't help.
 */
export const refusal = (operation: Operation.Any, actor: Actor["Service"]): Forbidden | undefined => {
  const missing = lacking(actor, Operation.scopesOf(operation))
  if (!needsAdmin(operation, actor)) return missing
  return missing?.meta?.["lacking"] === "role" ? missing : adminRequired
}

/** Why a caller may not use an operation with this input; undefined if allowed. */
export const refusalFor = (operation: Operation.Any, actor: Actor["Service"], input: object) =>
  operation.also === undefined
    ? undefined
    : lacking(actor, Operation.scopesFor(operation, input as Readonly<Record<string, unknown>>))

/** Runs before the input is decoded. */
export const checkScopes: Step = (operation, next) => (invocation, input) => {
  const refused = refusal(operation, invocation.actor)
  return refused === undefined ? next(invocation, input) : Effect.fail(refused)
}

export const checkInput: Step = (operation, next) => (invocation, input) => {
  const refused = refusalFor(operation, invocation.actor, input)
  return refused === undefined ? next(invocation, input) : Effect.fail(refused)
}

const reading = all.filter((scope) => scope.endsWith(":read"))

/** Refuses a caller without any read scope. */
export const needAnyRead: Effect.Effect<void, Forbidden, Actor> = Effect.flatMap(Actor, (actor) =>
  reading.some((scope) => actor.scopes.has(scope)) ? Effect.void : missing(actor, "deals:read")
)

/** Refuses a caller who isn't an admin, if only stored data shows that one is required. */
export const needAdmin: Effect.Effect<void, Forbidden, Actor> = Effect.flatMap(Actor, ({ role }) =>
  role === "admin" ? Effect.void : adminRequired
)

/** Refuses a caller without the scope, if only stored data shows that it is required. */
export const need = (scope: Scope): Effect.Effect<void, Forbidden, Actor> =>
  Effect.flatMap(Actor, (actor) => lacking(actor, [scope]) ?? Effect.void)
