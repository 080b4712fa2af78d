/** The rehearsals page: creates, opens and discards copies of the workspace, and changes their clock. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import type { NewRehearsal, Rehearsal } from "../../../schema/Rehearsal.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import { confirmed, secret } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import * as BrowserSession from "../../surfaces/web/BrowserSession.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"

const path = "/settings/rehearsals"
const list = callOperation("rehearsals.list")
const setClock = callOperation("rehearsals.setClock")
const discard = callOperation("rehearsals.discard")

const making = ContractForm.of("rehearsals.create", {
  name: { label: say.rehearsals.nameOptional, called: say.rehearsals.name, hint: say.rehearsals.nameHint }
})

const timing = ContractForm.of("rehearsals.setClock", {
  forward: { label: say.rehearsals.forward, hint: say.rehearsals.forwardHint },
  at: { label: say.rehearsals.setTo, called: say.rehearsals.time, hint: say.rehearsals.atHint }
})

type RehearsalRow = typeof Rehearsal.Encoded

const forAdmins = new PageResponse.Refusal({
  type: "permission_error",
  message: say.rehearsals.forAdmins
})

const isMoved = ({ now }: RehearsalRow, { now: here, actor }: PageContext) =>
  Math.abs(Date.parse(now) - Date.parse(here) + (actor.workspace.rehearsal?.offset ?? 0)) > 60_000

/** Switches to the rehearsal, like the workspace menu. */
const enter = ({ visit }: PageContext, { id, name }: RehearsalRow): Html =>
  html`<form method="post" action="/workspace">
    ${BrowserSession.hidden(visit)} <input type="hidden" name="workspace" value="${id}" />
    <input type="hidden" name="next" value="/" />
    <button class="quiet" type="submit">${say.rehearsals.open}<span class="unseen"> ${name}</span></button>
  </form>`

const ending = (context: PageContext, { id, name }: RehearsalRow): Html =>
  confirmed(context, {
    id: `discard ${id}`,
    action: `${path}/${id}/discard`,
    verb: say.rehearsals.discard,
    what: name,
    warning: say.rehearsals.discardWarning
  })

const row = (context: PageContext, one: RehearsalRow): Html =>
  html`<li>
    <p class="name">
      <strong>${one.name}</strong>
      ${one.readyAt === null && html`<span class="tag">${say.rehearsals.beingCopied}</span>`}
      ${isMoved(one, context) && html`<span class="tag soon">${say.rehearsals.clockSet}</span>`}
    </p>
    <p class="soft">
      ${say.rehearsals.times(LocalTime.minute(one.createdAt), LocalTime.minute(one.endsAt), LocalTime.minute(one.now))}
    </p>
    <div class="actions">
      ${one.readyAt !== null && context.actor.workspace.id !== one.id && enter(context, one)}
      <a class="button quiet" href="${path}/${one.id}"
        >${say.rehearsals.clock}<span class="unseen"> ${one.name}</span></a
      >
    </div>
    ${ending(context, one)}
  </li>`

const about = html`<p class="soft">${say.rehearsals.about}</p>`

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused, problem?: Part) {
  if (context.actor.role !== "admin") return yield* forAdmins
  const { data } = yield* list({})
  const isInside = context.actor.workspace.rehearsal !== undefined
  const formView = making.show({ refused })
  return SettingsFrame.content("Rehearsals", {
    title: say.frame.tab.Rehearsals,
    body: html`<h1>${say.frame.tab.Rehearsals}</h1>
      ${about} ${PageLayout.problem(problem)} ${formView.problem}
      ${
        !isInside &&
        html`<form class="card new" method="post" action="${path}">
          <h2>${say.rehearsals.new}</h2>
          ${WorkspacePage.hidden(context, "create")} ${formView.fields}
          <div class="actions"><button type="submit">${say.rehearsals.copy}</button></div>
        </form>`
      }
      ${
        data.length === 0
          ? html`<p>${say.rehearsals.none}</p>`
          : html`<ul class="rows" aria-label="${say.frame.tab.Rehearsals}">
              ${data.map((one) => row(context, one))}
            </ul>`
      }`
  })
})

const createdPage = ({ apiKey, endsAt, name }: typeof NewRehearsal.Encoded) =>
  SettingsFrame.content("Rehearsals", {
    title: say.rehearsals.new,
    body: html`<h1>${say.rehearsals.isBeingCopied(name)}</h1>
      <p class="notice" role="status">${say.rehearsals.takeKey}</p>
      <div class="card">${secret("token", say.rehearsals.keyOf, apiKey.token)}</div>
      <p class="soft">${say.rehearsals.giveKey(LocalTime.minute(endsAt))}</p>
      <p><a href="${path}">${say.rehearsals.back}</a></p>`
  })

const clock = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  if (context.actor.role !== "admin") return yield* forAdmins
  const one = (yield* list({})).data.find(({ id }) => id === context.param("id"))
  if (one === undefined) {
    return yield* new PageResponse.Refusal({ type: "not_found", message: say.rehearsals.noSuch })
  }
  const formView = timing.show({ refused })
  return SettingsFrame.content("Rehearsals", {
    title: say.rehearsals.clockOf(one.name),
    body: html`<h1>${say.rehearsals.clockOf(one.name)}</h1>
      <p class="soft">${say.rehearsals.thereItIs(LocalTime.minute(one.now))}</p>
      ${formView.problem}
      <form class="card new" method="post" action="${path}/${one.id}/clock">
        ${WorkspacePage.hidden(context, "clock")} ${formView.fields}
        <div class="actions"><button type="submit">${say.rehearsals.setClock}</button></div>
      </form>
      <form method="post" action="${path}/${one.id}/reset">
        ${WorkspacePage.hidden(context, "reset")}
        <button class="quiet" type="submit">${say.rehearsals.realTime}</button>
      </form>
      <p><a href="${path}">${say.rehearsals.back}</a></p>`
  })
})

const isSet = { to: path, notice: say.rehearsals.isSet }

export const routes = [
  WorkspacePage.page(path, (context) => show(context)),
  WorkspacePage.form(path, {
    run: (_here, submission) => Effect.map(making.send(submission, {}), createdPage),
    again: (context, refused) => show(context, refused, refused.problem)
  }),
  WorkspacePage.page(`${path}/:id`, (context) => clock(context)),
  WorkspacePage.form(`${path}/:id/clock`, {
    run: (context, submission) =>
      Effect.as(timing.send(submission, { id: context.param("id") as never }), isSet),
    again: (context, refused) => clock(context, refused)
  }),
  WorkspacePage.form(`${path}/:id/reset`, {
    run: (context) => Effect.as(setClock({ id: context.param("id"), reset: true }), isSet),
    again: (context, refused) => clock(context, refused)
  }),
  WorkspacePage.form(`${path}/:id/discard`, {
    run: (context) =>
      Effect.as(discard({ id: context.param("id") }), { to: path, notice: say.rehearsals.isDiscarded }),
    again: (context, { problem }) => show(context, undefined, problem)
  })
]
