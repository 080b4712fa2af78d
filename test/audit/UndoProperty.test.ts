import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as Replay from "../support/audit/Replay.ts"
import * as Sequences from "../support/audit/Sequences.ts"
import type { World, Write } from "../support/audit/SequenceWrite.ts"
import { apartFromHistory, assertGrown, done, snapshot } from "../support/audit/UndoSamples.ts"
import { type Api, contractOnTestClock, member, ok, workspace } from "../support/server/Contract.ts"

const numRuns = Number(process.env["UNDO_RUNS"] ?? 8)
const seed = Number(process.env["UNDO_SEED"] ?? 13)

/** Small: what the service does now and then goes on meanwhile. */
const step = "1 second"

const make = Effect.gen(function* () {
  const mine = yield* workspace("standard")
  const others = [yield* member(mine.workspace.id, "member"), yield* member(mine.workspace.id, "member")]
  const stages: ReadonlyArray<any> = yield* ok(mine.get(`/v1/boards/${mine.board.id}/stages`))
  const world: World = {
    ids: new Map(),
    board: mine.board.id,
    stages: stages.map(({ id }) => id)
  }
  return { mine, world, apis: [mine, ...others] as ReadonlyArray<Api> }
})

type Made = Effect.Success<typeof make>

const perform = Effect.fnUntraced(function* ({ apis, world }: Made, write: Write) {
  const answer = yield* apis[write.actor]!.request(...write.call(world))
  assert.include([200, 201], answer.status, `${write.what}: ${answer.text}`)
  if (write.makes !== undefined) world.ids.set(write.makes[0], answer.body[write.makes[1]])
  return answer.headers.get("service-request-id")!
})

/** What is the same in two workspaces that went the same way: ids by their names, in an order that ids don't decide. */
const plain = Effect.fnUntraced(function* ({ mine, world }: Made) {
  const shot = apartFromHistory(yield* snapshot(mine))
  const names = new Map([...world.ids].map(([name, id]) => [id, name]))
  world.stages.forEach((id, index) => names.set(id, `stage ${index}`))
  const text = JSON.stringify(shot).replaceAll(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|stg_[0-9A-Za-z]{16}/gu,
    (id) => names.get(id) ?? "<id>"
  )
  const read = JSON.parse(text)
  const sorted = (all: ReadonlyArray<unknown>) => all.map((one) => JSON.stringify(one)).sort()
  return { ...read, totals: sorted(read.totals), rows: sorted(read.rows) }
})

/** The audit log alone gives the tables. */
const replays = Effect.fnUntraced(function* (id: string) {
  const state: Replay.State = {}
  for (const { changes } of yield* Replay.log(id)) for (const change of changes) Replay.apply(state, change)
  const now = yield* Replay.stored(id)
  for (const resource of ["deal", "note", "lead", "lead_history"])
    assert.deepStrictEqual(state[resource] ?? {}, now[resource], resource)
})

contractOnTestClock(
  "undo of what nobody built upon",
  (it) => {
    it.effect(
      `leaves all as if it had not happened, and its undo brings it back (seed ${seed})`,
      () =>
        Effect.gen(function* () {
          const context = yield* Effect.context<never>()
          const check = Effect.fnUntraced(function* (raw: Parameters<typeof Sequences.compile>[0]) {
            const writes = Sequences.compile(raw)
            const taken = Sequences.closed(
              writes,
              raw.map(({ chosen }, index) => chosen && index % 3 !== 0)
            )
            const [whole, without] = [yield* make, yield* make]
            const requests: Array<string> = []
            for (const write of writes) {
              yield* TestClock.adjust(step)
              requests.push(yield* perform(whole, write))
              if (!taken.has(write.index)) yield* perform(without, write)
            }
            const all = yield* snapshot(whole.mine)
            const undos: Array<string> = []
            for (const index of [...taken].sort((a, b) => b - a)) {
              const by = index % 2 === 0 ? whole.mine : whole.apis[writes[index]!.actor]!
              yield* TestClock.adjust(step)
              const { body, requestId } = yield* done(by.post("/v1/undo", { requestId: requests[index] }))
              const what = `${writes[index]!.what}: ${JSON.stringify(body)}`
              assert.deepStrictEqual([body.undone.length, body.notUndone], [1, []], what)
              undos.push(requestId)
            }
            assert.deepStrictEqual(yield* plain(whole), yield* plain(without))
            const back = yield* snapshot(whole.mine)
            assertGrown(all, back)
            yield* replays(whole.mine.workspace.id)
            for (const requestId of undos.toReversed()) {
              yield* TestClock.adjust(step)
              const { body } = yield* done(whole.mine.post("/v1/undo", { requestId }))
              assert.deepStrictEqual([body.undone.length, body.notUndone], [1, []], JSON.stringify(body))
            }
            const again = yield* snapshot(whole.mine)
            assert.deepStrictEqual(apartFromHistory(again), apartFromHistory(all))
            assertGrown(back, again)
            yield* replays(whole.mine.workspace.id)
          })
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(Sequences.sequence, (raw) =>
                Effect.runPromiseWith(context as never)(check(raw) as never)
              ),
              { numRuns, seed, endOnFailure: process.env["UNDO_SHRINK"] === undefined }
            )
          )
        }),
      600_000
    )
  },
  { PROMOTION_ENABLED: "true" }
)
