import { assert, describe, it } from "@effect/vitest"
import * as ActivityText from "../../../src/deals/rules/ActivityText.ts"

const known: ActivityText.ActivityNames = {
  currency: "EUR",
  person: (id) => ({ a: "Ada", b: "Ben" })[id] ?? "someone who left"
}

const stage = (name: string) => ({ id: `stg_${name}`, name, region: "early" })
const changes = (made: object) => ({ actor: "user:a", changes: made })

describe("the text of a feed entry", () => {
  const cases = [
    ["deal_created", { stage: stage("New") }, "created the deal in New"],
    ["stage_changed", { from: stage("New"), to: stage("Won") }, "moved the deal from New to Won"],
    ["deal_won", {}, "won the deal"],
    ["deal_dead", {}, "marked the deal as lost"],
    ["deal_reopened", {}, "reopened the deal"],
    ["lead_promoted", { leadId: "x" }, "created the deal from a lead"],
    ["email_sent", { template: { name: "Intro" } }, "used the email template “Intro”"],
    ["email_sent", {}, "used an email template"],
    [
      "deal_updated",
      changes({
        name: { from: "Old", to: "New" },
        company: { from: null, to: "Acme" },
        amountCents: { from: 1_250_000, to: null }
      }),
      "changed the name from “Old” to “New”, set the company to “Acme” and cleared the amount"
    ],
    ["deal_updated", changes({ amountCents: { from: 0, to: 150 } }), "changed the amount from €0 to €1.50"],
    [
      "deal_updated",
      changes({ ownerId: { from: "a", to: "z" } }),
      "changed the owner from Ada to someone who left"
    ],
    [
      "deal_updated",
      changes({ stage: { from: stage("New"), to: stage("Won") } }),
      "changed the stage from New to Won"
    ],
    ["deal_updated", changes({ labels: { from: [], to: ["a", "b"] } }), "set the labels to “a”, “b”"],
    [
      "deal_updated",
      changes({ primaryContact: { from: {}, to: {} }, keyTerms: { from: "x", to: "y" } }),
      "changed the primary contact and changed the key terms"
    ],
    [
      "deal_updated",
      changes({ name: { from: "x".repeat(200), to: "y" } }),
      `changed the name from “${"x".repeat(80)}…” to “y”`
    ],
    ["stage_changed", null, "moved the deal"],
    ["stage_changed", { from: 1, to: [] }, "moved the deal"]
  ] as const

  for (const [type, data, said] of cases) {
    it(`is “${said.slice(0, 60)}” of ${type}`, () => {
      assert.strictEqual(ActivityText.of(type, data, known), said)
    })
  }
})
