/** Open deals without activity for as long as in reports. */
import { Effect } from "effect"
import * as ListFilter from "../../../deals/pages/list/ListFilter.ts"
import * as ListNavigation from "../../../deals/pages/ListNavigation.ts"
import { stalledAfterDays } from "../../../reports/contract/Reports.ts"
import * as Period from "../../../reports/rules/Period.ts"
import { shortened } from "../../../shared/PlainText.ts"
import * as Amounts from "../Amounts.ts"
import { callOperation } from "../CallOperation.ts"
import { html, type Html } from "../Html.ts"
import type { PageContext } from "../frame/PageContext.ts"
import { say } from "../i18n/Words.ts"
import * as Whose from "./Whose.ts"

const listDeals = callOperation("deals.list")

const words = say.today

const [maxRows, maxLength] = [10, 100]

/** The deals that have been quiet for longest. */
export const read = Effect.fnUntraced(function* (context: PageContext) {
  const ownerId = Whose.ownerId(context)
  const { data } = yield* listDeals({ ownerId, quietDays: stalledAfterDays, sort: "-quiet", limit: maxRows })
  return data
})

type Deals = Effect.Success<ReturnType<typeof read>>

export const render = (context: PageContext, deals: Deals): Html | false => {
  const address = Whose.dealsAddress(context, { quiet: String(stalledAfterDays), sort: "-quiet" })
  const filter = ListFilter.read(address, { boards: [] })
  return (
    deals.length > 0 &&
    html`<section class="card" id="quiet" data-live aria-labelledby="quiet-title">
      <h2 id="quiet-title">${words.quiet}</h2>
      <p class="hint">${words.aboutQuiet(stalledAfterDays)}</p>
      <ol>
        ${deals.map(
          ({ amountCents, company, currency, id, name, stage, stageEnteredAt }) =>
            html`<li class="quiet-deal">
              <span class="deal-name">
                <a href="${ListNavigation.fromList(id, filter)}">${shortened(name, maxLength)}</a>
                <span class="soft">${company !== null && shortened(company, maxLength)}</span>
              </span>
              <span class="soft stage-age"
                >${words.inStage(stage.name, say.boards.days(Period.age(stageEnteredAt, context.now)))}</span
              >
              <span class="amount">${amountCents !== null && Amounts.short(amountCents, currency)}</span>
            </li>`
        )}
      </ol>
      <p><a href="${address.pathname}${address.search}">${words.allQuiet}</a></p>
    </section>`
  )
}
