/** The webhook subscriptions of every board, and the form for a new subscription. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { BoardId } from "../../../schema/Id.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import type { Refused, Submission } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import * as SchemaForm from "../../surfaces/web/form/SchemaForm.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import * as WebhookForm from "./WebhookForm.ts"
import { facts, type Listed, path, secretPage, tags, title } from "./WebhookParts.ts"

const list = callOperation("webhooks.list")
const readStages = callOperation("boards.stages")
const nameBoards = callOperation("boards.names")

const form = ContractForm.of("webhooks.create", {
  boardId: { hidden: true },
  url: {
    type: "url",
    hint: say.webhooks.urlHint
  },
  ...WebhookForm.inputFields
})

const choosing = SchemaForm.of({ board: BoardId }, { board: { label: say.webhooks.toEvents } })

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
    <h2>${say.webhooks.new}</h2>
    ${choosing.show({ choices: { board: boards } }).fields}
    <div class="actions"><button type="submit">${say.webhooks.continue}</button></div>
  </form>`

const older = (cursor: string | null): Html | false =>
  cursor !== null &&
  html`<p><a href="${path}?cursor=${encodeURIComponent(cursor)}">${say.webhooks.olderOnes}</a></p>`

const show = Effect.fnUntraced(function* ({ actor, url }: PageContext) {
  const {
    gone,
    list: page,
    status
  } = yield* FirstPage.orFirst(url.searchParams.get("cursor") ?? undefined, (cursor) =>
    list({ limit: 50, cursor })
  )
  const { data, nextCursor } = page
  const boards = yield* nameBoards({})
  const sections = boards.flatMap((board) => {
    const webhooks = data.filter(({ boardId }) => boardId === board.id)
    return webhooks.length === 0 ? [] : [ofBoard(board, webhooks)]
  })
  return SettingsFrame.content("Webhooks", {
    title: say.webhooks.title,
    status,
    styles: ["setup.css"],
    body: html`<h1>${say.webhooks.title}</h1>
      ${PageLayout.problem(gone)}
      <p class="soft">${say.webhooks.about} ${actor.role !== "admin" && say.webhooks.adminsDo}</p>
      ${data.length === 0 && html`<p>${say.webhooks.nothing}</p>`} ${yield* Effect.all(sections)}
      ${older(nextCursor)} ${actor.role === "admin" && chooseBoard(boards)}`
  })
})

const forAdmins = new PageResponse.Refusal({
  type: "permission_error",
  message: say.webhooks.forAdmins
})

const noBoard = new PageResponse.Refusal({
  type: "not_found",
  message: say.webhooks.noBoard
})

const showNew = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  if (context.actor.role !== "admin") return yield* forAdmins
  const boards = yield* nameBoards({})
  const asked = refused?.form.text("boardId") ?? context.url.searchParams.get("board")
  const board = boards.find(({ id }) => id === asked) ?? boards[0]
  if (board === undefined) return yield* noBoard
  const stages = yield* readStages({ id: board.id })
  const formView = form.show({
    refused,
    focused: "url",
    values: { boardId: board.id },
    choices: { stageFilter: stages }
  })
  return SettingsFrame.content("Webhooks", {
    title: say.webhooks.new,
    body: html`<h1>${say.webhooks.new}</h1>
      <p><a href="${path}">${say.webhooks.all}</a></p>
      <form class="card new" method="post" action="${path}">
        <h2>${say.webhooks.eventsOf(board.name)}</h2>
        ${formView.problem} ${WorkspacePage.hidden(context, "create")} ${formView.fields}
        <div class="actions"><button type="submit">${say.webhooks.subscribe}</button></div>
      </form>`
  })
})

const save = Effect.fnUntraced(function* (_here: PageContext, submission: Submission) {
  const { id, signingSecret } = yield* form.send(submission, {})
  return secretPage({ id, heading: say.webhooks.ready, signingSecret })
})

export const routes = [
  WorkspacePage.page(path, show),
  WorkspacePage.page(`${path}/new`, (context) => showNew(context)),
  WorkspacePage.form(path, { run: save, again: showNew })
]
