import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const deal = yield* created(
    api.post("/v1/deals", { boardId: api.board.id, name: "Fleet", company: "Acme" })
  )
  const stages = (yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))) as ReadonlyArray<any>
  const path = `/v1/deals/${deal.id}`
  const move = (name: string) =>
    ok(api.post(`${path}/move`, { toStageId: stages.find((stage) => stage.name === name).id }))
  const read = (query: string) => ok(api.get(`${path}?${query}`))
  return { ...api, deal, path, move, read }
})

const texts = ({ data }: any) => data.map((note: any) => note.contentText)
const types = ({ data }: any) => data.map((note: any) => note.systemEventType)

contract("a deal with what is included", (it) => {
  it.effect("has its notes and activity, newest first: who, from what to what", () =>
    Effect.gen(function* () {
      const { apiKey, deal, get, move, patch, path, post, read, user, workspace } = yield* furnished
      const colleague = yield* member(workspace.id, "member")
      yield* created(post(`${path}/notes`, { contentText: "First call" }))
      yield* ok(patch(path, { amountCents: 5_000, ownerId: colleague.id }))
      yield* created(colleague.post(`${path}/notes`, { contentText: "Budget approved" }))
      yield* move("Won")
      const whole = yield* read("include=notes,activity")
      assert.deepStrictEqual(texts(whole.notes), ["Budget approved", "First call"])
      assert.deepStrictEqual(types(whole.activity), [
        "deal_won",
        "stage_changed",
        "deal_updated",
        "deal_created"
      ])
      const [, moved, updated] = whole.activity.data
      assert.strictEqual(moved.systemEventData.from.name, "New")
      assert.strictEqual(moved.systemEventData.to.name, "Won")
      const key = { type: "api_key", id: apiKey.id, name: "First key" }
      assert.deepStrictEqual(moved.actor, { ...key, userId: user.id, userName: "Owner" })
      assert.deepStrictEqual(updated.systemEventData.changes.amountCents, { from: null, to: 5_000 })
      assert.deepStrictEqual(updated.systemEventData.changes.ownerName, {
        from: "Owner",
        to: (yield* ok(colleague.get("/v1/me"))).user.name
      })
      assert.strictEqual(whole.notes.data[0].actor.userId, colleague.id)
      // The items are those of the lists.
      assert.deepStrictEqual(whole.notes, yield* ok(get(`${path}/notes`)))
      assert.deepStrictEqual(
        whole.activity.data,
        (yield* ok(get(`${path}/activity`))).data.filter((one: any) => one.kind === "system_event")
      )
      const { activity: _, notes: __, ...rest } = whole
      assert.deepStrictEqual(rest, yield* ok(get(path)))
      assert.isFalse("notes" in (yield* ok(get(path))))
      assert.strictEqual(rest.id, deal.id)
    })
  )

  it.effect("has ten of each unless told otherwise, and cursors that go on, there and in the lists", () =>
    Effect.gen(function* () {
      const { get, path, patch, post, read } = yield* furnished
      for (let n = 1; n <= 12; n++) {
        yield* created(post(`${path}/notes`, { contentText: `Note ${n}` }))
        yield* ok(patch(path, { name: `Name ${n}` }))
      }
      const first = yield* read("include=notes&include=activity")
      assert.strictEqual(first.notes.data.length, 10)
      assert.strictEqual(first.activity.data.length, 10)
      assert.isTrue(first.notes.hasMore && first.activity.hasMore)
      const cursorOf = ({ nextCursor }: any) => encodeURIComponent(nextCursor)
      const rest = yield* read(`include=notes&cursor=${cursorOf(first.notes)}`)
      assert.deepStrictEqual(texts(rest.notes), ["Note 2", "Note 1"])
      assert.deepStrictEqual([rest.notes.hasMore, rest.notes.nextCursor], [false, null])
      const listed = yield* ok(get(`${path}/notes?cursor=${cursorOf(first.notes)}`))
      assert.deepStrictEqual(listed, rest.notes)
      const older = yield* read(`include=activity,lead&cursor=${cursorOf(first.activity)}`)
      assert.deepStrictEqual(types(older.activity), ["deal_updated", "deal_updated", "deal_created"])
      const feed = yield* ok(get(`${path}/activity?cursor=${cursorOf(first.activity)}`))
      assert.deepStrictEqual(
        feed.data.filter((one: any) => one.kind === "system_event"),
        older.activity.data
      )
      const three = yield* read("include=notes&limit=3")
      assert.deepStrictEqual(texts(three.notes), ["Note 12", "Note 11", "Note 10"])
    })
  )

  it.effect("refuses what it does not know, and a cursor without the one part it goes on with", () =>
    Effect.gen(function* () {
      const { get, path, read } = yield* furnished
      const unknown = yield* refused(get(`${path}?include=notes,histroy`), 400, "invalid_query")
      assert.include(unknown.message, 'must be "notes", "activity" or "lead"')
      const { notes } = yield* read("include=notes")
      assert.deepStrictEqual(notes, { data: [], hasMore: false, nextCursor: null })
      for (const query of ["cursor=x", "include=notes,activity&cursor=x", "include=lead&cursor=x"]) {
        const { meta } = yield* refused(get(`${path}?${query}`), 400, "invalid_query")
        assert.strictEqual(meta.issues[0].path, "cursor")
      }
      yield* refused(get(`${path}?include=notes&cursor=x`), 400, "invalid_cursor")
      yield* refused(get(`${path}?include=notes&limit=101`), 400, "invalid_query")
      yield* refused(get(`${path}?limit=1&limit=2`), 400, "invalid_query")
      assert.isFalse("notes" in (yield* read("include=")))
      const many = Array.from({ length: 7 }, () => "notes").join(",")
      yield* refused(get(`${path}?include=${many}`), 400, "invalid_query")
    })
  )

  it.effect("is of one workspace, and gone with the deal", () =>
    Effect.gen(function* () {
      const { delete: remove, get, path, post, read } = yield* furnished
      const other = yield* furnished
      for (let n = 0; n < 2; n++) yield* created(post(`${path}/notes`, { contentText: "Secret" }))
      yield* refused(other.get(`${path}?include=notes,activity,lead`), 404, "deal_not_found")
      const { notes } = yield* read("include=notes&limit=1")
      const cursor = encodeURIComponent(notes.nextCursor)
      yield* refused(other.get(`${other.path}?include=notes&cursor=${cursor}`), 400, "invalid_cursor")
      yield* ok(remove(path))
      yield* refused(get(`${path}?include=notes,activity,lead`), 404, "deal_not_found")
    })
  )

  it.effect("ends its parts early, before the answer exceeds 1 MiB", () =>
    Effect.gen(function* () {
      const { path, post, read } = yield* furnished
      const contentText = "🙂".repeat(20_000)
      for (let n = 0; n < 12; n++) yield* created(post(`${path}/notes`, { contentText }))
      const whole = yield* read("include=notes,activity&limit=100")
      const bytes = Buffer.byteLength(JSON.stringify(whole))
      assert.isAtMost(bytes, 1_048_576)
      assert.isAbove(whole.notes.data.length, 3)
      assert.isTrue(whole.notes.hasMore)
      const cursor = encodeURIComponent(whole.notes.nextCursor)
      const rest = yield* read(`include=notes&limit=100&cursor=${cursor}`)
      const ids = [...whole.notes.data, ...rest.notes.data].map((note: any) => note.id)
      assert.strictEqual(new Set(ids).size, ids.length)
    })
  )
})

contract(
  "the lead of a deal",
  (it) => {
    it.effect("is what the deal was made of, or null", () =>
      Effect.gen(function* () {
        const { deal, get, post, read } = yield* furnished
        assert.isNull((yield* read("include=lead")).lead)
        const lead = yield* created(
          post("/v1/leads", {
            firstName: "Mia",
            lastName: "Chen",
            companyName: "Acme",
            workEmail: "mia@acme.example"
          })
        )
        const { dealId } = yield* created(post(`/v1/leads/${lead.id}/promote`))
        const made = yield* ok(get(`/v1/deals/${dealId}?include=lead`))
        assert.strictEqual(made.leadId, lead.id)
        assert.deepStrictEqual(made.lead, {
          id: lead.id,
          contactName: "Mia Chen",
          email: "mia@acme.example",
          companyName: "Acme",
          triageStatus: "promoted",
          score: null,
          source: "form",
          createdAt: lead.createdAt
        })
        const listed = yield* ok(get("/v1/deals"))
        assert.deepStrictEqual(
          listed.data.map((one: any) => [one.id, one.leadId]),
          [
            [dealId, lead.id],
            [deal.id, null]
          ]
        )
      })
    )
  },
  { PROMOTION_ENABLED: "true" }
)
