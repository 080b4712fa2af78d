import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Admission } from "../../../layers/database/Admission.ts"
import { DatabaseLimits } from "../../../layers/database/DatabaseLimits.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { WorkspaceId } from "../../../schema/Id.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const few = Layer.succeed(DatabaseLimits, { connections: 5, statement: 3_000, lock: 2_000, idle: 4_000 })

const tenant = (number: number) =>
  Effect.provideService(Tenant, {
    workspaceId: WorkspaceId.make(`0190a0b0-c0d0-7000-8000-00000000000${number}`)
  })

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
        Effect.forEach([1, 2, 3], (one) => tenant(one)(admit("deals", Effect.never)), { concurrency: 3 })
      )
      const done = Effect.succeed("done")
      assert.strictEqual(yield* tenant(1)(admit("leads", done)), "done")
      assert.strictEqual(yield* tenant(1)(admit("rest", done)), "done")
      assert.isUndefined(stuck.pollUnsafe())
    })
  )

  it.effect("a workspace whose statements are stuck leaves the others their part of each kind", () =>
    Effect.gen(function* () {
      const { admit } = yield* Admission
      const fibers = yield* Effect.forEach(["leads", "leads", "leads"] as const, (kind) =>
        Effect.forkChild(tenant(1)(admit(kind, Effect.never)), { startImmediately: true })
      )
      assert.strictEqual(yield* tenant(2)(admit("leads", Effect.succeed("done"))), "done")
      yield* Fiber.interruptAll(fibers)
    })
  )

  it.effect(
    "of a workspace's costly reads those beyond its share wait, and are told to come one by one",
    () =>
      Effect.gen(function* () {
        const { admit, admitCostly } = yield* Admission
        const first = yield* Effect.forkChild(tenant(1)(admitCostly("leads", Effect.never)), {
          startImmediately: true
        })
        const second = yield* Effect.forkChild(Effect.flip(tenant(1)(admitCostly("deals", Effect.never))), {
          startImmediately: true
        })
        assert.strictEqual(yield* tenant(1)(admit("deals", Effect.succeed("done"))), "done")
        yield* TestClock.adjust("2500 millis")
        const fault = yield* Fiber.join(second)
        assert.strictEqual(fault.code, "too_many_costly_reads")
        assert.isDefined(fault.retryAfter)
        yield* Fiber.interrupt(first)
      })
  )
})
