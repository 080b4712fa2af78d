import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

const emoji = (count: number) => "🙂".repeat(count)
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u
const maxAmount = Number.MAX_SAFE_INTEGER

/** A workspace, with its stages by name. */
const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  const named = (name: string) => stages.find((stage: { name: string }) => stage.name === name)
  const create = (fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name: "Deal", ...fields }))
  return { ...api, stages, named, create }
})

contract("deals", (it) => {
  it.effect("are created with everything sent, and have every field", () =>
    Effect.gen(function* () {
      const { board, create, get, named, user } = yield* furnished
      const sent = {
        name: "Annual licence",
        company: "Acme",
        amountCents: 1_250_000,
        stageId: named("Qualified").id,
        ownerId: user.id,
        labels: ["b", "a", "b"],
        primaryContactName: "Mia",
        primaryContactTitle: "CTO",
        primaryContactEmail: "mia@acme.example",
        primaryContactPhone: "+1 555",
        primaryContactLinkedin: "https://linkedin.com/in/mia",
        keyTerms: "Net 30",
        nextStep: "Call Mia",
        nextStepAt: "2026-05-08T09:30:00.000Z"
      }
      const deal = yield* create(sent)
      const { createdAt, id, ...rest } = deal
      assert.match(id, uuidV7)
      assert.match(createdAt, timestamp)
      assert.deepStrictEqual(rest, {
        boardId: board.id,
        name: "Annual licence",
        company: "Acme",
        amountCents: 1_250_000,
        currency: "USD",
        stage: { id: named("Qualified").id, name: "Qualified", region: "early", isAnchor: false },
        ownerId: user.id,
        ownerName: "Owner",
        labels: ["b", "a"],
        primaryContact: {
          name: "Mia",
          title: "CTO",
          email: "mia@acme.example",
          phone: "+1 555",
          linkedin: "https://linkedin.com/in/mia"
        },
        keyTerms: "Net 30",
        nextStep: "Call Mia",
        nextStepAt: "2026-05-08T09:30:00.000Z",
        ...{ expectedCloseAt: null, forecastCategory: "pipeline", lostReason: null },
        ...{ leadId: null, externalId: null },
        updatedAt: createdAt,
        stageEnteredAt: createdAt,
        commitmentAt: null,
        wonAt: null,
        deadAt: null
      })
      assert.deepStrictEqual(yield* ok(get(`/v1/deals/${id}`)), deal)
      assert.deepStrictEqual((yield* ok(get("/v1/deals"))).data, [deal])
    })
  )

  it.effect("start in the earliest stage, owned by the key's creator, with all other fields null", () =>
    Effect.gen(function* () {
      const { board, create, named, workspace } = yield* furnished
      const someone = yield* member(workspace.id, "member")
      const deal = yield* created(someone.post("/v1/deals", { boardId: board.id, name: "Bare" }))
      assert.strictEqual(deal.ownerId, someone.id)
      assert.strictEqual(deal.stage.id, named("New").id)
      assert.deepStrictEqual(
        [deal.company, deal.amountCents, deal.keyTerms, deal.labels],
        [null, null, null, []]
      )
      const nulls = { company: null, amountCents: null, keyTerms: null, primaryContactName: null }
      assert.isNull((yield* create(nulls)).company)
    })
  )

  it.effect("take the board's default amount and currency at creation", () =>
    Effect.gen(function* () {
      const { board, create, get, patch } = yield* furnished
      const before = yield* create()
      yield* ok(patch(`/v1/boards/${board.id}`, { currency: "JPY", defaultDealAmountCents: 500 }))
      const after = yield* create()
      assert.deepStrictEqual([after.currency, after.amountCents], ["JPY", 500])
      assert.isNull((yield* create({ amountCents: null })).amountCents)
      assert.strictEqual((yield* create({ amountCents: 0 })).amountCents, 0)
      assert.deepStrictEqual(yield* ok(get(`/v1/deals/${before.id}`)), before)
    })
  )

  it.effect("get the same stamps at creation as from a move into the region", () =>
    Effect.gen(function* () {
      const { create, named } = yield* furnished
      const stamped = (name: string) =>
        Effect.map(create({ stageId: named(name).id }), (deal) =>
          ["commitmentAt", "wonAt", "deadAt"].map((stamp) => deal[stamp] === deal.createdAt)
        )
      assert.deepStrictEqual(yield* stamped("Proposal"), [true, false, false])
      assert.deepStrictEqual(yield* stamped("Verbal"), [false, false, false])
      assert.deepStrictEqual(yield* stamped("Won"), [false, true, false])
      assert.deepStrictEqual(yield* stamped("Dead"), [false, false, true])
    })
  )

  it.effect("hold amounts up to 2^53 - 1 and texts up to their limit in characters, and no more", () =>
    Effect.gen(function* () {
      const { board, create, patch, post } = yield* furnished
      const most = {
        name: emoji(200),
        company: emoji(500),
        amountCents: maxAmount,
        labels: [...Array.from({ length: 49 }, (_, index) => `l${index}`), emoji(80)],
        primaryContactLinkedin: emoji(500),
        keyTerms: emoji(20_000)
      }
      const deal = yield* create(most)
      assert.deepStrictEqual(
        [deal.amountCents, deal.name, deal.keyTerms],
        [maxAmount, most.name, most.keyTerms]
      )
      assert.deepStrictEqual(deal.labels, most.labels)
      const tooMuch: ReadonlyArray<object> = [
        { name: emoji(201) },
        { name: "" },
        { name: " \t\n" },
        { company: emoji(501) },
        { amountCents: maxAmount + 1 },
        { amountCents: -1 },
        { labels: Array.from({ length: 51 }, (_, index) => `l${index}`) },
        { labels: [emoji(81)] },
        { labels: [""] },
        { labels: null },
        { primaryContactName: emoji(501) },
        { keyTerms: emoji(20_001) },
        { name: null },
        { stageId: null },
        { ownerId: null }
      ]
      for (const fields of tooMuch) {
        yield* refused(patch(`/v1/deals/${deal.id}`, fields), 400, "invalid_body")
        const body = { boardId: board.id, name: "D", ...fields }
        yield* refused(post("/v1/deals", body), 400, "invalid_body")
      }
    })
  )

  it.effect("change by PATCH only in the fields sent, null clearing, and not at all if nothing differs", () =>
    Effect.gen(function* () {
      const { create, get, patch, workspace } = yield* furnished
      const someone = yield* member(workspace.id, "viewer")
      const deal = yield* create({
        company: "Acme",
        amountCents: 5,
        labels: ["a"],
        primaryContactName: "Mia"
      })
      const path = `/v1/deals/${deal.id}`
      assert.deepStrictEqual(yield* ok(patch(path, {})), deal)
      assert.deepStrictEqual(yield* ok(patch(path, { name: "Deal", labels: ["a", "a"] })), deal)
      const changed = yield* ok(
        patch(path, { company: null, ownerId: someone.id, primaryContactEmail: "mia@acme.example" })
      )
      assert.deepStrictEqual(changed, {
        ...deal,
        company: null,
        ownerId: someone.id,
        ownerName: "viewer",
        primaryContact: { ...deal.primaryContact, email: "mia@acme.example" },
        updatedAt: changed.updatedAt
      })
      assert.isTrue(changed.updatedAt > deal.updatedAt)
      assert.deepStrictEqual(yield* ok(get(path)), changed)
      yield* refused(patch(path, { boardId: deal.boardId }), 400, "unknown_field")
      yield* refused(patch(path, { stage: "x" }), 400, "unknown_field")
      yield* refused(patch(path, undefined), 400, "invalid_body")
    })
  )

  it.effect("only take a stage of their board and an owner of their workspace", () =>
    Effect.gen(function* () {
      const { board, create, patch, post, stages } = yield* furnished
      const elsewhere = yield* furnished
      const second = yield* created(post("/v1/boards", { name: "Second" }))
      const deal = yield* create()
      const bodyOf = (fields: object) => ({ boardId: board.id, name: "D", ...fields })
      for (const stageId of [elsewhere.stages[0].id, "stg_0000000000000000", ""]) {
        const error = yield* refused(post("/v1/deals", bodyOf({ stageId })), 400, "invalid_stage")
        assert.deepStrictEqual(
          error.meta.stages.map((stage: any) => stage.id),
          stages.map((one: any) => one.id)
        )
        yield* refused(patch(`/v1/deals/${deal.id}`, { stageId }), 400, "invalid_stage")
        yield* refused(post(`/v1/deals/${deal.id}/move`, { toStageId: stageId }), 400, "invalid_stage")
      }
      yield* refused(
        post("/v1/deals", { boardId: second.id, name: "D", stageId: stages[0].id }),
        400,
        "invalid_stage"
      )
      for (const ownerId of [elsewhere.user.id, "0190a0b0-c0d0-7000-8000-00000000abcd"]) {
        yield* refused(post("/v1/deals", bodyOf({ ownerId })), 400, "invalid_owner")
        yield* refused(patch(`/v1/deals/${deal.id}`, { ownerId }), 400, "invalid_owner")
      }
      yield* refused(post("/v1/deals", { boardId: elsewhere.board.id, name: "D" }), 404, "board_not_found")
    })
  )

  it.effect("can't be created on a board without stages", () =>
    Effect.gen(function* () {
      const { board, get, post, workspace } = yield* furnished
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM stages WHERE workspace_id = ${workspace.id}`
      yield* refused(post("/v1/deals", { boardId: board.id, name: "D" }), 409, "board_has_no_stages")
      assert.deepStrictEqual((yield* ok(get("/v1/deals"))).data, [])
    })
  )

  it.effect("are found by their id in upper or lower case, and return it in lower case", () =>
    Effect.gen(function* () {
      const { create, delete: remove, get, post } = yield* furnished
      const deal = yield* create()
      const upper = `/v1/deals/${deal.id.toUpperCase()}`
      assert.deepStrictEqual(yield* ok(get(upper)), deal)
      const note = yield* created(post(`${upper}/notes`, { contentText: "Hello" }))
      assert.strictEqual(note.dealId, deal.id)
      assert.deepStrictEqual(yield* ok(get(`${upper}/notes`)), {
        data: [note],
        hasMore: false,
        nextCursor: null
      })
      assert.deepStrictEqual(yield* ok(remove(upper)), { id: deal.id, deleted: true })
    })
  )
})
