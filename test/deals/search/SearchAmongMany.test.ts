import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestService } from "../../support/server/TestService.ts"

/** Of 5,000 deals, an import put the newest 1,500: only the newest 30 of these have what a search looks for. */
const textOf = `CASE WHEN n > 4970 THEN 'near' WHEN n > 3500 THEN 'imported' ELSE 'common' END
  || CASE WHEN n <= 3500 AND n % 7 = 0 THEN ' several' ELSE '' END || CASE WHEN n IN (1, 2000) THEN ' seldom' ELSE '' END`

const fill = Effect.fnUntraced(function* (workspaceId: string, dealId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO deals SELECT made.* FROM deals d CROSS JOIN generate_series(1, 5000) n
    CROSS JOIN LATERAL (SELECT ${sql.literal(textOf)} AS text) named
    CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'name', text, 'words', text,
      'search', text, 'created_at', d.created_at - (10000 - n) * interval '1 second')) made
    WHERE d.workspace_id = ${workspaceId} AND d.id = ${dealId}`
  yield* sql`ANALYZE deals`
})

layer(TestService.layer({ RATE_LIMIT_PER_KEY: "1000000", RATE_LIMIT_PER_WORKSPACE: "1000000" }))(
  "a search among many deals",
  (it) => {
    it.effect("finds what matches in the list's order, however much of it stands before", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { board, send, workspace } = yield* (yield* TestService).workspace("standard")
        const made = yield* Effect.promise(() =>
          send("POST", "/v1/deals", { boardId: board.id, name: "Other" })
        )
        yield* fill(workspace.id, made.body.id)
        for (const [text, count] of [
          ["common", 3500],
          ["several", 500],
          ["near", 30],
          ["seldom", 2]
        ] as const) {
          const rows = yield* sql<{ id: string }>`SELECT id FROM deals
            WHERE workspace_id = ${workspace.id} AND strpos(words, ${text}) > 0 ORDER BY created_at DESC, id DESC`
          assert.strictEqual(rows.length, count)
          for (const by of ["q", "search"]) {
            const found: Array<string> = []
            let after = ""
            do {
              const page = yield* Effect.promise(() =>
                send("GET", `/v1/deals?${by}=${text}&limit=100${after}`)
              )
              found.push(...page.body.data.map(({ id }: { readonly id: string }) => id))
              after =
                page.body.nextCursor === null ? "" : `&cursor=${encodeURIComponent(page.body.nextCursor)}`
            } while (after !== "" && found.length <= count)
            assert.deepStrictEqual(
              found,
              rows.map(({ id }) => id),
              `${by}=${text}`
            )
          }
        }
      })
    )
  }
)
