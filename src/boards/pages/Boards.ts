/** The boards of the workspace, and the form for a new board. */
import { Effect } from "effect"
import type { Board } from "../../../schema/Board.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const path = "/settings/boards"
const list = callOperation("boards.list")
const form = ContractForm.of("boards.create", {
  name: { hint: say.setup.nameHint },
  currency: { hint: say.setup.newCurrency }
})

export type Listed = typeof Board.Encoded

const row = ({ createdAt, currency, id, name }: Listed): Html =>
  html`<li>
    <p class="name"><a href="${path}/${id}">${name}</a> <span class="tag">${currency}</span></p>
    <p class="soft">${say.setup.made(LocalTime.minute(createdAt))}</p>
  </li>`

const newBoard = (context: PageContext, refused: Refused | undefined): Html => {
  const formView = form.show({ refused, focused: refused && "name" })
  return html`<form class="card new" method="post" action="${path}">
    <h2>${say.setup.newBoard}</h2>
    ${formView.problem} ${WorkspacePage.hidden(context, "create")} ${formView.fields}
    ${context.actor.workspace.plan === "free" && html`<p class="hint">${say.setup.freePlan}</p>`}
    <div class="actions"><button type="submit">${say.setup.create}</button></div>
  </form>`
}

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  const {
    gone,
    list: page,
    status
  } = yield* FirstPage.orFirst(context.url.searchParams.get("cursor") ?? undefined, (cursor) =>
    list({ limit: 100, cursor })
  )
  const { data, nextCursor } = page
  const isAdmin = context.actor.role === "admin"
  return SettingsFrame.content("Boards", {
    title: say.setup.title,
    status,
    body: html`<h1>${say.setup.title}</h1>
      ${PageLayout.problem(gone)}
      <p class="soft">${say.setup.about} ${!isAdmin && say.setup.ofAdmins}</p>
      <ul class="rows" aria-label="${say.setup.title}">
        ${data.map(row)}
      </ul>
      ${
        nextCursor !== null &&
        html`<p><a href="${path}?cursor=${encodeURIComponent(nextCursor)}">${say.setup.older}</a></p>`
      }
      ${isAdmin && newBoard(context, refused)}`
  })
})

export const routes = [
  WorkspacePage.page(path, (context) => show(context)),
  WorkspacePage.form(path, {
    run: (_here, submission) =>
      Effect.map(form.send(submission, {}), ({ id, name }) => ({
        to: `${path}/${id}`,
        notice: say.setup.created(name)
      })),
    again: show
  })
]
