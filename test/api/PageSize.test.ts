import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "../support/server/TestService.ts"
import type { Client } from "../support/server/TestService.ts"

const mebibyte = 1_048_576

/** Reads a list with the largest page size; each page must be at most 1 MiB. */
const walk = Effect.fnUntraced(function* ({ send }: Client, path: string) {
  const pages: Array<ReadonlyArray<any>> = []
  for (let cursor = ""; ;) {
    const { body, status, text } = yield* Effect.promise(() => send("GET", `${path}limit=100${cursor}`))
    assert.strictEqual(status, 200, text.slice(0, 500))
    assert.isAtMost(Buffer.byteLength(text), mebibyte)
    pages.push(body.data)
    if (!body.hasMore) return pages
    cursor = `&cursor=${body.nextCursor}`
  }
})

const ids = (rows: ReadonlyArray<any>) => rows.map(({ id }) => id)

layer(TestService.layer())("a page of large rows", (it) => {
  it.effect("ends before it is over 1 MiB, and the next page continues there", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const { board, send } = client
      const make = (path: string, body: object) =>
        Effect.map(
          Effect.promise(() => send("POST", path, body)),
          ({ body, status, text }) => {
            assert.strictEqual(status, 201, text)
            return body.id as string
          }
        )
      const keyTerms = ["語".repeat(20_000), "\u0001".repeat(20_000), "x".repeat(20_000)]
      const deals = yield* Effect.forEach(Array.from({ length: 60 }), (_, index) =>
        make("/v1/deals", { boardId: board.id, name: "A deal", keyTerms: keyTerms[index % 3] })
      )
      for (const query of ["?", "?q=deal&"]) {
        const pages = yield* walk(client, `/v1/deals${query}`)
        assert.deepStrictEqual(ids(pages.flat()), deals.toReversed())
        assert.isAbove(pages[0]!.length, 5)
        assert.isAbove(pages.length, 2)
      }
      const deal = deals[0]!
      const texts = ["a\n".repeat(10_000), "\n".repeat(20_000), "語".repeat(20_000)]
      const notes = yield* Effect.forEach(Array.from({ length: 12 }), (_, index) =>
        make(`/v1/deals/${deal}/notes`, { contentText: texts[index % 3] })
      )
      const pages = yield* walk(client, `/v1/deals/${deal}/notes?`)
      assert.deepStrictEqual(ids(pages.flat()), notes.toReversed())
      for (const text of keyTerms) {
        yield* Effect.promise(() => send("PATCH", `/v1/deals/${deal}`, { keyTerms: `${text.slice(1)}!` }))
      }
      const activity = yield* walk(client, `/v1/deals/${deal}/activity?`)
      assert.strictEqual(new Set(ids(activity.flat())).size, 12 + 1 + 3)
    })
  )

  it.effect("shows fewer deals of each stage if a board would be over 1 MiB", () =>
    Effect.gen(function* () {
      const { board, send } = yield* (yield* TestService).workspace()
      const labels = Array.from({ length: 50 }, (_, index) => `${index}${"語".repeat(70)}`)
      for (let n = 0; n < 120; n++) {
        yield* Effect.promise(() => send("POST", "/v1/deals", { boardId: board.id, name: "D", labels }))
      }
      const { body, text } = yield* Effect.promise(() => send("GET", `/v1/boards/${board.id}/lanes?limit=50`))
      assert.isAtMost(Buffer.byteLength(text), mebibyte)
      assert.strictEqual(body.lanes[0].dealCount, 120)
      assert.isTrue(body.lanes[0].hasMore)
    })
  )
})
