import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Filters } from "../../../layers/deals/DealLists.ts"
import * as DealSearch from "../../../layers/deals/DealSearch.ts"
import type { BoardId, StageId } from "../../../schema/Id.ts"
import * as Sent from "../../support/server/Sent.ts"
import { TestService } from "../../support/server/TestService.ts"

const imported = 6000

/** Won deals of one date, as an import makes them, and 60 older ones in the first stage; all have the text. */
const fill = Effect.fnUntraced(function* (workspaceId: string, dealId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO deals SELECT made.* FROM deals d CROSS JOIN generate_series(1, ${imported + 60}::int) n
    CROSS JOIN LATERAL (SELECT n > ${imported}::int AS old) of
    JOIN stages s ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id
      AND s.id = CASE WHEN old THEN d.stage_id
        ELSE (SELECT id FROM stages w WHERE w.workspace_id = d.workspace_id AND w.board_id = d.board_id AND w.region = 'won') END
    CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('name', 'dated', 'words', 'dated ' || n, 'search', 'dated ' || n,
      'stage_id', s.id, 'status', CASE WHEN old THEN 'open' ELSE 'won' END,
      'created_at', d.created_at - CASE WHEN old THEN n * interval '1 hour' ELSE interval '1 hour' END,
      'id', (left(d.id::text, 8) || '-' || lpad(to_hex(n / 3), 4, '0') || '-7' || right(md5(n::text), 3) || '-8'
        || right(md5(n::text), 3) || '-' || right(md5(n::text), 12))::uuid)) made
    WHERE d.workspace_id = ${workspaceId} AND d.id = ${dealId}`
  yield* sql`ANALYZE deals`
})

layer(TestService.layer())("a search past many deals", (it) => {
  it.effect("reads hardly any of them, of one time, of another stage or status", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { board, send, workspace } = yield* (yield* TestService).workspace("standard")
      const { body } = yield* Effect.promise(() =>
        send("POST", "/v1/deals", { boardId: board.id, name: "First" })
      )
      yield* fill(workspace.id, body.id)
      const all = yield* sql<{
        id: string
        at: string
        status: string
      }>`SELECT id, created_at::text AS at, status
        FROM deals WHERE workspace_id = ${workspace.id} AND name = 'dated' ORDER BY created_at DESC, id DESC`
      assert.strictEqual(all.filter(({ status }) => status === "won").length, imported)
      const [middle, open] = [Math.floor(imported / 2), all.filter(({ status }) => status === "open")]
      const searches: ReadonlyArray<
        readonly [
          Partial<Filters>,
          after: { readonly at: string; readonly id: string } | undefined,
          typeof all
        ]
      > = [
        [{ status: "all" }, undefined, all],
        [{ status: "all" }, all[middle], all.slice(middle + 1)],
        [{ status: "won" }, undefined, all],
        [{ status: "open" }, undefined, open],
        [{ status: "open", boardId: board.id as BoardId }, undefined, open],
        [{ status: "all", stageId: body.stage.id as StageId }, undefined, open],
        [{ status: "open" }, open[9], open.slice(10)]
      ]
      for (const [filters, after, expected] of searches) {
        const statement = sql<{ id: string }>`${DealSearch.newest(sql, {
          ...{ filters: { status: "all", q: "dated", ...filters }, workspaceId: workspace.id },
          ...{
            shown: sql.literal("d.*"),
            rows: 26,
            known: { way: "walk", hasNearlyAll: false, isLarge: true, common: new Set() }
          },
          after: after && [after.at, after.id]
        })}`
        const found = yield* statement
        const asked = JSON.stringify({ filters, after })
        assert.deepStrictEqual(
          found.map(({ id }) => id),
          expected.slice(0, 26).map(({ id }) => id),
          asked
        )
        const [text, parameters] = statement.compile()
        const blocks = yield* Sent.blocks({ text, parameters })
        assert.isBelow(blocks, 40, asked)
      }
    })
  )
})
