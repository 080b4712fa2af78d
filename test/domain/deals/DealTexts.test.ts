import { assert, describe, it } from "@effect/vitest"
import type { Currency } from "../../../schema/Field.ts"
import * as DealTexts from "../../../src/domain/deals/DealTexts.ts"
import { deal } from "../../support/samples/Deals.ts"

const full = deal({
  name: "Licence",
  company: "Acme",
  amountCents: 1_250_050,
  labels: ["a, b", "c"],
  primaryContact: {
    name: "Mia",
    title: "CFO",
    email: "mia@acme.example",
    phone: "1",
    linkedin: "https://l.example/"
  },
  keyTerms: "Net 30\nNo exit"
})

const sent = {
  name: "Licence",
  company: "Acme",
  amountCents: 1_250_050,
  ownerId: full.ownerId,
  labels: ["a, b", "c"],
  primaryContactName: "Mia",
  primaryContactTitle: "CFO",
  primaryContactEmail: "mia@acme.example",
  primaryContactPhone: "1",
  primaryContactLinkedin: "https://l.example/",
  keyTerms: "Net 30\nNo exit"
}

describe("a deal as texts", () => {
  it("comes back unchanged, also as browsers send it", () => {
    const texts = DealTexts.of(full)
    assert.deepStrictEqual(DealTexts.edit(texts, "USD"), sent)
    const posted = { ...texts, keyTerms: " Net 30\r\nNo exit ", labels: "a, b\r\n\r\n c " }
    assert.deepStrictEqual(DealTexts.edit(posted, "USD"), sent)
  })

  it("shows missing values as blanks, and reads blanks as missing", () => {
    const { ownerId: _, name: __, ...texts } = DealTexts.of(deal())
    assert.deepStrictEqual(DealTexts.edit(texts, "USD"), {
      company: null,
      amountCents: null,
      labels: [],
      primaryContactName: null,
      primaryContactTitle: null,
      primaryContactEmail: null,
      primaryContactPhone: null,
      primaryContactLinkedin: null,
      keyTerms: null
    })
  })

  it("changes only what was typed", () => {
    assert.deepStrictEqual(DealTexts.edit({}, "USD"), {})
    assert.deepStrictEqual(DealTexts.edit({ company: "B" }, "USD"), { company: "B" })
  })

  it("says what a refused amount may mean, as every other surface does", () => {
    const said = (amount: string, currency: Currency) => DealTexts.edit({ amount }, currency)
    assert.strictEqual(
      said("12,500.00", "USD"),
      'The amount “12,500.00” can be read in two ways: write "12500.00" for $12,500.00, or "12.50" for $12.50.'
    )
    assert.include(said("1,250", "EUR"), '"1250.00" for €1,250.00, or "1.25" for €1.25')
    assert.include(said("500,000", "JPY"), '"500000" for ¥500,000, or "500" for ¥500')
    assert.include(said("12.345", "USD"), '"12.35" (rounded) for $12.35, or "12345.00" for $12,345.00')
    assert.include(said("$5", "USD"), "without a currency sign")
    assert.include(said("1.5", "JPY"), 'JPY has no decimals: write "2" (rounded) for ¥2.')
    assert.deepStrictEqual(said(" 12500.5 ", "USD"), { amountCents: 1_250_050 })
  })
})
