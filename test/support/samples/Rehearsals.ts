/** Rehearsals of a workspace, made by the command, and requests with their key. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Usage } from "../../../layers/identity/Usage.ts"
import { run as admin } from "../server/Admin.ts"
import { type Api, as, created, ok, workspace } from "../server/Contract.ts"

interface Forked {
  readonly workspace: { readonly id: string; readonly name: string; readonly plan: string }
  readonly rehearsalOf: string
  readonly apiKey: { readonly id: string; readonly token: string }
  readonly expiresAt: string
  readonly counts: Readonly<Record<string, number>>
}

export const fork = Effect.fnUntraced(function* (id: string, flags: Readonly<Record<string, string>> = {}) {
  const made: Forked = yield* admin("workspace fork", { workspace: id, ...flags })
  const api: Api = yield* as(made.apiKey.token)
  return { ...made, ...api }
})

/** A workspace with a bit of everything that is copied. */
export const site = Effect.gen(function* () {
  const source = yield* workspace()
  const { board } = source
  const deal = yield* created(
    source.post("/v1/deals", { boardId: board.id, name: "Trackers", amountCents: 100 })
  )
  yield* created(source.post(`/v1/deals/${deal.id}/notes`, { contentText: "Called them" }))
  const lead = yield* created(source.post("/v1/leads", { firstName: "Sabine", message: "Hello" }))
  yield* ok(source.patch(`/v1/leads/${lead.id}`, { enrichment: { status: "in_progress", score: 10 } }))
  yield* admin("form token", { board: board.id })
  yield* admin("inbound address", { board: board.id })
  return { source, board, deal, lead }
})

/** The tables with a workspace, without the parts of a table in parts. */
export const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`
  return rows.map(({ name }) => name).sort()
})

/** Stores the counts of the requests so far: otherwise the service may do so once a workspace's other rows are gone. */
export const requestsCounted = Effect.flatMap(Usage, ({ flush }) => flush)

export const rowsOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const counts: Array<readonly [string, number]> = []
  for (const table of yield* tables) {
    const [row] = yield* sql<{
      count: number
    }>`SELECT count(*) AS count FROM ${sql(table)} WHERE workspace_id = ${id}`
    counts.push([table, row!.count])
  }
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
})
