/** API keys: stored hashed, counted against the plan, revocable. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hash as sha256 } from "node:crypto"
import type { ApiKey as ListedKey } from "../../schema/ApiKey.ts"
import type { KeyId, UserId } from "../../schema/Id.ts"
import * as KeyLimits from "../../src/identity/rules/KeyLimits.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { CredentialChanges } from "./CredentialChanges.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "./Tenant.ts"

export const prefix = "svc_live_"

/** The format of a key: the prefix and 43 base62 characters. */
export const pattern = /^svc_live_[0-9A-Za-z]{43}$/u

/** SHA-256 of a token, in base64. */
export const digest = (token: string): string => sha256("sha256", token, "base64")

/** SHA-256 of a token, as it is stored. */
export const hash = (token: string): Buffer => Buffer.from(digest(token), "base64")

export interface ApiKey {
  readonly id: KeyId
  readonly name: string
  readonly userId: UserId
  /** The last four characters, to tell keys apart. */
  readonly hint: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly lastUsedAddress: string | null
  readonly lastUsedAgent: string | null
  readonly lastRefusedAt: string | null
  readonly lastRefusedAddress: string | null
  readonly expiresAt: string | null
  readonly allowedAddresses: ReadonlyArray<string>
  readonly revokedAt: string | null
}

/** An SQL fragment on the table `k`. */
const use = `k.last_used_at AS "lastUsedAt", k.last_used_address AS "lastUsedAddress",
  k.last_used_agent AS "lastUsedAgent", k.last_refused_at AS "lastRefusedAt",
  k.last_refused_address AS "lastRefusedAddress", k.expires_at AS "expiresAt",
  k.allowed_addresses AS "allowedAddresses"`

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Creates a key for a member; the token is returned only here. */
    readonly create: (
      userId: UserId,
      name: string,
      limits?: KeyLimits.KeyLimits
    ) => Effect.Effect<{ readonly id: KeyId; readonly token: string }, never, Tenant>
    readonly list: Effect.Effect<ReadonlyArray<ApiKey>, never, Tenant>
    /** Keys that are not revoked, including expired ones, with their owners, newest first. */
    readonly listLive: Effect.Effect<ReadonlyArray<Omit<ListedKey, "webhooks">>, never, Tenant>
    /** The display name of a history entry's author: a key, an app or a person; undefined if they are gone. */
    readonly nameOfAuthor: (id: string) => Effect.Effect<string | undefined, never, Tenant>
    /** Returns whether the key existed. */
    readonly revoke: (id: KeyId) => Effect.Effect<boolean, never, Tenant>
  }
>()("pipeline/layers/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const news = yield* CredentialChanges

      const create = Effect.fn("ApiKeys.create")(function* (
        userId: UserId,
        name: string,
        limits = KeyLimits.none
      ) {
        const { workspaceId } = yield* Tenant
        const id = (yield* ids.uuid) as KeyId
        const token = prefix + (yield* ids.token(43))
        const createdAt = yield* now
        yield* sql`INSERT INTO api_keys ${sql.insert({
          id,
          workspace_id: workspaceId,
          user_id: userId,
          name,
          hash: hash(token),
          hint: token.slice(-4),
          created_at: createdAt,
          expires_at: limits.expiresAt,
          allowed_addresses: limits.allowedAddresses
        })}`
        const fields = { userId, name, hint: token.slice(-4), createdAt, ...limits }
        yield* ChangeSet.note(() => [Difference.of("api_key", id, null, fields)])
        return { id, token }
      }, Sql.orDie)

      const nameOfAuthor = Effect.fn("ApiKeys.nameOfAuthor")(function* (id: string) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ name: string }>`
          SELECT 'the API key ' || k.name AS name FROM api_keys k
            WHERE k.workspace_id = ${workspaceId} AND k.id::text = ${id}
          UNION ALL (SELECT 'the app ' || g.client_name FROM oauth_grants g
            WHERE g.workspace_id = ${workspaceId} AND g.client_id = ${id} LIMIT 1)
          UNION ALL SELECT coalesce(u.name, u.email) FROM members m JOIN users u ON u.id = m.user_id
            WHERE m.workspace_id = ${workspaceId} AND m.user_id::text = ${id}
          LIMIT 1`
        return rows[0]?.name
      }, Sql.orDie)

      const list = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<ApiKey>`SELECT k.id, k.name, k.user_id AS "userId", k.hint, k.created_at AS "createdAt",
            ${sql.literal(use)}, k.revoked_at AS "revokedAt"
          FROM api_keys k WHERE k.workspace_id = ${workspaceId} ORDER BY k.created_at DESC, k.id DESC`
      }).pipe(Sql.orDie)

      const listLive = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<
          Omit<ListedKey, "webhooks">
        >`SELECT k.id, k.name, k.hint, k.created_at AS "createdAt",
            ${sql.literal(use)}, jsonb_build_object('id', u.id, 'email', u.email,
              'isMember', m.removed_at IS NULL) AS owner
          FROM api_keys k
          JOIN users u ON u.id = k.user_id
          JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id
          WHERE k.workspace_id = ${workspaceId} AND k.revoked_at IS NULL
          ORDER BY k.created_at DESC, k.id DESC`
      }).pipe(Sql.orDie)

      const revoke = Effect.fn("ApiKeys.revoke")(function* (id: KeyId) {
        const { workspaceId } = yield* Tenant
        const revokedAt = yield* now
        const rows = yield* sql<{ id: KeyId }>`UPDATE api_keys SET revoked_at = ${revokedAt}
          WHERE workspace_id = ${workspaceId} AND id = ${id} AND revoked_at IS NULL RETURNING id`
        yield* ChangeSet.note(() => rows.map((row) => Difference.revoked("api_key", row.id, revokedAt)))
        yield* news.announce(id)
        return rows.length > 0
      }, Sql.orDie)

      return ApiKeys.of({ nameOfAuthor, create, list, listLive, revoke })
    })
  )
}
