/** People found among the contacts of deals and leads. They have no records of their own. */
import type { Deal } from "../../../../schema/Deal.ts"
import * as FullName from "../../../leads/rules/FullName.ts"
import * as Ranking from "./Ranking.ts"
import type { ShownLead } from "../../../leads/pages/LeadWords.ts"

export interface Contact {
  readonly name: string
  readonly email: string | null
  readonly company: string | null
  /** The addresses of the pages where they are the contact. */
  readonly at: ReadonlyArray<string>
}

type Mention = Omit<Contact, "at" | "name"> & { readonly name: string | null; readonly at: string }

const ofDeal = ({ company, id, primaryContact: { email, name } }: typeof Deal.Encoded): Mention => ({
  ...{ name, email, company },
  at: `/deals/${id}`
})

const ofLead = ({ contact: { companyName, email, firstName, lastName }, id }: ShownLead): Mention => ({
  ...{ name: FullName.of(firstName, lastName), email, company: companyName },
  at: `/leads/${id}`
})

/** Each person once, identified by email address or else by name. */
export const of = (
  words: ReadonlyArray<string>,
  deals: ReadonlyArray<typeof Deal.Encoded>,
  leads: ReadonlyArray<ShownLead>
): ReadonlyArray<Contact> => {
  const people = new Map<string, Contact>()
  for (const { at, company, email, name } of [...deals.map(ofDeal), ...leads.map(ofLead)]) {
    const label = name?.trim() || email?.trim() || ""
    if (label === "" || !Ranking.holds(words, name, email)) continue
    const key = (email ?? label).trim().toLowerCase()
    const known = people.get(key)
    people.set(key, known ? { ...known, at: [...known.at, at] } : { name: label, email, company, at: [at] })
  }
  return Ranking.ranked(words, [...people.values()], { name: ({ name }) => name })
}
