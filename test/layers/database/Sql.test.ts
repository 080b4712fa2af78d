import { assert, describe, it } from "@effect/vitest"
import { SqlError } from "effect/sql"
import * as Sql from "../../../layers/database/Sql.ts"

const failure = (code: string, message: string) =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause: Object.assign(new Error(message), { code }) })
  })

describe("a failure of the database", () => {
  it("passes by itself where Citus has lost a worker within a statement", () => {
    const lost = failure("XX000", "server closed the connection unexpectedly")
    assert.isTrue(Sql.isUnavailable(lost))
    assert.isTrue(Sql.isCutOff(lost))
  })

  it("is a bug where the server itself is wrong", () => {
    for (const other of [
      failure("XX000", "cache lookup failed"),
      failure("42P01", "no connection to the server")
    ]) {
      assert.isFalse(Sql.isUnavailable(other))
      assert.isFalse(Sql.isCutOff(other))
    }
  })
})
