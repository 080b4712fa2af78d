/** The leads that nobody has triaged yet, best score first, as rows of the inbox. */
import { Effect } from "effect"
import * as InboxFilter from "../../../leads/pages/inbox/InboxFilter.ts"
import * as InboxRow from "../../../leads/pages/inbox/InboxRow.ts"
import { callOperation } from "../CallOperation.ts"
import { html, type Html } from "../Html.ts"
import type { PageContext } from "../frame/PageContext.ts"
import { say } from "../i18n/Words.ts"
import * as Whose from "./Whose.ts"

const listLeads = callOperation("leads.glance")
const boardNames = callOperation("boards.names")

const words = say.today

const maxRows = 10

const filter = InboxFilter.read(new URL("http://here.invalid/leads?sort=score"), [])

export const read = Effect.all(
  {
    leads: Effect.map(listLeads({ ...InboxFilter.input(filter), limit: maxRows }), ({ data }) => data),
    boards: boardNames({})
  },
  { concurrency: "unbounded" }
)

/** leads.js finds the rows by the id of the list. */
export const render = (context: PageContext, { boards, leads }: Effect.Success<typeof read>): Html => {
  const rows = {
    boards,
    here: context,
    back: Whose.address(context),
    list: InboxFilter.listOf(filter),
    at: context.now,
    undo: new Map<string, string>()
  }
  return html`<section class="card leads-new" aria-labelledby="leads-title">
    <h2 id="leads-title">${words.leads}</h2>
    <div id="inbox" data-live>
      ${
        leads.length === 0
          ? html`<p>${words.noLeads}</p>`
          : html`${InboxRow.list(rows, leads)}
              <p><a href="${InboxFilter.address(filter)}">${words.allLeads}</a></p>`
      }
    </div>
  </section>`
}
