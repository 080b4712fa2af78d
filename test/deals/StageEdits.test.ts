import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpClients from "../support/mcp/McpClients.ts"
import { TestService } from "../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const { session, workspace: client } = yield* McpClients.inWorkspace
  return yield* Effect.promise(async () => {
    const { body: stages } = await client.send("GET", `/v1/boards/${client.board.id}/stages`)
    const stage = (region: string): string => stages.find((one: any) => one.region === region).id
    const { body: deal } = await client.send("POST", "/v1/deals", { boardId: client.board.id, name: "A" })
    const patch = (stageId: string, headers: Record<string, string> = {}) =>
      client.send("PATCH", `/v1/deals/${deal.id}`, { stageId }, headers)
    return { ...client, session, stage, deal, patch }
  })
})

layer(TestService.layer(), { excludeTestServices: true })("an edit of a deal's stage", (it) => {
  it.effect("warns in a header if stage and stamps then disagree, and points to move", () =>
    Effect.gen(function* () {
      const { deal, patch, send, stage } = yield* start
      yield* Effect.promise(async () => {
        const open = await patch(stage("late"))
        assert.strictEqual(open.headers.get("service-warning"), null)
        const won = await patch(stage("won"))
        assert.strictEqual(won.status, 200)
        assert.strictEqual(won.body.wonAt, null)
        assert.deepStrictEqual(Object.keys(won.body), Object.keys(open.body))
        const warning = won.headers.get("service-warning")!
        assert.include(warning, "wonAt is null, so no month counts it as won")
        assert.include(warning, "POST /v1/deals/{id}/move")
        assert.include(won.headers.get("access-control-expose-headers")!, "Service-Warning")
        const move = (to: string) => send("POST", `/v1/deals/${deal.id}/move`, { toStageId: stage(to) })
        await move("late")
        assert.strictEqual((await move("won")).headers.get("service-warning"), null)
        const dead = (await patch(stage("dead"))).headers.get("service-warning")!
        assert.include(dead, "deadAt is null, so no month counts it as dead")
        assert.include(dead, "wonAt is still set, but it no longer counts as won")
        const named = await send("PATCH", `/v1/deals/${deal.id}`, { name: "B" })
        assert.strictEqual(named.headers.get("service-warning"), null)
      })
    })
  )

  it.effect("warns if it leaves a deal in the anchor stage without commitmentAt", () =>
    Effect.gen(function* () {
      const { patch, stage } = yield* start
      yield* Effect.promise(async () => {
        const { body, headers } = await patch(stage("anchor"))
        assert.isNull(body.commitmentAt)
        assert.include(
          headers.get("service-warning")!,
          "commitmentAt is null, so no month counts it as a proposal"
        )
      })
    })
  )

  it.effect("gets the warning from a move into the same stage too, which changes nothing", () =>
    Effect.gen(function* () {
      const { deal, patch, send, session, stage } = yield* start
      yield* Effect.promise(async () => {
        const edited = await patch(stage("won"))
        const move = (to: string) => send("POST", `/v1/deals/${deal.id}/move`, { toStageId: stage(to) })
        const moved = await move("won")
        assert.strictEqual(moved.status, 200)
        assert.deepStrictEqual(moved.body, edited.body)
        assert.include(moved.headers.get("service-warning")!, "wonAt is null, so no month counts it as won")
        const args = { id: deal.id, toStageId: stage("won") }
        const tool = (await session.call("move_deal", args)).structuredContent
        assert.include(tool.warnings[0], "wonAt is null")
        for (const to of ["late", "won", "anchor"]) {
          assert.isNull((await move(to)).headers.get("service-warning"), to)
        }
        assert.include((await move("dead")).headers.get("service-warning")!, "lostReason")
        const lost = { ...args, toStageId: stage("dead"), lostReason: "Price" }
        assert.notProperty((await session.call("move_deal", lost)).structuredContent, "warnings")
      })
    })
  )

  it.effect("warns again when it is replayed", () =>
    Effect.gen(function* () {
      const { patch, stage } = yield* start
      yield* Effect.promise(async () => {
        const key = { "idempotency-key": "once" }
        const first = await patch(stage("won"), key)
        const again = await patch(stage("won"), key)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        assert.strictEqual(again.text, first.text)
        assert.isNotNull(first.headers.get("service-warning"))
        assert.strictEqual(again.headers.get("service-warning"), first.headers.get("service-warning"))
      })
    })
  )

  it.effect("warns agents in the tool's result, as its description says", () =>
    Effect.gen(function* () {
      const { deal, session, stage } = yield* start
      yield* Effect.promise(async () => {
        const update = (fields: object) => session.call("update_deal", { id: deal.id, ...fields })
        const won = await update({ stageId: stage("won") })
        assert.isUndefined(won.isError)
        assert.strictEqual(won.structuredContent.stage.region, "won")
        assert.include(won.structuredContent.warnings[0], "move_deal")
        assert.deepStrictEqual(JSON.parse(won.content[0].text), won.structuredContent)
        assert.notProperty((await update({ stageId: stage("late") })).structuredContent, "warnings")
        const tool = (await session.tools()).find(({ name }) => name === "update_deal")
        assert.include(tool.description, "warns if stage and dates disagree")
      })
    })
  )
})
