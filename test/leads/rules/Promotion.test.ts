import { assert, describe, it } from "@effect/vitest"
import { BoardId, LeadId } from "../../../schema/Id.ts"
import type { Enrichment } from "../../../schema/Enrichment.ts"
import type { Submission } from "../../../schema/LeadSubmission.ts"
import * as LeadDraft from "../../../src/leads/rules/LeadDraft.ts"
import * as Promotion from "../../../src/leads/rules/Promotion.ts"

const lead = (sent: Submission, enrichment: Partial<Enrichment> = {}) => {
  const id = "00000000-0000-7000-8000-000000000001"
  const made = LeadDraft.create(sent, BoardId.make(id), LeadId.make(id), "2026-05-01T09:30:00.000Z")
  return { ...made, enrichment: { ...enrichment, history: [] } }
}

describe("the name of a promoted lead's deal", () => {
  it("is the name sent, else company, person, email, else New deal", () => {
    const all = { companyName: "Acme", firstName: "Mia", lastName: "Chen", workEmail: "m@acme.example" }
    assert.strictEqual(Promotion.dealName(lead(all), "Sent"), "Sent")
    assert.strictEqual(Promotion.dealName(lead(all), " "), "Acme")
    assert.strictEqual(Promotion.dealName(lead({ ...all, companyName: "" }), undefined), "Mia Chen")
    assert.strictEqual(Promotion.dealName(lead({ lastName: " Chen " }), undefined), "Chen")
    assert.strictEqual(Promotion.dealName(lead({ workEmail: "m@acme.example" }), undefined), "m@acme.example")
    assert.strictEqual(Promotion.dealName(lead({ message: "Hello" }), undefined), "New deal")
  })

  it("is cut to 200 characters, never within a character", () => {
    assert.strictEqual(
      Promotion.dealName(lead({ companyName: "😀".repeat(250) }), undefined),
      "😀".repeat(200)
    )
  })
})

describe("the contact of a promoted lead's deal", () => {
  it("is the lead's own, gaps filled from the enrichment", () => {
    const contact = {
      name: "N",
      title: "T",
      email: "e@acme.example",
      phone: "1",
      linkedin: "https://linkedin.com/in/n"
    }
    assert.deepStrictEqual(Promotion.contactOf(lead({ firstName: "Mia", phone: "" }, { contact })), {
      primaryContactName: "Mia",
      primaryContactTitle: "T",
      primaryContactEmail: "e@acme.example",
      primaryContactPhone: "1",
      primaryContactLinkedin: "https://linkedin.com/in/n"
    })
    assert.deepStrictEqual(Promotion.contactOf(lead({ message: "x" })), {
      primaryContactName: null,
      primaryContactTitle: null,
      primaryContactEmail: null,
      primaryContactPhone: null,
      primaryContactLinkedin: null
    })
  })

  it("has the profile from the enrichment's body if no linkedin was given", () => {
    const found: ReadonlyArray<readonly [string, string | undefined]> = [
      ["See https://www.linkedin.com/in/mia-chen/ and more", "https://www.linkedin.com/in/mia-chen/"],
      ["[profile](https://uk.linkedin.com/in/mia?trk=x), then", "https://uk.linkedin.com/in/mia?trk=x"],
      ["<https://linkedin.com/in/mia>.", "https://linkedin.com/in/mia"],
      ["**https://linkedin.com/in/mia**", "https://linkedin.com/in/mia"],
      ["Her page: HTTPS://LinkedIn.com/in/mia.", "HTTPS://LinkedIn.com/in/mia"],
      ["https://linkedin.com/company/acme https://linkedin.com/in/second", "https://linkedin.com/in/second"],
      ["https://linkedin.com/in/first https://linkedin.com/in/second", "https://linkedin.com/in/first"],
      ["https://linkedin.com/in/", undefined],
      ["https://notlinkedin.com/in/mia", undefined],
      ["https://linkedin.com.evil.example/in/mia", undefined],
      ["https://evil.example/?u=https://linkedin.com/in/mia", undefined],
      ["linkedin in/mia", undefined],
      ["", undefined]
    ]
    for (const [body, url] of found) assert.strictEqual(Promotion.profileIn(body), url, body)
  })

  it("is found quickly in a long body", () => {
    // A quadratic search would take minutes, which a test doesn't have.
    assert.strictEqual(Promotion.profileIn("https://".repeat(100_000) + " " + "(".repeat(100_000)), undefined)
  })
})
