import { Effect } from "effect"
import { type MatchedRecords, Matches } from "../../../layers/deals/Matches.ts"
import { maxMatched } from "../../../schema/Match.ts"
import type * as Contract from "../contract/Match.ts"
import type * as Implementation from "../../Implementation.ts"

const answer = (email: string, { deals, domain, leads, match }: MatchedRecords) => ({
  email,
  domain,
  match,
  deals: deals.map(({ amountCents, company, contactName, currency, id, name, ownerName, stage }) => ({
    id,
    name,
    company,
    stage,
    amount_cents: amountCents,
    currency,
    contact_name: contactName,
    owner_name: ownerName,
    url: `/deals/${id}`
  })),
  leads: leads.map((lead) => ({ ...lead, url: `/leads/${lead.id}` }))
})

export const implementations = {
  "match.find": Effect.fnUntraced(function* ({ email }) {
    return answer(email, yield* (yield* Matches).find(email))
  }),
  "match.findMany": Effect.fnUntraced(function* ({ emails }) {
    const found = yield* (yield* Matches).findMany(emails, maxMatched)
    return { data: emails.map((email, index) => answer(email, found[index]!)) }
  })
} satisfies Implementation.Of<typeof Contract.operations>
