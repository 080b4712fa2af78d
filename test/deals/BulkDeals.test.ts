import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { makeOutboxRecorder } from "../support/fakes/OutboxRecorder.ts"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"

const outbox = makeOutboxRecorder()

const nobody = "01997f2e-6b1c-7d7a-9d0c-000000000001"

const furnished = Effect.fnUntraced(function* (plan?: "free" | "standard") {
  const api = yield* workspace(plan)
  const { board, get, post } = api
  const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
  const stage = (name: string): string => stages.find((one: { name: string }) => one.name === name).id
  const create = (more: object = {}) =>
    created(post("/v1/deals", { boardId: board.id, name: "D", amountCents: 1000, ...more }))
  const many = (count: number, more: object = {}) =>
    Effect.forEach(Array.from({ length: count }), () => create(more), { concurrency: 8 })
  const read = (id: string) => ok(get(`/v1/deals/${id}`))
  const update = (body: object, headers?: Record<string, string>) =>
    post("/v1/deals/bulk-update", body, headers)
  const move = (body: object, headers?: Record<string, string>) => post("/v1/deals/bulk-move", body, headers)
  const activity = (id: string) =>
    Effect.map(ok(get(`/v1/deals/${id}/activity`)), ({ data }) =>
      data.map((one: any) => one.systemEventType ?? one.contentText)
    )
  return { ...api, stage, create, many, read, update, move, activity }
})

const idsOf = (all: ReadonlyArray<{ readonly id: string }>) => all.map(({ id }) => id)

contract(
  "changing many deals",
  (it) => {
    it.effect("raises amounts, sets the owner and labels of each, and records it", () =>
      Effect.gen(function* () {
        const { activity, create, get, read, update, user } = yield* furnished()
        const one = yield* create({ amountCents: 1005, labels: ["a", "b"] })
        const blank = yield* create({ amountCents: null })
        const body = {
          ids: [one.id.toUpperCase(), blank.id],
          amountPercent: 10,
          addLabels: ["c", "a"],
          removeLabels: ["b"]
        }
        const done = yield* ok(update(body))
        assert.deepStrictEqual(done, { updated: 2, unchanged: 0, withoutAmount: 1 })
        const after = yield* read(one.id)
        // 1105.5 is rounded up.
        assert.deepStrictEqual([after.amountCents, after.labels], [1106, ["a", "c"]])
        assert.deepStrictEqual(after, {
          ...one,
          amountCents: 1106,
          labels: ["a", "c"],
          updatedAt: after.updatedAt
        })
        assert.isNull((yield* read(blank.id)).amountCents)
        assert.deepStrictEqual(yield* activity(one.id), ["deal_updated", "deal_created"])
        const again = yield* ok(update({ ids: [one.id, blank.id], ownerId: user.id, removeLabels: ["z"] }))
        assert.deepStrictEqual(again, { updated: 0, unchanged: 2 })
        const { data } = yield* ok(get("/v1/events"))
        assert.deepStrictEqual(
          data.map(({ dealId, type }: any) => [type, dealId]),
          [
            ["deal.created", one.id],
            ["deal.created", blank.id],
            ["deal.updated", one.id],
            ["deal.updated", blank.id]
          ]
        )
      })
    )

    it.effect("moves all, with stamps, a note, activity and events for each", () =>
      Effect.gen(function* () {
        const { activity, create, get, many, move, read, stage } = yield* furnished()
        const deals = yield* many(3)
        const won = yield* create({ stageId: stage("Won") })
        outbox.take()
        const ids = idsOf([...deals, won])
        const done = yield* ok(move({ ids, toStageId: stage("Won"), note: "Signed." }))
        assert.deepStrictEqual(done, { updated: 3, unchanged: 1 })
        const events = outbox.take()
        assert.strictEqual(events.length, 6)
        for (const { id } of deals) {
          const after = yield* read(id)
          assert.strictEqual(after.wonAt, after.stageEnteredAt)
          assert.deepStrictEqual(
            events.flatMap((event: any) => (event.deal.id === id ? [[event.type, event.deal]] : [])),
            [
              ["deal.stage_changed", after],
              ["deal.won", after]
            ]
          )
          assert.deepStrictEqual(yield* activity(id), [
            "Signed.",
            "deal_won",
            "stage_changed",
            "deal_created"
          ])
        }
        assert.deepStrictEqual(yield* activity(won.id), ["Signed.", "deal_created"])
        assert.deepStrictEqual(yield* read(won.id), won)
        const { data } = yield* ok(get("/v1/events?limit=100"))
        const types = data.map(({ type }: any) => type)
        assert.strictEqual(types.filter((type: string) => type === "deal.won").length, 3)
        assert.strictEqual(types.filter((type: string) => type === "note.created").length, 4)
      })
    )

    it.effect("changes nothing if one is refused, and lists at most 20 of those and why", () =>
      Effect.gen(function* () {
        const { board, create, many, move, patch, post, read, stage, update } = yield* furnished()
        const deals = yield* many(22)
        const ids = idsOf(deals)
        outbox.take()
        const missing = yield* refused(
          update({ ids: [...ids, nobody], amountPercent: 5 }),
          404,
          "deal_not_found"
        )
        assert.deepStrictEqual(
          missing.meta.refused.map((one: any) => one.id),
          [nobody]
        )
        yield* refused(move({ ids: [...ids, nobody], toStageId: stage("Won") }), 404, "deal_not_found")
        for (const id of ids) yield* ok(patch(`/v1/deals/${id}`, { amountCents: Number.MAX_SAFE_INTEGER }))
        const large = yield* refused(update({ ids, amountPercent: 1 }), 400, "invalid_body")
        assert.deepStrictEqual([large.meta.refused.length, large.meta.more], [20, 2])
        assert.include(large.message, "22 of the 22 deals were refused")
        const full = yield* create({ labels: Array.from({ length: 50 }, (_, n) => `l${n}`) })
        const both = yield* refused(
          update({ ids: [full.id, nobody], addLabels: ["new"] }),
          400,
          "invalid_body"
        )
        assert.deepStrictEqual(
          both.meta.refused.map((one: any) => one.code),
          ["deal_not_found", "invalid_body"]
        )
        const other = yield* created(post("/v1/boards", { name: "Other" }))
        const far = yield* create({ boardId: other.id })
        yield* refused(move({ ids: [ids[0]!, far.id], toStageId: stage("Won") }), 400, "invalid_stage")
        yield* refused(move({ ids, toStageId: "stg_0000000000000000" }), 400, "invalid_stage")
        yield* refused(update({ ids, ownerId: nobody }), 400, "invalid_owner")
        assert.deepInclude(yield* read(ids[0]!), { stage: deals[0]!.stage, labels: [] })
        assert.deepStrictEqual(yield* read(full.id), full)
        assert.deepStrictEqual(
          outbox.take().filter((event) => event.type !== "deal.created"),
          []
        )
        assert.strictEqual(board.id, deals[0]!.boardId)
      })
    )

    it.effect("takes 1 to 200 different ids, and something to change", () =>
      Effect.gen(function* () {
        const { create, update } = yield* furnished()
        const { id } = yield* create()
        const bodies = [
          { ids: [], amountPercent: 1 },
          { ids: [id, id.toUpperCase()], amountPercent: 1 },
          {
            ids: Array.from({ length: 201 }, (_, n) => nobody.slice(0, -3) + String(n + 100)),
            amountPercent: 1
          },
          { ids: ["nope"], amountPercent: 1 },
          { ids: [id] },
          { ids: [id], amountPercent: -101 },
          { ids: [id], amountPercent: 0.00001 },
          { ids: [id], amountPercent: "10" }
        ]
        for (const body of bodies) yield* refused(update(body), 400, "invalid_body")
      })
    )

    it.effect("is done once for one idempotency key", () =>
      Effect.gen(function* () {
        const { many, read, update } = yield* furnished()
        const ids = idsOf(yield* many(2))
        const once = { "idempotency-key": "raise" }
        const first = yield* update({ ids, amountPercent: 10 }, once)
        const second = yield* update({ ids, amountPercent: 10 }, once)
        assert.deepStrictEqual([second.status, second.text], [200, first.text])
        assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
        assert.strictEqual((yield* read(ids[0]!)).amountCents, 1100)
        yield* refused(update({ ids, amountPercent: 11 }, once), 409, "idempotency_key_reused")
      })
    )

    it.effect("counts every one of several at once on the same deals, in whatever order", () =>
      Effect.gen(function* () {
        const { get, many, move, read, stage, update, workspace } = yield* furnished()
        const ids = idsOf(yield* many(40))
        const bulks = Array.from({ length: 6 }, (_, n) =>
          n % 2 === 0
            ? update({ ids: n % 4 === 0 ? ids : ids.toReversed(), amountPercent: 100 })
            : move({
                ids: ids.toReversed(),
                toStageId: stage(n === 1 ? "Won" : n === 3 ? "Proposal" : "Dead")
              })
        )
        const answers = yield* Effect.all(bulks, { concurrency: "unbounded" })
        for (const { status, text } of answers) assert.strictEqual(status, 200, text)
        const deals = yield* Effect.forEach(ids, read)
        for (const deal of deals) assert.strictEqual(deal.amountCents, 8000)
        assert.strictEqual(new Set(deals.map((deal) => deal.stage.id)).size, 1)
        const changes = yield* ok(get(`/v1/deals/${ids[0]}/activity?limit=100`))
        const updates = changes.data.filter((one: any) => one.systemEventType === "deal_updated")
        assert.strictEqual(updates.length, 3)
        const tenant = { workspaceId: workspace.id }
        const audit = (yield* TotalsAudit).differences
        assert.deepStrictEqual(yield* Effect.provideService(audit, Tenant, tenant), [])
      })
    )

    it.effect("reopens as many deals as the plan has room for, or none", () =>
      Effect.gen(function* () {
        const { many, move, stage } = yield* furnished("free")
        yield* many(98)
        const won = idsOf(yield* many(3, { stageId: stage("Won") }))
        const to = { toStageId: stage("New") }
        const full = yield* refused(move({ ids: won, ...to }), 403, "plan_limit_exceeded")
        assert.deepStrictEqual(full.meta, { limit: "active_deals" })
        assert.deepStrictEqual(yield* ok(move({ ids: won.slice(1), ...to })), { updated: 2, unchanged: 0 })
        yield* refused(move({ ids: won.slice(0, 1), ...to }), 403, "plan_limit_exceeded")
      })
    )
  },
  {},
  { overrides: outbox.layer }
)
