import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { SqlClient } from "effect/sql"
import { TestService } from "../../support/server/TestService.ts"

const deals = 3000

const syllables = "ba be bo da de di Do fé fa gö ka ko ren rot".split(" ")

/** A pseudo-random number of row `n`. */
const draw = (purpose: number) => `(hashint8extended(n, ${purpose}) & 2147483647)`

const syllable = (purpose: number) =>
  `(ARRAY['${syllables.join("','")}'])[1 + floor(${syllables.length} * power(${draw(purpose)} / 2147483648.0, 2))::int]`

/** Deals of random names; several of each time, on two boards, some closed, some deleted, some of a very long text. */
const fill = Effect.fnUntraced(function* (workspaceId: string, dealId: string, other: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO deals SELECT made.* FROM deals d CROSS JOIN generate_series(1, ${deals}::int) n
    CROSS JOIN LATERAL (SELECT ${sql.literal(
      `${syllable(1)} || ${syllable(2)} || CASE WHEN ${draw(3)} % 3 = 0 THEN ' ' ELSE '' END || ${syllable(4)} || ' ' || n`
    )} AS text, ${sql.literal(`${draw(5)} % 40 = 0`)} AS away) named
    CROSS JOIN LATERAL (SELECT s.id, s.board_id, s.region FROM stages s WHERE s.workspace_id = ${workspaceId}
      AND (s.board_id = d.board_id AND NOT away OR s.board_id = ${other} AND away)
      ORDER BY hashtext(s.name || n) LIMIT 1) s
    CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'name', text,
      'words', translate(lower(text), 'éö', 'eo') || CASE WHEN n % 50 = 0 THEN repeat(' x', 1300) ELSE '' END, 'search', lower(text), 'board_id', s.board_id, 'stage_id', s.id,
      'status', CASE s.region WHEN 'won' THEN 'won' WHEN 'dead' THEN 'dead' ELSE 'open' END,
      'deleted_at', CASE WHEN ${sql.literal(draw(6))} % 50 = 0 THEN d.created_at END,
      'created_at', d.created_at - (${sql.literal(draw(7))} % 600) * interval '1 second')) made
    WHERE d.workspace_id = ${workspaceId} AND d.id = ${dealId}`
})

interface Row {
  readonly id: string
  readonly name: string
  readonly board: string
  readonly stage: string
  readonly status: string
}

/** As the documentation has it, without an index: `search` ignores accents and the order of words. */
const has = (row: Row, { q, search }: { readonly q?: string; readonly search?: string }) => {
  const text = row.name.toLowerCase()
  const plain = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "")
  return (
    (q === undefined || text.includes(q)) &&
    (search === undefined || search.split(" ").every((word) => plain(text).includes(plain(word))))
  )
}

layer(TestService.layer({ RATE_LIMIT_PER_KEY: "1000000", RATE_LIMIT_PER_WORKSPACE: "1000000" }))(
  "a search of newest deals",
  (it) => {
    it.effect(
      "has the rows of a walk over all, in its order and on its pages",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { board, send, workspace } = yield* (yield* TestService).workspace("standard")
          const call = (method: string, path: string, body?: object) =>
            Effect.map(
              Effect.promise(() => send(method, `/v1/${path}`, body)),
              (answer) => {
                assert.isBelow(answer.status, 300, `${path}: ${answer.text}`)
                return answer.body
              }
            )
          const other = yield* call("POST", "boards", { name: "Other" })
          const made = yield* call("POST", "deals", { boardId: board.id, name: "First" })
          yield* fill(workspace.id, made.id, other.id)
          const rows =
            yield* sql<Row>`SELECT id, name, board_id AS board, stage_id AS stage, status FROM deals
          WHERE workspace_id = ${workspace.id} AND deleted_at IS NULL ORDER BY created_at DESC, id DESC`
          assert.isAbove(rows.length, 2800)
          const [{ stage }] = rows as readonly [Row]
          const part = fc.constantFrom(...syllables.map((text) => text.toLowerCase()))
          const text = fc.oneof(
            fc.tuple(part, part).map((both) => both.join("")),
            fc.tuple(part, part, part).map((all) => all.join("")),
            fc.constantFrom("ren", "ba 1", "38", "fé", "nothing", "rotren 7"),
            fc.integer({ min: 100, max: deals }).map(String)
          )
          const words = fc.array(text, { minLength: 1, maxLength: 3 }).map((all) => all.join(" "))
          const asked = fc.record({
            texts: fc.oneof(
              fc.record({ q: text }),
              fc.record({ search: words }),
              fc.record({ q: text, search: words })
            ),
            filter: fc.constantFrom(
              {},
              { status: "all" },
              { status: "won" },
              { boardId: board.id },
              { boardId: other.id, status: "all" },
              { stageId: stage }
            ),
            limit: fc.constantFrom(1, 3, 25, 100)
          })
          for (const { filter, limit, texts } of fc.sample(asked, { seed: 64, numRuns: 60 })) {
            const { boardId, stageId, status } = filter as Record<string, string | undefined>
            const isOf = (row: Row) =>
              (boardId === undefined || row.board === boardId) &&
              (stageId === undefined || row.stage === stageId) &&
              (status === "all" || row.status === (status ?? (stageId === undefined ? "open" : row.status)))
            const expected = rows.filter((row) => isOf(row) && has(row, texts)).map(({ id }) => id)
            const found: Array<string> = []
            const query = new URLSearchParams({ ...texts, ...filter, limit: String(limit) })
            for (let pages = 0; pages < 6; pages++) {
              const page = yield* call("GET", `deals?${query}`)
              found.push(...page.data.map(({ id }: Row) => id))
              if (page.nextCursor === null) break
              query.set("cursor", page.nextCursor)
            }
            assert.deepStrictEqual(found, expected.slice(0, limit * 6), String(query))
          }
        }),
      60_000
    )

    it.effect("finds a text of more trigrams than fit an index", () =>
      Effect.gen(function* () {
        const { board, send } = yield* (yield* TestService).workspace("standard")
        // Each of these letters stands for a word of several.
        const letters = (from: number, count: number) =>
          Array.from({ length: count }, (_, n) =>
            String.fromCodePoint(0x33_00 + ((from + n * (1 + (n >> 5))) % 88))
          ).join("")
        const deal = {
          boardId: board.id,
          name: letters(0, 200),
          company: letters(7, 490),
          primaryContactName: `${letters(31, 480)} Lastly`
        }
        const made = yield* Effect.promise(() => send("POST", "/v1/deals", deal))
        assert.strictEqual(made.status, 201, made.text)
        for (const search of ["lastly", letters(7, 9)]) {
          const { body } = yield* Effect.promise(() =>
            send("GET", `/v1/deals?search=${encodeURIComponent(search)}`)
          )
          assert.deepStrictEqual(
            body.data.map(({ id }: { readonly id: string }) => id),
            [made.body.id]
          )
        }
      })
    )
  }
)
