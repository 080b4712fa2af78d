import { assert, layer } from "@effect/vitest"
import { StdioClientTransport as TransportV2 } from "@modelcontextprotocol/client/stdio"
import { Client as ClientV2 } from "@modelcontextprotocol/client"
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Effect } from "effect"
import { execFile, spawn } from "node:child_process"
import { Client as ClientOf2025 } from "sdk-2025-03/client/index.js"
import { StdioClientTransport as TransportOf2025 } from "sdk-2025-03/client/stdio.js"
import { offered } from "../../../../src/surfaces/mcp/tools/Definitions.ts"
import { fullView } from "../../../../src/surfaces/mcp/tools/View.ts"
import { legacy } from "../../../support/mcp/McpMessages.ts"
import { compileCache } from "../../../support/server/Process.ts"
import { TestService } from "../../../support/server/TestService.ts"

const info = { name: "test", version: "1.0.0" }

const command = (environment: Record<string, string>) => ({
  command: process.execPath,
  args: ["src/stdio.ts"],
  env: { ...compileCache, ...environment },
  stderr: "pipe" as const
})

/** Those that show a card or an image. */
const remoteOnly = offered.filter(({ shows }) => shows !== undefined).map(({ tool }) => tool)

/** As of /mcp, without those. */
const dataTools = fullView
  .tools()
  .map((tool) => tool.name)
  .filter((name) => !remoteOnly.includes(name))

layer(TestService.layer())("the stdio server", (it) => {
  const settings = Effect.gen(function* () {
    const service = yield* TestService
    const { apiKey } = yield* service.workspace()
    return { SALES_PIPELINE_URL: service.url, SALES_PIPELINE_API_KEY: apiKey.token }
  })

  const clients = [
    ["SDK 1.x", () => new ClientV1(info), (env: any) => new TransportV1(command(env))],
    ["spring 2025", () => new ClientOf2025(info), (env: any) => new TransportOf2025(command(env))],
    [
      "SDK 2.x",
      () => new ClientV2(info, { versionNegotiation: { mode: "auto" } }),
      (env: any) => new TransportV2(command(env))
    ]
  ] as const
  for (const [version, make, transport] of clients) {
    it.effect(`offers the tools without pictures to a client of ${version}, and forwards its calls`, () =>
      Effect.gen(function* () {
        const environment = yield* settings
        yield* Effect.promise(async () => {
          const client = make() as unknown as ClientV2
          await client.connect(transport(environment) as never)
          const { tools } = await client.listTools()
          assert.isNotEmpty(dataTools)
          assert.deepStrictEqual(
            tools.map((tool) => tool.name),
            dataTools
          )
          const made: any = await client.callTool({
            name: "create_deal",
            arguments: { name: "Local", detail: "full" }
          })
          assert.strictEqual(made.structuredContent.name, "Local")
          const wrong: any = await client.callTool({ name: "get_deal", arguments: { id: "x" } })
          assert.isTrue(wrong.isError)
          assert.strictEqual(wrong.structuredContent.error.code, "deal_not_found")
          const unknown = await client.callTool({ name: "get_deel", arguments: {} }).catch((error) => error)
          assert.strictEqual(unknown.code, -32602)
          assert.include(unknown.message, "did you mean get_deal")
          for (const name of remoteOnly) {
            const refused = await client.callTool({ name, arguments: {} }).catch((error) => error)
            assert.strictEqual(refused.code, -32602, name)
            assert.include(refused.message, "connect to /mcp")
          }
          const { contents } = await client.readResource({ uri: "pipeline://boards" })
          assert.include((contents[0] as any).text, made.structuredContent.boardId)
          const ref = { type: "ref/resource", uri: "pipeline://deals/{deal}" } as const
          const { completion } = await client.complete({ ref, argument: { name: "deal", value: "loc" } })
          assert.deepStrictEqual(completion.values, ["Local"])
          const deal = await client.readResource({ uri: "pipeline://deals/Local" })
          assert.include((deal.contents[0] as any).text, made.structuredContent.id)
          const { prompts } = await client.listPrompts()
          const { messages } = await client.getPrompt({
            name: prompts.at(-1)!.name,
            arguments: { deal: "Local" }
          })
          assert.include((messages[0]!.content as any).text, "the deal Local")
          await client.close()
        })
      })
    )
  }

  it.effect("answers with an error result, and keeps running, while the service is away", () =>
    Effect.gen(function* () {
      const environment = { ...(yield* settings), SALES_PIPELINE_URL: "http://127.0.0.1:1" }
      yield* Effect.promise(async () => {
        const client = new ClientV2(info)
        await client.connect(new TransportV2(command(environment)))
        for (const _ of [1, 2]) {
          const result: any = await client.callTool({ name: "list_deals", arguments: {} })
          assert.isTrue(result.isError)
          assert.strictEqual(result.structuredContent.error.code, "unavailable")
          assert.include(result.content[0].text, "SALES_PIPELINE_URL")
        }
        await client.close()
      })
    })
  )

  it.effect("answers with the service's refusal of a bad key", () =>
    Effect.gen(function* () {
      const environment = { ...(yield* settings), SALES_PIPELINE_API_KEY: "svc_live_wrong" }
      yield* Effect.promise(async () => {
        const client = new ClientV2(info)
        await client.connect(new TransportV2(command(environment)))
        const result: any = await client.callTool({ name: "list_deals", arguments: {} })
        assert.isTrue(result.isError)
        assert.strictEqual(result.structuredContent.error.code, "invalid_credential")
        await client.close()
      })
    })
  )

  for (const [name, environment] of [
    ["SALES_PIPELINE_API_KEY", {}],
    ["SALES_PIPELINE_URL", { SALES_PIPELINE_API_KEY: "svc_live_x", SALES_PIPELINE_URL: "nowhere" }],
    ["SALES_PIPELINE_TOOLSET", { SALES_PIPELINE_API_KEY: "svc_live_x", SALES_PIPELINE_TOOLSET: "deels" }],
    ["SALES_PIPELINE_READONLY", { SALES_PIPELINE_API_KEY: "svc_live_x", SALES_PIPELINE_READONLY: "yes" }]
  ] as const) {
    it.effect(`ends with exit code 1 and one line that names ${name}`, () =>
      Effect.promise(
        () =>
          new Promise<void>((resolve, reject) =>
            execFile(
              process.execPath,
              ["src/stdio.ts"],
              { env: { ...compileCache, ...environment } },
              (error, stdout, stderr) => {
                try {
                  assert.strictEqual(error?.code, 1)
                  assert.strictEqual(stdout, "")
                  assert.match(stderr, new RegExp(`^sales-pipeline: (?:set )?${name} [^\\n]+\\n$`, "u"))
                  resolve()
                } catch (failure) {
                  reject(failure)
                }
              }
            )
          )
      )
    )
  }

  it.effect("refuses a number that it would change, as REST does, and passes on all others", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey, send } = yield* service.workspace()
      const environment = { SALES_PIPELINE_URL: service.url, SALES_PIPELINE_API_KEY: apiKey.token }
      const { id } = (yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "Ünal" }))).body
      const call = (number: string, id_: number) =>
        JSON.stringify({
          ...legacy("tools/call", {
            name: "patch_lead_enrichment",
            arguments: { id, enrichment: { hs_object_id: "N", note: "ä€😀" } }
          }),
          id: id_
        }).replace('"N"', number)
      const initialize = legacy("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: info
      })
      const input = [JSON.stringify(initialize), call("9007199254740993", 2), call("9007199254740991", 3)]
      const answers = yield* Effect.promise(
        () =>
          new Promise<ReadonlyArray<any>>((resolve) => {
            const child = spawn(process.execPath, ["src/stdio.ts"], {
              env: { ...compileCache, ...environment }
            })
            let out = ""
            child.stdout.on("data", (chunk) => {
              out += chunk
              if (out.trim().split("\n").length === 3) child.stdin.end()
            })
            child.on("close", () =>
              resolve(
                out
                  .trim()
                  .split("\n")
                  .map((line) => JSON.parse(line))
              )
            )
            const bytes = Buffer.from(`${input.join("\n")}\n`)
            for (let at = 0; at < bytes.length; at += 7) child.stdin.write(bytes.subarray(at, at + 7))
          })
      )
      const [refused, taken] = [2, 3].map((one) => answers.find((answer) => answer.id === one).result)
      assert.isTrue(refused.isError)
      assert.strictEqual(refused.structuredContent.error.code, "invalid_body")
      assert.match(
        refused.structuredContent.error.message,
        /^enrichment\.hs_object_id holds 9007199254740993/u
      )
      assert.deepInclude(taken.structuredContent.enrichment, {
        hs_object_id: 9_007_199_254_740_991,
        note: "ä€😀"
      })
      const { body } = yield* Effect.promise(() => send("GET", `/v1/leads/${id}/history`))
      assert.lengthOf(body.data, 1)
    })
  )

  it.effect("writes nothing but protocol to stdout", () =>
    Effect.gen(function* () {
      const environment = yield* settings
      const lines = yield* Effect.promise(
        () =>
          new Promise<ReadonlyArray<string>>((resolve) => {
            const child = spawn(process.execPath, ["src/stdio.ts"], {
              env: { ...compileCache, ...environment }
            })
            let out = ""
            child.stdout.on("data", (chunk) => {
              out += chunk
              if (out.includes(`"id":2`)) child.stdin.end()
            })
            child.on("close", () => resolve(out.trim().split("\n")))
            const initialize = legacy("initialize", {
              protocolVersion: "2025-11-25",
              capabilities: {},
              clientInfo: info
            })
            const call = { ...legacy("tools/call", { name: "list_deals", arguments: {} }), id: 2 }
            for (const message of [initialize, call]) child.stdin.write(`${JSON.stringify(message)}\n`)
          })
      )
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line).jsonrpc),
        ["2.0", "2.0"]
      )
    })
  )
})
