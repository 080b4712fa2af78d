/** Copies a workspace's rows to a rehearsal, and removes all rows of one. */
import * as MultiShardStatements from "../../database/citus/MultiShardStatements.ts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { WebhookId, WorkspaceId } from "../../../schema/Id.ts"
import * as IntakeToken from "../../../src/intake/rules/IntakeToken.ts"
import { Ids } from "../../runtime/Ids.ts"
import { Encryption } from "../../encryption/Encryption.ts"
import * as Signer from "../../webhooks/Signer.ts"
import { sealContext } from "../../webhooks/Webhooks.ts"
import * as Tables from "./Tables.ts"

type TableCopy = (typeof Tables.copied)[number]

/** A workspace and its copy. */
interface Pair {
  readonly source: WorkspaceId
  readonly copy: WorkspaceId
}

export type Counts = Readonly<Record<string, number>>

const columnsOf = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`
  return rows.map(({ name }) => name).filter((name) => name !== "workspace_id")
})

const makers = {
  token: ({ copy }: Pair) =>
    Effect.flatMap(Ids, (ids) =>
      Effect.map(ids.bytes(IntakeToken.randomSize), (bytes) => IntakeToken.make(copy, bytes))
    ),
  secret: (_: Pair, id: string) =>
    Effect.gen(function* () {
      const secret = Signer.toSecret(yield* (yield* Ids).bytes(32))
      const sealed = (yield* Encryption).seal(secret, sealContext(id as WebhookId, "secret"))
      return Buffer.from(sealed).toString("base64")
    })
}

/** The generated values of a table's rows, by id. */
const madeFor = Effect.fnUntraced(function* (pair: Pair, name: string, anew: keyof typeof makers) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string }>`SELECT id FROM ${sql(name)} WHERE workspace_id = ${pair.source}`
  return yield* Effect.forEach(rows, ({ id }) =>
    Effect.map(makers[anew](pair, id), (made) => ({ id, [anew]: made }))
  )
})

const table = Effect.fnUntraced(function* (
  pair: Pair,
  { generated: anew, replacements: instead = {}, name }: TableCopy
) {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* columnsOf(name)
  const values = columns.map((column) => `, ${instead[column] ?? `t.${column}`}`).join("")
  const join =
    anew === undefined
      ? sql.literal("")
      : sql`JOIN jsonb_to_recordset(${JSON.stringify(yield* madeFor(pair, name, anew))}::text::jsonb)
          AS made (id uuid, ${sql.literal(anew)} text) ON made.id = t.id`
  const rows = yield* sql<{ count: number }>`/* across: copied rows */ WITH copied AS (
      INSERT INTO ${sql(name)} (workspace_id${sql.literal(columns.map((column) => `, ${column}`).join(""))})
      SELECT ${pair.copy}::uuid${sql.literal(values)} FROM ${sql(name)} t ${join}
      WHERE t.workspace_id = ${pair.source}
      RETURNING 1)
    SELECT count(*) AS count FROM copied`
  return [name, rows[0]!.count] as const
})

/** Copies everything in the caller's transaction. It blocks nobody, because the workspace's rows are only read. */
export const all = Effect.fn("Rehearsals.copyTables")(function* (pair: Pair) {
  const counts = yield* Effect.forEach(Tables.copied, (one) => table(pair, one))
  return Object.fromEntries(counts) as Counts
})

/** Removes all rows of a workspace in the caller's transaction, except the one in `workspaces`. */
export const remove = Effect.fn("Rehearsals.remove")(function* (workspaceId: WorkspaceId) {
  const sql = yield* SqlClient.SqlClient
  const names = [...Object.keys(Tables.leftOut), ...Tables.copied.map(({ name }) => name).reverse()]
  const removed: Record<string, number> = {}
  for (const name of names) {
    if (Tables.referring.includes(name)) {
      yield* sql`${sql.literal(MultiShardStatements.nameFor(name))}UPDATE ${sql(name)} SET workspace_id = NULL WHERE workspace_id = ${workspaceId}`
      continue
    }
    const rows = yield* sql<{ count: number }>`WITH removed AS (
        DELETE FROM ${sql(name)} WHERE workspace_id = ${workspaceId} RETURNING 1)
      SELECT count(*) AS count FROM removed`
    removed[name] = rows[0]!.count
  }
  return removed as Counts
})
