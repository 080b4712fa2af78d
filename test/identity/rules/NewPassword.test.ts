import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { common } from "../../../layers/identity/people/CommonPasswords.ts"
import * as NewPassword from "../../../src/identity/rules/NewPassword.ts"

describe("a new password", () => {
  const weak: Record<string, string> = {
    short: "at least 10",
    "nine char": "at least 10",
    aaaaaaaaaa: "repeats",
    "          ": "repeats",
    "1212121212": "repeats",
    abcdefghijkl: "is a run",
    "9876543210": "is a run",
    "1234567890": "Many people",
    qwertyuiop: "Many people",
    Password123: "Many people",
    " 1q2w3e4r5t ": "Many people",
    "Jane.Doe@Acme.example": "email address",
    "jane.doe@acme.example1": "email address",
    "jane.doeberg": ""
  }
  for (const [password, says] of Object.entries(weak)) {
    it.effect(`is ${says === "" ? "taken" : "refused"}: ${password}`, () =>
      Effect.map(common, (list) => {
        const flaw = NewPassword.flawOf(password, "jane.doe@acme.example", list) ?? ""
        if (says === "") assert.strictEqual(flaw, "")
        else assert.include(flaw, says)
      })
    )
  }

  it.effect("is refused above 200 characters, and if it is the part before the @", () =>
    Effect.map(common, (list) => {
      assert.include(NewPassword.flawOf("x1y2z".repeat(41), "", list)!, "at most 200")
      assert.include(NewPassword.flawOf("bartholomew", "bartholomew@acme.example", list)!, "email address")
    })
  )
})
