/** A submission: the person, their message, and where they came from. */
import * as FullName from "../rules/FullName.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as LeadFacts from "./LeadFacts.ts"
import type { ShownLead } from "./LeadWords.ts"

const { entry, fact } = LeadFacts

export const message = ({ contact }: ShownLead): Html =>
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

export const contact = ({ attribution, contact }: ShownLead): Html =>
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

const originWords = say.leads.origin

/** The lead's origin according to the form. */
export const origin = ({ attribution: from }: ShownLead): Html | false => {
  const facts = LeadFacts.list(
    fact(originWords.page, from.sourceUrl, LeadFacts.site),
    fact(originWords.pageTitle, from.pageTitle),
    fact(originWords.referrer, from.referrer, LeadFacts.site),
    from.source === "import" && entry(originWords.cameAs, originWords.import),
    fact(originWords.campaign, from.utmCampaign),
    fact(originWords.source, from.utmSource),
    fact(originWords.medium, from.utmMedium),
    fact(originWords.term, from.utmTerm),
    fact(originWords.content, from.utmContent),
    fact(originWords.gclid, from.gclid),
    fact(originWords.fbclid, from.fbclid),
    fact(originWords.msclkid, from.msclkid)
  )
  return (
    facts !== undefined &&
    html`<section class="card" aria-labelledby="origin">
      <h2 id="origin">${originWords.title}</h2>
      ${facts}
    </section>`
  )
}
