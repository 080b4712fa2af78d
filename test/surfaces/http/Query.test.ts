import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Fields } from "../../../src/surfaces/http/request/Fields.ts"
import * as Query from "../../../src/surfaces/http/request/Query.ts"

/** A decoder that counts what it decodes, and refuses `bad`. */
const counting = () => {
  const sent: Array<Fields> = []
  const decode = Query.decoder((fields) => {
    sent.push(fields)
    if ("bad" in fields) return Effect.fail("bad")
    return Effect.succeed({ ...fields, labels: [String(fields["label"])] })
  })
  return { sent, decode }
}

describe("the decoder of queries", () => {
  it.effect("decodes a query that was valid once, whatever its path", () =>
    Effect.gen(function* () {
      const { decode, sent } = counting()
      const first = yield* decode("/v1/deals?label=a&limit=2")
      assert.deepStrictEqual(first, { label: "a", limit: "2", labels: ["a"] })
      assert.strictEqual(yield* decode("/v1/leads?label=a&limit=2"), first)
      assert.deepStrictEqual(yield* decode("/v1/deals"), { labels: ["undefined"] })
      yield* decode("/v1/leads")
      assert.strictEqual(sent.length, 2)
      assert.throws(() => (first["labels"] as Array<string>).push("b"))
    })
  )

  it.effect("keeps none that is refused, or long, and not more than it may", () =>
    Effect.gen(function* () {
      const { decode, sent } = counting()
      const asked = (query: string) =>
        Effect.map(Effect.exit(Effect.andThen(decode(query), decode(query))), () => sent.splice(0).length)
      assert.strictEqual(yield* Effect.flip(decode("/?bad=1")), "bad")
      assert.strictEqual(yield* Effect.flip(decode("/?bad=1")), "bad")
      assert.strictEqual(sent.splice(0).length, 2)
      assert.strictEqual(yield* asked(`/?label=${"a".repeat(200)}`), 2)
      for (let n = 0; n < 100; n++) assert.strictEqual(yield* asked(`/?label=${n}`), 1)
      assert.strictEqual(yield* asked("/?label=99"), 0)
      assert.strictEqual(yield* asked("/?label=0"), 1)
    })
  )
})
