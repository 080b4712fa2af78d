/** The months of the audit log: made ahead, and dropped whole when they are old enough. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Months from "../../src/domain/audit/Months.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../platform/database/Sql.ts"

/** Writers queue behind a change of the table. */
const patience = "SET LOCAL lock_timeout = '2s'"

export class Partitions extends Context.Service<
  Partitions,
  {
    /** Makes the partitions of the month of `at` and of those after it that are missing; returns how many. */
    readonly make: (at: string) => Effect.Effect<number>
    /** Drops the months before that of `at`; returns how many. */
    readonly drop: (at: string) => Effect.Effect<number>
    /** Deletes up to `limit` entries before `before` that no month's partition took; returns how many. */
    readonly expire: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/audit/Partitions") {
  static readonly layer = Layer.effect(
    Partitions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const existing = Effect.gen(function* () {
        const rows = yield* sql<{ name: string }>`SELECT c.relname AS name FROM pg_inherits i
          JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit'::regclass`
        return rows.map(({ name }) => name)
      })

      const change = (statement: string) =>
        sql.withTransaction(Effect.andThen(sql.unsafe(patience), sql.unsafe(statement)))

      const make = Effect.fnUntraced(function* (at: string) {
        const names = yield* existing
        const missing = Months.ahead(at).filter(({ name }) => !names.includes(name))
        for (const { from, name, to } of missing) {
          yield* change(
            `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF audit FOR VALUES FROM ('${from}') TO ('${to}')`
          )
        }
        return missing.length
      }, Sql.orDie)

      const drop = Effect.fnUntraced(function* (at: string) {
        const old = (yield* existing).filter((name) => Months.isBefore(name, at))
        for (const name of old) yield* change(`DROP TABLE IF EXISTS ${name}`)
        return old.length
      }, Sql.orDie)

      const expire = Effect.fnUntraced(function* (before: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM audit WHERE workspace_id = ${workspaceId} AND (at, id) IN (
          SELECT at, id FROM audit WHERE workspace_id = ${workspaceId} AND at < ${before}::timestamptz
          ORDER BY at LIMIT ${limit}) RETURNING id`
        return rows.length
      }, Sql.orDie)

      return Partitions.of({ make, drop, expire })
    })
  )
}
