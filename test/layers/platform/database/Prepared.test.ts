import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import * as Prepared from "../../../../layers/platform/database/Prepared.ts"
import { TestDatabase } from "../../../support/server/TestDatabase.ts"

interface Cache {
  readonly constructor: new (max: number) => Cache
  readonly get: (
    text: string,
    types: ReadonlyArray<number>
  ) => { readonly name: string; readonly key: string }
  readonly statements: Map<string, object>
}

interface Reserved {
  readonly connection: { readonly base: { readonly prepared: Cache } }
}

const texts = Array.from({ length: 5 }, (_, index) => `SELECT ${index}`)

const asked = fc.record({
  // One that was just composed is another object each time.
  text: fc
    .tuple(fc.constantFrom(...texts), fc.boolean())
    .map(([one, anew]) => (anew ? `${one} `.trimEnd() : one)),
  types: fc.array(fc.constantFrom(0, 20, 25), { maxLength: 3 })
})

layer(TestDatabase.layer)("statements that a connection has prepared", (it) => {
  it.effect("are found by text and types, and the one used longest ago goes first", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reserved = (yield* sql.reserve) as unknown as Reserved
      const { constructor: Cache } = reserved.connection.base.prepared
      Prepared.quicken(reserved.connection.base.prepared)
      fc.assert(
        fc.property(fc.array(asked, { maxLength: 60 }), (all) => {
          const cache = new Cache(4)
          const kept = new Map<string, object>()
          for (const { text, types } of all) {
            const key = types.length === 0 ? text : `${text}\0${types.join(",")}`
            const before = kept.get(key)
            const found = cache.get(text, types)
            if (before === undefined) assert.isFalse([...kept.values()].includes(found))
            else assert.strictEqual(found, before)
            assert.strictEqual(found.key, key)
            kept.delete(key)
            kept.set(key, found)
            if (kept.size > 4) kept.delete(kept.keys().next().value!)
            assert.deepStrictEqual([...cache.statements.keys()], [...kept.keys()])
          }
        }),
        { numRuns: 500 }
      )
    })
  )
})
