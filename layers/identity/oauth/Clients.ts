/** Clients that registered themselves. Clients that use a metadata document aren't stored here. */
import { Context, Effect, Layer } from "effect"
import { PgClient } from "@effect/sql-pg"
import { now } from "../../runtime/Now.ts"
import * as Sql from "../../database/Sql.ts"
import * as PlainText from "../../../src/shared/PlainText.ts"
import { Encryption } from "../../encryption/Encryption.ts"

/** Client metadata under its registered names (RFC 7591). */
export type Metadata = Readonly<Record<string, unknown>>

interface Row {
  readonly metadata: Metadata
  readonly secret: Uint8Array | null
}

const context = (id: string) => `oauth_client:${id}`

export class Clients extends Context.Service<
  Clients,
  {
    readonly put: (id: string, metadata: Metadata) => Effect.Effect<void>
    readonly find: (id: string) => Effect.Effect<Metadata | undefined>
    /** Whether anyone ever consented to the client. */
    readonly isUsed: (id: string) => Effect.Effect<boolean>
    readonly remove: (id: string) => Effect.Effect<void>
    /** Deletes up to `limit` clients registered before a time that nobody ever consented to, and returns their number. */
    readonly expireUnused: (before: string, limit: number) => Effect.Effect<number>
  }
>()("pipeline/layers/oauth/Clients") {
  static readonly layer = Layer.effect(
    Clients,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const encryption = yield* Encryption

      const put = Effect.fn("Clients.put")(function* (id: string, input: Metadata) {
        const { client_secret: secret, ...metadata } = input
        yield* sql`INSERT INTO oauth_clients ${sql.insert({
          id,
          metadata: sql.json(metadata),
          secret: typeof secret === "string" ? encryption.seal(secret, context(id)) : null,
          created_at: yield* now
        })} ON CONFLICT (id) DO UPDATE SET metadata = excluded.metadata, secret = excluded.secret`
      }, Sql.orDie)

      const find = Effect.fn("Clients.find")(function* (id: string) {
        // The id comes from the client; an id that PostgreSQL cannot store belongs to no client.
        if (id !== PlainText.clean(id)) return undefined
        const rows = yield* sql<Row>`SELECT metadata, secret FROM oauth_clients WHERE id = ${id}`
        const row = rows[0]
        if (row === undefined || row.secret === null) return row?.metadata
        return {
          ...row.metadata,
          client_secret: yield* Effect.orDie(encryption.open(row.secret, context(id)))
        }
      }, Sql.orDie)

      const isUsed = Effect.fn("Clients.isUsed")(function* (id: string) {
        const rows = yield* sql`SELECT id FROM oauth_clients WHERE id = ${id} AND used_at IS NOT NULL`
        return rows.length > 0
      }, Sql.orDie)

      const remove = Effect.fn("Clients.remove")(function* (id: string) {
        yield* sql`DELETE FROM oauth_clients WHERE id = ${id}`
      }, Sql.orDie)

      const expireUnused = Effect.fn("Clients.expireUnused")(function* (before: string, limit: number) {
        const rows = yield* sql`DELETE FROM oauth_clients WHERE id IN (
          SELECT id FROM oauth_clients WHERE used_at IS NULL AND created_at < ${before} LIMIT ${limit}
        ) AND used_at IS NULL RETURNING id`
        return rows.length
      }, Sql.orDie)

      return Clients.of({ put, find, isUsed, remove, expireUnused })
    })
  )
}
