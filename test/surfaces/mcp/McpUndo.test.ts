import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpClients from "../../support/mcp/McpClients.ts"
import { TestService } from "../../support/server/TestService.ts"

const requestKey = "sales-pipeline/request"

const open = Effect.gen(function* () {
  const { session, workspace } = yield* McpClients.inWorkspace
  const call = (name: string, args?: Record<string, unknown>) =>
    Effect.promise(() => session.call(name, args))
  return { call, workspace }
})

layer(TestService.layer())("the tool undo", (it) => {
  it.effect("takes back a write found in another session, by its activity or by the changes", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const made = (yield* call("create_deal", { name: "Fleet" })).structuredContent
      yield* call("move_deal", { id: made.id, toStageId: "Won" })
      const { structuredContent: told } = yield* call("get_deal", { id: "Fleet", include: ["activity"] })
      const [won, moved] = told.activity.data
      assert.strictEqual(won.entryId, moved.entryId)
      const { structuredContent: undone } = yield* call("undo", { entryId: moved.entryId })
      assert.deepStrictEqual(undone.notUndone, [])
      const after = (yield* call("get_deal", { id: made.id })).structuredContent
      assert.strictEqual(after.stageEnteredAt, made.stageEnteredAt)
      const { structuredContent: changes } = yield* call("changes_since", { detail: "full" })
      const last = changes.data.at(-1)
      yield* call("undo", { entryId: last.entryId })
      assert.strictEqual((yield* call("get_deal", { id: made.id })).structuredContent.stage.name, "Won")
    })
  )

  it.effect("takes the id of the request, which every result that wrote has beside it", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const made = yield* call("create_deal", { name: "Fleet", idempotencyKey: "once" })
      const requestId = made._meta[requestKey]
      assert.match(requestId, /^req_/u)
      const replay = yield* call("create_deal", { name: "Fleet", idempotencyKey: "once" })
      assert.notProperty(replay._meta ?? {}, requestKey)
      const read = yield* call("get_deal", { id: "Fleet" })
      assert.notProperty(read._meta ?? {}, requestKey)
      const tried = (yield* call("undo", { requestId, dryRun: true })).structuredContent.dryRun
      assert.strictEqual(tried.answer.undone[0].operation, "deals.create")
      yield* call("undo", { requestId, plan: tried.plan })
      assert.isTrue((yield* call("get_deal", { id: made.structuredContent.id })).isError)
    })
  )

  it.effect("is not listed for those who may write nothing, and takes back nothing of others'", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* open
      const service = yield* TestService
      const as = Effect.fnUntraced(function* (role: "member" | "viewer") {
        const { token } = yield* service.member(workspace.workspace.id, role)
        return yield* McpClients.open(service.url, token)
      })
      const names = ({ tools }: McpClients.Session) =>
        Effect.promise(async () => (await tools()).map(({ name }) => name))
      assert.notInclude(yield* names(yield* as("viewer")), "undo")
      const member = yield* as("member")
      assert.include(yield* names(member), "undo")
      const made = yield* call("create_deal", { name: "Fleet" })
      const args = { requestId: made._meta[requestKey] }
      const { structuredContent } = yield* Effect.promise(() => member.call("undo", args))
      assert.strictEqual(structuredContent.error.code, "entry_not_found")
    })
  )
})
