/** The form that selects an actor and a time range to undo. It leads to a preview. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import type { AuditEntry } from "../../../schema/Audit.ts"
import { undoDays } from "../../../schema/Undo.ts"

import * as UndoRequest from "../rules/UndoRequest.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as AuditSentences from "./AuditSentences.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"

const members = callOperation("members.list")
const keys = callOperation("keys.list")
const apps = callOperation("apps.list")

/** The names of actors by id. */
type Actors = ReadonlyMap<string, Part>

/** The current actors, and those of the entries shown, such as a revoked key. */
export const actors = Effect.fnUntraced(function* (shown: ReadonlyArray<typeof AuditEntry.Encoded>) {
  const found = new Map<string, Part>()
  for (const { actor } of shown) {
    if (actor.userId !== null) found.set(actor.id, actor.name ?? AuditSentences.who(actor))
  }
  for (const { clientId, clientName } of (yield* apps({})).data)
    found.set(clientId, say.audit.app(clientName))
  for (const { id, name } of (yield* keys({})).data) found.set(id, say.audit.key(name))
  for (const { email, id, name } of yield* members({})) found.set(id, name ?? email)
  return found satisfies Actors
})

/** The value of a `datetime-local` field: UTC, to the minute. */
const minute = (at: string): string => new Date(at).toISOString().slice(0, 16)

/** Completes the field's value to ISO 8601; other text is unchanged. */
export const momentOf = (text: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/u.test(text) ? `${text}:00Z` : text

const time = (name: "since" | "until", label: Part, now: string): Html =>
  html`<div class="field">
    <label for="undo-${name}">${say.audit.inUtc(label)}</label>
    <input
      id="undo-${name}"
      name="${name}"
      type="datetime-local"
      min="${minute(UndoRequest.earliest(now))}"
      ${name === "since" && html`required`}
    />
  </div>`

export const render = (actors: Actors, now: string): Html =>
  html`<details class="undo-all">
    <summary>${say.audit.undoSomeone}</summary>
    <form class="log-filter" method="get" action="/undo">
      <div class="field">
        <label for="undo-actor">${say.audit.undoAll}</label>
        <select id="undo-actor" name="actor" required>
          ${[...actors].map(([id, name]) => html`<option value="${id}">${name}</option>`)}
        </select>
      </div>
      ${time("since", say.audit.from, now)} ${time("until", say.audit.toOrNow, now)}
      <div class="actions"><button class="quiet" type="submit">${say.audit.showThat}</button></div>
    </form>
    <p class="hint">${say.audit.beforeSeen(undoDays)}</p>
  </details>`
