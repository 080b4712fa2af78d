/** The webhook subscriptions of every board, and the form for a new subscription. */
import { Effect } from "effect"
import { BoardId } from "../../../../schema/Id.ts"
import { act } from "../platform/Act.ts"
import type { Refused, Submission } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Page from "../platform/Page.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as Settings from "../platform/Settings.ts"
import * as WebhookForm from "./WebhookForm.ts"
import { facts, type Listed, path, secretPage, tags, title } from "./WebhookParts.ts"

const list = act("webhooks.list")
const readStages = act("boards.stages")
const nameBoards = act("boards.names")

const form = ContractForm.of("webhooks.create", {
  boardId: { hidden: true },
  url: {
    type: "url",
    hint: "https, of a public host. A Slack, Discord or Teams webhook gets messages in its own format. It is kept encrypted, and only its end is shown."
  },
  ...WebhookForm.asked
})

const choosing = SchemaForm.of({ board: BoardId }, { board: { label: "To events of" } })

interface Board {
  readonly id: string
  readonly name: string
}

const row = Effect.fnUntraced(function* (webhook: Listed) {
  const stages = webhook.stageFilter.length === 0 ? [] : yield* readStages({ id: webhook.boardId })
  return html`<li>
    <p class="name"><a href="${path}/${webhook.id}">${title(webhook)}</a> ${tags(webhook)}</p>
    ${facts(webhook, stages)}
  </li>`
})

const ofBoard = Effect.fnUntraced(function* ({ id, name }: Board, webhooks: ReadonlyArray<Listed>) {
  const rows = yield* Effect.forEach(webhooks, row)
  return html`<h2 id="of-${id}">${name}</h2>
    <ul class="rows" aria-labelledby="of-${id}">
      ${rows}
    </ul>`
})

const chooseBoard = (boards: ReadonlyArray<Board>): Html =>
  html`<form class="card new" action="${path}/new">
    <h2>New subscription</h2>
    ${choosing.show({ choices: { board: boards } }).fields}
    <div class="actions"><button type="submit">Continue</button></div>
  </form>`

const older = (cursor: string | null): Html | false =>
  cursor !== null &&
  html`<p><a href="${path}?cursor=${encodeURIComponent(cursor)}">Older subscriptions</a></p>`

const show = Effect.fnUntraced(function* ({ actor, url }: Workplace.Here) {
  const { data, nextCursor } = yield* list({
    limit: 50,
    cursor: url.searchParams.get("cursor") ?? undefined
  })
  const boards = yield* nameBoards({})
  const sections = boards.flatMap((board) => {
    const webhooks = data.filter(({ boardId }) => boardId === board.id)
    return webhooks.length === 0 ? [] : [ofBoard(board, webhooks)]
  })
  return Settings.content("Webhooks", {
    title: "Webhooks",
    styles: ["setup.css"],
    body: html`<h1>Webhooks</h1>
      <p class="soft">
        A subscription sends events of one board to one URL, signed, and tries again for three days where that
        fails. ${actor.role !== "admin" && "Admins create and change them."}
      </p>
      ${data.length === 0 && html`<p>There are no subscriptions yet.</p>`} ${yield* Effect.all(sections)}
      ${older(nextCursor)} ${actor.role === "admin" && chooseBoard(boards)}`
  })
})

const forAdmins = new Page.Refusal({
  type: "permission_error",
  message: "Only an admin of the workspace may subscribe to events. Ask one."
})

const noBoard = new Page.Refusal({
  type: "not_found",
  message: "The workspace has no board to subscribe to."
})

const showNew = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused) {
  if (here.actor.role !== "admin") return yield* forAdmins
  const boards = yield* nameBoards({})
  const asked = refused?.form.text("boardId") ?? here.url.searchParams.get("board")
  const board = boards.find(({ id }) => id === asked) ?? boards[0]
  if (board === undefined) return yield* noBoard
  const stages = yield* readStages({ id: board.id })
  const shown = form.show({
    refused,
    focused: "url",
    values: { boardId: board.id },
    choices: { stageFilter: stages }
  })
  return Settings.content("Webhooks", {
    title: "New subscription",
    body: html`<h1>New subscription</h1>
      <p><a href="${path}">All subscriptions</a></p>
      <form class="card new" method="post" action="${path}">
        <h2>Events of ${board.name}</h2>
        ${shown.problem} ${Workplace.hidden(here, "create")} ${shown.fields}
        <div class="actions"><button type="submit">Subscribe</button></div>
      </form>`
  })
})

const save = Effect.fnUntraced(function* (_here: Workplace.Here, submission: Submission) {
  const { id, signingSecret } = yield* form.send(submission, {})
  return secretPage({ id, heading: "The subscription is ready", signingSecret })
})

export const routes = [
  Workplace.page(path, show),
  Workplace.page(`${path}/new`, (here) => showNew(here)),
  Workplace.form(path, { run: save, again: showNew })
]
