/** The fields of a deal in a form: which, under which label, and where they stand. */
import type { Deal } from "../../../../schema/Deal.ts"
import type { Member } from "../../../../schema/Member.ts"
import type { Choice } from "../platform/form/Control.ts"
import { html, type Html } from "../platform/Html.ts"

export const asked = {
  name: { label: "Deal" },
  company: {},
  amountCents: { money: true },
  ownerId: { choose: "an owner" },
  primaryContactName: {},
  primaryContactTitle: {},
  primaryContactEmail: {},
  primaryContactPhone: { type: "tel" },
  primaryContactLinkedin: {
    hint: "The whole address of the profile, beginning with https://"
  },
  labels: { rows: 3 },
  keyTerms: { rows: 6 }
} as const

/** What a form shows of a deal there is. */
export const valuesOf = ({ primaryContact, ...deal }: typeof Deal.Encoded) => ({
  ...deal,
  primaryContactName: primaryContact.name,
  primaryContactTitle: primaryContact.title,
  primaryContactEmail: primaryContact.email,
  primaryContactPhone: primaryContact.phone,
  primaryContactLinkedin: primaryContact.linkedin
})

export const nameOf = ({ email, name }: typeof Member.Encoded): string => name ?? email

/** The members to choose an owner from, and whoever owns the deal though no longer among them. */
export const owners = (
  members: ReadonlyArray<typeof Member.Encoded>,
  current: string
): ReadonlyArray<Choice> => [
  ...members.map((member) => ({ id: member.id, name: nameOf(member) })),
  ...(members.some(({ id }) => id === current) ? [] : [{ id: current, name: "Someone who left" }])
]

/** `stage` stands beside the owner, where it is asked for. */
export const layout = (at: Readonly<Record<keyof typeof asked, Html>>, stage?: Html): Html =>
  html`${at.name} ${at.company} ${at.amountCents}
    ${stage === undefined ? at.ownerId : html`<div class="pair">${stage} ${at.ownerId}</div>`}
    <fieldset>
      <legend>Primary contact</legend>
      <div class="pair">
        ${at.primaryContactName} ${at.primaryContactTitle} ${at.primaryContactEmail} ${at.primaryContactPhone}
      </div>
      ${at.primaryContactLinkedin}
    </fieldset>
    ${at.labels} ${at.keyTerms}`
