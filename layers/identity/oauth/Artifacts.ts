/** Codes, refresh tokens and interactions of the authorization server, stored under the hash of their id. */
import { Clock, Context, Effect, Layer } from "effect"
import { PgClient } from "@effect/sql-pg"
import { createHash } from "node:crypto"
import { now } from "../../runtime/Now.ts"
import * as Sql from "../../database/Sql.ts"

export type Payload = { readonly grantId?: string; readonly [name: string]: unknown }

interface Artifact {
  readonly payload: Payload
  /** When it was consumed, in Unix milliseconds. */
  readonly consumedAt: number | undefined
}

interface Row {
  readonly payload: Payload
  readonly consumed_at: string | null
}

const hash = (id: string): Buffer => createHash("sha256").update(id).digest()

const day = 86_400_000

/** Milliseconds for which a consumed artifact is kept, so that a second use is recognized as a replay. */
const memory = 7 * day

export class Artifacts extends Context.Service<
  Artifacts,
  {
    /** Stores an artifact that expires in `seconds`; the id itself is not stored. */
    readonly put: (kind: string, id: string, payload: Payload, seconds: number) => Effect.Effect<void>
    readonly find: (kind: string, id: string) => Effect.Effect<Artifact | undefined>
    /** Marks it as consumed; returns whether this was the first time. */
    readonly consume: (kind: string, id: string) => Effect.Effect<boolean>
    readonly remove: (kind: string, id: string) => Effect.Effect<void>
    readonly removeOfGrant: (grantId: string) => Effect.Effect<void>
    /** Deletes up to `limit` artifacts that expired by `asOf`, and returns their number. */
    readonly expire: (asOf: string, limit: number) => Effect.Effect<number>
  }
>()("pipeline/layers/oauth/Artifacts") {
  static readonly layer = Layer.effect(
    Artifacts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const put = Effect.fn("Artifacts.put")(function* (
        kind: string,
        id: string,
        payload: Payload,
        seconds: number
      ) {
        const { jti: _, ...kept } = payload
        const expiresAt = (yield* Clock.currentTimeMillis) + seconds * 1000
        yield* sql`INSERT INTO oauth_artifacts ${sql.insert({
          kind,
          hash: hash(id),
          grant_id: payload.grantId ?? null,
          payload: sql.json(kept),
          expires_at: new Date(expiresAt).toISOString()
        })} ON CONFLICT (kind, hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`
      }, Sql.orDie)

      const find = Effect.fn("Artifacts.find")(function* (kind: string, id: string) {
        const rows = yield* sql<Row>`SELECT payload, consumed_at FROM oauth_artifacts
          WHERE kind = ${kind} AND hash = ${hash(id)}`
        const row = rows[0]
        if (row === undefined) return undefined
        const consumedAt = row.consumed_at === null ? undefined : Date.parse(row.consumed_at)
        return { payload: { ...row.payload, jti: id }, consumedAt }
      }, Sql.orDie)

      const consume = Effect.fn("Artifacts.consume")(function* (kind: string, id: string) {
        const rows = yield* sql`UPDATE oauth_artifacts SET consumed_at = ${yield* now},
            expires_at = ${new Date((yield* Clock.currentTimeMillis) + memory).toISOString()}
          WHERE kind = ${kind} AND hash = ${hash(id)} AND consumed_at IS NULL RETURNING kind`
        return rows.length > 0
      }, Sql.orDie)

      const remove = Effect.fn("Artifacts.remove")(function* (kind: string, id: string) {
        yield* sql`DELETE FROM oauth_artifacts WHERE kind = ${kind} AND hash = ${hash(id)}`
      }, Sql.orDie)

      const removeOfGrant = Effect.fn("Artifacts.removeOfGrant")(function* (grantId: string) {
        yield* sql`/* across: app grants */ DELETE FROM oauth_artifacts WHERE grant_id = ${grantId}`
      }, Sql.orDie)

      const expire = Effect.fn("Artifacts.expire")(function* (asOf: string, limit: number) {
        const rows = yield* sql`/* across: app grants */ DELETE FROM oauth_artifacts WHERE (kind, hash) IN (
          SELECT kind, hash FROM oauth_artifacts WHERE expires_at <= ${asOf} LIMIT ${limit}
        ) RETURNING kind`
        return rows.length
      }, Sql.orDie)

      return Artifacts.of({ put, find, consume, remove, removeOfGrant, expire })
    })
  )
}
