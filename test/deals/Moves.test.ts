import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { makeOutboxRecorder } from "../support/fakes/OutboxRecorder.ts"

const outbox = makeOutboxRecorder()

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  const stage = (name: string): string => stages.find((one: { name: string }) => one.name === name).id
  const create = (name = "New") =>
    created(api.post("/v1/deals", { boardId: api.board.id, name: "D", stageId: stage(name) }))
  const move = (id: string, name: string) => ok(api.post(`/v1/deals/${id}/move`, { toStageId: stage(name) }))
  const correct = (id: string, name: string) => ok(api.patch(`/v1/deals/${id}`, { stageId: stage(name) }))
  return { ...api, stage, create, move, correct }
})

const eventTypes = () => outbox.take().map((event) => event.type)

contract(
  "moving a deal",
  (it) => {
    it.effect("sets the stamps of each region along a deal's life, and answers as a later read does", () =>
      Effect.gen(function* () {
        const { create, get, move } = yield* furnished
        const deal = yield* create()
        let before = deal
        const step = (name: string) =>
          Effect.map(move(deal.id, name), (after) => {
            assert.strictEqual(after.stage.name, name)
            assert.isTrue(after.stageEnteredAt >= before.stageEnteredAt)
            assert.strictEqual(after.updatedAt, after.stageEnteredAt)
            before = after
            return after
          })
        const proposal = yield* step("Proposal")
        assert.strictEqual(proposal.commitmentAt, proposal.stageEnteredAt)
        assert.isTrue(proposal.stage.isAnchor)
        const won = yield* step("Won")
        assert.deepStrictEqual([won.wonAt, won.commitmentAt], [won.stageEnteredAt, proposal.commitmentAt])
        const dead = yield* step("Dead")
        assert.deepStrictEqual([dead.wonAt, dead.deadAt], [null, dead.stageEnteredAt])
        const reopened = yield* step("New")
        assert.deepStrictEqual([reopened.wonAt, reopened.deadAt], [null, null])
        const again = yield* step("Proposal")
        assert.strictEqual(again.commitmentAt, proposal.commitmentAt)
        assert.deepStrictEqual(yield* ok(get(`/v1/deals/${deal.id}`)), again)
      })
    )

    it.effect("fires deal.stage_changed, and deal.won if the deal was not won before", () =>
      Effect.gen(function* () {
        const { apiKey, create, move } = yield* furnished
        outbox.take()
        const deal = yield* create()
        assert.deepStrictEqual(eventTypes(), ["deal.created"])
        const won = yield* move(deal.id, "Won")
        const events = outbox.take()
        assert.deepStrictEqual(
          events.map((event) => event.type),
          ["deal.stage_changed", "deal.won"]
        )
        for (const event of events) {
          assert.deepInclude(event, { from: deal.stage, to: won.stage, deal: won, at: won.wonAt })
          assert.deepInclude(event, { by: `api_key:${apiKey.id}` })
        }
        yield* move(deal.id, "Dead")
        yield* move(deal.id, "Qualified")
        assert.deepStrictEqual(eventTypes(), ["deal.stage_changed", "deal.stage_changed"])
        yield* create("Won")
        assert.deepStrictEqual(eventTypes(), ["deal.created"])
      })
    )

    it.effect("to its current stage changes nothing, fires nothing, records nothing", () =>
      Effect.gen(function* () {
        const { create, get, move } = yield* furnished
        const deal = yield* create("Won")
        const activity = yield* ok(get(`/v1/deals/${deal.id}/activity`))
        outbox.take()
        assert.deepStrictEqual(yield* move(deal.id, "Won"), deal)
        assert.deepStrictEqual(eventTypes(), [])
        assert.deepStrictEqual(yield* ok(get(`/v1/deals/${deal.id}/activity`)), activity)
      })
    )

    it.effect("takes a note, after the move and with it, also where the deal is there already", () =>
      Effect.gen(function* () {
        const { correct, create, get, post, stage } = yield* furnished
        const deal = yield* create()
        const path = `/v1/deals/${deal.id}/move`
        const toStageId = stage("Won")
        const activity = Effect.map(ok(get(`/v1/deals/${deal.id}/activity`)), ({ data }) =>
          data.map((one: any) => one.systemEventType ?? one.contentText)
        )
        const once = { "idempotency-key": "signed" }
        const won = yield* ok(post(path, { toStageId, note: "Signed today." }, once))
        assert.isNotNull(won.wonAt)
        assert.deepStrictEqual(yield* ok(post(path, { toStageId, note: "Signed today." }, once)), won)
        const told = ["Signed today.", "deal_won", "stage_changed", "deal_created"]
        assert.deepStrictEqual(yield* activity, told)
        const [note] = (yield* ok(get(`/v1/deals/${deal.id}/notes`))).data
        assert.deepInclude(note, { kind: "manual", contentText: "Signed today.", systemEventData: null })
        yield* correct(deal.id, "Dead")
        const again = yield* post(path, { toStageId: stage("Dead"), note: "No budget." })
        assert.isNull(again.body.deadAt)
        assert.include(again.headers.get("service-warning"), "without a move")
        assert.deepStrictEqual(yield* activity, ["No budget.", "deal_updated", ...told])
        const gone = { toStageId: "stg_0000000000000000", note: "Lost." }
        yield* refused(post(path, gone), 400, "invalid_stage")
        yield* refused(post(path, { toStageId, note: "" }), 400, "invalid_body")
        assert.strictEqual((yield* activity).length, 6)
      })
    )

    it.effect("by PATCH of stageId sets only the stage: no stamp, no event, one deal_updated", () =>
      Effect.gen(function* () {
        const { correct, create, get } = yield* furnished
        const deal = yield* create()
        outbox.take()
        const patched = yield* correct(deal.id, "Won")
        assert.deepStrictEqual(patched, { ...deal, stage: patched.stage, updatedAt: patched.updatedAt })
        assert.strictEqual(patched.stage.region, "won")
        assert.deepStrictEqual(eventTypes(), [])
        const { data } = yield* ok(get(`/v1/deals/${deal.id}/activity`))
        assert.deepStrictEqual(
          data.map((note: { systemEventType: string }) => note.systemEventType),
          ["deal_updated", "deal_created"]
        )
        const ref = ({ id, name, region }: typeof deal.stage) => ({ id, name, region })
        assert.deepStrictEqual(data[0].systemEventData.changes, {
          stage: { from: ref(deal.stage), to: ref(patched.stage) }
        })
        assert.strictEqual((yield* ok(get("/v1/deals?status=won"))).data.length, 1)
      })
    )

    it.effect("counts each of many concurrent moves, and leaves the deal in one stage with its stamps", () =>
      Effect.gen(function* () {
        const { create, get, move } = yield* furnished
        const deal = yield* create()
        const names = ["Proposal", "Won", "Dead", "Verbal", "Qualified", "Won", "Proposal", "Dead"]
        yield* Effect.forEach(names, (name) => move(deal.id, name), { concurrency: "unbounded" })
        const after = yield* ok(get(`/v1/deals/${deal.id}`))
        assert.strictEqual(after.wonAt !== null, after.stage.region === "won")
        assert.strictEqual(after.deadAt !== null, after.stage.region === "dead")
        assert.isNotNull(after.commitmentAt)
        const { data } = yield* ok(get(`/v1/deals/${deal.id}/activity?limit=100`))
        const changes = data.filter((note: any) => note.systemEventType === "stage_changed").reverse()
        changes.reduce((at: string, { systemEventData: { from, to } }: any) => {
          assert.strictEqual(from.id, at)
          return to.id
        }, deal.stage.id)
        assert.strictEqual(changes.at(-1).systemEventData.to.id, after.stage.id)
      })
    )

    it.effect("refuses a body without toStageId, or with stageId instead", () =>
      Effect.gen(function* () {
        const { create, post, stage } = yield* furnished
        const deal = yield* create()
        yield* refused(post(`/v1/deals/${deal.id}/move`, {}), 400, "invalid_body")
        const wrong = yield* refused(
          post(`/v1/deals/${deal.id}/move`, { stageId: stage("Won") }),
          400,
          "unknown_field"
        )
        assert.include(wrong.message, "toStageId")
      })
    )
  },
  {},
  { overrides: outbox.layer }
)
