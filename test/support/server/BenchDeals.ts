/** Fills a test's workspace as the benchmarks fill theirs. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Rows from "../bench/Rows.ts"
import type { Client } from "./TestService.ts"

type Fillable = Pick<Client, "board" | "send" | "user" | "workspace">

const part = 1000

/** Spreads so many deals over the workspace's board, which gets most, and another; and one entry of activity each. */
export const fill = Effect.fnUntraced(function* ({ board, send, user, workspace }: Fillable, deals: number) {
  const sql = yield* SqlClient.SqlClient
  const call = (method: string, path: string, body?: object) =>
    Effect.map(
      Effect.promise(() => send(method, `/v1/${path}`, body)),
      (answer) => answer.body
    )
  const other = yield* call("POST", "boards", { name: "Other" })
  const boards = yield* Effect.forEach([board.id, other.id], (id: string) =>
    Effect.map(call("GET", `boards/${id}/stages`), (stages) => ({ id, stages }))
  )
  const plan = {
    workspaceId: workspace.id,
    ownerId: user.id,
    deals,
    newest: new Date().toISOString(),
    boards
  }
  // In parts, each of which is done within the time of a request on a busy machine.
  for (let from = 1; from <= deals; from += part)
    yield* sql.unsafe(Rows.deals, [...Rows.parameters(plan, from, Math.min(deals, from + part - 1))])
  yield* sql.unsafe(Rows.activity, [workspace.id])
  yield* sql`VACUUM (ANALYZE) deals, notes`
  return boards
})
