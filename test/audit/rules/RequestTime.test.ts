import { assert, describe, it } from "@effect/vitest"
import * as RequestTime from "../../../src/audit/rules/RequestTime.ts"

describe("the time of a request", () => {
  it("is in its id", () => {
    assert.deepStrictEqual(RequestTime.of("req_01997f2e6b1c7d7a9d0c9c0d1e2f3a4b"), {
      from: "2025-09-25T04:41:52.572Z",
      to: "2025-09-25T04:52:52.572Z"
    })
  })

  it("is unknown for an id that is not one of ours, or of a year that no database reads", () => {
    for (const id of [
      "",
      "req_x",
      "ffffffff-ffff-7fff-ffff-ffffffffffff",
      `req_ffffffffffff7${"f".repeat(19)}`
    ]) {
      assert.isUndefined(RequestTime.of(id), id)
    }
  })
})
