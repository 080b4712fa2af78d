import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Filters } from "../../../layers/deals/DealLists.ts"
import * as DealSearch from "../../../layers/deals/DealSearch.ts"
import * as SelectiveSubstring from "../../../layers/deals/SelectiveSubstring.ts"
import * as SearchStrategyCache from "../../../layers/deals/SearchStrategyCache.ts"
import type { BoardId, StageId } from "../../../schema/Id.ts"
import * as Guard from "../../support/server/Guard.ts"
import * as Sent from "../../support/server/Sent.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { TestService } from "../../support/server/TestService.ts"

/** The same texts in each workspace; several deals of each time, some of a very long text. */
const fill = Effect.fnUntraced(function* (workspaceId: string, dealId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO deals SELECT made.* FROM deals d CROSS JOIN generate_series(1, 2000) n
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 3 = 0 THEN 'common' ELSE 'other' END
      || CASE WHEN n % 50 = 0 THEN ' seldom' ELSE '' END AS text) named
    CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'name', text,
      'words', text || CASE WHEN n % 90 = 0 THEN repeat(' x', 1300) ELSE '' END, 'search', text,
      'status', CASE WHEN n % 4 = 0 THEN 'won' ELSE 'open' END,
      'deleted_at', CASE WHEN n % 31 = 0 THEN d.created_at END,
      'created_at', d.created_at - (n / 3) * interval '1 second')) made
    WHERE d.workspace_id = ${workspaceId} AND d.id = ${dealId}`
})

const ways = [undefined, "read", "part", "sort", "walk"] as const

layer(TestService.layer())("a search of newest deals", (it) => {
  // A cluster has no statement without the workspace's index condition.
  it.effect.skipIf(TestDatabase.isCluster)("finds the same in each way, and of its workspace alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const service = yield* TestService
      const filled = Effect.gen(function* () {
        const { board, send, workspace } = yield* service.workspace("standard")
        const { body } = yield* Effect.promise(() =>
          send("POST", "/v1/deals", { boardId: board.id, name: "First" })
        )
        yield* fill(workspace.id, body.id)
        return { workspaceId: workspace.id, board, stage: body.stage.id as string }
      })
      const { board, stage, workspaceId } = yield* filled
      yield* filled
      yield* sql`ANALYZE deals`
      const texts = [{ q: "common" }, { q: "seldom" }, { search: "seldom common" }, { q: "nothing" }]
      const filters = [{}, { boardId: board.id as BoardId }, { stageId: stage as StageId }]
      for (const text of texts)
        for (const filter of filters)
          for (const status of ["open", "all"] as const) {
            const asked: Filters = { status, ...text, ...filter }
            const has = (text.q ?? text.search).split(" ").map((word) => sql`strpos(words, ${word}) > 0`)
            const all = yield* sql<{ id: string; at: string }>`SELECT id, created_at::text AS at FROM deals
              WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND status = ANY(${
                status === "all" ? ["open", "won"] : ["open"]
              }) AND ${sql.and(has)} ORDER BY created_at DESC, id DESC`
            const middle = all[Math.floor(all.length / 2)]
            for (const after of middle === undefined ? [undefined] : [undefined, [middle.at, middle.id]])
              for (const way of ways)
                for (const told of [
                  { hasNearlyAll: false, isLarge: false, common: new Set<string>() },
                  { hasNearlyAll: true, isLarge: false, common: new Set(["omm", "sel"]) },
                  { hasNearlyAll: true, isLarge: true, common: new Set(["com", "ldo", "thi"]) }
                ]) {
                  const statement = sql<{ id: string; way: string }>`${DealSearch.newest(sql, {
                    ...{ filters: asked, workspaceId, shown: sql.literal("d.*"), after },
                    ...{ rows: 26, known: { way, ...told } }
                  })}`
                  assert.isUndefined(Guard.problem(...statement.compile()))
                  const found = yield* statement
                  const begin = after === undefined ? 0 : Math.floor(all.length / 2) + 1
                  assert.deepStrictEqual(
                    found.map(({ id }) => id),
                    all.slice(begin, begin + 26).map(({ id }) => id),
                    JSON.stringify({ asked, after, way, told })
                  )
                  if (way !== undefined && found.length > 0) assert.strictEqual(found[0]!.way, way)
                }
          }
    })
  )

  it.effect("remembers how a search was done, for each workspace, filter and text", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { board, send } = yield* service.workspace("standard")
      const other = yield* service.workspace("standard")
      const make = (call: typeof send, boardId: string) =>
        Effect.promise(() => call("POST", "/v1/deals", { boardId, name: "Remembered" }))
      yield* make(send, board.id)
      yield* make(other.send, other.board.id)
      const isFoundOut = Effect.fnUntraced(function* (call: typeof send, query: string) {
        const asked = Effect.promise(() => call("GET", `/v1/deals?${query}`))
        const [{ body }, sent] = yield* Sent.during(["deals"], asked)
        assert.strictEqual(body.data.length, query.includes("nothing") ? 0 : 1)
        return sent.some(({ text }) => text.includes("WITH asked"))
      })
      const query = "q=remembered"
      const spellings = Array.from({ length: 64 }, (_, n) =>
        Array.from("remember", (letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join("")
      )
      const calls = [
        [send, query, true],
        [send, query, false],
        [send, `${query}&status=all`, true],
        [other.send, query, true],
        [other.send, query, false],
        // What finds nothing says nothing.
        [send, "q=nothing", true],
        [send, "q=nothing", true],
        ...spellings.map((q) => [send, `q=${q}`, true] as const),
        // So many others have been searched for since that it is forgotten.
        [send, query, true]
      ] as const
      for (const [call, query, expected] of calls)
        assert.strictEqual(yield* isFoundOut(call, query), expected, query)
    })
  )

  it.effect("knows which trigrams many deals of a workspace have, by a sample of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const service = yield* TestService
      const filled = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
        const { board, send, workspace } = yield* service.workspace("standard")
        const { body } = yield* Effect.promise(() =>
          send("POST", "/v1/deals", { boardId: board.id, name: "First" })
        )
        yield* sql`INSERT INTO deals SELECT made.* FROM deals d
          CROSS JOIN (SELECT id, row_number() OVER () AS n FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 120000)) ids
            WHERE uuid_hash(id) % 4096 = 0 LIMIT ${texts.length}::int) sampled
          CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('id', sampled.id, 'name', 'Sampled',
            'words', (ARRAY[${sql.join(", ", false)(texts.map((text) => sql`${text}`))}]::text[])[n])) made
          WHERE d.workspace_id = ${workspace.id} AND d.id = ${body.id}`
        return workspace.id
      })
      const own = yield* filled(["quarter", "art art", "thaw"])
      const other = yield* filled(["thaw", "thaw"])
      const common = yield* SelectiveSubstring.common(sql, own)
      assert.deepStrictEqual(
        ["art", "uar", "tha"].map((trigram) => common.has(trigram)),
        [true, false, false]
      )
      assert.strictEqual(SelectiveSubstring.of("quartz", common), "quar")
      assert.isTrue((yield* SelectiveSubstring.common(sql, other)).has("haw"))
    })
  )

  it.effect("does not count again for a minute what a search had to walk, whatever the next text is", () =>
    Effect.gen(function* () {
      const { workspace } = yield* (yield* TestService).workspace("standard")
      const waysOf = SearchStrategyCache.make(yield* SqlClient.SqlClient)
      const at = (seconds: number, status: "open" | "all", q: string) =>
        waysOf(workspace.id, { status, q }, new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString())
      const isLarge = (...asked: Parameters<typeof at>) =>
        Effect.map(at(...asked), ({ known }) => known.isLarge)
      ;(yield* at(0, "all", "few")).learn("sort", 1)
      assert.isFalse(yield* isLarge(1, "all", "other"))
      ;(yield* at(10, "open", "common")).learn("walk", 1)
      assert.isTrue(yield* isLarge(59, "open", "other"))
      assert.isFalse(yield* isLarge(59, "all", "other"))
      // Only one asks anew, and the others go on by what was known.
      const both = Effect.all([isLarge(60, "open", "other"), isLarge(60, "open", "more")], { concurrency: 2 })
      const [found, sent] = yield* Sent.during(["pg_class"], both)
      assert.deepStrictEqual(found, [false, true])
      assert.strictEqual(sent.length, 1)
    })
  )

  it.effect("takes for light, for half a minute, what took no longer than 5 ms", () =>
    Effect.gen(function* () {
      const { workspace } = yield* (yield* TestService).workspace("standard")
      const waysOf = SearchStrategyCache.make(yield* SqlClient.SqlClient)
      const at = (seconds: number) =>
        waysOf(workspace.id, { status: "open", q: "common" }, `2026-01-01T00:00:${seconds}Z`)
      const told = Effect.fnUntraced(function* (seconds: number) {
        const { isLight, known } = yield* at(seconds)
        return [known.way, isLight]
      })
      assert.deepStrictEqual(yield* told(10), [undefined, false])
      ;(yield* at(10)).learn("walk", 5.1)
      assert.deepStrictEqual(yield* told(11), ["walk", false])
      ;(yield* at(20)).learn("walk", 5)
      assert.deepStrictEqual(yield* told(39), ["walk", true])
      // To be found out again half a minute after it was found out, not after it was last told.
      assert.deepStrictEqual(yield* told(40), [undefined, false])
    })
  )
})
