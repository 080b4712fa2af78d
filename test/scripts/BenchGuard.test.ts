/** When `npm run bench -- --guard` fails. */
import { assert, describe, test } from "@effect/vitest"
import { doubt, failure } from "../../scripts/bench/Guard.ts"

describe("the guard of what requests cost", () => {
  const committed = { kilobytes: 100, cpu: 2 }

  test("lets a figure pass up to a tenth above the committed one, and names how far it is above", () => {
    assert.isUndefined(failure({ kilobytes: 109, cpu: 2.19 }, committed))
    assert.strictEqual(
      failure({ kilobytes: 100, cpu: 2.4 }, committed),
      "20 % more processor time than committed"
    )
    assert.strictEqual(failure({ kilobytes: 120, cpu: 1 }, committed), "20 % more bytes than committed")
  })

  test("fails if rounds differ too much to tell, or nothing is committed", () => {
    assert.strictEqual(failure({ kilobytes: 1, cpu: 1 }, committed, 0.2), "too noisy to tell: ±20 %")
    assert.match(failure({ kilobytes: 1 }, undefined) ?? "", /--renew/u)
  })

  test("goes by bytes alone if processor time was not asked for", () => {
    assert.isUndefined(failure({ kilobytes: 105 }, committed))
    assert.match(failure({ kilobytes: 130 }, committed) ?? "", /^30 % more bytes/u)
  })

  test("counts rounds that differ as doubt, and fewer of them as more", () => {
    assert.strictEqual(doubt([2, 2, 2]), 0)
    assert.isAbove(doubt([1, 2, 3]), doubt([1, 1, 2, 2, 2, 3, 3]))
  })
})
