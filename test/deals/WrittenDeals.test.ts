/** Deals that are written straight from their rows read as those that were made as objects, byte for byte. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, ok, workspace } from "../support/server/Contract.ts"

const hostile = [
  'He said "no" \\ maybe',
  "tab\tline\nfeed\r\b\f",
  "\u0001\u001f\u007f\u0080",
  "\u2028\u2029</script><!--",
  "😀 é ﷽ \ufeff \ufffd",
  "__proto__",
  "null",
  `${'"\\'.repeat(60)}`
]

contract("deals written from rows", (it) => {
  it.effect("are byte for byte what their creation answered", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      const texts = new Map<string, string>()
      for (const [index, text] of hostile.entries()) {
        const sent = {
          boardId: board.id,
          name: text,
          company: text,
          amountCents: [0, 1, Number.MAX_SAFE_INTEGER][index % 3],
          labels: index % 2 === 0 ? [] : [text.slice(0, 80), "b"],
          primaryContactName: text,
          primaryContactTitle: index % 2 === 0 ? null : text,
          keyTerms: text.repeat(40),
          externalId: text
        }
        const deal = yield* created(post("/v1/deals", sent))
        const answer = yield* get(`/v1/deals/${deal.id}`)
        assert.strictEqual(answer.text, JSON.stringify(deal))
        texts.set(deal.id, answer.text)
      }
      const page = yield* get("/v1/deals?limit=3")
      const { data, hasMore, nextCursor } = yield* ok(get("/v1/deals?limit=3"))
      const parts = data.map(({ id }: { readonly id: string }) => texts.get(id)).join()
      assert.strictEqual(data.length, 3)
      assert.isTrue(hasMore)
      assert.strictEqual(
        page.text,
        `{"data":[${parts}],"hasMore":true,"nextCursor":${JSON.stringify(nextCursor)}}`
      )
    })
  )

  it.effect("are whole in every list, however long their key terms are", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      const texts = new Map<string, string>()
      for (const keyTerms of [
        null,
        "a".repeat(4_000),
        "語".repeat(1_333),
        "a".repeat(4_001),
        "語".repeat(1_334)
      ]) {
        const sent = {
          boardId: board.id,
          name: "A",
          amountCents: 1,
          ...(keyTerms === null ? {} : { keyTerms })
        }
        const deal = yield* created(post("/v1/deals", sent))
        texts.set(deal.id, (yield* get(`/v1/deals/${deal.id}`)).text)
        const newest = [...texts.values()].reverse()
        for (const query of ["", "?sort=-amount", "?status=all", "?ownerId=me", "?q=a", "?search=a"]) {
          const page = yield* get(`/v1/deals${query}`)
          assert.strictEqual(
            page.text,
            `{"data":[${newest.join()}],"hasMore":false,"nextCursor":null}`,
            query
          )
        }
        const { data, nextCursor } = yield* ok(get("/v1/deals?limit=1"))
        assert.strictEqual(JSON.stringify(data[0]), newest[0])
        if (newest.length === 1) continue
        const next = yield* ok(get(`/v1/deals?limit=1&cursor=${nextCursor}`))
        assert.strictEqual(JSON.stringify(next.data[0]), newest[1])
      }
    })
  )
})
