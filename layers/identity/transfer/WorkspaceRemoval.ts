/**
 * Deletes a workspace with its rehearsals: rows in bounded batches, files, and the accounts of people in no other workspace. Credentials
 * are deleted first, which stops writers. If it is interrupted, the next call or the job resumes it.
 */
import * as MultiShardStatements from "../../database/citus/MultiShardStatements.ts"
import { Context, Effect, Layer } from "effect"
import type { WorkspaceId } from "../../../schema/Id.ts"
import * as Sql from "../../database/Sql.ts"
import { Files } from "../../files/Files.ts"
import { now } from "../../runtime/Now.ts"
import { CredentialChanges } from "../CredentialChanges.ts"
import * as Tables from "../rehearsals/Tables.ts"
import { UnlimitedConnections } from "../rehearsals/UnlimitedConnections.ts"
import { Refused } from "../Workspaces.ts"

/** The number of rows per transaction. */
const batch = 1_000

type Counts = Readonly<Record<string, number>>

interface RemovalTarget {
  readonly name: string
  /** The workspace's rehearsals, then itself. */
  readonly ids: ReadonlyArray<WorkspaceId>
}

/** In this order, since rows are deleted before the rows they refer to. */
const tables = [...Object.keys(Tables.leftOut), ...Tables.copied.map(({ name }) => name).reverse()].filter(
  (name) => !Tables.referring.includes(name)
)

export class WorkspaceRemoval extends Context.Service<
  WorkspaceRemoval,
  {
    /** The workspace, if `confirm` is its name. */
    readonly find: (id: WorkspaceId, confirm: string) => Effect.Effect<RemovalTarget, Refused>
    /** The number of rows of each table, and of accounts as `users`, that would be deleted. */
    readonly count: (target: RemovalTarget) => Effect.Effect<Counts>
    /** Deletes everything. Only the row in `workspaces` is kept for an hour, closed and without its name. */
    readonly run: (target: RemovalTarget) => Effect.Effect<Counts>
    /** Deletes again what was started before a time, including rows written meanwhile, and returns the number of workspaces. */
    readonly deleteLeftovers: (before: string) => Effect.Effect<number>
  }
>()("pipeline/layers/identity/transfer/WorkspaceRemoval") {
  static readonly layer = Layer.effect(
    WorkspaceRemoval,
    Effect.gen(function* () {
      const sql = yield* UnlimitedConnections
      const files = yield* Files
      const { announce } = yield* CredentialChanges

      const find = Effect.fn("WorkspaceRemoval.find")(function* (id: WorkspaceId, confirm: string) {
        const [row] = yield* sql<{ name: string; isCopy: boolean }>`SELECT name,
            rehearsal_of IS NOT NULL AS "isCopy" FROM workspaces WHERE id = ${id}`
        if (row === undefined || row.name === "") {
          return yield* new Refused({ code: "workspace_not_found", message: `There is no workspace ${id}.` })
        }
        if (row.isCopy) {
          const message = `${id} is a rehearsal. Remove it with workspace discard.`
          return yield* new Refused({ code: "is_rehearsal", message })
        }
        if (row.name !== confirm) {
          const message = `The workspace ${id} is named ${JSON.stringify(row.name)}: give exactly that as --confirm to delete it for good.`
          return yield* new Refused({ code: "not_confirmed", message })
        }
        const copies = yield* sql<{ id: WorkspaceId }>`SELECT id FROM workspaces WHERE rehearsal_of = ${id}`
        return { name: row.name, ids: [...copies.map((copy) => copy.id), id] }
      }, Sql.orDie)

      /** People of these workspaces who were never in another one. */
      const own = (ids: ReadonlyArray<WorkspaceId>) => sql`FROM users u
        WHERE EXISTS (SELECT FROM members m WHERE ${sql.in("m.workspace_id", ids)} AND m.user_id = u.id)
          AND NOT EXISTS (SELECT FROM members o
            WHERE o.user_id = u.id AND o.workspace_id <> ALL (${[...ids]}::uuid[]))`

      const count = Effect.fn("WorkspaceRemoval.count")(function* ({ ids }: RemovalTarget) {
        const counts: Record<string, number> = {}
        for (const name of tables) {
          const [row] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM ${sql(name)}
            WHERE ${sql.in("workspace_id", ids)}`
          if (row!.count > 0) counts[name] = row!.count
        }
        const [people] = yield* sql<{ count: number }>`SELECT count(*) AS count ${own(ids)}`
        return { ...counts, users: people!.count } as Counts
      }, Sql.orDie)

      const close = Effect.fnUntraced(function* (ids: ReadonlyArray<WorkspaceId>) {
        yield* sql`UPDATE workspaces SET state = 'deleting', state_reason = NULL, state_at = ${yield* now}
          WHERE ${sql.in("id", ids)} AND state <> 'deleting'`
        yield* Effect.forEach(ids, announce, { discard: true })
      })

      const keyOf = (table: string) =>
        Effect.map(
          sql<{ name: string }>`SELECT a.attname AS name FROM pg_index i
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = ${table}::regclass AND i.indisprimary`,
          (rows) => sql.literal(rows.map(({ name }) => `"${name}"`).join(", "))
        )

      const empty = Effect.fnUntraced(function* (table: string, id: WorkspaceId) {
        const key = yield* keyOf(table)
        let removed = 0
        while (true) {
          const rows = yield* sql`DELETE FROM ${sql(table)} WHERE workspace_id = ${id} AND (${key}) IN (
            SELECT ${key} FROM ${sql(table)} WHERE workspace_id = ${id} ${Sql.limit(sql, batch)}) RETURNING 1 AS one`
          removed += rows.length
          if (rows.length < batch) return removed
        }
      })

      /** The people are locked first: adding one of them to another workspace takes the same lock. */
      const removePeople = Effect.fnUntraced(function* (ids: ReadonlyArray<WorkspaceId>) {
        const some = yield* sql<{ id: string }>`SELECT u.id ${own(ids)} ORDER BY u.id
          ${Sql.limit(sql, batch)} FOR UPDATE OF u`
        if (some.length === 0) return 0
        const mine = some.map(({ id }) => id)
        for (const table of [
          "sessions",
          "password_links",
          "identities",
          "second_factors",
          "recovery_codes",
          "passkeys"
        ]) {
          const name = sql.literal(MultiShardStatements.nameFor(table))
          yield* sql`${name}DELETE FROM ${sql(table)} WHERE ${sql.in("user_id", mine)}`
        }
        const removedUsers = yield* sql`DELETE FROM users
          WHERE id IN (SELECT u.id ${own(ids)} AND ${sql.in("u.id", mine)}) RETURNING id`
        return removedUsers.length
      }, sql.withTransaction)

      const erase = Effect.fnUntraced(function* (ids: ReadonlyArray<WorkspaceId>) {
        const removed: Record<string, number> = {}
        yield* sql`/* across: sessions */ UPDATE sessions SET workspace_id = NULL WHERE ${sql.in("workspace_id", ids)}`
        yield* sql`/* across: app grants */ DELETE FROM oauth_artifacts WHERE grant_id IN (
          SELECT workspace_id || '.' || id FROM oauth_grants WHERE ${sql.in("workspace_id", ids)})`
        for (const id of ids)
          removed["api_keys"] = (removed["api_keys"] ?? 0) + (yield* empty("api_keys", id))
        removed["users"] = 0
        for (let some = 1; some > 0;) {
          some = yield* removePeople(ids)
          removed["users"] += some
        }
        for (const name of tables) {
          for (const id of ids) removed[name] = (removed[name] ?? 0) + (yield* empty(name, id))
        }
        for (const id of ids) yield* files.removeAll(id)
        yield* sql`UPDATE workspaces SET name = '' WHERE ${sql.in("id", ids)} AND state = 'deleting'`
        return Object.fromEntries(Object.entries(removed).filter(([, rows]) => rows > 0)) as Counts
      })

      const run = Effect.fn("WorkspaceRemoval.run")(function* ({ ids }: RemovalTarget) {
        yield* close(ids)
        return yield* erase(ids)
      }, Sql.orDie)

      const deleteLeftovers = Effect.fn("WorkspaceRemoval.tend")(function* (before: string) {
        const due = yield* sql<{ id: WorkspaceId }>`SELECT id FROM workspaces
          WHERE state = 'deleting' AND state_at < ${before}::timestamptz
          ORDER BY rehearsal_of NULLS LAST LIMIT ${batch}`
        const ids = due.map(({ id }) => id)
        if (ids.length === 0) return 0
        yield* erase(ids)
        yield* sql`DELETE FROM workspaces WHERE ${sql.in("id", ids)} AND state = 'deleting'`
        return ids.length
      }, Sql.orDie)

      return WorkspaceRemoval.of({ find, count, run, deleteLeftovers })
    })
  ).pipe(Layer.provide([UnlimitedConnections.layer, Files.layer]))
}
