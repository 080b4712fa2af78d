/** A submission: the person, their message, and where they came from. */
import * as FullName from "../rules/FullName.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import * as LeadFacts from "./LeadFacts.ts"
import type { Shown } from "./LeadWords.ts"

const { entry, fact } = LeadFacts

export const message = ({ contact }: Shown): Html =>
  html`<section class="card" aria-labelledby="message">
    <h2 id="message">${say.leads.message}</h2>
    ${
      (contact.message ?? "").trim() === ""
        ? html`<p class="soft">${say.leads.noMessage}</p>`
        : LeadFacts.verbatim(contact.message ?? "")
    }
  </section>`

const names = say.leads.fact

const consentOf = (consent: boolean | null): Part =>
  consent === null ? say.leads.consent.unasked : consent ? say.leads.consent.given : say.leads.consent.refused

export const contact = ({ attribution, contact }: Shown): Html =>
  html`<section class="card" aria-labelledby="contact">
    <h2 id="contact">${say.leads.contact}</h2>
    ${
      LeadFacts.list(
        fact(names.name, FullName.of(contact.firstName, contact.lastName)),
        fact(names.email, contact.email, LeadFacts.email),
        fact(names.phone, contact.phone, LeadFacts.phone),
        fact(names.company, contact.companyName),
        fact(names.website, contact.companyWebsite, LeadFacts.site),
        fact(names.heard, contact.howHeard),
        entry(names.consent, consentOf(contact.consent)),
        fact(names.consentText, attribution.consentText)
      ) ?? false
    }
  </section>`

const of = say.leads.origin

/** The lead's origin according to the form. */
export const origin = ({ attribution: from }: Shown): Html | false => {
  const facts = LeadFacts.list(
    fact(of.page, from.sourceUrl, LeadFacts.site),
    fact(of.pageTitle, from.pageTitle),
    fact(of.referrer, from.referrer, LeadFacts.site),
    from.source === "import" && entry(of.cameAs, of.import),
    fact(of.campaign, from.utmCampaign),
    fact(of.source, from.utmSource),
    fact(of.medium, from.utmMedium),
    fact(of.term, from.utmTerm),
    fact(of.content, from.utmContent),
    fact(of.gclid, from.gclid),
    fact(of.fbclid, from.fbclid),
    fact(of.msclkid, from.msclkid)
  )
  return (
    facts !== undefined &&
    html`<section class="card" aria-labelledby="origin">
      <h2 id="origin">${of.title}</h2>
      ${facts}
    </section>`
  )
}
