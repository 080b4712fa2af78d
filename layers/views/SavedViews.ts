import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "../../schema/Fault.ts"
import type { UserId, ViewId } from "../../schema/Id.ts"
import type { SavedView, ViewList, ViewPage } from "../../schema/SavedView.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"

export interface StoredView extends Omit<SavedView, "isMine" | "makerName"> {
  readonly userId: UserId
  readonly createdAt: string
}

interface Counts {
  /** Whether another view of the same person has this page and name. */
  readonly named: boolean
  readonly ofPerson: number
  readonly shared: number
}

const changeOf = (before: StoredView | null, after: StoredView | null) => {
  const { id } = (after ?? before)!
  const fields = (view: StoredView | null) => {
    if (view === null) return null
    const { id: _, ...rest } = view
    return rest
  }
  return Difference.of("saved_view", id, fields(before), fields(after))
}

/** Views of lists that people saved. */
export class SavedViews extends Context.Service<
  SavedViews,
  {
    /** A person's own and shared views, by name, and the view that the person opened last. */
    readonly list: (page: ViewPage, userId: string) => Effect.Effect<ViewList, never, Tenant>
    readonly lock: (id: ViewId) => Effect.Effect<StoredView, NotFound, Tenant>
    /** Counts the workspace's views, and blocks others from adding one until the transaction ends. */
    readonly counts: (view: StoredView) => Effect.Effect<Counts, never, Tenant>
    readonly insert: (view: StoredView) => Effect.Effect<void, never, Tenant>
    readonly update: (before: StoredView, after: StoredView) => Effect.Effect<void, never, Tenant>
    readonly remove: (view: StoredView) => Effect.Effect<void, never, Tenant>
    /** Stores the view that a person opened last; null means the list without a view. */
    readonly remember: (
      page: ViewPage,
      userId: string,
      id: ViewId | null
    ) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/SavedViews") {
  static readonly layer = Layer.effect(
    SavedViews,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const list = Effect.fn("SavedViews.list")(function* (page: ViewPage, userId: string) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<SavedView & { isLast: boolean }>`
          SELECT v.id, v.page, v.name, v.query, v.shared, v.user_id = ${userId} AS "isMine",
            u.name AS "makerName", l.view_id IS NOT NULL AS "isLast"
          FROM saved_views v LEFT JOIN users u ON u.id = v.user_id
          LEFT JOIN last_views l ON l.workspace_id = ${workspaceId} AND l.user_id = ${userId}
            AND l.page = ${page} AND l.view_id = v.id
          WHERE v.workspace_id = ${workspaceId} AND v.page = ${page} AND (v.user_id = ${userId} OR v.shared)
          ORDER BY v.shared, lower(v.name), v.id`
        return {
          data: rows.map(({ isLast: _, ...view }) => view),
          last: rows.find(({ isLast }) => isLast)?.id ?? null
        }
      }, Sql.orDie)

      const lock = Effect.fn("SavedViews.lock")(function* (id: ViewId) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<StoredView>`SELECT id, user_id AS "userId", page, name, query, shared,
            created_at AS "createdAt"
          FROM saved_views WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`
        return row ?? (yield* NotFound.of("view", id))
      }, Sql.orDie)

      const counts = Effect.fn("SavedViews.counts")(function* ({ id, name, page, userId }: StoredView) {
        const { workspaceId } = yield* Tenant
        yield* sql`SELECT FROM plan_usage WHERE workspace_id = ${workspaceId} FOR UPDATE`
        const [row] = yield* sql<Counts>`SELECT
            count(*) FILTER (WHERE user_id = ${userId})::int AS "ofPerson",
            count(*) FILTER (WHERE shared)::int AS shared,
            coalesce(bool_or(user_id = ${userId} AND page = ${page} AND name = ${name} AND id <> ${id}), false)
              AS named
          FROM saved_views WHERE workspace_id = ${workspaceId}`
        return row!
      }, Sql.orDie)

      const insert = Effect.fn("SavedViews.insert")(function* (view: StoredView) {
        const { workspaceId } = yield* Tenant
        const { createdAt, id, name, page, query, shared, userId } = view
        yield* sql`INSERT INTO saved_views ${sql.insert({
          workspace_id: workspaceId,
          id,
          user_id: userId,
          page,
          name,
          query,
          shared,
          created_at: createdAt
        })}`
        yield* ChangeSet.note(() => [changeOf(null, view)])
      }, Sql.orDie)

      const update = Effect.fn("SavedViews.update")(function* (before: StoredView, after: StoredView) {
        const { workspaceId } = yield* Tenant
        const { id, name, query, shared } = after
        yield* sql`UPDATE saved_views SET ${sql.update({ name, query, shared })}
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
        yield* ChangeSet.note(() => [changeOf(before, after)])
      }, Sql.orDie)

      const remove = Effect.fn("SavedViews.remove")(function* (view: StoredView) {
        const { workspaceId } = yield* Tenant
        yield* sql`DELETE FROM saved_views WHERE workspace_id = ${workspaceId} AND id = ${view.id}`
        yield* ChangeSet.note(() => [changeOf(view, null)])
      }, Sql.orDie)

      const remember = Effect.fn("SavedViews.remember")(function* (
        page: ViewPage,
        userId: string,
        id: ViewId | null
      ) {
        const { workspaceId } = yield* Tenant
        if (id === null) {
          return yield* Effect.asVoid(sql`DELETE FROM last_views
            WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND page = ${page}`)
        }
        yield* sql`INSERT INTO last_views ${sql.insert({ workspace_id: workspaceId, user_id: userId, page, view_id: id })}
          ON CONFLICT (workspace_id, user_id, page) DO UPDATE SET view_id = excluded.view_id`
      }, Sql.orDie)

      return SavedViews.of({ list, lock, counts, insert, update, remove, remember })
    })
  )
}
