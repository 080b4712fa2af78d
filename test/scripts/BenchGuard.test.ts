/** When `npm run bench -- --guard` fails. */
import { assert, describe, test } from "@effect/vitest"
import { doubt, failure } from "../../scripts/bench/Guard.ts"

describe("the guard of what requests cost", () => {
  test("lets a figure pass up to a tenth above the committed one, and names how far it is above", () => {
    assert.isUndefined(failure({ doubt: 0.02, figures: { cpu: 2.19 } }, { cpu: 2 }))
    assert.strictEqual(
      failure({ doubt: 0.02, figures: { cpu: 2.4 } }, { cpu: 2 }),
      "20 % above the committed figure"
    )
  })

  test("fails if rounds differ too much to tell, or nothing is committed", () => {
    assert.strictEqual(failure({ doubt: 0.2, figures: { cpu: 1 } }, { cpu: 2 }), "too noisy to tell: ±20 %")
    assert.match(failure({ doubt: 0, figures: { cpu: 1 } }, undefined) ?? "", /--renew/u)
  })

  test("goes by instructions alone where both have them", () => {
    const committed = { cpu: 2, instructions: 1000 }
    assert.isUndefined(failure({ doubt: 0.5, figures: { cpu: 9, instructions: 1050 } }, committed))
    assert.match(
      failure({ doubt: 0, figures: { cpu: 1, instructions: 1300 } }, committed) ?? "",
      /^30 % above/u
    )
  })

  test("counts rounds that differ as doubt, and fewer of them as more", () => {
    assert.strictEqual(doubt([2, 2, 2]), 0)
    assert.isAbove(doubt([1, 2, 3]), doubt([1, 1, 2, 2, 2, 3, 3]))
  })
})
