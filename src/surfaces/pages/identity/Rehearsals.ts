/** Rehearsals: copies of the workspace to try an agent in. One is made, opened, given another time, and discarded here. */
import { Effect } from "effect"
import type { NewRehearsal, Rehearsal } from "../../../../schema/Rehearsal.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Page from "../platform/Page.ts"
import { confirmed, secret } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"
import * as Visit from "../platform/Visit.ts"
import * as Workplace from "../platform/Workplace.ts"

const path = "/settings/rehearsals"
const list = act("rehearsals.list")
const setClock = act("rehearsals.setClock")
const discard = act("rehearsals.discard")

const making = ContractForm.of("rehearsals.create", {
  name: { label: "Name (optional)", called: "Name", hint: "Else it is called like the workspace." }
})

const timing = ContractForm.of("rehearsals.setClock", {
  forward: { label: "Go forward by", hint: "Such as “14 days” or “36 hours”." },
  at: { label: "Or set it to", called: "Time", hint: "Such as 2026-05-01 or 2026-05-01T09:30:00Z." }
})

type One = typeof Rehearsal.Encoded

const forAdmins = new Page.Refusal({
  type: "permission_error",
  message: "Only an admin of the workspace may use its rehearsals. Ask one."
})

const isMoved = ({ now }: One, { now: here, actor }: Workplace.Here) =>
  Math.abs(Date.parse(now) - Date.parse(here) + (actor.workspace.rehearsal?.offset ?? 0)) > 60_000

/** Goes there, as the chooser above every page does. */
const enter = ({ visit }: Workplace.Here, { id, name }: One): Html =>
  html`<form method="post" action="/workspace">
    ${Visit.hidden(visit)} <input type="hidden" name="workspace" value="${id}" />
    <input type="hidden" name="next" value="/" />
    <button class="quiet" type="submit">Open<span class="unseen"> ${name}</span></button>
  </form>`

const ending = (here: Workplace.Here, { id, name }: One): Html =>
  confirmed(here, {
    id: `discard ${id}`,
    action: `${path}/${id}/discard`,
    verb: "Discard",
    what: name,
    warning: "Everything in it is removed, and its keys stop working. This cannot be undone."
  })

const row = (here: Workplace.Here, one: One): Html =>
  html`<li>
    <p class="name">
      <strong>${one.name}</strong>
      ${one.readyAt === null && html`<span class="tag">being copied</span>`}
      ${isMoved(one, here) && html`<span class="tag soon">clock set</span>`}
    </p>
    <p class="soft">
      Made ${Moment.minute(one.createdAt)} · ends ${Moment.minute(one.endsAt)} · its time is
      ${Moment.minute(one.now)}
    </p>
    <div class="actions">
      ${one.readyAt !== null && here.actor.workspace.id !== one.id && enter(here, one)}
      <a class="button quiet" href="${path}/${one.id}">Clock<span class="unseen"> of ${one.name}</span></a>
    </div>
    ${ending(here, one)}
  </li>`

const about = html`<p class="soft">
  A rehearsal is a copy of this workspace, where an agent is tried before it is trusted. Nothing in it reaches
  anybody: webhooks are captured, images are not fetched. Its clock can be set, and it ends after 14 days.
</p>`

const show = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused, problem?: Part) {
  if (here.actor.role !== "admin") return yield* forAdmins
  const { data } = yield* list({})
  const isInside = here.actor.workspace.rehearsal !== undefined
  const asked = making.show({ refused })
  return Settings.content("Rehearsals", {
    title: "Rehearsals",
    body: html`<h1>Rehearsals</h1>
      ${about} ${Layout.problem(problem)} ${asked.problem}
      ${
        !isInside &&
        html`<form class="card new" method="post" action="${path}">
          <h2>New rehearsal</h2>
          ${Workplace.hidden(here, "create")} ${asked.fields}
          <div class="actions"><button type="submit">Make a copy</button></div>
        </form>`
      }
      ${
        data.length === 0
          ? html`<p>There are no rehearsals.</p>`
          : html`<ul class="rows" aria-label="Rehearsals">
              ${data.map((one) => row(here, one))}
            </ul>`
      }`
  })
})

const made = ({ apiKey, endsAt, name }: typeof NewRehearsal.Encoded) =>
  Settings.content("Rehearsals", {
    title: "New rehearsal",
    body: html`<h1>${name} is being copied</h1>
      <p class="notice" role="status">
        The copy takes a few seconds. Take the key now: it is shown only once, and works as soon as the copy
        is done.
      </p>
      <div class="card">${secret("token", "API key of the rehearsal", apiKey.token)}</div>
      <p class="soft">
        Give it to the agent that is to be tried. The rehearsal ends ${Moment.minute(endsAt)}.
      </p>
      <p><a href="${path}">Back to the rehearsals</a></p>`
  })

const clock = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused) {
  if (here.actor.role !== "admin") return yield* forAdmins
  const one = (yield* list({})).data.find(({ id }) => id === here.param("id"))
  if (one === undefined) {
    return yield* new Page.Refusal({ type: "not_found", message: "There is no such rehearsal." })
  }
  const asked = timing.show({ refused })
  return Settings.content("Rehearsals", {
    title: `Clock of ${one.name}`,
    body: html`<h1>Clock of ${one.name}</h1>
      <p class="soft">
        There it is ${Moment.minute(one.now)}. Deals, leads and reports go by that time, and it goes on from
        there; keys, limits and the audit log stay with the real one.
      </p>
      ${asked.problem}
      <form class="card new" method="post" action="${path}/${one.id}/clock">
        ${Workplace.hidden(here, "clock")} ${asked.fields}
        <div class="actions"><button type="submit">Set the clock</button></div>
      </form>
      <form method="post" action="${path}/${one.id}/reset">
        ${Workplace.hidden(here, "reset")}
        <button class="quiet" type="submit">Back to the real time</button>
      </form>
      <p><a href="${path}">Back to the rehearsals</a></p>`
  })
})

const isSet = { to: path, notice: "The clock is set." }

export const routes = [
  Workplace.page(path, (here) => show(here)),
  Workplace.form(path, {
    run: (_here, submission) => Effect.map(making.send(submission, {}), made),
    again: (here, refused) => show(here, refused, refused.problem)
  }),
  Workplace.page(`${path}/:id`, (here) => clock(here)),
  Workplace.form(`${path}/:id/clock`, {
    run: (here, submission) => Effect.as(timing.send(submission, { id: here.param("id") as never }), isSet),
    again: (here, refused) => clock(here, refused)
  }),
  Workplace.form(`${path}/:id/reset`, {
    run: (here) => Effect.as(setClock({ id: here.param("id"), reset: true }), isSet),
    again: (here, refused) => clock(here, refused)
  }),
  Workplace.form(`${path}/:id/discard`, {
    run: (here) =>
      Effect.as(discard({ id: here.param("id") }), { to: path, notice: "The rehearsal is discarded." }),
    again: (here, { problem }) => show(here, undefined, problem)
  })
]
