import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Admission } from "../../../../layers/platform/database/Admission.ts"
import { Limits } from "../../../../layers/platform/database/Limits.ts"
import { TestDatabase } from "../../../support/server/TestDatabase.ts"

const few = Layer.succeed(Limits, { connections: 5, statement: 3_000, lock: 2_000, idle: 4_000 })

layer(Admission.layer.pipe(Layer.provideMerge(TestDatabase.layer), Layer.provide(few)))("limits", (it) => {
  it.effect("they are told to the server", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ setting: string }>`SELECT current_setting(name) AS setting
        FROM unnest(ARRAY['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) AS name`
      assert.deepStrictEqual(
        rows.map(({ setting }) => setting),
        ["3s", "2s", "4s"]
      )
    })
  )

  it.effect("each kind of work keeps a share of a small pool", () =>
    Effect.gen(function* () {
      const { admit } = yield* Admission
      // The pool's other connections wait with the deals; leads still get one.
      const stuck = yield* Effect.forkScoped(
        Effect.forEach([1, 2, 3], () => admit("deals", Effect.never), { concurrency: 3 })
      )
      assert.strictEqual(yield* admit("leads", Effect.succeed("done")), "done")
      assert.strictEqual(yield* admit("rest", Effect.succeed("done")), "done")
      assert.isUndefined(stuck.pollUnsafe())
    })
  )
})
