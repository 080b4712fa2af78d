/** A lead's stored images. */
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as LeadFacts from "./LeadFacts.ts"
import * as LeadWords from "./LeadWords.ts"

/** The path of a stored image, independent of the host in its URL; undefined for other URLs. */
export const pathOf = (url: string): string | undefined =>
  /\/files\/[\w-]{43}$/u.exec(URL.parse(url)?.pathname ?? "")?.[0]

/** Reserves a box of fixed size, so that nothing moves while the image loads. The link shows the full image. */
const figure = (url: string, name: Part, source: string | undefined): Html => {
  const path = pathOf(url)
  return html`<figure>
    ${
      path === undefined
        ? LeadFacts.site(url)
        : html`<a href="${path}"
            ><img src="${path}" alt="${name}" width="640" height="400" loading="lazy"
          /></a>`
    }
    <figcaption>${name}${source !== undefined && html` · ${LeadFacts.site(source)}`}</figcaption>
  </figure>`
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

export const section = (lead: LeadWords.ShownLead): Html | false => {
  const { attachments = [], screenshot, screenshotSource } = lead.enrichment
  const of = lead.contact.companyWebsite ?? lead.contact.companyName ?? LeadWords.nameOf(lead)
  const figures = [
    ...(screenshot === undefined ? [] : [figure(screenshot, say.leads.screenshotOf(of), screenshotSource)]),
    ...attachments.map(({ filename, kind, sourceUrl, url }, index) =>
      figure(url, filename ?? kind ?? say.leads.image(index + 1), textOf(sourceUrl))
    )
  ]
  return (
    figures.length > 0 &&
    html`<section class="card" aria-labelledby="images">
      <h2 id="images">${say.leads.images}</h2>
      <div class="pictures">${figures}</div>
    </section>`
  )
}
