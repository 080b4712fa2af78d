import { assert, describe, it } from "@effect/vitest"
import * as IntakeAddress from "../../../src/intake/rules/IntakeAddress.ts"

describe("the mail address of an inbound token", () => {
  for (const [base, address] of [
    ["https://pipeline.example", "abc@pipeline.example"],
    ["http://127.0.0.1:3000", "abc@[127.0.0.1]"],
    ["http://[::1]:3000", "abc@[IPv6:::1]"]
  ] as const) {
    it(`is ${address} at ${base}`, () => {
      assert.strictEqual(IntakeAddress.mailbox(base, "abc"), address)
    })
  }
})
