import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Replay from "../support/audit/Replay.ts"
import { done, undo, undone } from "../support/audit/UndoSamples.ts"
import { run as admin } from "../support/server/Admin.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const why = (answer: any) =>
  answer.body.notUndone.map(({ code, message, resource }: any) => `${resource} ${code}: ${message}`)

contract(
  "undoing changes of webhooks, and of what is never undone",
  (it) => {
    it.effect("removes one that was made, and puts settings back", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const hook = { boardId: mine.board.id, url: "http://127.0.0.1:9/x", events: ["deal.won"] }
        const make = yield* done(mine.post("/v1/webhooks", hook), 201)
        const path = `/v1/webhooks/${make.body.id}`
        const before = yield* ok(mine.get(path))
        const edit = yield* done(mine.patch(path, { label: "L", events: ["deal.created"], active: false }))
        const after = yield* ok(mine.get(path))
        const back = yield* undo(mine, { requestId: edit.requestId })
        assert.deepStrictEqual(yield* ok(mine.get(path)), before)
        yield* undone(mine, { requestId: back.requestId }, 1)
        assert.deepStrictEqual(yield* ok(mine.get(path)), after)
        yield* undone(mine, { requestId: edit.requestId }, 1)
        const gone = yield* undo(mine, { requestId: make.requestId })
        assert.deepStrictEqual(gone.body.notUndone, [])
        yield* refused(mine.get(path), 404, "webhook_not_found")
        const [reason] = why(yield* undo(mine, { requestId: gone.requestId }))
        assert.match(reason, /webhook not_undoable: A deleted webhook does not come back.*Create it again/u)
        yield* Replay.check(mine.workspace.id)
      })
    )

    it.effect("says of deletions, secrets and what was sent why they stay", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const hook = { boardId: mine.board.id, url: "http://127.0.0.1:9/x", events: ["deal.won"] }
        const { id } = yield* created(mine.post("/v1/webhooks", hook))
        const path = `/v1/webhooks/${id}`
        const rotate = yield* done(mine.post(`${path}/rotate-secret`))
        const test = yield* done(mine.post(`${path}/test`), 201)
        const again = yield* done(mine.post(`${path}/deliveries/${test.body.id}/redeliver`))
        const remove = yield* done(mine.delete(path))
        const reasons = ["new signing secret", "What was sent", "What was sent", "deleted webhook"]
        for (const [index, { requestId }] of [rotate, test, again, remove].entries()) {
          const answer = yield* undo(mine, { requestId })
          assert.deepStrictEqual(answer.body.undone, [])
          const [reason] = why(answer)
          assert.match(reason, new RegExp(`webhook not_undoable: .*${reasons[index]}`, "u"))
        }
      })
    )

    it.effect("names the way for credentials, people and the ways leads come in by", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const { id } = mine.workspace
        yield* admin("key create", { workspace: id, user: mine.user.id, name: "K" })
        yield* admin("member add", { workspace: id, email: `bo-${id}@acme.example`, role: "viewer" })
        yield* admin("workspace plan", { workspace: id, plan: "free" })
        yield* admin("form token", { board: mine.board.id })
        yield* admin("inbound address", { board: mine.board.id })
        const ways = {
          api_key: /Revoke the key/u,
          member: /Roles and memberships/u,
          workspace: /operator/u,
          form: /settings/u,
          inbound_address: /settings/u
        }
        const [first, ...log] = yield* Replay.log(id)
        assert.strictEqual(first!.operation, "admin.workspace.create")
        const { body: kept } = yield* undo(mine, { entryId: first!.id })
        assert.deepStrictEqual(kept.undone, [])
        assert.include(
          kept.notUndone.map(({ resource }: any) => resource),
          "template"
        )
        for (const { code, message } of kept.notUndone) {
          assert.deepStrictEqual(
            [code, message.slice(0, 27)],
            ["not_undoable", "It came with the workspace "]
          )
        }
        const found = log.flatMap((entry) =>
          entry.changes.map(({ resource }) => [entry.id, resource] as const)
        )
        assert.sameMembers(
          found.map(([, resource]) => resource),
          Object.keys(ways)
        )
        for (const [entryId, resource] of found) {
          const answer = yield* undo(mine, { entryId })
          assert.deepStrictEqual(answer.body.undone, [])
          const [reason] = why(answer)
          assert.match(reason, ways[resource as keyof typeof ways], reason)
        }
        yield* Replay.check(id)
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" }
)
