/** The audit log page for admins: all changes, and calls that were refused. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import type { AuditEntry } from "../../../schema/Audit.ts"
import { neverUndone } from "../../../schema/Undo.ts"
import * as UndoRequest from "../rules/UndoRequest.ts"

import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as Filter from "./AuditFilter.ts"
import * as UndoForm from "./UndoForm.ts"
import * as UndoPage from "./UndoPage.ts"
import * as AuditTitles from "./AuditTitles.ts"
import * as AuditSentences from "./AuditSentences.ts"

const list = callOperation("audit.list")

type Entry = typeof AuditEntry.Encoded

/** The maximum number of changes listed per entry. */
const maxChanges = 20

/** The paths of the records' pages. */
const pages: Readonly<Record<string, string>> = { deal: "/deals/", lead: "/leads/" }

const meansOf = ({ name, type }: Entry["actor"]): Part =>
  (type === "api_key" || type === "oauth") && AuditSentences.means({ type, name })

const changesOf = (entry: Entry): Part =>
  AuditSentences.changes(entry, maxChanges, (told, more) => {
    const others = told.length + more - 1
    return (
      told.length > 0 &&
      html`<details>
        <summary>${told[0]!.title}${others > 0 && say.audit.andMore(others)}</summary>
        <dl>
          ${told.map(
            ({ change, lines, title }) =>
              html`<dt>
                  ${
                    pages[change.resource] === undefined || change.ids !== undefined
                      ? title
                      : html`<a href="${pages[change.resource]}${change.id}">${title}</a>`
                  }
                </dt>
                ${lines.map((line) => html`<dd>${line}</dd>`)}`
          )}
        </dl>
        ${more > 0 && html`<p class="hint">${say.audit.others(more)}</p>`}
      </details>`
    )
  })

const outcomeOf = ({ outcome, status, times }: Entry): Html | false =>
  outcome !== "ok" &&
  html`<span class="failed"
    >${say.audit.wasRefused(outcome)}${status !== null && ` (${status})`}${times > 1 && say.audit.times(times)}</span
  >`

const neverRevertible: ReadonlySet<string> = new Set(neverUndone)

/** Links to undo the entry, by pages that first show a preview. */
const undoing = ({ actor, at, changes, id, outcome }: Entry, earliest: string): Html | false =>
  outcome === "ok" &&
  at >= earliest &&
  changes.length > 0 &&
  !changes.some(({ resource }) => neverRevertible.has(resource)) &&
  html`<p class="undoing">
    <a href="${UndoPage.address({ entryId: id })}">${say.audit.undoThis}</a>
    ${
      actor.userId !== null &&
      html`<a href="${UndoPage.address({ actor: actor.id, since: at })}"
        >${say.audit.undoSince(actor.name ?? AuditSentences.who(actor))}</a
      >`
    }
  </p>`

const row = (entry: Entry, earliest: string): Html => {
  const means = meansOf(entry.actor)
  return html`<li>
    <p><b>${AuditSentences.who(entry.actor)}</b> · ${AuditTitles.of(entry.operation)} ${outcomeOf(entry)}</p>
    <p class="soft">
      ${LocalTime.minute(entry.at)}
      ${say.audit.surfaces[entry.surface]}${means && [", ", means]}${
        entry.requestId !== null &&
        html` ·
          <a href="${Filter.address({ requestId: entry.requestId })}"><code>${entry.requestId}</code></a>`
      }
    </p>
    ${changesOf(entry)} ${undoing(entry, earliest)}
  </li>`
}

const forAdmins = new PageResponse.Refusal({
  type: "permission_error",
  message: say.audit.forAdmins
})

const show = Effect.fnUntraced(function* ({ actor, now, url }: PageContext) {
  if (actor.role !== "admin") return yield* forAdmins
  const filter = Filter.read(url)
  const {
    gone,
    list: page,
    status
  } = yield* FirstPage.orFirst(url.searchParams.get("cursor") || undefined, (cursor) =>
    list({ ...filter, cursor, limit: 50 })
  )
  const { data, nextCursor } = page
  const earliest = UndoRequest.earliest(now)
  const actors = yield* UndoForm.actors(data)
  return SettingsFrame.content("Audit log", {
    title: say.frame.tab["Audit log"],
    status,
    styles: ["audit.css"],
    body: html`<h1>${say.frame.tab["Audit log"]}</h1>
      <p class="soft">${say.audit.about}</p>
      ${PageLayout.problem(gone)} ${UndoForm.render(actors, now)} ${Filter.form(filter)}
      ${
        data.length === 0
          ? html`<p>${nextCursor === null ? say.audit.noEntries : say.audit.noneSoFar}</p>`
          : html`<ol class="rows log">
              ${data.map((entry) => row(entry, earliest))}
            </ol>`
      }
      ${nextCursor !== null && html`<p><a href="${Filter.address(filter, nextCursor)}">${say.audit.older}</a></p>`}`
  })
})

export const routes = [WorkspacePage.page(Filter.path, show)]
