/** Finds the caller of a bearer token, with its current permissions in the database. */
import { Cache, Clock, Context, Effect, Exit, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { timingSafeEqual } from "node:crypto"
import { type ApiError, type Forbidden, Unauthenticated } from "../../schema/Fault.ts"
import type { KeyId, UserId } from "../../schema/Id.ts"
import * as AgentName from "../../src/audit/rules/AgentName.ts"
import * as GrantId from "../../src/identity/rules/GrantId.ts"
import * as IpAddress from "../../src/shared/network/IpAddress.ts"
import * as IpRange from "../../src/shared/network/IpRange.ts"
import type { Actor } from "./Actor.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as Callers from "./Callers.ts"
import { CredentialChanges } from "./CredentialChanges.ts"
import { RecentKeys } from "./RecentKeys.ts"
import * as WorkspaceStatus from "./rehearsals/WorkspaceStatus.ts"
import * as CacheInvalidation from "../records/CacheInvalidation.ts"
import { now } from "../runtime/Now.ts"
import * as Loop from "../runtime/Loop.ts"
import * as CacheMetrics from "../metrics/CacheMetrics.ts"
import { AccessTokens } from "./oauth/AccessTokens.ts"
import { Grants, type LiveGrant } from "./oauth/Grants.ts"
import { Admission, saturated } from "../database/Admission.ts"
import * as Sql from "../database/Sql.ts"

type Caller = Actor["Service"]

/** The same for revoked, expired, malformed and unknown tokens, and keys used from elsewhere, so that a thief learns nothing. */
export const invalid = new Unauthenticated({
  code: "invalid_credential",
  message:
    "The bearer token is not valid: it is unknown, revoked or expired, or does not work from this address. Use an API key (svc_live_…) from the workspace's settings, or sign in again."
})

/** The origin of a request, according to its connection or proxy and its headers. */
export interface Origin {
  readonly address: string
  readonly agent: string | undefined
}

/** A use of a key, in memory until it is stored. */
interface Use {
  readonly at: number
  readonly origin: Origin
}

const keyMetrics = CacheMetrics.of("keys")
const grantMetrics = CacheMetrics.of("grants")

/** Milliseconds for which a node may use what it read. */
const fresh = 900

/** The time that a node caches a read, in case a notification is lost. Failures due to overload aren't cached. */
const timeToLive = (exit: Exit.Exit<unknown, Unauthenticated | ApiError>) =>
  Exit.isSuccess(exit) ||
  exit.cause.reasons.every((reason) => reason._tag === "Fail" && reason.error !== saturated)
    ? fresh
    : 0

const capacity = 10_000

/** Whether an announcement concerns this key or grant: its id, person, workspace or app. */
const isAboutKey = (news: string, { caller, id }: Callers.Key) =>
  [id, caller.user.id, caller.workspace.id].includes(news as KeyId)

const isAboutGrant = (news: string, { clientId, userId, workspaceId }: LiveGrant, grantId: string) =>
  [clientId, userId, workspaceId].includes(news as UserId) || grantId.includes(news)

export class Credentials extends Context.Service<
  Credentials,
  {
    /** The caller of a request; without an origin if the same request was verified before. */
    readonly verify: (
      token: string,
      origin: Origin | undefined
    ) => Effect.Effect<Caller, ApiError | Forbidden | Unauthenticated>
    /** Like `verify`, but synchronous, for a key that was verified moments ago and may be used from this origin; otherwise undefined. */
    readonly known: (token: string, origin: Origin, now: number) => Caller | undefined
    /** Records the client's own name for a request that was just verified. */
    readonly named: (caller: Caller, agent: string) => void
    /** Clears the cache, so that the next call of every credential reads again. */
    readonly forget: Effect.Effect<void>
  }
>()("pipeline/layers/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* AccessTokens
      const grants = yield* Grants
      const { identify } = yield* Admission
      const context = yield* Effect.context<never>()
      const recent = new RecentKeys(fresh)
      const usedKeys = new Map<KeyId, Use>()
      const refusedKeys = new Map<KeyId, Use>()
      const usedGrants = new Map<string, number>()

      const read = Effect.fn("Credentials.read")(function* (digest: string) {
        const hash = Buffer.from(digest, "base64")
        const rows =
          yield* sql<Callers.KeyRow>`${sql.literal(Callers.selectKey)} WHERE k.hash = ${hash} AND k.revoked_at IS NULL
            AND ${WorkspaceStatus.isOpen(sql, yield* now)}`
        const row = rows[0]
        if (row === undefined || !timingSafeEqual(row.hash, hash)) return yield* invalid
        return Callers.toKey(row, yield* Callers.rulesOf(sql, row))
      }, Sql.orDie)

      const readGrant = (id: string) =>
        Effect.filterOrFail(
          grants.find(id),
          (grant) => grant !== undefined,
          () => invalid
        )

      /** The workspaces of keys read before, whose share of connections the next read counts against. */
      const homes = new Map<string, string>()
      const readInTurn = (digest: string) =>
        Effect.tap(identify(homes.get(digest), read(digest)), (key) =>
          Effect.map(Clock.currentTimeMillis, (at) => {
            recent.wasRead(key, at)
            homes.set(digest, key.caller.workspace.id)
            if (homes.size > capacity) homes.delete(homes.keys().next().value!)
          })
        )
      const workspaceOf = (grantId: string) => Option.getOrUndefined(GrantId.parse(grantId))?.workspaceId

      const keys = yield* Cache.makeWith((digest: string) => keyMetrics.read(readInTurn(digest)), {
        capacity,
        timeToLive
      })
      const alive = yield* Cache.makeWith(
        (id: string) => grantMetrics.read(identify(workspaceOf(id), readGrant(id))),
        { capacity, timeToLive }
      )
      // Runs last, so that keys taken from a cache before are not kept.
      const forgetRecent = Effect.sync(() => recent.forget())
      const forget = Effect.all([Cache.invalidateAll(keys), Cache.invalidateAll(alive), forgetRecent], {
        discard: true
      })
      const hear = (news: string | undefined) =>
        news === undefined
          ? forget
          : Effect.all(
              [
                CacheInvalidation.forget(keys, (key) => isAboutKey(news, key)),
                CacheInvalidation.forget(alive, (grant, id) => isAboutGrant(news, grant, id)),
                forgetRecent
              ],
              { discard: true }
            )

      const useOf = (
        { allowed, caller, expiresAt, id }: Callers.Key,
        origin: Origin | undefined,
        at: number
      ) => {
        if (expiresAt <= at || (allowed && origin && !IpRange.holds(allowed, origin.address))) {
          if (origin !== undefined) refusedKeys.set(id, { at, origin })
          return Effect.fail(invalid)
        }
        if (origin !== undefined) usedKeys.set(id, { at, origin })
        return Effect.succeed(caller)
      }
      const verifyKey = (token: string, origin: Origin | undefined) =>
        Effect.suspend(() => {
          const { news } = recent
          const digest = ApiKeys.digest(token)
          return Effect.flatMap(keyMetrics.asked(Cache.get(keys, digest)), (key) =>
            Effect.withFiber((fiber) => {
              recent.keep(digest, key, news)
              return useOf(key, origin, fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
            })
          )
        })
      const known = (token: string, origin: Origin, now: number) => {
        const key = recent.find(ApiKeys.digest(token), now)
        if (key === undefined || key.caller.workspace.suspended !== undefined) return undefined
        if (key.allowed !== undefined && !IpRange.holds(key.allowed, origin.address)) return undefined
        keyMetrics.count(context)
        usedKeys.set(key.id, { at: now, origin })
        return key.caller
      }

      const named = ({ credential }: Caller, agent: string) => {
        const use = credential.kind === "api_key" ? usedKeys.get(credential.id as KeyId) : undefined
        if (use === undefined || credential.kind !== "api_key") return
        usedKeys.set(credential.id as KeyId, { ...use, origin: { ...use.origin, agent } })
      }

      const verifyToken = Effect.fnUntraced(function* (token: string) {
        const claims = yield* Effect.mapError(tokens.verify(token), () => invalid)
        const grant = yield* grantMetrics.asked(Cache.get(alive, claims.grantId))
        if (grant.userId !== claims.userId || grant.clientId !== claims.clientId) return yield* invalid
        usedGrants.set(claims.grantId, yield* Clock.currentTimeMillis)
        return Callers.ofGrant(claims.scopes, grant)
      })

      const standing = (caller: Caller) => {
        const { suspended } = caller.workspace
        return suspended === undefined
          ? Effect.succeed(caller)
          : Effect.fail(WorkspaceStatus.refusal(suspended))
      }
      const verify = (token: string, origin: Origin | undefined) =>
        Effect.flatMap(ApiKeys.pattern.test(token) ? verifyKey(token, origin) : verifyToken(token), standing)

      /** Uses that couldn't be written, and those added meanwhile, are written next time. */
      const settle = Effect.fnUntraced(function* <Id, Used, E>(
        used: Map<Id, Used>,
        write: (uses: ReadonlyArray<readonly [Id, Used]>) => Effect.Effect<unknown, E>
      ) {
        // Sorted, an order that the database mostly follows. If processes still deadlock, one of them writes next time.
        const uses = [...used].sort(([a], [b]) => (a < b ? -1 : 1))
        if (uses.length > 0) yield* write(uses)
        for (const [id, use] of uses) if (used.get(id) === use) used.delete(id)
      })
      const isoOf = (at: number) => new Date(at).toISOString()
      type Uses = ReadonlyArray<readonly [KeyId, Use]>
      // The driver can't infer the type of an array of nulls, so a missing agent is sent as "".
      const columnsOf = (uses: Uses) =>
        sql`unnest(${uses.map(([id]) => id)}::uuid[], ${uses.map(([, { at }]) => isoOf(at))}::timestamptz[],
          ${uses.map(([, { origin }]) => IpAddress.clientOf(origin.address))}::text[],
          ${uses.map(([, { origin }]) => AgentName.of(origin.agent) ?? "")}::text[]) AS v (id, at, address, agent)`
      // A single statement for all keys, because on Citus each write to this table commits on every node. Another node may have
      // written a later use.
      const recordKeys = (uses: Uses) =>
        sql`UPDATE api_keys k SET last_used_at = v.at, last_used_address = v.address, last_used_agent = nullif(v.agent, '')
          FROM ${columnsOf(uses)} WHERE k.id = v.id AND (k.last_used_at IS NULL OR k.last_used_at < v.at)`
      const recordRefusals = (uses: Uses) =>
        sql`UPDATE api_keys k SET last_refused_at = v.at, last_refused_address = v.address
          FROM ${columnsOf(uses)} WHERE k.id = v.id AND (k.last_refused_at IS NULL OR k.last_refused_at < v.at)`
      const recordGrants = Effect.forEach(([id, at]: readonly [string, number]) =>
        grants.recordUse(id, isoOf(at))
      )
      const recordUse = Effect.all(
        [settle(usedKeys, recordKeys), settle(refusedKeys, recordRefusals), settle(usedGrants, recordGrants)],
        { discard: true }
      )

      yield* (yield* CredentialChanges).subscribe(hear)
      const name = "Recording when credentials were last used"
      yield* Effect.forkScoped(Loop.forever(name, () => recordUse, { every: "30 seconds" }))
      yield* Effect.addFinalizer(() => Effect.ignoreCause(recordUse, { log: "Warn", message: name }))
      return Credentials.of({ verify, known, named, forget })
    })
  )
}
