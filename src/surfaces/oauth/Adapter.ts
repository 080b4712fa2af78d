/** The authorization server's storage adapter on our tables. */
import { Clock, Effect } from "effect"
import type { Adapter, AdapterPayload } from "oidc-provider"
import { resourceOf } from "../../../layers/identity/oauth/AccessTokens.ts"
import { Credentials } from "../../../layers/identity/Credentials.ts"
import { Artifacts } from "../../../layers/identity/oauth/Artifacts.ts"
import { Clients } from "../../../layers/identity/oauth/Clients.ts"
import { Grants, type LiveGrant } from "../../../layers/identity/oauth/Grants.ts"
import * as Scope from "../../../schema/Scope.ts"

export type Services = Artifacts | Clients | Credentials | Grants

type Run = <A>(effect: Effect.Effect<A, never, Services>) => Promise<A>

/** How long parallel refreshes with one token succeed, in milliseconds; a later use counts as theft. */
export const grace = 120_000

const hour = 3600

/** An adapter without any effect, for the operations that a kind doesn't have. */
const nothing = (): Adapter => ({
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined
})

const clients = (run: Run): Adapter => ({
  ...nothing(),
  upsert: (id, payload) => run(Clients.use((_) => _.put(id, payload as Record<string, unknown>))),
  find: (id) => run(Clients.use((_) => _.find(id))) as Promise<AdapterPayload | undefined>,
  destroy: (id) => run(Clients.use((_) => _.remove(id)))
})

/** A grant in the library's form. Scopes not consented to are marked as rejected, so that the library doesn't ask again. */
const payloadOf = (id: string, grant: LiveGrant, resource: string, now: number): AdapterPayload => {
  const refused = Scope.all.filter((scope) => !grant.scopes.includes(scope))
  return {
    jti: id,
    kind: "Grant",
    iat: now,
    exp: now + hour,
    accountId: grant.userId,
    clientId: grant.clientId,
    openid: { scope: "openid offline_access" },
    resources: { [resource]: grant.scopes.join(" ") },
    ...(refused.length === 0 ? {} : { rejected: { resources: { [resource]: refused.join(" ") } } })
  }
}

/** Ends a grant. This node refuses its tokens before the response is sent. */
export const revoke = Effect.fnUntraced(function* (
  grantId: string,
  operation: "oauth.revoke" | "oauth.replay" = "oauth.revoke"
) {
  yield* (yield* Grants).end(grantId, operation)
  yield* (yield* Credentials).forget
})

/** The consent page makes grants; the library only reads and ends them. */
const grants = (run: Run, base: string): Adapter => ({
  ...nothing(),
  find: (id) =>
    run(
      Effect.gen(function* () {
        const grant = yield* (yield* Grants).find(id)
        if (grant === undefined) return undefined
        return payloadOf(id, grant, resourceOf(base), Math.floor((yield* Clock.currentTimeMillis) / 1000))
      })
    ),
  destroy: (id) => run(revoke(id))
})

type Stolen = (grantId: string) => Promise<never>

const artifacts = (kind: string, run: Run, onReplay: Stolen): Adapter => {
  const find = Effect.fnUntraced(function* (id: string) {
    const found = yield* (yield* Artifacts).find(kind, id)
    if (found === undefined || found.consumedAt === undefined) return found?.payload as AdapterPayload
    const now = yield* Clock.currentTimeMillis
    if (kind === "RefreshToken" && now - found.consumedAt < grace) return found.payload as AdapterPayload
    const consumed = Math.floor(found.consumedAt / 1000)
    // A code used twice ends its grant even if it has expired, so it must not look expired.
    const exp = kind === "AuthorizationCode" ? Math.floor(now / 1000) + hour : found.payload["exp"]
    return { ...found.payload, consumed, exp } as AdapterPayload
  })
  const consume = Effect.fnUntraced(function* (id: string) {
    const store = yield* Artifacts
    if ((yield* store.consume(kind, id)) || kind !== "AuthorizationCode") return undefined
    return (yield* store.find(kind, id))?.payload.grantId ?? ""
  })
  return {
    ...nothing(),
    upsert: (id, payload, seconds = hour) =>
      run(Artifacts.use((_) => _.put(kind, id, payload as Record<string, unknown>, seconds))),
    find: (id) => run(find(id)),
    // If two requests exchange one code at the same moment, the second is the replay.
    consume: async (id) => {
      const replayed = await run(consume(id))
      if (replayed !== undefined) await onReplay(replayed)
    },
    destroy: (id) => run(Artifacts.use((_) => _.remove(kind, id))),
    revokeByGrantId: (grantId) => run(Artifacts.use((_) => _.removeOfGrant(grantId)))
  }
}

/** `base` is the issuer. The library stores no sessions, because people sign in to our own. */
export const make =
  (run: Run, base: string, onReplay: Stolen) =>
  (kind: string): Adapter => {
    switch (kind) {
      case "Client":
        return clients(run)
      case "Grant":
        return grants(run, base)
      case "AuthorizationCode":
      case "RefreshToken":
      case "Interaction":
      case "ReplayDetection":
        return artifacts(kind, run, onReplay)
      default:
        return nothing()
    }
  }
