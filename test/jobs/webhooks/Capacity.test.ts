import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { WorkspaceId } from "../../../schema/Id.ts"
import * as Capacity from "../../../src/jobs/webhooks/Capacity.ts"

const workspace = (index: number) =>
  WorkspaceId.make(`01997f2e-6b1c-7d7a-9d0c-${String(index).padStart(12, "0")}`)

/** How many of `wanted` endless sends have started. */
const begun = (wanted: ReadonlyArray<readonly [workspace: number, isSteady: boolean]>) =>
  Effect.gen(function* () {
    const capacity = yield* Capacity.make
    let count = 0
    const hang = Effect.andThen(
      Effect.sync(() => (count += 1)),
      Effect.never
    )
    for (const [index, isSteady] of wanted) {
      yield* Effect.forkChild(capacity.run(workspace(index), isSteady, hang))
    }
    for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
    const steady = capacity.run(workspace(1000), true, Effect.succeed("sent"))
    return { capacity, count, steady }
  })

const many = (count: number, workspaces: number, isSteady: boolean) =>
  Array.from({ length: count }, (_, index) => [index % workspaces, isSteady] as const)

describe("Capacity", () => {
  it.live("lets 16 sends of one workspace start, 8 of them doubtful", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* begun(many(100, 1, true))).count, 16)
      assert.strictEqual((yield* begun(many(100, 1, false))).count, 8)
    })
  )

  it.live("lets 64 sends start in all, 32 of them doubtful", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* begun(many(300, 20, true))).count, 64)
      assert.strictEqual((yield* begun(many(300, 20, false))).count, 32)
    })
  )

  it.live("has room for steady endpoints, however many doubtful endpoints hang", () =>
    Effect.gen(function* () {
      const { steady } = yield* begun(many(1000, 50, false))
      assert.strictEqual(yield* Effect.timeout(steady, "1 second"), "sent")
    })
  )

  it.live("has no room for more of a workspace that has its share on its way, and room for others", () =>
    Effect.gen(function* () {
      const { capacity } = yield* begun(many(16, 1, true))
      assert.isTrue(Option.isNone(yield* Effect.timeoutOption(capacity.room(workspace(0)), "20 millis")))
      yield* Effect.timeout(capacity.room(workspace(1)), "1 second")
    })
  )
})
