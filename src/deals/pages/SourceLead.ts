/** The lead that a deal was created from: the person's message, and its enrichment. */
import { Effect } from "effect"
import type { Deal } from "../../../schema/Deal.ts"
import * as LeadFacts from "../../leads/pages/LeadFacts.ts"
import * as LeadScore from "../../leads/pages/LeadScore.ts"
import * as LeadWords from "../../leads/pages/LeadWords.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as Markdown from "../../surfaces/web/Markdown.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const getLead = callOperation("leads.get")

/** Undefined if there is no lead, it was deleted, or the caller can't read leads. */
export const of = (context: PageContext, { leadId }: typeof Deal.Encoded) =>
  leadId === null || !WorkspacePage.may(context, "leads:read")
    ? Effect.succeed(undefined)
    : getLead({ id: leadId }).pipe(Effect.catchTag("not_found", () => Effect.succeed(undefined)))

export const section = (lead: LeadWords.ShownLead | undefined): Html | false => {
  if (lead === undefined) return false
  const { contact, enrichment } = lead
  const message = (contact.message ?? "").trim()
  return html`<section class="card origin" aria-labelledby="lead">
    <h2 id="lead">${say.deals.lead}</h2>
    <p class="person">
      ${LeadScore.badge(enrichment)} <a href="/leads/${lead.id}">${LeadWords.nameOf(lead)}</a>
    </p>
    ${
      message !== "" &&
      html`<h3>${say.deals.leadMessage}</h3>
        ${LeadFacts.verbatim(message)}`
    }
    ${
      enrichment.body !== undefined &&
      html`<details>
        <summary>${say.deals.leadFindings}</summary>
        ${Markdown.render(enrichment.body)}
      </details>`
    }
  </section>`
}
