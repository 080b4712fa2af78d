import { assert, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Effect } from "effect"
import { TestService } from "../../../support/server/TestService.ts"

layer(TestService.layer())("the stdio server", (it) => {
  it.effect("is narrowed by its settings, and by what its key may do", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { workspace } = yield* service.workspace()
      const { token } = yield* service.member(workspace.id, "viewer")
      const environment = {
        SALES_PIPELINE_URL: service.url,
        SALES_PIPELINE_API_KEY: token,
        SALES_PIPELINE_TOOLSET: "deals"
      }
      yield* Effect.promise(async () => {
        const client = new Client({ name: "test", version: "1.0.0" })
        const command = { command: process.execPath, args: ["src/stdio.ts"], env: environment }
        await client.connect(new StdioClientTransport({ ...command, stderr: "pipe" }))
        const names = (await client.listTools()).tools.map((tool) => tool.name)
        assert.includeMembers(names, ["list_deals", "get_deal"])
        assert.notInclude(names, "list_leads")
        assert.notInclude(names, "create_deal")
        const refused = await client.callTool({ name: "list_leads", arguments: {} }).catch((error) => error)
        assert.strictEqual(refused.code, -32602)
        assert.include(refused.message, "narrowed to toolset=deals")
        await client.close()
      })
    })
  )
})
