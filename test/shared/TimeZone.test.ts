import { assert, describe, it } from "@effect/vitest"
import * as TimeZone from "../../schema/TimeZone.ts"

describe("time zones", () => {
  it("are offered by today's names, each once and known to Node, and earlier names stay valid", () => {
    for (const name of ["Asia/Kolkata", "Asia/Kathmandu", "Asia/Yangon", "Asia/Ho_Chi_Minh", "Europe/Kyiv"])
      assert.include(TimeZone.names, name)
    for (const name of ["America/Nuuk", "America/Argentina/Buenos_Aires", "Atlantic/Faroe"])
      assert.include(TimeZone.names, name)
    for (const earlier of ["Asia/Calcutta", "Europe/Kiev", "America/Godthab", "Atlantic/Faeroe"]) {
      assert.notInclude(TimeZone.names, earlier)
      assert.isTrue(TimeZone.isZone(earlier))
    }
    assert.lengthOf(new Set(TimeZone.names), TimeZone.names.length)
    assert.deepStrictEqual(
      TimeZone.names.filter((name) => !TimeZone.isZone(name)),
      []
    )
  })
})
