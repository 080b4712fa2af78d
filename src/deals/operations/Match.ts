import { Effect } from "effect"
import { Matches } from "../../../layers/deals/Matches.ts"
import type * as Contract from "../contract/Match.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "match.find": Effect.fnUntraced(function* ({ email }) {
    const found = yield* (yield* Matches).find(email)
    return {
      email,
      domain: found.domain,
      match: found.match,
      deals: found.deals.map(
        ({ amountCents, company, contactName, currency, id, name, ownerName, stage }) => ({
          id,
          name,
          company,
          stage,
          amount_cents: amountCents,
          currency,
          contact_name: contactName,
          owner_name: ownerName,
          url: `/deals/${id}`
        })
      ),
      leads: found.leads.map((lead) => ({ ...lead, url: `/leads/${lead.id}` }))
    }
  })
} satisfies Implementation.Of<typeof Contract.operations>
