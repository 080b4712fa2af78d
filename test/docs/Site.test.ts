/** Pages of docs/site say what the code does: every error code is explained, and limits are those of the service. */
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { caps } from "../../layers/identity/PlanLimits.ts"
import { maxMessage } from "../../layers/intake/EmailIntake.ts"
import { maxAddresses } from "../../schema/ApiKey.ts"
import { maxRecords as maxAtOnce } from "../../schema/Bulk.ts"
import { maxLabels } from "../../schema/DealFields.ts"
import * as Fault from "../../schema/Fault.ts"
import { maxBytes as maxImage } from "../../schema/ImageUpload.ts"
import { maxRows } from "../../schema/Import.ts"
import { maxRecords } from "../../schema/Undo.ts"
import { largest as maxEnrichmentBytes } from "../../src/leads/rules/EnrichmentHistory.ts"
import * as Contents from "../../src/surfaces/docs/Contents.ts"
import * as Description from "../../src/surfaces/docs/Description.ts"
import * as DocsSite from "../../src/surfaces/docs/DocsSite.ts"
import { maxBody } from "../../src/surfaces/http/request/Body.ts"

const MiB = 1_048_576

describe("docs/site", () => {
  it("is filled with all that it names, and nothing else", () => {
    const rates = { rateLimitPerAddress: 1, rateLimitPerKey: 1, rateLimitPerWorkspace: 1 }
    const { pages } = DocsSite.make({ description: Description.of("https://crm.example"), rates, live: true })
    const files = globSync("docs/site/*.md")
    assert.isAbove(files.length, 5)
    for (const file of files) {
      const page = pages.get(`/docs/${basename(file, ".md")}`.replace("/index", "")) ?? assert.fail(file)
      const text = page()
      for (const [name] of readFileSync(file, "utf8").matchAll(/\{\{\w+\}\}/gu))
        assert.notInclude(text, name, file)
      assert.notMatch(text, /undefined|\{#/u, file)
    }
  })

  it("gives the cause of each error code, and what to do", () => {
    const [, ...parts] = Contents.text("site/errors.md").split(/^### /mu)
    const explained = parts.filter((part) => /^`\w+`\n\n[^*#]+\n\n\*\*What to do\.\*\* \S/u.test(part))
    const codes = explained.map((part) => part.split("`")[1]!)
    assert.deepStrictEqual(codes.toSorted(), Fault.classes.flatMap(Fault.codesOf).toSorted())
  })

  it("has the limits that the service goes by", () => {
    const rows = new Map(
      Contents.text("site/limits.md")
        .split("\n")
        .map((line) => line.split("|").map((cell) => cell.trim()))
        .map(([, what = "", ...cells]) => [what, cells.slice(0, -1)])
    )
    const plans = {
      active_deals: "Open deals",
      boards: "Boards",
      api_keys: "API keys",
      webhooks: "Webhook subscriptions of a board",
      templates: "Email templates"
    } as const
    for (const [limit, what] of Object.entries(plans)) {
      const told = [caps.free, caps.standard].map((plan) =>
        String(plan[limit as keyof typeof plans] ?? "no limit")
      )
      assert.deepStrictEqual(rows.get(what), told, what)
    }
    const sizes = {
      "Body of a request": `${maxBody / MiB} MiB`,
      "Enrichment of a lead, without its history": `${maxEnrichmentBytes / 1024} kB`,
      Image: `${maxImage / 1_000_000} MB`,
      "Message by email": `${maxMessage / MiB} MiB`,
      "Rows of one import": String(maxRows),
      "Deals or leads of one bulk write": String(maxAtOnce),
      "Records of one undo": String(maxRecords),
      "Labels of a deal": String(maxLabels),
      "Addresses that a key allows": String(maxAddresses)
    }
    for (const [what, size] of Object.entries(sizes)) assert.strictEqual(rows.get(what)?.[0], size, what)
  })
})
