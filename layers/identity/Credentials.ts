/** Finds the caller of a bearer token, with what the database currently allows. */
import { Cache, Clock, Context, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { timingSafeEqual } from "node:crypto"
import { Unauthenticated } from "../../schema/Fault.ts"
import type { KeyId, UserId, WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import * as Scope from "../../schema/Scope.ts"
import type { Actor } from "./Actor.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { CredentialNews } from "./CredentialNews.ts"
import * as Loop from "../platform/Loop.ts"
import { AccessTokens, type Claims } from "./oauth/AccessTokens.ts"
import { Grants, type LiveGrant } from "./oauth/Grants.ts"
import * as Sql from "../platform/database/Sql.ts"

type Caller = Actor["Service"]

/** The same for revoked, expired, malformed and unknown tokens. */
export const invalid = new Unauthenticated({
  code: "invalid_credential",
  message:
    "The bearer token is not valid: it is unknown, revoked or expired. Use an API key (svc_live_…) from the workspace's settings, or sign in again."
})

interface Row {
  readonly id: KeyId
  readonly name: string
  readonly hash: Uint8Array
  readonly user_id: UserId
  readonly email: string
  readonly user_name: string | null
  readonly role: Scope.Role
  readonly workspace_id: WorkspaceId
  readonly workspace_name: string
  readonly plan: Plan
}

const granted: ReadonlySet<Scope.Scope> = new Set(Scope.all)

const toCaller = (row: Row): Caller => ({
  credential: { kind: "api_key", id: row.id, name: row.name },
  user: { id: row.user_id, email: row.email, name: row.user_name },
  workspace: { id: row.workspace_id, name: row.workspace_name, plan: row.plan },
  role: row.role,
  granted,
  scopes: new Set(Scope.ofRole[row.role])
})

/** The scopes are limited by the consent, the grant and the current role. */
const ofGrant = (claims: Claims, grant: LiveGrant): Caller => {
  const consented = claims.scopes.filter((scope) => grant.scopes.includes(scope))
  const allowed = Scope.ofRole[grant.role]
  return {
    credential: { kind: "oauth", clientId: grant.clientId, name: grant.clientName },
    user: { id: grant.userId, email: grant.email, name: grant.userName },
    workspace: { id: grant.workspaceId, name: grant.workspaceName, plan: grant.plan },
    role: grant.role,
    granted: new Set(consented),
    scopes: new Set(consented.filter((scope) => allowed.includes(scope)))
  }
}

/** How long a node may cache what it read, in case a notification is lost; a failed read is not cached. */
const timeToLive = (exit: Exit.Exit<unknown, Unauthenticated>) =>
  Exit.isSuccess(exit) || exit.cause.reasons.every((reason) => reason._tag === "Fail") ? "900 millis" : 0

export class Credentials extends Context.Service<
  Credentials,
  {
    readonly verify: (token: string) => Effect.Effect<Caller, Unauthenticated>
    /** Clears the cache: the next call of every credential reads again. */
    readonly forget: Effect.Effect<void>
  }
>()("pipeline/layers/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* AccessTokens
      const grants = yield* Grants
      const usedKeys = new Map<KeyId, number>()
      const usedGrants = new Map<string, number>()

      const read = Effect.fn("Credentials.read")(function* (digest: string) {
        const hash = Buffer.from(digest, "base64")
        const rows =
          yield* sql<Row>`SELECT k.id, k.name, k.hash, u.id AS user_id, u.email, u.name AS user_name,
            m.role, w.id AS workspace_id, w.name AS workspace_name, w.plan
          FROM api_keys k
          JOIN workspaces w ON w.id = k.workspace_id
          JOIN users u ON u.id = k.user_id
          JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id AND m.removed_at IS NULL
          WHERE k.hash = ${hash} AND k.revoked_at IS NULL`
        const row = rows[0]
        if (row === undefined || !timingSafeEqual(row.hash, hash)) return yield* invalid
        return toCaller(row)
      }, Sql.orDie)

      const readGrant = (id: string) =>
        Effect.filterOrFail(
          grants.find(id),
          (grant) => grant !== undefined,
          () => invalid
        )

      const keys = yield* Cache.makeWith(read, { capacity: 10_000, timeToLive })
      const alive = yield* Cache.makeWith(readGrant, { capacity: 10_000, timeToLive })
      const forget = Effect.andThen(Cache.invalidateAll(keys), Cache.invalidateAll(alive))

      const verifyKey = Effect.fnUntraced(function* (token: string) {
        const caller = yield* Cache.get(keys, ApiKeys.digest(token))
        if (caller.credential.kind === "api_key") {
          usedKeys.set(caller.credential.id as KeyId, yield* Clock.currentTimeMillis)
        }
        return caller
      })

      const verifyToken = Effect.fnUntraced(function* (token: string) {
        const claims = yield* Effect.mapError(tokens.verify(token), () => invalid)
        const grant = yield* Cache.get(alive, claims.grantId)
        if (grant.userId !== claims.userId || grant.clientId !== claims.clientId) return yield* invalid
        usedGrants.set(claims.grantId, yield* Clock.currentTimeMillis)
        return ofGrant(claims, grant)
      })

      const verify = (token: string) => (ApiKeys.pattern.test(token) ? verifyKey(token) : verifyToken(token))

      /** Uses that could not be written, and those that happen meanwhile, are written next time. */
      const settle = Effect.fnUntraced(function* <Id, E>(
        used: Map<Id, number>,
        write: (id: Id, at: string) => Effect.Effect<unknown, E>
      ) {
        for (const [id, at] of [...used]) {
          yield* write(id, new Date(at).toISOString())
          if (used.get(id) === at) used.delete(id)
        }
      })
      const recordKey = (id: KeyId, at: string) =>
        sql`UPDATE api_keys SET last_used_at = greatest(last_used_at, ${at}::timestamptz) WHERE id = ${id}`
      const recordUse = Effect.andThen(settle(usedKeys, recordKey), settle(usedGrants, grants.recordUse))

      yield* (yield* CredentialNews).hear(forget)
      const name = "Recording when credentials were last used"
      yield* Effect.forkScoped(Loop.forever(name, () => recordUse, { every: "30 seconds" }))
      yield* Effect.addFinalizer(() => Effect.ignoreCause(recordUse, { log: "Warn", message: name }))
      return Credentials.of({ verify, forget })
    })
  )
}
