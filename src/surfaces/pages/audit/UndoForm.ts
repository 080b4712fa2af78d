/** Asks whose changes to undo, from when to when; the page that it leads to first shows them. */
import { Effect } from "effect"
import type { AuditEntry } from "../../../../schema/Audit.ts"
import { undoDays } from "../../../../schema/Undo.ts"
import * as AuditText from "../../../domain/audit/AuditText.ts"
import * as UndoRequest from "../../../domain/audit/UndoRequest.ts"
import { act } from "../platform/Act.ts"
import { html, type Html } from "../platform/Html.ts"

const members = act("members.list")
const keys = act("keys.list")
const apps = act("apps.list")

/** What they are called, by their ids. */
type Actors = ReadonlyMap<string, string>

/** Who can act now, and whoever did what is shown, a revoked key for example. */
export const actors = Effect.fnUntraced(function* (shown: ReadonlyArray<typeof AuditEntry.Encoded>) {
  const found = new Map<string, string>()
  for (const { actor } of shown) {
    if (actor.userId !== null) found.set(actor.id, actor.name ?? AuditText.by(actor))
  }
  for (const { clientId, clientName } of (yield* apps({})).data) found.set(clientId, `App ${clientName}`)
  for (const { id, name } of (yield* keys({})).data) found.set(id, `API key ${name}`)
  for (const { email, id, name } of yield* members({})) found.set(id, name ?? email)
  return found satisfies Actors
})

/** As the field of a browser has it: in UTC, by the minute. */
const minute = (at: string): string => new Date(at).toISOString().slice(0, 16)

/** What that field sends as a moment; anything else as it is. */
export const momentOf = (text: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/u.test(text) ? `${text}:00Z` : text

const time = (name: "since" | "until", label: string, now: string): Html =>
  html`<div class="field">
    <label for="undo-${name}">${label} (UTC)</label>
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
    <summary>Undo everything by someone…</summary>
    <form class="log-filter" method="get" action="/undo">
      <div class="field">
        <label for="undo-actor">Undo everything by</label>
        <select id="undo-actor" name="actor" required>
          ${[...actors].map(([id, name]) => html`<option value="${id}">${name}</option>`)}
        </select>
      </div>
      ${time("since", "From", now)} ${time("until", "To, or until now", now)}
      <div class="actions"><button class="quiet" type="submit">Show what that is</button></div>
    </form>
    <p class="hint">
      Nothing is undone before you have seen it. What is older than ${undoDays} days can't be undone.
    </p>
  </details>`
