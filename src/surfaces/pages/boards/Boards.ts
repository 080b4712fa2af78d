/** The boards of the workspace, and the form for a new board. */
import { Effect } from "effect"
import type { Board } from "../../../../schema/Board.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as Settings from "../platform/Settings.ts"

const path = "/settings/boards"
const list = act("boards.list")
const form = ContractForm.of("boards.create", {
  name: { hint: "What is sold there, or who sells it: “Enterprise”, “Partners”." },
  currency: { hint: "For deals created on it from then on." }
})

export type Listed = typeof Board.Encoded

const row = ({ createdAt, currency, id, name }: Listed): Html =>
  html`<li>
    <p class="name"><a href="${path}/${id}">${name}</a> <span class="tag">${currency}</span></p>
    <p class="soft">made ${Moment.minute(createdAt)}</p>
  </li>`

const newBoard = (here: Workplace.Here, refused: Refused | undefined): Html => {
  const shown = form.show({ refused, focused: refused && "name" })
  return html`<form class="card new" method="post" action="${path}">
    <h2>New board</h2>
    ${shown.problem} ${Workplace.hidden(here, "create")} ${shown.fields}
    ${here.actor.workspace.plan === "free" && html`<p class="hint">The free plan includes one board.</p>`}
    <div class="actions"><button type="submit">Create board</button></div>
  </form>`
}

const show = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused) {
  const cursor = here.url.searchParams.get("cursor") ?? undefined
  const { data, nextCursor } = yield* list({ limit: 100, cursor })
  const isAdmin = here.actor.role === "admin"
  return Settings.content("Boards", {
    title: "Boards",
    body: html`<h1>Boards</h1>
      <p class="soft">
        A board is one pipeline: its stages, its currency, its goals for the month.
        ${!isAdmin && "Admins create and change boards."}
      </p>
      <ul class="rows" aria-label="Boards">
        ${data.map(row)}
      </ul>
      ${
        nextCursor !== null &&
        html`<p><a href="${path}?cursor=${encodeURIComponent(nextCursor)}">Older boards</a></p>`
      }
      ${isAdmin && newBoard(here, refused)}`
  })
})

export const routes = [
  Workplace.page(path, (here) => show(here)),
  Workplace.form(path, {
    run: (_here, submission) =>
      Effect.map(form.send(submission, {}), ({ id, name }) => ({
        to: `${path}/${id}`,
        notice: `The board ${name} is created, with default stages.`
      })),
    again: show
  })
]
