import { assert, describe, it as test, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Effect } from "effect"
import { unzipSync } from "fflate"
import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { cards } from "../../src/surfaces/mcp/Cards.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"
import { TestService } from "../support/server/TestService.ts"

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"))
const { version } = read("package.json")

/** The bundle, unpacked as a client unpacks it. */
const unpacked = Effect.gen(function* () {
  const folder = yield* temporaryDirectory
  const bundle = join(folder, "sales-pipeline.mcpb")
  yield* Effect.promise(() => promisify(execFile)(process.execPath, ["scripts/build/mcpb.ts", bundle]))
  const files = unzipSync(readFileSync(bundle))
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return { folder, names: Object.keys(files), size: readFileSync(bundle).length }
})

layer(TestService.layer())("the MCP bundle", (it) => {
  it.effect("is a server for a desktop client, without packages beside it", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey } = yield* service.workspace()
      const { folder, names, size } = yield* unpacked
      assert.sameMembers(names, ["manifest.json", "icon.png", "LICENSE", "server/index.mjs"])
      assert.isBelow(size, 1_000_000)

      const { server } = read(join(folder, "manifest.json"))
      const settings: Record<string, string> = {
        __dirname: folder,
        "user_config.url": service.url,
        "user_config.api_key": apiKey.token
      }
      const filled = (text: string) => text.replace(/\$\{([^}]+)\}/gu, (_, name: string) => settings[name]!)
      const env = Object.fromEntries(
        Object.entries<string>(server.mcp_config.env).map(([name, text]) => [name, filled(text)])
      )
      yield* Effect.promise(async () => {
        const client = new Client({ name: "test", version: "1.0.0" })
        const args = server.mcp_config.args.map(filled)
        await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: folder }))
        const { tools } = await client.listTools()
        assert.includeMembers(
          tools.map(({ name }) => name),
          ["list_deals", "move_deal", "triage_lead", "changes_since"]
        )
        const made: any = await client.callTool({ name: "create_deal", arguments: { name: "Bundled" } })
        assert.strictEqual(made.structuredContent.name, "Bundled")
        const { contents } = await client.readResource({ uri: "pipeline://deals/Bundled" })
        assert.include((contents[0] as any).text, made.structuredContent.id)
        const card = cards.this_month.resource.uri
        assert.include((await client.readResource({ uri: card })).contents[0]!.uri, card)
        const refused = await client.callTool({ name: "show_this_month" }).catch((error) => error)
        assert.include(refused.message, "connect to /mcp")
        assert.isAbove((await client.listPrompts()).prompts.length, 3)
        await client.close()
      })
    }).pipe(Effect.scoped)
  )
})

describe("what registries and desktop clients read", () => {
  const names = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u

  test("is a server.json of this version", () => {
    const server = read("deploy/mcp/server.json")
    assert.match(
      server.$schema,
      /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/[\d-]+\/server\.schema\.json$/u
    )
    assert.match(server.name, names)
    assert.strictEqual(server.version, version)
    assert.isAtMost(server.description.length, 100)
    for (const { type, url, variables } of server.remotes) {
      assert.strictEqual(type, "streamable-http")
      const used = Array.from(url.matchAll(/\{(\w+)\}/gu), ([, name]: ReadonlyArray<string>) => name)
      assert.sameMembers(used, Object.keys(variables))
    }
  })

  test("is a manifest of this version, whose settings are all used", () => {
    const manifest = read("deploy/mcp/manifest.json")
    assert.strictEqual(manifest.version, version)
    for (const key of ["manifest_version", "name", "description", "author", "server"]) {
      assert.isDefined(manifest[key], key)
    }
    const used = JSON.stringify(manifest.server).matchAll(/user_config\.(\w+)/gu)
    assert.sameMembers(
      Array.from(used, ([, name]) => name!),
      Object.keys(manifest.user_config)
    )
    assert.isTrue(manifest.user_config.api_key.sensitive)
    assert.strictEqual(manifest.license, read("package.json").license)
  })
})
