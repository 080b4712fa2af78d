import { assert, describe, it as test, layer } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import sharp from "sharp"
import { operations, routed } from "../../src/contract/Api.ts"
import { toolList } from "../../src/surfaces/mcp/tools/Definitions.ts"
import * as Prompts from "../../src/surfaces/mcp/resources/Prompts.ts"
import { bearer, inModern, legacy, send } from "../support/mcp/McpMessages.ts"
import { TestService } from "../support/server/TestService.ts"

const types: Readonly<Record<string, string>> = {
  "/mcp/server-card": "application/mcp-server-card+json",
  "/.well-known/mcp/server-card.json": "application/json",
  "/.well-known/ai-catalog.json": "application/ai-catalog+json",
  "/llms.txt": "text/plain; charset=utf-8",
  "/skill.md": "text/markdown; charset=utf-8",
  "/icon.svg": "image/svg+xml",
  "/icon.png": "image/png"
}

/** What SEP-2127 requires of a card. */
const card = new Ajv2020({ strict: false }).compile({
  type: "object",
  required: ["$schema", "name", "description", "version"],
  properties: {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json" },
    name: { type: "string", maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    remotes: {
      type: "array",
      items: {
        type: "object",
        required: ["type", "url"],
        properties: { type: { enum: ["streamable-http", "sse"] }, url: { pattern: "^https?://\\S+$" } }
      }
    }
  }
})

layer(TestService.layer({ BASE_URL: "http://crm.example" }))("what needs no credential", (it) => {
  for (const [path, type] of Object.entries(types)) {
    it.effect(`is at ${path}, cached and inert`, () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const get = (init: RequestInit = {}) => Effect.promise(() => fetch(url + path, init))
        const answer = yield* get({ headers: { authorization: "Bearer nonsense" } })
        assert.strictEqual(answer.status, 200)
        const { headers } = answer
        assert.strictEqual(headers.get("content-type"), type)
        assert.strictEqual(headers.get("cache-control"), "public, max-age=3600")
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        assert.include(headers.get("content-security-policy")!, "sandbox")
        assert.isAbove((yield* Effect.promise(() => answer.arrayBuffer())).byteLength, 100)
        const again = yield* get({ headers: { "if-none-match": headers.get("etag")! } })
        assert.strictEqual(again.status, 304)
        assert.strictEqual((yield* get({ method: "HEAD" })).status, 200)
        assert.strictEqual((yield* get({ method: "OPTIONS" })).headers.get("allow"), "GET, HEAD, OPTIONS")
        assert.strictEqual((yield* get({ method: "POST" })).status, 405)
      })
    )
  }

  it.effect("is a card that says what the server says", () =>
    Effect.gen(function* () {
      const { url, workspace } = yield* TestService
      const { apiKey } = yield* workspace()
      const read = (path: string) =>
        Effect.promise(async (): Promise<any> => (await fetch(url + path)).json())
      const told = yield* read("/mcp/server-card")
      assert.isTrue(card(told), JSON.stringify(card.errors))
      assert.deepStrictEqual(yield* read("/.well-known/mcp/server-card.json"), told)
      assert.strictEqual(told.name, "example.crm/sales-pipeline")
      assert.strictEqual(told.remotes[0].url, "http://crm.example/mcp")
      const { entries } = yield* read("/.well-known/ai-catalog.json")
      assert.strictEqual(entries[0].url, "http://crm.example/mcp/server-card")
      assert.match(entries[0].identifier, /^urn:air:crm\.example:mcp:sales-pipeline$/u)

      const ask = (sent: object, headers: Record<string, string> = {}) =>
        Effect.map(
          Effect.promise(() =>
            send(url, "POST", { ...bearer(apiKey.token), host: "crm.example", ...headers }, sent)
          ),
          ({ body }) => body.result
        )
      const hello = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "t", version: "1" }
      }
      const { serverInfo } = yield* ask(legacy("initialize", hello))
      const { body, headers } = inModern("server/discover")
      const discovered = yield* ask(body, headers)
      assert.deepStrictEqual(told.remotes[0].supportedProtocolVersions, [
        "2026-07-28",
        "2025-11-25",
        "2025-06-18",
        "2025-03-26",
        "2024-11-05"
      ])
      assert.includeMembers(told.remotes[0].supportedProtocolVersions, discovered.supportedVersions)
      for (const info of [serverInfo, discovered._meta["io.modelcontextprotocol/serverInfo"]]) {
        assert.strictEqual(info.version, told.version)
        assert.strictEqual(info.title, told.title)
        assert.strictEqual(info.icons[0].src, "http://crm.example/icon.png")
        assert.deepInclude(told.icons, info.icons[0])
      }
    })
  )

  it.effect("is an icon of the size it says", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const bytes = yield* Effect.promise(async () => (await fetch(`${url}/icon.png`)).arrayBuffer())
      const { height, width } = yield* Effect.promise(() => sharp(Buffer.from(bytes)).metadata())
      assert.deepStrictEqual([width, height], [128, 128])
    })
  )

  it.effect("is a text whose links all lead somewhere", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const text = yield* Effect.promise(async () => (await fetch(`${url}/llms.txt`)).text())
      assert.match(text, /^# Sales Pipeline\n\n> /u)
      assert.isBelow(text.length, 8_000)
      assert.include(text, `${operations.filter(({ tool }) => tool !== undefined).length} tools`)
      const links = Array.from(text.matchAll(/\]\((\S+)\)/gu), ([, link]) => link!)
      assert.isAbove(links.length, 10)
      for (const link of links) {
        const { status } = yield* Effect.promise(() => fetch(link.replace("http://crm.example", url)))
        assert.strictEqual(status, link.endsWith("/mcp") ? 405 : 200, link)
      }
      for (const { title } of routed) assert.include(text, title.toLowerCase())
    })
  )
})

const named = (text: string) => text.match(/\b[a-z]+(?:_[a-z]+)+\b/gu) ?? []

describe("the skill", () => {
  const skill = readFileSync("src/surfaces/agents/skill/SKILL.md", "utf8")
  const names = new Set([...toolList().map(({ name }) => name), "find_tools", "call_tool"])
  const words = new Set(["bad_fit", "in_progress", "lost_reason", "other_currencies", "win_rate"])

  test("has a name, a description and at most 600 words", () => {
    const [, head = ""] = skill.split("---\n")
    assert.match(head, /^name: [a-z]+(-[a-z]+)*\ndescription: .{20,1024}\n$/u)
    assert.isAtMost(skill.split(/\s+/u).filter((word) => word !== "").length, 600)
  })

  test("names only tools that there are, and so do the prompts", () => {
    const found = named(skill).filter((name) => !words.has(name))
    assert.deepStrictEqual(
      found.filter((name) => !names.has(name)),
      []
    )
    assert.isAbove(new Set(found).size, 20)
    for (const { name } of Prompts.list) {
      const unknown = named(Prompts.textOf(name)).filter((one) => !names.has(one) && !words.has(one))
      assert.deepStrictEqual(unknown, [], name)
    }
  })
})
