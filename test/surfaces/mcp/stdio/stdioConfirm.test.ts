import { assert, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Effect } from "effect"
import { TestService } from "../../../support/server/TestService.ts"

const info = { name: "test", version: "1.0.0" }

layer(TestService.layer())("the stdio server", (it) => {
  const asking = { capabilities: { elicitation: {} } }
  const eras = [
    ["a client with a handshake", () => new Client(info, asking)],
    ["a client without", () => new Client(info, { ...asking, versionNegotiation: { mode: "auto" } })]
  ] as const
  for (const [which, make] of eras) {
    it.effect(`has ${which} ask before what is final`, () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { apiKey } = yield* service.workspace()
        const env = { SALES_PIPELINE_URL: service.url, SALES_PIPELINE_API_KEY: apiKey.token }
        yield* Effect.promise(async () => {
          const client = make()
          const said: Array<string> = []
          const answers = ["decline", "accept"] as const
          client.setRequestHandler("elicitation/create", ({ params }) => {
            said.push(params.message)
            return { action: answers[said.length - 1]!, content: {} }
          })
          await client.connect(
            new StdioClientTransport({ command: process.execPath, args: ["src/stdio.ts"], env })
          )
          const lead: any = await client.callTool({ name: "create_lead", arguments: { firstName: "Mia" } })
          const { id } = lead.structuredContent
          const triage = (): Promise<any> =>
            client.callTool({ name: "triage_lead", arguments: { id, triageStatus: "junk" } })
          assert.strictEqual((await triage()).structuredContent.error.code, "declined")
          assert.strictEqual((await triage()).structuredContent.changed.triageStatus, "junk")
          assert.match(said.join(), /^An agent wants to triage a lead as junk: Mia\. .+,An agent/u)
          await client.close()
        })
      })
    )
  }
})
