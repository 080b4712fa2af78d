/** What the person submitted: who they are, their message, and where they came from. */
import * as FullName from "../../../domain/leads/FullName.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Facts from "./Facts.ts"
import type { Shown } from "./Words.ts"

const { fact } = Facts

export const message = ({ contact }: Shown): Html =>
  html`<section class="card" aria-labelledby="message">
    <h2 id="message">Message</h2>
    ${
      (contact.message ?? "").trim() === ""
        ? html`<p class="soft">They left no message.</p>`
        : Facts.verbatim(contact.message ?? "")
    }
  </section>`

const consents = new Map([
  [true, "Agreed to be contacted"],
  [false, "Did not agree to be contacted"],
  [null, "Was not asked"]
])

export const contact = ({ attribution, contact }: Shown): Html =>
  html`<section class="card" aria-labelledby="contact">
    <h2 id="contact">Contact</h2>
    ${
      Facts.list(
        fact("Name", FullName.of(contact.firstName, contact.lastName)),
        fact("Email", contact.email, Facts.email),
        fact("Phone", contact.phone, Facts.phone),
        fact("Company", contact.companyName),
        fact("Website", contact.companyWebsite, Facts.site),
        fact("Heard of us", contact.howHeard),
        fact("Consent", consents.get(contact.consent)),
        fact("They read", attribution.consentText)
      ) ?? false
    }
  </section>`

/** Where the lead came from, according to the form. */
export const origin = ({ attribution: from }: Shown): Html | false => {
  const facts = Facts.list(
    fact("Page", from.sourceUrl, Facts.site),
    fact("Title", from.pageTitle),
    fact("Referrer", from.referrer, Facts.site),
    fact("Came as", from.source === "import" ? "Import" : null),
    fact("Campaign", from.utmCampaign),
    fact("Source", from.utmSource),
    fact("Medium", from.utmMedium),
    fact("Term", from.utmTerm),
    fact("Content", from.utmContent),
    fact("Google click id", from.gclid),
    fact("Facebook click id", from.fbclid),
    fact("Microsoft click id", from.msclkid)
  )
  return (
    facts !== undefined &&
    html`<section class="card" aria-labelledby="origin">
      <h2 id="origin">Where it came from</h2>
      ${facts}
    </section>`
  )
}
