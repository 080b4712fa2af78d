import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Guide from "../../../src/surfaces/mcp/resources/Guide.ts"
import { bearer, legacy, send } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

const open = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const ask = (method: string, params: object = {}) =>
    Effect.map(
      Effect.promise(() => send(service.url, "POST", bearer(client.apiKey.token), legacy(method, params))),
      (answer) => answer.body
    )
  const read = (uri: string) => ask("resources/read", { uri })
  return { service, client, ask, read }
})

layer(TestService.layer())("MCP resources and prompts", (it) => {
  it.effect("lists boards, guide, cards, and the template for stages", () =>
    Effect.gen(function* () {
      const { ask } = yield* open
      const { resources } = (yield* ask("resources/list")).result
      const uris = resources.map((one: any) => one.uri)
      assert.includeMembers(uris, ["pipeline://boards", "pipeline://guide"])
      assert.strictEqual(uris.filter((uri: string) => uri.startsWith("ui://")).length, 4)
      const { resourceTemplates } = (yield* ask("resources/templates/list")).result
      assert.strictEqual(resourceTemplates[0].uriTemplate, "pipeline://boards/{board}/stages")
      // The types that Anthropic's SDK turns into content, without application/json.
      const data = [...resources, ...resourceTemplates].filter((one: any) => !one.uri?.startsWith("ui://"))
      for (const { mimeType, name } of data) assert.match(mimeType, /^text\/(plain|markdown)$/u, name)
    })
  )

  it.effect("reads boards and stages as REST returns them", () =>
    Effect.gen(function* () {
      const { client, read } = yield* open
      for (const [uri, path] of [
        ["pipeline://boards", "/v1/boards"],
        [`pipeline://boards/${client.board.id}/stages`, `/v1/boards/${client.board.id}/stages`]
      ] as const) {
        const { contents } = (yield* read(uri)).result
        const rest = yield* Effect.promise(() => client.send("GET", path))
        assert.deepInclude(contents[0], { uri, mimeType: "text/plain" })
        assert.deepStrictEqual(JSON.parse(contents[0].text), rest.body)
      }
    })
  )

  it.effect("reads a guide of at most 450 words", () =>
    Effect.gen(function* () {
      const { read } = yield* open
      const { contents } = (yield* read("pipeline://guide")).result
      assert.strictEqual(contents[0].mimeType, "text/markdown")
      for (const word of ["anchor", "bad_fit", "in_progress"]) assert.include(contents[0].text, word)
      assert.isAtMost(Guide.text.split(/\s+/u).length, 450)
    })
  )

  it.effect("reads the page that a card's tool names", () =>
    Effect.gen(function* () {
      const { ask, read } = yield* open
      const { tools } = (yield* ask("tools/list")).result
      const cards = tools.filter((tool: any) => tool.name.startsWith("show_"))
      assert.strictEqual(cards.length, 4)
      for (const { _meta } of cards) {
        assert.strictEqual(_meta["ui/resourceUri"], _meta.ui.resourceUri)
        const { contents } = (yield* read(_meta.ui.resourceUri)).result
        assert.strictEqual(contents[0].mimeType, "text/html;profile=mcp-app")
        assert.isTrue(contents[0].text.startsWith("<!doctype html>"))
      }
    })
  )

  it.effect("finds nothing of another workspace, or at an unknown URI", () =>
    Effect.gen(function* () {
      const { client } = yield* open
      const { read } = yield* open
      for (const uri of [
        `pipeline://boards/${client.board.id}/stages`,
        "pipeline://boards/none/stages",
        "pipeline://deal",
        "pipeline://deals/none",
        "pipeline://leads/none",
        "ui://sales-pipeline/deals_won/000000000000",
        "nothing at all"
      ]) {
        const { error } = yield* read(uri)
        assert.strictEqual(error.code, -32602, uri)
        assert.strictEqual(error.data.uri, uri)
      }
    })
  )

  it.effect("fills prompts with their arguments, and asks for missing ones", () =>
    Effect.gen(function* () {
      const { ask } = yield* open
      const { prompts } = (yield* ask("prompts/list")).result
      assert.deepStrictEqual(
        prompts.map((prompt: any) => prompt.name),
        ["triage-inbox", "weekly-pipeline-review", "monthly-review", "qualify-lead", "follow-up"]
      )
      const get = (name: string, args: object) => ask("prompts/get", { name, arguments: args })
      const qualify = (yield* get("qualify-lead", { lead: "01997f2e" })).result
      assert.include(qualify.messages[0].content.text, "Qualify the lead 01997f2e.")
      const triage = (yield* get("triage-inbox", { board: "Sales" })).result
      assert.include(
        triage.messages[0].content.text,
        `list_leads with triageStatus "new" and boardId "Sales"`
      )
      const missing = yield* get("qualify-lead", {})
      assert.include(missing.error.message, "needs the argument lead")
      const unknown = yield* get("qualify-leed", {})
      assert.include(unknown.error.message, "did you mean qualify-lead?")
    })
  )
})

layer(TestService.layer())("an agent's mistake", (it) => {
  const mistakes: Record<string, (deal: string) => readonly [string, object, string, RegExp]> = {
    "a misspelt field": () => [
      "create_deal",
      { name: "A", amount_cents: 12 },
      "unknown_field",
      /amount_cents is not a field of this operation; did you mean amountCents\?/u
    ],
    "an id by another name": (deal) => ["get_deal", { dealId: deal }, "invalid_query", /did you mean id\?/u],
    "an amount in fractions": () => [
      "create_deal",
      { name: "A", amountCents: 12.5 },
      "invalid_body",
      /amountCents must be an integer/u
    ],
    "an amount as text": () => [
      "create_deal",
      { name: "A", amountCents: "12,50" },
      "invalid_body",
      /amountCents must be an integer of minor units/u
    ],
    "a stage that is misspelt": (deal) => [
      "move_deal",
      { id: deal, toStageId: "Propsal" },
      "invalid_stage",
      /Its stages are: New \(stg_\w+\).+Did you mean Proposal\?/u
    ],
    "a deal that is deleted": (deal) => [
      "update_deal",
      { id: deal, name: "A" },
      "deal_not_found",
      /There is no deal .+ was deleted on .+ restore it until .+ undo with the entryId/u
    ],
    "a status that is none": () => [
      "triage_lead",
      { id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", triageStatus: "spam" },
      "invalid_body",
      /triageStatus must be "new", "contacted", "junk", "bad_fit" or "stale" \(promote_lead makes it a deal\); did you mean junk\?$/u
    ],
    "a status in the wrong case": () => [
      "triage_lead",
      { id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01", triageStatus: "Bad Fit" },
      "invalid_body",
      /did you mean bad_fit\?$/u
    ],
    "a status of no lead to list": () => [
      "list_leads",
      { triageStatus: "unread" },
      "invalid_query",
      /triageStatus must be "new", "contacted", "promoted", "junk", "bad_fit" or "stale"; did you mean new\?$/u
    ],
    "a status of leads to find, in the wrong case": () => [
      "search_leads",
      { q: "acme", triageStatus: "New" },
      "invalid_query",
      /did you mean new\?$/u
    ],
    "a status of deals in the wrong case": () => [
      "list_deals",
      { status: "Won" },
      "invalid_query",
      /status must be "open", "won", "dead" or "all"; did you mean won\?$/u
    ],
    "a view in the wrong case": () => [
      "list_leads",
      { view: "Active" },
      "invalid_query",
      /view must be "active" or "suspect"; did you mean active\?$/u
    ]
  }
  for (const [what, make] of Object.entries(mistakes)) {
    it.effect(`is told how to correct ${what}`, () =>
      Effect.gen(function* () {
        const { ask, client } = yield* open
        const made = (yield* ask("tools/call", { name: "create_deal", arguments: { name: "A" } })).result
        const { id } = made.structuredContent
        if (what.includes("deleted")) yield* Effect.promise(() => client.send("DELETE", `/v1/deals/${id}`))
        const [name, args, code, says] = make(id)
        const { isError, structuredContent } = (yield* ask("tools/call", { name, arguments: args })).result
        assert.isTrue(isError)
        assert.strictEqual(structuredContent.error.code, code)
        assert.match(structuredContent.error.message, says)
      })
    )
  }

  it.effect("does not make a sum beyond 2^53 inexact", () =>
    Effect.gen(function* () {
      const { ask, client, service } = yield* open
      const { apiKey, board } = client
      for (const name of ["A", "B", "C"]) {
        const body = { boardId: board.id, name, amountCents: Number.MAX_SAFE_INTEGER }
        yield* Effect.promise(() => client.send("POST", "/v1/deals", body))
      }
      const exact = String(3n * BigInt(Number.MAX_SAFE_INTEGER))
      const message = legacy("tools/call", { name: "get_weighted_pipeline", arguments: {} })
      const text = yield* Effect.promise(async () => {
        const headers = bearer(apiKey.token)
        const response = await fetch(`${service.url}/mcp`, {
          method: "POST",
          headers,
          body: JSON.stringify(message)
        })
        return response.text()
      })
      assert.strictEqual(text.split(`"raw_pipeline_cents":${exact}`).length, 2)
      assert.strictEqual(text.split(`\\"raw_pipeline_cents\\":${exact}`).length, 2)
      const card = (yield* ask("tools/call", { name: "show_dealboard_summary", arguments: {} })).result
      assert.include(card.content[0].text, "3 deals open")
    })
  )
})
