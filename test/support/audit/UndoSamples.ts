/** Undoes what tests did, and compares a workspace's deals and leads as callers see them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Api, created, ok, workspace } from "../server/Contract.ts"
import type { Answer } from "../server/TestService.ts"

/** A workspace with a deal, and its board's stages. */
export const setUp = Effect.fnUntraced(function* (plan?: Parameters<typeof workspace>[0]) {
  const mine = yield* workspace(plan)
  const stages: ReadonlyArray<any> = yield* ok(mine.get(`/v1/boards/${mine.board.id}/stages`))
  const deal = yield* created(
    mine.post("/v1/deals", { boardId: mine.board.id, name: "Fleet", amountCents: 100 })
  )
  const of = (region: string) => stages.find((stage) => stage.region === region)
  return { ...mine, deal, stages, won: of("won"), dead: of("dead"), anchor: of("anchor") }
})

/** The answer of a write, and the id to undo it by. */
export const done = <R>(call: Effect.Effect<Answer, never, R>, status = 200) =>
  Effect.map(call, (answer) => {
    assert.strictEqual(answer.status, status, answer.text)
    return { body: answer.body, requestId: answer.headers.get("service-request-id")! }
  })

export const undo = (api: Api, body: object, headers?: Record<string, string>) =>
  done(api.post("/v1/undo", body, headers))

/** Undoes something of which nothing hinders the undo. */
export const undone = Effect.fnUntraced(function* (api: Api, body: object, entries: number) {
  const { body: answer } = yield* undo(api, body)
  assert.deepStrictEqual([answer.undone.length, answer.notUndone], [entries, []])
  return answer
})

/** An entry that was undone and done again was made by another write. */
const unmade = ({ entryId: _, ...entry }: any) => entry

interface Mine extends Api {
  readonly workspace: { readonly id: string }
}

/** Deals with their activity, leads with their history, and what is computed of them: totals and stall clocks. */
export const snapshot = Effect.fnUntraced(function* (mine: Mine) {
  const sql = yield* SqlClient.SqlClient
  const { data: deals } = yield* ok(mine.get("/v1/deals?status=all&limit=100"))
  const feeds = yield* Effect.forEach(deals as ReadonlyArray<any>, ({ id }) =>
    ok(mine.get(`/v1/deals/${id}/activity?limit=100`))
  )
  const { data: leads } = yield* ok(mine.get("/v1/leads?limit=100"))
  const totals = yield* sql`SELECT key, currency, sum(deals)::int AS deals,
    sum(CASE split_part(key, ':', 2) WHEN 'flow' THEN 0 ELSE cents END)::text AS cents FROM deal_totals
    WHERE workspace_id = ${mine.workspace.id} GROUP BY key, currency
    HAVING sum(deals) <> 0 OR sum(cents) <> 0 ORDER BY key, currency`
  const rows = yield* sql`SELECT id, active_on, status, words FROM deals
    WHERE workspace_id = ${mine.workspace.id} AND deleted_at IS NULL ORDER BY id`
  return { deals, feeds: feeds.map(({ data }: any) => data.map(unmade)), leads, totals, rows }
})

type Shot = Effect.Success<ReturnType<typeof snapshot>>

/** The same but the histories of leads, which only ever grow. */
export const apartFromHistory = (shot: Shot) => ({
  ...shot,
  leads: shot.leads.map((lead: any) => {
    const { history: _, historyHasMore: __, ...enrichment } = lead.enrichment
    return { ...lead, enrichment }
  })
})

/** Checks that no entry of a history that both have is another one, or gone, in the later. */
export const assertGrown = (before: Shot, after: Shot) => {
  const histories = new Map(after.leads.map((lead: any) => [lead.id, lead.enrichment.history]))
  for (const { enrichment, id } of before.leads) {
    const later = histories.get(id) as ReadonlyArray<unknown> | undefined
    if (later !== undefined)
      assert.deepStrictEqual(later.slice(0, enrichment.history.length), enrichment.history)
  }
}
