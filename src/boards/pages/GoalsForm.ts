/** The goals of a board: the form that sets those of one period and owner, and the table of the others. */
import type { Board } from "../../../schema/Board.ts"
import type { Goals as Schema } from "../../../schema/Goals.ts"
import type { Member } from "../../../schema/Member.ts"
import * as DealFormFields from "../../deals/pages/DealFormFields.ts"
import * as Amounts from "../../surfaces/web/Amounts.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

export type Goals = typeof Schema.Encoded
type Members = ReadonlyArray<typeof Member.Encoded>
type Listed = Pick<typeof Board.Encoded, "id" | "currency">

const path = "/settings/boards"

export const goals = ContractForm.of("boards.setGoals", {
  period: { label: say.setup.period, words: say.setup.periods },
  ownerId: { label: say.setup.owner },
  proposals: { hint: say.setup.proposalsHint },
  deals_won: {},
  deal_value: { money: true }
})

/** The goals that the address names, or the board's monthly ones. */
const chosenOf = (searchParams: URLSearchParams, all: Goals) => {
  const [period, ownerId] = [searchParams.get("period"), searchParams.get("owner")]
  const found = all.others?.find((one) => one.period === period && one.ownerId === (ownerId || null))
  return found ?? { ...all, period: "month" as const, ownerId: null }
}

interface Shown {
  readonly board: Listed
  readonly goals: Goals
  readonly members: Members
  readonly refused: Refused | undefined
}

export const form = (context: PageContext, { board, goals: all, members, refused }: Shown): Html => {
  const values = chosenOf(context.url.searchParams, all)
  const owners = DealFormFields.owners(members, values.ownerId)
  const formView = goals.show({
    refused,
    values,
    currency: board.currency,
    choices: { ownerId: [{ id: "", name: say.setup.wholeBoard }, ...owners] }
  })
  return html`<form class="card new" id="goals" method="post" action="${path}/${board.id}/goals">
    <h2>${say.setup.goals}</h2>
    <p class="soft">${say.setup.aboutGoals}</p>
    ${formView.problem} ${WorkspacePage.hidden(context, "goals")} ${formView.fields}
    <div class="actions"><button type="submit">${say.setup.saveGoals}</button></div>
  </form>`
}

/** The goals of quarters and owners, with links that open them in the form; nothing without any. */
export const table = ({ others = [] }: Goals, { currency, id }: Listed, members: Members): Html => {
  const nameOf = (ownerId: string | null) =>
    DealFormFields.owners(members, ownerId).find((one) => one.id === ownerId)?.name ?? say.setup.wholeBoard
  const number = (figure: number | null) => figure ?? say.setup.none
  if (others.length === 0) return html``
  const labels = goals.labels()
  return html`<h2>${say.setup.otherGoals}</h2>
    <div class="table card" tabindex="0" role="region" aria-label="${say.setup.otherGoals}">
      <table>
        <thead>
          <tr>
            <th scope="col">${say.setup.period}</th>
            <th scope="col">${say.setup.owner}</th>
            <th scope="col">${labels.get("proposals")}</th>
            <th scope="col">${labels.get("deals_won")}</th>
            <th scope="col">${labels.get("deal_value")}</th>
          </tr>
        </thead>
        <tbody>
          ${others.map(
            ({ deal_value, deals_won, ownerId, period, proposals }) =>
              html`<tr>
                <td>
                  <a href="${path}/${id}?period=${period}&amp;owner=${ownerId ?? ""}#goals"
                    >${say.setup.periods[period]}</a
                  >
                </td>
                <td>${nameOf(ownerId)}</td>
                <td>${number(proposals)}</td>
                <td>${number(deals_won)}</td>
                <td>${deal_value === null ? say.setup.none : Amounts.full(deal_value, currency)}</td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>`
}
