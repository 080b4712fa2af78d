import { assert, describe, it as test, layer } from "@effect/vitest"
import { Ajv } from "ajv"
import { Effect } from "effect"
import { toolList } from "../../../src/surfaces/mcp/Definitions.ts"
import { bearer, legacy, send } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Keywords that OpenAI, Anthropic, Google and their frameworks all accept. */
const keywords = new Set([
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "default",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "maxItems"
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
      "Also company, amountCents, ownerName, keyTerms, commitmentAt, wonAt, deadAt, which may be null."
    )
  })
})

layer(TestService.layer())("the answers of tools", (it) => {
  it.effect("fit their schemas, full and empty, good and bad, and hold only text and images", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey } = yield* service.workspace()
      const ajv = new Ajv({ strict: false })
      const validators = new Map(
        toolList().flatMap(({ name, outputSchema }) =>
          outputSchema === undefined ? [] : [[name, ajv.compile(outputSchema as object)] as const]
        )
      )
      let answers = 0
      const call = (name: string, args: object) =>
        Effect.map(
          Effect.promise(() =>
            send(service.url, "POST", bearer(apiKey.token), legacy("tools/call", { name, arguments: args }))
          ),
          ({ body: { result } }) => {
            answers++
            const fits = validators.get(name)
            if (fits !== undefined) {
              assert.isTrue(fits(result.structuredContent), `${name}: ${ajv.errorsText(fits.errors)}`)
            }
            for (const { type } of result.content) assert.include(["text", "image"], type)
            return result.structuredContent
          }
        )

      const stages = ["New", "Qualified", "Proposal", "Negotiation", "Verbal", "Won", "Dead"]
      for (const [n, stage] of stages.entries()) {
        const some = n % 2 === 0 ? {} : { company: "Acme", amountCents: n * 1_000, labels: ["a"] }
        const { id } = yield* call("create_deal", { name: `Deal ${n}`, ...some })
        yield* call("get_deal", { id })
        yield* call("update_deal", { id, keyTerms: "Net 30" })
        yield* call("update_deal", { id, clear: ["keyTerms", "company"] })
        yield* call("move_deal", { id, toStageId: stage })
        yield* call("move_deal", { id, toStageId: "Nowhere" })
        yield* call("add_note", { id, contentText: `Note ${n}` })
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
        yield* call("triage_lead", { id: lead.id, triageStatus: n % 2 === 0 ? "contacted" : "bad_fit" })
        yield* call("list_leads", { limit: 2, detail: n % 2 === 0 ? "full" : "compact" })
        yield* call("search_leads", { q: "mia" })
        for (const { name } of toolList()) if (n % 2 === 0) yield* call(name, { nonsense: 1 })
        yield* call("show_dealboard_summary", {})
        yield* call("show_this_month", {})
        yield* call("show_deals_won", {})
        yield* call("show_deal_progress", {})
      }
      yield* call("export_report_image", { report: "this_month" })
      assert.isAtLeast(answers, 200)
    })
  )
})
