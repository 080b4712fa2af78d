/** The form that promotes a lead to a deal. */
import type { LeadBackground } from "../../../schema/LeadBackground.ts"
import type { Member } from "../../../schema/Member.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as BrowserSession from "../../surfaces/web/BrowserSession.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { mayTriage } from "./TriageForm.ts"
import type { ShownLead } from "./LeadWords.ts"

const words = say.leads.promotion

export const promoting = ContractForm.of("leads.promote", {
  dealName: {},
  ownerUserId: { choose: words.anOwner }
})

const form = (
  context: PageContext,
  lead: ShownLead,
  options: NonNullable<(typeof LeadBackground.Encoded)["promotion"]>,
  members: ReadonlyArray<typeof Member.Encoded>,
  refused: Refused | undefined
): Html => {
  const formView = promoting.show({
    refused,
    values: { dealName: options.dealName, ownerUserId: options.ownerId },
    choices: { ownerUserId: members.map(({ email, id, name }) => ({ id, name: name ?? email })) }
  })
  return html`<form method="post" action="/leads/${lead.id}/promote">
    <p class="soft">${lead.dealId !== null && words.dealGone}${words.about}</p>
    ${BrowserSession.hidden(context.visit)} ${formView.fields}
    <div class="actions"><button type="submit">${words.do}</button></div>
  </form>`
}

const switchedOff = html`<p class="soft">${words.off}</p>`

/** Refreshed when the lead changes, but not while someone types in it. */
export const section = (
  context: PageContext,
  lead: ShownLead,
  { dealId, promotion }: typeof LeadBackground.Encoded,
  members: ReadonlyArray<typeof Member.Encoded>,
  refused?: Refused
): Html =>
  html`<div id="promotion" data-live="5">
    ${
      mayTriage(context) &&
      dealId === null &&
      html`<section class="card" aria-labelledby="promote">
        <h2 id="promote">${words.title}</h2>
        ${promotion === null ? switchedOff : form(context, lead, promotion, members, refused)}
      </section>`
    }
  </div>`
