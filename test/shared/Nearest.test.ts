import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { nearest } from "../../src/shared/Nearest.ts"

const known = ["boardId", "name", "company", "amountCents", "stageId", "ownerId", "labels", "keyTerms"]

describe("the nearest name", () => {
  const cases: Record<string, string | undefined> = {
    stage: "stageId",
    stage_id: "stageId",
    STAGEID: "stageId",
    nmae: "name",
    compnay: "company",
    amount: "amountCents",
    "amount-cents": "amountCents",
    key_term: "keyTerms",
    zzyzx: undefined,
    "": undefined
  }
  for (const [sent, meant] of [...Object.entries(cases), ["__proto__", undefined] as const]) {
    it(`of ${JSON.stringify(sent)} is ${meant}`, () => {
      assert.strictEqual(nearest(sent, known), meant)
    })
  }

  it("is the name itself, whatever its case", () => {
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.boolean(), (name, upper) => {
        assert.strictEqual(nearest(upper ? name.toUpperCase() : name, known), name)
      })
    )
  })

  it("is always a known name, and none if none is known", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (sent) => {
        assert.include([...known, undefined], nearest(sent, known))
        assert.isUndefined(nearest(sent, []))
      })
    )
  })

  it("is not a name that means something else", () => {
    assert.isUndefined(nearest("CHF", ["USD", "EUR", "GBP", "CAD", "AUD", "JPY", "INR"]))
    assert.strictEqual(nearest("title", ["name", "primaryContactTitle"]), "name")
    assert.isUndefined(nearest("title", ["primaryContactTitle"]))
    assert.isUndefined(nearest("name", ["company", "primaryContactName"]))
    assert.strictEqual(nearest("name", ["workEmail", "firstName", "lastName"]), "firstName and lastName")
    assert.strictEqual(nearest("email", ["workEmail"]), "workEmail")
    assert.strictEqual(nearest("stage", ["stageId"]), "stageId")
    assert.isUndefined(nearest("constructor", ["name"]))
    // The sign of an order stays.
    const orders = ["created", "-created", "amount", "-amount"]
    assert.strictEqual(nearest("-Amount", orders), "-amount")
    assert.strictEqual(nearest("Amount", orders), "amount")
  })
})
