import { assert, describe, it } from "@effect/vitest"
import { money } from "../../../src/reports/rules/ReportFigures.ts"
import { proseOf } from "../../../src/reports/rules/ReportProse.ts"
import { viewOf } from "../../../src/reports/rules/ReportView.ts"
import { samples } from "../../support/samples/ReportSamples.ts"

describe("an amount", () => {
  const cases = [
    [1_250_000, "USD", 40, "$12,500"],
    [1_250_050, "USD", 40, "$12,500.50"],
    [1_250_050, "USD", 9, "$12,501"],
    [123_456_789_00, "EUR", 9, "€123.46M"],
    [1_250, "JPY", 40, "¥1,250"],
    [0, "GBP", 9, "£0"],
    [Number.MAX_SAFE_INTEGER, "INR", 9, "₹90.07T"]
  ] as const
  for (const [cents, currency, most, text] of cases) {
    it(`of ${cents} ${currency} in ${most} characters is ${text}`, () => {
      assert.strictEqual(money(cents, currency, most), text)
    })
  }
})

describe("a view", () => {
  for (const [name, { kind, report }] of Object.entries(samples)) {
    it(`of ${name} has no bar longer than its row, and no invalid figure`, () => {
      const view = viewOf(kind, report)
      assert.isAtLeast(view.tiles.length, 3)
      const lengths = [
        ...view.groups.flatMap(({ rows }) => rows.flatMap(({ part, share }) => [part ?? 0, share ?? 0])),
        ...view.charts.flatMap(({ columns }) => columns.flatMap(({ shares }) => shares))
      ]
      for (const length of lengths) assert.isTrue(length >= 0 && length <= 1)
      assert.notMatch(JSON.stringify(view), /NaN|undefined|Infinity|\[object/u)
      assert.notMatch(proseOf(kind, report), /NaN|undefined|Infinity|\[object/u)
    })
  }

  it("says its numbers in words", () => {
    const { kind, report } = samples["this_month"]!
    assert.strictEqual(
      proseOf(kind, report),
      "Sales, 20 May 2026 (UTC). Day 20 of 31. Proposals 14 (goal 20, on track); Deals won 7 (goal 5, ahead); Deal value $31,500 (goal $120,000, behind). Open deals by stage: New 9; Qualified 6; Proposal 4; Negotiation 2; Verbal 1."
    )
  })

  it("never calls a sum that of all deals if some are in other currencies", () => {
    const others = [
      { currency: "EUR", count: 2, cents: 123_456 },
      { currency: "JPY", count: 1, cents: 500_000 }
    ]
    for (const name of ["dealboard_summary", "weighted_pipeline"]) {
      const { kind, report } = samples[name]!
      assert.include(proseOf(kind, report), " in all and ")
      assert.include(JSON.stringify(viewOf(kind, report).tiles), "all open deals")
      const mixed = { ...(report as object), currency: "USD", open_deal_count: 5, other_currencies: others }
      assert.match(
        proseOf(kind, mixed),
        /5 deals open, of them 2 deals in USD, worth \S+ and \S+ weighted by probability; 2 in EUR, €1,234\.56; 1 in JPY, ¥500,000\. By stage/u
      )
      const tiles = JSON.stringify(viewOf(kind, mixed).tiles)
      assert.include(tiles, "2 deals in USD")
      assert.notInclude(tiles, "all open deals")
    }
  })
})
