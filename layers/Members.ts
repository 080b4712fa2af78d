import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId } from "../schema/Id.ts"
import type { Member } from "../schema/Member.ts"
import * as Sql from "./Sql.ts"
import { Tenant } from "./Tenant.ts"

/** People of the current workspace; removed ones are not there. */
export class Members extends Context.Service<
  Members,
  {
    /** The members by joining, at most 500. */
    readonly all: Effect.Effect<ReadonlyArray<Member>, never, Tenant>
    readonly find: (id: UserId) => Effect.Effect<Member | undefined, never, Tenant>
  }
>()("pipeline/layers/Members") {
  static readonly layer = Layer.effect(
    Members,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const all = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<Member>`SELECT u.id, u.email, u.name, m.role
          FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND m.removed_at IS NULL ORDER BY u.id LIMIT 500`
      }).pipe(Sql.orDie)

      const find = Effect.fnUntraced(function* (id: UserId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Member>`SELECT u.id, u.email, u.name, m.role
          FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${id} AND m.removed_at IS NULL`
        return rows[0]
      }, Sql.orDie)

      return Members.of({ all, find })
    })
  )
}
