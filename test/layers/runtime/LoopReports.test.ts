import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { LoopReports } from "../../../layers/runtime/LoopReports.ts"
import { Loops } from "../../../layers/runtime/Loops.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const here = Layer.provideMerge(LoopReports.layer, Layer.mergeAll(TestDatabase.layer, Ids.layer))

/** A node that tells of these loops, for as long as the scope is open. */
const node = Effect.fnUntraced(function* (loops: ReturnType<typeof Loops.make>) {
  const scope = yield* Scope.make()
  yield* Layer.buildWithScope(Layer.fresh(LoopReports.reporting), scope).pipe(
    Effect.provideService(Loops, loops)
  )
  return Scope.close(scope, Exit.void)
})

/** What `job list` shows, once `found` is among it; asked again until then. */
const shown = (found: (loops: ReadonlyArray<any>) => boolean) =>
  Effect.gen(function* () {
    const { latest } = yield* LoopReports
    return yield* Effect.repeat(latest, { until: found }).pipe(Effect.timeout("10 seconds"))
  })

layer(here, { excludeTestServices: true })("reports of loops", (it) => {
  it.effect("come from every node at its start, the failing first, and go with it", () =>
    Effect.gen(function* () {
      const [one, other] = [Loops.make(), Loops.make()]
      yield* one.begin("Counting")
      const failing = yield* other.begin("Counting")
      yield* failing.fail("no\nmore")
      const ends = yield* Effect.all([node(one), node(other)])
      const loops = yield* shown((all) => all.length === 4)
      assert.strictEqual(new Set(loops.map(({ node }) => node)).size, 1)
      assert.match(loops[0]!.node, new RegExp(`.+:${process.pid}$`, "u"))
      assert.deepInclude(loops[0], { name: "Counting", state: "failing", failures: 1 })
      assert.strictEqual(loops[0]!.lastFailure?.reason, "no more")
      assert.deepStrictEqual(
        loops
          .map(({ name, state }) => `${name}: ${state}`)
          .slice(1)
          .sort(),
        [
          "Counting: working",
          "Telling how the loops are doing: working",
          "Telling how the loops are doing: working"
        ]
      )
      yield* ends[1]
      assert.isFalse((yield* (yield* LoopReports).latest).some(({ state }) => state === "failing"))
      yield* ends[0]
      assert.deepStrictEqual(yield* (yield* LoopReports).latest, [])
    })
  )

  it.effect("of a node that died are shown no longer, and forgotten by the next that speaks", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO loop_reports (node, name, reported_at, loops)
        VALUES ('dead', 'a:1', now() - interval '6 minutes', '[{"name": "Counting"}]')`
      assert.deepStrictEqual(yield* (yield* LoopReports).latest, [])
      const end = yield* node(Loops.make())
      yield* Effect.repeat(sql`SELECT FROM loop_reports WHERE node = 'dead'`, {
        until: (rows) => rows.length === 0
      }).pipe(Effect.timeout("10 seconds"))
      yield* end
    })
  )
})
