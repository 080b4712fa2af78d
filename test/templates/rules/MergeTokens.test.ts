import { assert, describe, it } from "@effect/vitest"
import * as MergeTokens from "../../../src/templates/rules/MergeTokens.ts"
import { starters } from "../../../src/templates/rules/StarterTemplates.ts"

const values = MergeTokens.values({ first_name: "Mia", company: null }, " Ada  Park ")

describe("merge tokens", () => {
  it("are filled if the value is known, and stay if not", () => {
    const cases = [
      ["Hi {{first_name}}", "Hi Mia"],
      ["{{ first_name }}{{first_name}}", "MiaMia"],
      ["{{company}}", "{{company}}"],
      ["{{sender_first_name}}", "Ada"],
      ["{{last_name}} {first_name} {{FIRST_NAME}}", "{{last_name}} {first_name} {{FIRST_NAME}}"],
      ["$& {{first_name}} $1", "$& Mia $1"]
    ] as const
    for (const [text, filled] of cases) assert.strictEqual(MergeTokens.fill(text, values), filled)
  })

  it("are not expanded within filled values", () => {
    const sly = MergeTokens.values({ first_name: "{{company}}", company: "$&" }, null)
    assert.strictEqual(MergeTokens.fill("{{first_name}} {{company}}", sly), "{{company}} $&")
  })

  it("are listed if their value is not known", () => {
    assert.deepStrictEqual(MergeTokens.unfilled("{{company}} {{first_name}} {{company}}", values), [
      "company"
    ])
    assert.deepStrictEqual(MergeTokens.unfilled("no tokens", values), [])
  })

  it("are the only braces in the starter templates", () => {
    const full = MergeTokens.values({ first_name: "Mia", company: "Acme" }, "Ada")
    for (const { body, subject } of starters) {
      assert.notMatch(MergeTokens.fill(subject + body, full), /[{}]/u)
    }
  })
})
