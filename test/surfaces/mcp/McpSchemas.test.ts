import { assert, describe, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import { toolList } from "../../../src/surfaces/mcp/tools/Definitions.ts"
import { bearer, legacy, send } from "../../support/mcp/McpMessages.ts"
import * as OutputSchemas from "../../support/mcp/OutputSchemas.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Keywords that OpenAI, Anthropic, Google and their frameworks all accept. */
const keywords = new Set([
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum"
])

const types = ["string", "integer", "number", "boolean", "object", "array"]

/** A schema's other keywords. */
const flaws = (schema: any, at: string): ReadonlyArray<string> => [
  ...Object.keys(schema).flatMap((key) => (keywords.has(key) ? [] : [`${at} has ${key}`])),
  ...(types.includes(schema.type) ? [] : [`${at} is of type ${JSON.stringify(schema.type)}`]),
  ...(schema.type === "array" && schema.items === undefined ? [`${at} has no items`] : []),
  ...(schema.enum ?? []).flatMap((one: unknown) => (typeof one === "string" ? [] : [`${at} lists ${one}`])),
  ...(schema.items === undefined ? [] : flaws(schema.items, `${at}[]`)),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => flaws(inner, `${at}.${name}`))
]

describe("the schemas of tools", () => {
  for (const { inputSchema, name, outputSchema } of toolList()) {
    test(`of ${name} keep to what every vendor takes`, () => {
      assert.deepStrictEqual(flaws(inputSchema, "input"), [])
      if (outputSchema !== undefined) assert.deepStrictEqual(flaws(outputSchema, "output"), [])
    })
  }

  test("name what may be null where no plain type says it", () => {
    const deal = toolList().find((tool) => tool.name === "get_deal")!.outputSchema!
    assert.strictEqual(
      deal["description"],
      "Also company, amountCents, ownerName, keyTerms, nextStep, nextStepAt, expectedCloseAt, lostReason, leadId, externalId, commitmentAt, wonAt, deadAt, lead, which may be null."
    )
  })
})

layer(TestService.layer())("the answers of tools", (it) => {
  it.effect("fit their schemas, full and empty, good and bad, and hold only text and images", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey } = yield* service.workspace()
      const { check, checked } = OutputSchemas.checker()
      const call = (name: string, args: object) =>
        Effect.map(
          Effect.promise(() =>
            send(service.url, "POST", bearer(apiKey.token), legacy("tools/call", { name, arguments: args }))
          ),
          ({ body: { result } }) => {
            check(name, result)
            return result.structuredContent
          }
        )

      const stages = ["New", "Qualified", "Proposal", "Negotiation", "Verbal", "Won", "Dead"]
      for (const [n, stage] of stages.entries()) {
        const some = n % 2 === 0 ? {} : { company: "Acme", amountCents: n * 1_000, labels: ["a"] }
        const { id } = yield* call("create_deal", { name: `Deal ${n}`, ...some })
        yield* call("get_deal", { id })
        yield* call("get_deal", { id, include: ["notes", "activity", "lead"] })
        yield* call("update_deal", { id, keyTerms: "Net 30", amountCents: 12_500 })
        yield* call("update_deal", { id, clear: ["keyTerms", "company"] })
        yield* call("move_deal", { id, toStageId: stage })
        yield* call("move_deal", { id, toStageId: "Nowhere" })
        const note = { id, contentText: `Note ${n}`, idempotencyKey: `note ${n}` }
        yield* call("add_note", note)
        yield* call("add_note", note)
        yield* call("create_deal", { name: `Deal ${n}`, ...some })
        yield* call("bulk_update_deals", { ids: [id], amountPercent: 10 })
        yield* call("bulk_update_deals", { filter: { label: n % 2 === 0 ? "a" : "none" }, addLabels: ["b"] })
        yield* call("bulk_move_deals", { ids: [id], toStageId: stage })
        yield* call("changes_since", n % 2 === 0 ? {} : { since: "2026-01-01", limit: 3 })
        yield* call("search_deals", { q: "deal", status: "all", detail: n % 2 === 0 ? "full" : "compact" })
        yield* call("list_deals", { stageId: stage, limit: 1 })
        yield* call("get_weighted_pipeline", {})
        yield* call("get_pipeline_summary", {})
        const lead = yield* call("create_lead", {
          firstName: "Mia",
          ...(n % 2 === 0 ? {} : { workEmail: "a@b.example" })
        })
        yield* call("patch_lead_enrichment", { id: lead.id, enrichment: { score: n, own: null } })
        yield* call("get_lead", { id: lead.id })
        yield* call("get_lead", { id: lead.id, include: ["activity", "deal", "history"] })
        yield* call("bulk_triage_leads", { ids: [lead.id], triageStatus: "stale" })
        yield* call("triage_lead", { id: lead.id, triageStatus: n % 2 === 0 ? "contacted" : "bad_fit" })
        yield* call("list_leads", { limit: 2, detail: n % 2 === 0 ? "full" : "compact" })
        yield* call("search_leads", { q: "mia" })
        yield* call("promote_lead", { id: lead.id })
        yield* call("match_contact", { email: n % 2 === 0 ? "a@b.example" : "wrong" })
        yield* call("render_template", { id: "Follow-up", ...(n % 2 === 0 ? { dealId: id } : {}) })
        yield* call("log_template_use", { id: "Follow-up", leadId: lead.id })
        yield* call("set_board_goals", { deals_won: n })
        for (const { name } of toolList()) if (n % 2 === 0) yield* call(name, { nonsense: 1 })
        yield* call("show_dealboard_summary", {})
        yield* call("show_this_month", {})
        yield* call("show_deals_won", {})
        yield* call("show_deal_progress", {})
      }
      const hook = { url: "https://192.0.43.8/hooks", events: ["deal.won"] }
      const { id: webhook } = yield* call("create_webhook", hook)
      yield* call("list_webhooks", {})
      yield* call("delete_webhook", { id: webhook })
      yield* call("create_image_upload", {})
      yield* call("list_templates", {})
      yield* call("list_members", {})
      yield* call("export_report_image", { report: "this_month" })
      assert.isAtLeast(checked.answers, 300)
      assert.isAtLeast(checked.errors, 100)
    })
  )
})
