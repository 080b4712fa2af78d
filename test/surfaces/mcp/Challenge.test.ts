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
    const asked = Challenge.stepUp(actor(["deals:read"], "member"), ["deals:write"])!
    assert.strictEqual(
      asked.header("https://crm.example"),
      `Bearer realm="sales-pipeline", error="insufficient_scope", scope="deals:read deals:write", resource_metadata="https://crm.example/.well-known/oauth-protected-resource/mcp"`
    )
    assert.strictEqual(asked.fault.code, "insufficient_scope")
    assert.deepStrictEqual(asked.fault.meta, { scope: "deals:write", lacking: "consent" })
  })

  it("is not sent if the request gave up one of the scopes, which consent to another wouldn't bring back", () => {
    const narrowed = (...asked: ReadonlyArray<Scope>) => ({
      ...(actor(["deals:read"], "member") as object),
      asked: new Set(asked)
    })
    const needed = ["leads:read", "deals:write"] as const
    assert.isUndefined(Challenge.stepUp(narrowed("leads:read") as never, needed))
    assert.isUndefined(Challenge.stepUp(narrowed("deals:write") as never, needed))
    const asked = Challenge.stepUp(narrowed("deals:write", "leads:read") as never, needed)!
    assert.include(asked.header("https://a"), `scope="deals:read deals:write leads:read"`)
  })

  it("is not sent if the role lacks the scope, or nothing is missing", () => {
    assert.isUndefined(Challenge.stepUp(actor(all, "viewer"), ["deals:write"]))
    assert.isUndefined(Challenge.stepUp(actor(["deals:read"], "viewer"), ["deals:write"]))
    assert.isUndefined(Challenge.stepUp(actor(["deals:read"], "member"), ["deals:read"]))
  })
})
