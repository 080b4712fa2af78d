import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"

/** The tables whose rows a precondition may lock. */
export type Table = "approvals" | "boards" | "deals" | "leads" | "notes" | "templates" | "webhooks"

/** Locks a record's row until the end of the transaction, so that it can't change between a read and the write. */
export class RecordLock extends Context.Service<
  RecordLock,
  { readonly lock: (table: Table, id: string) => Effect.Effect<void, never, Tenant> }
>()("pipeline/layers/RecordLock") {
  static readonly layer = Layer.effect(
    RecordLock,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lock = Effect.fnUntraced(function* (table: Table, id: string) {
        const { workspaceId } = yield* Tenant
        yield* sql`SELECT 1 FROM ${sql(table)} WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`
      }, Sql.orDie)
      return RecordLock.of({ lock })
    })
  )
}
