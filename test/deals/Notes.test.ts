import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const deal = yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "D", company: "Acme" }))
  const path = `/v1/deals/${deal.id}`
  return { ...api, deal, path, note: (contentText: string) => api.post(`${path}/notes`, { contentText }) }
})

const paragraphs = (...lines: ReadonlyArray<string>) => ({
  type: "doc",
  content: lines.map((text) =>
    text === "" ? { type: "paragraph" } : { type: "paragraph", content: [{ type: "text", text }] }
  )
})

contract("notes and activity", (it) => {
  it.effect("are created with one paragraph per line, and have every field", () =>
    Effect.gen(function* () {
      const { apiKey, deal, note, path, get, user } = yield* furnished
      const made = yield* created(note("One\n\nthree"))
      assert.deepStrictEqual(made, {
        id: made.id,
        dealId: deal.id,
        authorId: user.id,
        kind: "manual",
        activityKind: "note",
        contentText: "One\n\nthree",
        contentJson: paragraphs("One", "", "three"),
        systemEventType: null,
        systemEventData: null,
        createdAt: made.createdAt,
        happenedAt: made.createdAt,
        editedAt: null,
        actor: { type: "api_key", id: apiKey.id, name: "First key", userId: user.id, userName: "Owner" },
        entryId: made.entryId
      })
      assert.match(made.entryId, /^[0-9a-f-]{36}$/u)
      assert.deepStrictEqual((yield* ok(get(`${path}/notes`))).data, [made])
    })
  )

  it.effect(
    "tell of a call, an email or a meeting and when it happened, also after an undo of their deletion",
    () =>
      Effect.gen(function* () {
        const { path, get, post, request } = yield* furnished
        const told = {
          contentText: "Called Mia",
          activityKind: "call",
          happenedAt: "2026-05-08T11:30:00+02:00"
        }
        const made = yield* created(post(`${path}/notes`, told))
        assert.deepInclude(made, { activityKind: "call", happenedAt: "2026-05-08T09:30:00.000Z" })
        const gone = yield* request("DELETE", `/v1/notes/${made.id}`)
        yield* ok(post("/v1/undo", { requestId: gone.headers.get("service-request-id") }))
        const { data } = yield* ok(get(`${path}/activity`))
        assert.deepInclude(data[0], { activityKind: "call", happenedAt: made.happenedAt })
        assert.deepInclude(data.at(-1), { activityKind: null, happenedAt: data.at(-1).createdAt })
        const far = new Date(Date.now() + 2 * 86_400_000).toISOString()
        for (const bad of [{ happenedAt: far }, { happenedAt: "soon" }, { activityKind: "fax" }])
          yield* refused(post(`${path}/notes`, { ...told, ...bad }), 400, "invalid_body")
      })
  )

  it.effect("hold 1 to 20,000 characters", () =>
    Effect.gen(function* () {
      const { note, path, patch, post } = yield* furnished
      const most = "🙂".repeat(20_000)
      const made = yield* created(note(most))
      assert.strictEqual(made.contentText, most)
      yield* created(note(" "))
      for (const contentText of ["", `${most}x`, null, 1]) {
        yield* refused(post(`${path}/notes`, { contentText }), 400, "invalid_body")
        yield* refused(patch(`/v1/notes/${made.id}`, { contentText }), 400, "invalid_body")
      }
      yield* refused(post(`${path}/notes`, { text: "x" }), 400, "unknown_field")
    })
  )

  it.effect("are edited in text and document, with the time of the edit", () =>
    Effect.gen(function* () {
      const { get, note, patch, path } = yield* furnished
      const made = yield* created(note("Before"))
      const edited = yield* ok(patch(`/v1/notes/${made.id}`, { contentText: "After" }))
      assert.isTrue(edited.editedAt >= made.createdAt)
      assert.deepStrictEqual(edited, {
        ...made,
        contentText: "After",
        contentJson: paragraphs("After"),
        editedAt: edited.editedAt
      })
      assert.deepStrictEqual((yield* ok(get(`${path}/notes`))).data, [edited])
    })
  )

  it.effect("are edited and deleted only by their author or an admin", () =>
    Effect.gen(function* () {
      const { path, workspace, ...admin } = yield* furnished
      const author = yield* member(workspace.id, "member")
      const other = yield* member(workspace.id, "member")
      const made = yield* created(author.post(`${path}/notes`, { contentText: "Mine" }))
      const at = `/v1/notes/${made.id}`
      const text = { contentText: "Changed" }
      yield* refused(other.patch(at, text), 403, "not_author")
      yield* refused(other.delete(at), 403, "not_author")
      yield* ok(author.patch(at, text))
      const edited = yield* ok(admin.patch(at, text))
      assert.strictEqual(edited.authorId, author.id)
      assert.deepStrictEqual(yield* ok(author.delete(at)), { id: made.id, deleted: true })
      const another = yield* created(author.post(`${path}/notes`, { contentText: "Mine" }))
      yield* ok(admin.delete(`/v1/notes/${another.id}`))
      for (const api of [author, other, admin]) {
        yield* refused(api.patch(at, text), 404, "note_not_found")
        yield* refused(api.delete(at), 404, "note_not_found")
      }
      assert.deepStrictEqual((yield* ok(admin.get(`${path}/notes`))).data, [])
    })
  )

  it.effect("distinguish notes from system events, which nobody can edit or delete", () =>
    Effect.gen(function* () {
      const { delete: remove, get, note, patch, path } = yield* furnished
      const made = yield* created(note("Hello"))
      const { data } = yield* ok(get(`${path}/activity`))
      assert.deepStrictEqual(data[0], made)
      assert.strictEqual(data[1].kind, "system_event")
      yield* refused(patch(`/v1/notes/${data[1].id}`, { contentText: "x" }), 404, "note_not_found")
      yield* refused(remove(`/v1/notes/${data[1].id}`), 404, "note_not_found")
      assert.deepStrictEqual((yield* ok(get(`${path}/notes`))).data, [made])
    })
  )

  it.effect("record every change of a deal, newest first, with the actor and what changed", () =>
    Effect.gen(function* () {
      const { apiKey, board, deal, get, patch, path, post, user } = yield* furnished
      const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
      const ref = (index: number) => {
        const { id, name, region } = stages.at(index)
        return { id, name, region }
      }
      const move = (index: number) => ok(post(`${path}/move`, { toStageId: stages.at(index).id }))
      yield* move(2)
      yield* move(-2)
      yield* move(-1)
      yield* move(0)
      yield* ok(patch(path, { amountCents: 700, company: null, primaryContactName: "Mia" }))
      yield* ok(patch(path, { amountCents: 700 }))
      const { data } = yield* ok(get(`${path}/activity`))
      const actor = `api_key:${apiKey.id}`
      const moved = (from: number, to: number) => ({ actor, from: ref(from), to: ref(to) })
      const contact = deal.primaryContact
      assert.deepStrictEqual(
        data.map((note: any) => [note.systemEventType, note.systemEventData]),
        [
          [
            "deal_updated",
            {
              actor,
              changes: {
                company: { from: "Acme", to: null },
                amountCents: { from: null, to: 700 },
                primaryContact: { from: contact, to: { ...contact, name: "Mia" } }
              }
            }
          ],
          ["deal_reopened", moved(-1, 0)],
          ["stage_changed", moved(-1, 0)],
          ["deal_dead", moved(-2, -1)],
          ["stage_changed", moved(-2, -1)],
          ["deal_won", moved(2, -2)],
          ["stage_changed", moved(2, -2)],
          ["stage_changed", moved(0, 2)],
          ["deal_created", { actor, stage: ref(0) }]
        ]
      )
      for (const entry of data) {
        assert.deepInclude(entry, {
          kind: "system_event",
          authorId: user.id,
          contentText: null,
          contentJson: null,
          actor: { type: "api_key", id: apiKey.id, name: "First key", userId: user.id, userName: "Owner" }
        })
      }
    })
  )
})
