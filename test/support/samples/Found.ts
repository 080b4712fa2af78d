/** A workspace whose deals a test looks for, and which may have any dates. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { created, ok, workspace } from "../server/Contract.ts"

/** Columns of a deal that requests can't set. */
type Columns = {
  readonly created_at?: string
  readonly updated_at?: string
  readonly active_on?: string
  readonly won_at?: string | null
  readonly dead_at?: string | null
  readonly currency?: string
}

export const furnished = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const api = yield* workspace()
  const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  const stage = (name: string): string => stages.find((one: { name: string }) => one.name === name).id
  const create = Effect.fnUntraced(function* (name: string, fields: object = {}, columns: Columns = {}) {
    const deal = yield* created(api.post("/v1/deals", { boardId: api.board.id, name, ...fields }))
    if (Object.keys(columns).length > 0) {
      yield* sql`UPDATE deals SET ${sql.update(columns)}
        WHERE workspace_id = ${api.workspace.id} AND id = ${deal.id}`
    }
    return deal
  })
  const list = (query: Record<string, string>) => ok(api.get(`/v1/deals?${new URLSearchParams(query)}`))
  const names = (query: Record<string, string>) =>
    Effect.map(list(query), ({ data }) => data.map((deal: { name: string }) => deal.name).join(" "))
  return { ...api, stage, create, list, names, sql }
})
