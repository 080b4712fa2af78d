import { assert, describe, it } from "@effect/vitest"
import * as DealTexts from "../../src/domain/DealTexts.ts"
import { deal } from "../support/Deals.ts"

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
  it("comes back as it was, also as browsers send it", () => {
    const texts = DealTexts.of(full)
    assert.deepStrictEqual(DealTexts.edit(texts, "USD"), sent)
    const posted = { ...texts, keyTerms: " Net 30\r\nNo exit ", labels: "a, b\r\n\r\n c " }
    assert.deepStrictEqual(DealTexts.edit(posted, "USD"), sent)
  })

  it("has blanks for what is not there, which mean that it is not there", () => {
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

  it("changes nothing that was not typed", () => {
    assert.deepStrictEqual(DealTexts.edit({}, "USD"), {})
    assert.deepStrictEqual(DealTexts.edit({ company: "B" }, "USD"), { company: "B" })
  })

  it("says how to type an amount where one cannot be read", () => {
    const said = DealTexts.edit({ amount: "12,50" }, "EUR")
    assert.include(said, "“12,50” is no amount")
    assert.include(said, "12500.00")
    assert.include(DealTexts.edit({ amount: "1.5" }, "JPY"), "In JPY, such as 12500.")
  })
})
