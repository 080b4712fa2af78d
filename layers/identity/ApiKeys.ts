/** API keys: stored hashed, counted against the plan, revocable. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hash as sha256 } from "node:crypto"
import type { ApiKey as ListedKey } from "../../schema/ApiKey.ts"
import type { KeyId, UserId } from "../../schema/Id.ts"
import { CredentialNews } from "./CredentialNews.ts"
import { Ids } from "../platform/Ids.ts"
import { now } from "../platform/Now.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Tenant } from "./Tenant.ts"

export const prefix = "svc_live_"

/** The shape of a key: the prefix and 43 base62 characters (SPEC: Authentication). */
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
  readonly revokedAt: string | null
}

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Creates a key for a member; the token is returned only here. */
    readonly create: (
      userId: UserId,
      name: string
    ) => Effect.Effect<{ readonly id: KeyId; readonly token: string }, never, Tenant>
    readonly list: Effect.Effect<ReadonlyArray<ApiKey>, never, Tenant>
    /** Keys that are not revoked, with their owners, newest first. */
    readonly live: Effect.Effect<ReadonlyArray<Omit<ListedKey, "webhooks">>, never, Tenant>
    /** Returns whether the key existed. */
    readonly revoke: (id: KeyId) => Effect.Effect<boolean, never, Tenant>
  }
>()("pipeline/layers/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const news = yield* CredentialNews

      const create = Effect.fn("ApiKeys.create")(function* (userId: UserId, name: string) {
        const { workspaceId } = yield* Tenant
        const id = (yield* ids.uuid) as KeyId
        const token = prefix + (yield* ids.token(43))
        yield* sql`INSERT INTO api_keys ${sql.insert({
          id,
          workspace_id: workspaceId,
          user_id: userId,
          name,
          hash: hash(token),
          hint: token.slice(-4),
          created_at: yield* now
        })}`
        return { id, token }
      }, Sql.orDie)

      const list = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<ApiKey>`SELECT id, name, user_id AS "userId", hint, created_at AS "createdAt",
            last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
          FROM api_keys WHERE workspace_id = ${workspaceId} ORDER BY created_at DESC, id DESC`
      }).pipe(Sql.orDie)

      const live = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<
          Omit<ListedKey, "webhooks">
        >`SELECT k.id, k.name, k.hint, k.created_at AS "createdAt",
            k.last_used_at AS "lastUsedAt", jsonb_build_object('id', u.id, 'email', u.email,
              'isMember', m.removed_at IS NULL) AS owner
          FROM api_keys k
          JOIN users u ON u.id = k.user_id
          JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id
          WHERE k.workspace_id = ${workspaceId} AND k.revoked_at IS NULL
          ORDER BY k.created_at DESC, k.id DESC`
      }).pipe(Sql.orDie)

      const revoke = Effect.fn("ApiKeys.revoke")(function* (id: KeyId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`UPDATE api_keys SET revoked_at = ${yield* now}
          WHERE workspace_id = ${workspaceId} AND id = ${id} AND revoked_at IS NULL RETURNING id`
        yield* news.announce(id)
        return rows.length > 0
      }, Sql.orDie)

      return ApiKeys.of({ create, list, live, revoke })
    })
  )
}
