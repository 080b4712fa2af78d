import { assert, describe, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import { globSync, readFileSync } from "node:fs"
import { tokensOf } from "../../../../scripts/tokens.ts"
import * as ToolWords from "../../../../src/surfaces/mcp/results/ToolWords.ts"
import { toolList } from "../../../../src/surfaces/mcp/tools/Definitions.ts"
import { open } from "../../../support/mcp/McpCaller.ts"
import { bearer, legacy } from "../../../support/mcp/McpMessages.ts"
import { TestService } from "../../../support/server/TestService.ts"

const brief = { detail: "compact" }

describe("texts for callers with tools", () => {
  test("name tools in place of addresses", () => {
    for (const [text, words] of [
      ["Use promote_lead (POST /v1/leads/{id}/promote).", "Use promote_lead."],
      ["(changes_since, or GET /v1/audit, lists all)", "(changes_since, or list_audit_entries, lists all)"],
      [
        "in changes_since, POST /v1/deals/0190-a/restore, or a person",
        "in changes_since, restore_deal, or a person"
      ],
      ["change them (PUT /v1/rules/0190-a). No", "change them. No"],
      ["Make one with POST /v1/image-uploads (create_image_upload).", "Make one with create_image_upload."],
      ["merge them (merge_deals, POST /v1/deals/{id}/merge).", "merge them (merge_deals)."],
      ["get_pipeline_summary, GET /v1/boards", "get_pipeline_summary"]
    ] as const)
      assert.strictEqual(ToolWords.of(text), words)
  })

  test("hold no address of REST, in any text of the service", () => {
    assert.notInclude(JSON.stringify(toolList()), "/v1/")
    const files = globSync([
      "src/*/{rules,operations}/*.ts",
      "src/{invocation,values}/**/*.ts",
      "layers/**/*.ts"
    ])
    const texts = files.flatMap(
      (file) => readFileSync(file, "utf8").match(/[`"'][^\n]*\/v1\/[^\n]*[`"']/gu) ?? []
    )
    assert.isAbove(texts.length, 10)
    for (const text of texts.filter((one) => /\b(?:GET|POST|PATCH|PUT|DELETE) \/v1/u.test(one)))
      assert.notInclude(ToolWords.of(text), "/v1/", text)
  })
})

layer(TestService.layer())("the short answers of tools", (it) => {
  it.effect("of writes name the record and what changed, in 40 tokens beside ids", () =>
    Effect.gen(function* () {
      const { call, client } = yield* open
      const fleet = { name: "Fleet", company: "Acme", labels: ["hot"], keyTerms: "Net 30. ".repeat(20) }
      const made = yield* call("create_deal", { ...fleet, ...brief })
      assert.deepStrictEqual(made, {
        id: made.id,
        name: "Fleet",
        changed: { name: "Fleet", company: "Acme", labels: ["hot"], keyTerms: "…" }
      })
      const { id } = made
      const cases = [
        ["update_deal", { id, amountCents: 500 }, { amountCents: 500 }],
        ["update_deal", { id, amountCents: 500 }, {}],
        ["update_deal", { id, clear: ["company"], ownerId: "me" }, { company: null }],
        ["move_deal", { id, toStageId: "Proposal" }, { stage: "Proposal" }]
      ] as const
      for (const [name, args, changed] of cases)
        assert.deepStrictEqual((yield* call(name, { ...args, ...brief })).changed, changed, name)
      const note = yield* call("add_note", { id, contentText: "They called. ".repeat(30), ...brief })
      assert.deepStrictEqual([note.dealId, note.changed], [id, { contentText: "…" }])
      const lead = yield* call("create_lead", {
        firstName: "Mia",
        lastName: "Chen",
        message: "Hello ".repeat(50),
        ...brief
      })
      assert.strictEqual(lead.name, "Mia Chen")
      const enrichment = { score: 80, verdict: "Good", body: "Long. ".repeat(500) }
      const enriched = yield* call("patch_lead_enrichment", { id: lead.id, enrichment, ...brief })
      assert.deepInclude(enriched.changed.enrichment, { score: 80, verdict: "Good", body: "…" })
      const triaged = yield* call("triage_lead", { id: lead.id, triageStatus: "contacted", ...brief })
      assert.deepStrictEqual(triaged.changed, { triageStatus: "contacted" })
      // The tokens of a UUID differ from one to the next.
      const withoutIds = (answer: object) =>
        JSON.stringify(answer).replaceAll(/[\da-f]{8}(?:-[\da-f]{4,12}){4}/gu, "")
      for (const answer of [made, note, lead, enriched, triaged])
        assert.isAtMost(tokensOf(JSON.parse(withoutIds(answer))), 40, JSON.stringify(answer))
      const key = { idempotencyKey: "a", ...brief }
      const first = yield* call("update_deal", { id, amountCents: 700, ...key })
      assert.deepStrictEqual(yield* call("update_deal", { id, amountCents: 700, ...key }), first)
      assert.strictEqual(
        (yield* call("update_deal", { id, amountCents: 800, detail: "full" })).boardId,
        client.board.id
      )
    })
  )

  it.effect("of dry runs hold counts, five names and a short plan", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      for (const n of [1, 2, 3, 4, 5, 6]) yield* call("create_deal", { name: `Deal ${n}`, labels: ["a"] })
      const args = { filter: { label: "a" }, toStageId: "Won", ...brief }
      const { dryRun } = yield* call("bulk_move_deals", { ...args, dryRun: true })
      assert.isAtMost(dryRun.plan.length, 16)
      const [deals] = dryRun.changes.filter(({ resource }: any) => resource === "deal")
      assert.strictEqual(deals.count, 6)
      assert.strictEqual(deals.names.length, 5)
      assert.notProperty(deals, "ids")
      assert.isAtMost(tokensOf({ dryRun }), 250)
      const done = yield* call("bulk_move_deals", { ...args, plan: dryRun.plan })
      assert.strictEqual(done.updated, 6)
    })
  )

  it.effect("of the feed name the record, narrowed by type, record, owner and actor, in either order", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const { id } = yield* call("create_deal", { name: "Fleet" })
      yield* call("move_deal", { id, toStageId: "Proposal" })
      yield* call("add_note", { id, contentText: "Called" })
      const { id: lead } = yield* call("create_lead", { firstName: "Mia" })
      yield* call("triage_lead", { id: lead, triageStatus: "contacted" })
      const { data } = yield* call("changes_since", {})
      assert.deepStrictEqual(
        data.map(({ name, type, what }: any) => [type, name, what]),
        [
          ["deal.created", "Fleet", "New"],
          ["deal.stage_changed", "Fleet", "New → Proposal"],
          ["note.created", "Fleet", "Called"],
          ["lead.created", "Mia", undefined],
          ["lead.triaged", "Mia", "new → contacted"]
        ]
      )
      for (const row of data) assert.isAtMost(tokensOf(row), 60)
      const types = (args: object) =>
        Effect.map(call("changes_since", args), (page) => page.data.map(({ type }: any) => type))
      assert.deepStrictEqual(yield* types({ type: "lead" }), ["lead.created", "lead.triaged"])
      assert.deepStrictEqual(yield* types({ dealId: "Fleet", type: "note.created" }), ["note.created"])
      assert.deepStrictEqual(yield* types({ leadId: lead, order: "newest" }), [
        "lead.triaged",
        "lead.created"
      ])
      assert.strictEqual((yield* types({ ownerId: "me" })).length, 3)
      assert.strictEqual((yield* types({ actor: "first key" })).length, 5)
      assert.deepStrictEqual(yield* types({ actor: "nobody" }), [])
      const newest = yield* call("changes_since", { order: "newest", limit: 2 })
      assert.deepStrictEqual(yield* types({ order: "newest", limit: 2, cursor: newest.nextCursor }), [
        "note.created",
        "deal.stage_changed"
      ])
      const digest = yield* call("changes_since", { digest: true })
      assert.deepStrictEqual(
        digest.data.map(({ name, type }: any) => [type, name]),
        [
          ["deal", "Fleet"],
          ["lead", "Mia"]
        ]
      )
      assert.match(
        digest.data[0].line,
        /created New \(.+\); stage changed New → Proposal .+; note created Called/u
      )
    })
  )

  it.effect("of lists show more fields if asked", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const person = { firstName: "Mia", workEmail: "mia@acme.example", utmSource: "ads" }
      yield* call("create_lead", person)
      yield* call("create_deal", { name: "Fleet", labels: ["hot"], primaryContactEmail: "bo@acme.example" })
      const leads = yield* call("list_leads", { fields: ["email", "source", "utmSource"] })
      assert.deepInclude(leads.data[0], { email: person.workEmail, source: "form", utmSource: "ads" })
      assert.notProperty((yield* call("list_leads", {})).data[0], "email")
      const deals = yield* call("search_deals", { q: "fleet", fields: ["labels", "email", "source"] })
      assert.deepInclude(deals.data[0], { labels: ["hot"], email: "bo@acme.example" })
      assert.notProperty((yield* call("list_deals", { detail: "full", fields: ["labels"] })).data[0], "email")
    })
  )

  it.effect("come in the one form that the address asks for", () =>
    Effect.gen(function* () {
      const { client, service } = yield* open
      const ask = (content: string, method: string, params: object) =>
        Effect.map(
          Effect.promise(async () => {
            const headers = bearer(client.apiKey.token)
            const url = `${service.url}/mcp?content=${content}`
            const body = JSON.stringify(legacy(method, params))
            return (await fetch(url, { method: "POST", headers, body })).json() as Promise<any>
          }),
          ({ result }) => result
        )
      const call = { name: "list_members", arguments: {} }
      const text = yield* ask("text", "tools/call", call)
      assert.notProperty(text, "structuredContent")
      assert.strictEqual(JSON.parse(text.content[0].text).data.length, 1)
      const structured = yield* ask("structured", "tools/call", call)
      assert.deepStrictEqual([structured.content, structured.structuredContent.data.length], [[], 1])
      const found = yield* ask("text", "tools/call", { name: "find_tools", arguments: { q: "import" } })
      assert.notProperty(found, "structuredContent")
      for (const tool of (yield* ask("text", "tools/list", {})).tools)
        assert.notProperty(tool, "outputSchema")
    })
  )
})
