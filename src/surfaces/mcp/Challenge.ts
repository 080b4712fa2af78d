/** `WWW-Authenticate` challenges, which tell clients where to get a credential (RFC 6750, RFC 9728). */
import { type Actor, gaveUp } from "../../../layers/identity/Actor.ts"
import type { Fault, Forbidden } from "../../../schema/Fault.ts"
import * as Scope from "../../../schema/Scope.ts"
import { missing } from "../../invocation/Authorization.ts"

/** The header's value; `base` is the address of the service. */
const header = (base: string, error: string | undefined, scopes: ReadonlyArray<Scope.Scope>): string =>
  [
    `Bearer realm="sales-pipeline"`,
    ...(error === undefined ? [] : [`error="${error}"`]),
    `scope="${scopes.join(" ")}"`,
    `resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`
  ].join(", ")

/** The challenge for a missing or invalid credential. */
export const ofFault = (base: string, { code }: Fault): string =>
  header(base, code === "invalid_credential" ? "invalid_token" : undefined, Scope.all)

export interface StepUp {
  readonly fault: Forbidden
  readonly header: (base: string) => string
}

/**
 * The challenge for a consent that lacks a scope, so that the client can request it in addition. If the person's role lacks it or the
 * request gave it up, a new consent wouldn't help, and the call's result says so.
 */
export const stepUp = (actor: Actor["Service"], scopes: ReadonlyArray<Scope.Scope>): StepUp | undefined => {
  const lacking = scopes.find((scope) => !actor.granted.has(scope))
  if (lacking === undefined || !Scope.ofRole[actor.role].includes(lacking)) return undefined
  if (scopes.some((scope) => gaveUp(actor, scope))) return undefined
  const wanted = Scope.all.filter((scope) => actor.granted.has(scope) || scopes.includes(scope))
  return { fault: missing(actor, lacking), header: (base) => header(base, "insufficient_scope", wanted) }
}
