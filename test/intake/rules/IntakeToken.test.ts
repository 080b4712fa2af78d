import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fc from "fast-check"
import type { WorkspaceId } from "../../../schema/Id.ts"
import * as IntakeToken from "../../../src/intake/rules/IntakeToken.ts"

const random = fc.uint8Array({ minLength: 16, maxLength: 16 })
const workspace = fc.uuid() as fc.Arbitrary<WorkspaceId>

describe("IntakeToken", () => {
  it("names its workspace, in 52 characters that are valid in an email's local part", () => {
    fc.assert(
      fc.property(workspace, random, (workspaceId, bytes) => {
        const token = IntakeToken.make(workspaceId, bytes)
        assert.match(token, /^[0-9a-v]{52}$/u)
        assert.deepStrictEqual(IntakeToken.workspaceOf(token), Option.some(workspaceId))
        assert.strictEqual(IntakeToken.normalize(token.toUpperCase()), token)
      })
    )
  })

  it("differs for each token of a workspace", () => {
    fc.assert(
      fc.property(workspace, random, random, (workspaceId, one, other) => {
        fc.pre(Buffer.compare(one, other) !== 0)
        assert.notStrictEqual(IntakeToken.make(workspaceId, one), IntakeToken.make(workspaceId, other))
      })
    )
  })

  it("finds no workspace in other text", () => {
    for (const text of [
      "",
      "x",
      "v".repeat(52),
      "w".repeat(52),
      "0".repeat(51),
      "0".repeat(53),
      "0".repeat(51) + "A"
    ]) {
      assert.deepStrictEqual(IntakeToken.workspaceOf(text), Option.none(), text)
    }
    fc.assert(fc.property(fc.string(), (text) => Option.isNone(IntakeToken.workspaceOf(text))))
  })
})
