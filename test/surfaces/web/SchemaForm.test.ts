import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Deal from "../../../schema/Deal.ts"
import type { Currency } from "../../../schema/Field.ts"
import * as Field from "../../../schema/Field.ts"
import { drawn, type Part } from "../../../src/surfaces/web/Html.ts"
import * as Reader from "../../../src/surfaces/web/i18n/Reader.ts"
import type { Language } from "../../../src/surfaces/web/i18n/Language.ts"
import * as SchemaForm from "../../../src/surfaces/web/form/SchemaForm.ts"

const shown = (part: Part, language: Language = "en") => drawn(part, Reader.of(language))

const form = SchemaForm.of(
  {
    name: Deal.Name,
    ...Deal.editable,
    active: Field.optional(Schema.Boolean),
    count: Field.optional(Schema.Int),
    events: Schema.Array(Schema.Literals(["one", "two"])).check(Schema.isMinLength(1))
  },
  {
    name: { label: "Deal" },
    amountCents: { label: "Amount", money: true },
    labels: { label: "Labels" },
    keyTerms: { label: "Key terms" },
    active: { label: "Active" },
    count: { label: "Count" },
    events: { label: "Events" }
  }
)

const read = (fields: Readonly<Record<string, ReadonlyArray<string>>>, currency: Currency = "USD") =>
  form.read({ all: (name) => fields[name] ?? [] }, currency)

const full = { name: "Licence", amountCents: 1_250_050, labels: ["a, b", "c"], keyTerms: "Net 30\nNo exit" }

describe("a form over a schema", () => {
  it("reads what it showed, also as browsers send it", () => {
    const { at } = form.show({ values: full, currency: "USD" })
    assert.include(shown(at.amountCents), 'value="12500.50"')
    assert.include(shown(at.labels), ">\na, b\nc</textarea>")
    const { values } = read({
      name: [" Licence "],
      amountCents: ["12500.50"],
      labels: ["a, b\r\n\r\n c "],
      keyTerms: [" Net 30\r\nNo exit "]
    })
    assert.deepInclude(values, full)
  })

  it("takes an empty field for null, for nothing sent, or for a flaw of what is required", () => {
    const { values } = read({ name: [""], amountCents: [""], labels: [""], keyTerms: [" "], count: [""] })
    assert.deepInclude(values, { name: "", amountCents: null, labels: [], keyTerms: null, active: false })
    assert.isUndefined(values.count)
  })

  it("sends nothing of a field that was not sent, but that a box is not checked", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(read({}).values)), { active: false, events: [] })
  })

  it("leaves what is no number for the schema to refuse, and says why an amount is none", () => {
    const { flaws, values } = read({ amountCents: ["1,234"], count: ["many"], events: ["one"] })
    assert.deepInclude(values, { amountCents: "1,234", count: "many" } as object)
    assert.deepStrictEqual([...flaws.keys()], ["amountCents"])
    assert.strictEqual(
      shown(flaws.get("amountCents")),
      "is ambiguous: enter “1234.00” for $1,234.00, or rounded, $1.23"
    )
    assert.strictEqual(
      shown(flaws.get("amountCents"), "de"),
      "lässt sich auf zwei Arten lesen: „1234,00“ für 1.234,00 $ oder gerundet 1,23 $"
    )
    assert.strictEqual(read({ amountCents: ["12,50"] }).values.amountCents, 1250)
    assert.strictEqual(read({ amountCents: ["1.234,50"] }).values.amountCents, 123_450)
    assert.strictEqual(read({ amountCents: ["500"] }, "JPY").values.amountCents, 500)
    assert.match(
      shown(read({ amountCents: ["0.5"] }, "JPY").flaws.get("amountCents")),
      /JPY has no decimals/u
    )
  })

  it("asks for a box to be checked where one is needed", () => {
    assert.strictEqual(shown(read({}).flaws.get("events")), "Select at least one.")
  })

  it("has no field that the schema has not", () => {
    assert.throws(() =>
      // @ts-expect-error: `surname` is a mistake of the page, or a field that the contract dropped.
      SchemaForm.of({ name: Deal.Name }, { name: {}, surname: { label: "Surname" } })
    )
  })
})
