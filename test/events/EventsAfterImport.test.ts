import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, ok, workspace } from "../support/server/Contract.ts"

contract("the feed of changes after an import", (it) => {
  it.effect(
    "begins at a time right after a large import: nothing older, and everything newer",
    () =>
      Effect.gen(function* () {
        const { board, get, post } = yield* workspace()
        const rows = (from: number) => ({
          rows: Array.from({ length: 200 }, (_, index) => ({
            externalId: `${from}-${index}`,
            name: `Deal ${index}`
          }))
        })
        for (let count = 0; count < 25; count++) yield* ok(post("/v1/imports/deals", rows(count)))
        const since = (yield* ok(get("/v1/reports/summary"))).generated_at as string
        const { id } = yield* created(post("/v1/deals", { boardId: board.id, name: "After" }))

        const follow = Effect.fnUntraced(function* (first: string) {
          const seen: Array<any> = []
          let query = first
          for (let calls = 0; calls < 20; calls++) {
            const { data, hasMore, nextCursor } = yield* ok(get(`/v1/events?limit=100&${query}`))
            seen.push(...data)
            query = `cursor=${nextCursor}`
            if (!hasMore) return { seen, query }
          }
          return assert.fail("It never ends")
        })
        const { query, seen } = yield* follow(`since=${since}`)
        assert.deepStrictEqual(
          seen.map(({ dealId, type }) => [type, dealId]),
          [["deal.created", id]]
        )
        const other = yield* created(post("/v1/deals", { boardId: board.id, name: "Later" }))
        assert.deepStrictEqual(
          (yield* follow(query)).seen.map(({ dealId }) => dealId),
          [other.id]
        )
        // Who reads from the start gets all of it, in order.
        assert.lengthOf((yield* ok(get("/v1/events?limit=100"))).data, 100)
      }),
    120_000
  )
})
