/** The form that makes a deal of a lead. */
import type { LeadBackground } from "../../../../schema/LeadBackground.ts"
import type { Member } from "../../../../schema/Member.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Visit from "../platform/Visit.ts"
import type { Here } from "../platform/Workplace.ts"
import { mayTriage } from "./Triage.ts"
import type { Shown } from "./Words.ts"

export interface Typed {
  readonly dealName: string
  readonly ownerUserId: string
}

const form = (
  here: Here,
  lead: Shown,
  offered: NonNullable<(typeof LeadBackground.Encoded)["promotion"]>,
  members: ReadonlyArray<typeof Member.Encoded>,
  typed: Typed | undefined
): Html =>
  html`<form method="post" action="/leads/${lead.id}/promote">
    <p class="soft">
      ${lead.dealId !== null && "The deal it became was deleted. "}Makes a deal of this lead on its board,
      with all that is known of the contact.
    </p>
    ${Visit.hidden(here.visit)}
    ${Layout.field({
      name: "dealName",
      label: "Name of the deal",
      value: typed?.dealName ?? offered.dealName,
      maxLength: 200,
      optional: true
    })}
    ${Layout.choice({
      name: "ownerUserId",
      label: "Owner",
      value: typed?.ownerUserId ?? offered.ownerId,
      choices: members.map(({ email, id, name }) => ({ value: id, text: name ?? email }))
    })}
    <div class="actions"><button type="submit">Promote</button></div>
  </form>`

const switchedOff = html`<p class="soft">
  Promotion is switched off on this service. Whoever runs it turns it on with
  <code>PROMOTION_ENABLED=true</code>.
</p>`

/** Kept up to date from elsewhere, but never while it is typed in. */
export const section = (
  here: Here,
  lead: Shown,
  { dealId, promotion }: typeof LeadBackground.Encoded,
  members: ReadonlyArray<typeof Member.Encoded>,
  typed?: Typed
): Html =>
  html`<div id="promotion" data-live="5">
    ${
      mayTriage(here) &&
      dealId === null &&
      html`<section class="card" aria-labelledby="promote">
        <h2 id="promote">Promote to a deal</h2>
        ${promotion === null ? switchedOff : form(here, lead, promotion, members, typed)}
      </section>`
    }
  </div>`
