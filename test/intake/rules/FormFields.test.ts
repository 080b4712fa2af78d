import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { maxTrackedLength } from "../../../schema/LeadFields.ts"
import { submitted } from "../../../schema/LeadSubmission.ts"
import * as FormFields from "../../../src/intake/rules/FormFields.ts"

const read = (fields: object) => FormFields.read(Object.entries(fields))

describe("FormFields", () => {
  it("recognizes a field by its name in any spelling, and by other common names", () => {
    const spellings = {
      first_name: "M",
      "Last-Name": "C",
      EMAIL: "a@b.example",
      "utm source": "n",
      Company: "A"
    }
    assert.deepStrictEqual(read(spellings), {
      firstName: "M",
      lastName: "C",
      workEmail: "a@b.example",
      utmSource: "n",
      companyName: "A"
    })
  })

  it("prefers a field's own name over its other names, whichever comes first", () => {
    const both = { workEmail: "own", message: "email: other@b.example" }
    assert.deepStrictEqual(read({ workEmail: "own", email: "other@b.example" }), both)
    assert.deepStrictEqual(read({ email: "other@b.example", workEmail: "own" }), both)
    assert.deepStrictEqual(read({ workEmail: " ", email: "other@b.example" }), {
      workEmail: "other@b.example"
    })
    assert.deepStrictEqual(read({ name: "Mia Chen", firstName: "Amelia" }), {
      firstName: "Amelia",
      lastName: "Chen",
      message: "name: Mia Chen"
    })
  })

  it("takes the last value of a field sent twice", () => {
    assert.deepStrictEqual(
      FormFields.read([
        ["consent", "no"],
        ["consent", "yes"]
      ]),
      { consent: "yes" }
    )
  })

  it("keeps a site's own consent text without counting it", () => {
    assert.deepStrictEqual(read({ consent: "I accept the terms" }), { consentText: "I accept the terms" })
    assert.deepStrictEqual(read({ consent: "sure", consentText: "Terms" }), { consentText: "Terms" })
  })

  it("cuts only text that nobody typed", () => {
    const long = "🚚".repeat(maxTrackedLength + 1)
    const { gclid, message } = read({ gclid: long, message: long })
    assert.strictEqual([...gclid!].length, maxTrackedLength)
    assert.strictEqual(message, long)
  })

  const known = fc.constantFrom(
    ...Object.keys(submitted),
    "email",
    "name",
    "__proto__",
    "constructor",
    "toString"
  )
  const values = fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue(), fc.constant("\u0000\ud800"))

  it("turns any input into text that can be stored, and only into fields of a lead", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(known, fc.string()), values)), (sent) => {
        const fields = FormFields.read(sent)
        for (const [name, value] of Object.entries(fields)) {
          assert.isTrue(name in submitted && name !== "source", name)
          assert.isTrue(typeof value === "string" && value.trim() !== "")
          assert.isTrue(value.isWellFormed() && !value.includes("\u0000") && !value.includes("\r"))
        }
        const tracked = Object.fromEntries(
          FormFields.tracked.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
        )
        assert.isTrue(Schema.is(Schema.Struct(submitted))(tracked))
      })
    )
  })
})
