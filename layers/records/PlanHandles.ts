/** Keeps the plans of dry runs for a day under short handles, because a model has to repeat a handle letter by letter. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Ids } from "../runtime/Ids.ts"

/** The characters of a handle: 71 bits, and a plan only serves the credential and the call that it was made for. */
const length = 12

/** The most plans of a workspace; beyond, the oldest are dropped. */
const maxPlans = 2_000

export class PlanHandles extends Context.Service<
  PlanHandles,
  {
    /** Stores a plan, and returns its handle. */
    readonly keep: (plan: unknown, expiresAt: string) => Effect.Effect<string, never, Tenant>
    /** The plan of a handle, expired or not; undefined if there is none. */
    readonly find: (handle: string) => Effect.Effect<unknown, never, Tenant>
    /** Deletes up to `limit` plans that have expired at `at`, and returns their number. */
    readonly expire: (at: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/PlanHandles") {
  static readonly layer = Layer.effect(
    PlanHandles,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const ids = yield* Ids

      const keep = Effect.fnUntraced(function* (plan: unknown, expiresAt: string) {
        const { workspaceId } = yield* Tenant
        const handle = yield* ids.token(length)
        yield* sql`INSERT INTO plans ${sql.insert({
          workspace_id: workspaceId,
          handle,
          plan: sql.json(plan),
          expires_at: expiresAt
        })}`
        yield* sql`DELETE FROM plans WHERE workspace_id = ${workspaceId} AND handle IN (
          SELECT handle FROM plans WHERE workspace_id = ${workspaceId}
          ORDER BY expires_at DESC OFFSET ${maxPlans})`
        return handle
      }, Sql.orDie)

      const find = Effect.fnUntraced(function* (handle: string) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<{ plan: unknown }>`SELECT plan FROM plans
          WHERE workspace_id = ${workspaceId} AND handle = ${handle}`
        return row?.plan
      }, Sql.orDie)

      const expire = Effect.fnUntraced(function* (at: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM plans WHERE workspace_id = ${workspaceId} AND handle IN (
          SELECT handle FROM plans WHERE workspace_id = ${workspaceId} AND expires_at <= ${at}::timestamptz
          ORDER BY expires_at ${Sql.limit(sql, limit)}) RETURNING handle`
        return rows.length
      }, Sql.orDie)

      return PlanHandles.of({ keep, find, expire })
    })
  )
}
