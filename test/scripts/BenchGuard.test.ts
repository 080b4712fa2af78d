/** When `npm run bench -- --guard` fails. */
import { assert, describe, test } from "@effect/vitest"
import { failure } from "../../scripts/bench/Guard.ts"

describe("the guard of what requests cost", () => {
  test("lets a figure pass up to a tenth above the committed one, and names how far it is above", () => {
    assert.isUndefined(failure(109, 100))
    assert.strictEqual(failure(120, 100), "20 % more bytes than committed")
  })

  test("fails if nothing is committed", () => {
    assert.match(failure(1, undefined) ?? "", /--renew/u)
  })
})
