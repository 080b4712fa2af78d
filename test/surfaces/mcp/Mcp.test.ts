import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpClients from "../../support/mcp/McpClients.ts"
import { bearer, legacy, send } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer())("a session over MCP", (it) => {
  for (const [client, connect, version] of McpClients.all) {
    it.effect(`goes from listing to creating, moving, noting and reporting with ${client}`, () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { apiKey } = yield* service.workspace()
        yield* Effect.promise(async () => {
          const session = await connect(service.url, apiKey.token)
          assert.strictEqual(session.version, version)
          assert.includeMembers(
            (await session.tools()).map((tool) => tool.name),
            ["list_deals", "get_deal", "create_deal", "update_deal", "move_deal", "add_note", "search_deals"]
          )
          const result = async (name: string, args: Record<string, unknown>) => {
            const { content, isError, structuredContent } = await session.call(name, args)
            assert.deepStrictEqual(JSON.parse(content[0].text), structuredContent)
            assert.notStrictEqual(isError, true, content[0].text)
            return structuredContent
          }
          assert.deepStrictEqual((await result("list_deals", {})).data, [])
          const { id } = await result("create_deal", { name: "Licence", amountCents: 1_250_000 })
          await result("move_deal", { id, toStageId: "Proposal" })
          assert.isString((await result("get_deal", { id })).commitmentAt)
          const note = await result("add_note", { id, contentText: "Budget approved." })
          assert.strictEqual(note.dealId, id)
          const found = await result("search_deals", { q: "LICEN" })
          assert.strictEqual(found.data[0].stage, "Proposal")
          const summary = await result("get_pipeline_summary", {})
          assert.strictEqual(summary.boards[0].raw_pipeline_cents, 1_250_000)
          const card = await session.call("show_dealboard_summary")
          assert.include(card.content[0].text, "1 deal open, worth $12,500 in all and $6,250 weighted")
          assert.strictEqual(card.structuredContent.weighted_pipeline_cents, 625_000)
          assert.deepStrictEqual(Object.entries(card.structuredContent)[0], ["summary", card.content[0].text])
          const image = await session.call("export_report_image", { report: "deal_progress" })
          assert.strictEqual(image.content[0].mimeType, "image/png")
          assert.notProperty(image, "structuredContent")
          assert.include(JSON.parse(image.content[1].text), { report: "deal_progress", width: 1200 })

          const refused = await session.call("move_deal", { id, toStageId: "Nowhere" })
          assert.isTrue(refused.isError)
          assert.strictEqual(refused.structuredContent.error.code, "invalid_stage")
          assert.deepStrictEqual(JSON.parse(refused.content[0].text), refused.structuredContent)
          await session.close()
        })
      })
    )
  }

  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    it.effect(`starts in ${version} if a client asks for it`, () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { apiKey } = yield* service.workspace()
        const ask = (body: object, headers = {}) =>
          Effect.promise(() => send(service.url, "POST", { ...bearer(apiKey.token), ...headers }, body))
        const clientInfo = { name: "test", version: "1.0.0" }
        const hello = legacy("initialize", { protocolVersion: version, capabilities: {}, clientInfo })
        const begun = yield* ask(hello)
        assert.strictEqual(begun.status, 200)
        assert.strictEqual(begun.body.result.protocolVersion, version)
        const said = { "mcp-protocol-version": version }
        const ready = yield* ask({ jsonrpc: "2.0", method: "notifications/initialized" }, said)
        assert.strictEqual(ready.status, 202)
        for (const message of [legacy("tools/list"), legacy("tools/call", { name: "list_deals" })]) {
          const answer = yield* ask(message, said)
          assert.strictEqual(answer.status, 200)
          assert.isDefined(answer.body.result)
        }
      })
    )
  }
})
