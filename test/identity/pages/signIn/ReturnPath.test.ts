import { assert, describe, it } from "@effect/vitest"
import * as ReturnPath from "../../../../src/identity/pages/signIn/ReturnPath.ts"

describe("where to go after signing in", () => {
  it("is a path of this service, with its query", () => {
    assert.strictEqual(ReturnPath.local("/oauth/consent/abc?x=1"), "/oauth/consent/abc?x=1")
    assert.strictEqual(ReturnPath.local("/a/../b"), "/b")
  })

  for (const bad of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " /evil",
    "javascript:alert(1)",
    "evil.example",
    "/a\\..\\..\\b",
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e%2e//evil.example",
    "",
    null,
    undefined
  ]) {
    it(`is not ${JSON.stringify(bad)}`, () => {
      assert.isUndefined(ReturnPath.local(bad))
    })
  }
})
