import { assert, describe, it } from "@effect/vitest"
import { all, ofRole, type Role, type Scope } from "../../../schema/Scope.ts"
import * as Challenge from "../../../src/surfaces/mcp/Challenge.ts"

describe("a challenge for more scopes", () => {
  const actor = (granted: ReadonlyArray<Scope>, role: Role) =>
    ({
      granted: new Set(granted),
      role,
      scopes: new Set(granted.filter((scope) => ofRole[role].includes(scope)))
    }) as never

  it("asks for the scopes that the consent lacks, beside those it has", () => {
    const asked = Challenge.stepUp("https://crm.example", actor(["deals:read"], "member"), ["deals:write"])!
    assert.strictEqual(
      asked.header,
      `Bearer realm="sales-pipeline", error="insufficient_scope", scope="deals:read deals:write", resource_metadata="https://crm.example/.well-known/oauth-protected-resource/mcp"`
    )
    assert.strictEqual(asked.fault.code, "insufficient_scope")
    assert.deepStrictEqual(asked.fault.meta, { scope: "deals:write", lacking: "consent" })
  })

  it("is not sent if the role lacks the scope, or nothing is missing", () => {
    assert.isUndefined(Challenge.stepUp("https://a", actor(all, "viewer"), ["deals:write"]))
    assert.isUndefined(Challenge.stepUp("https://a", actor(["deals:read"], "viewer"), ["deals:write"]))
    assert.isUndefined(Challenge.stepUp("https://a", actor(["deals:read"], "member"), ["deals:read"]))
  })
})
