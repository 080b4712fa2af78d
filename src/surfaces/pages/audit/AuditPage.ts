/** The audit log, for admins: who changed what, in plain words, and what was refused. */
import { Effect } from "effect"
import type { AuditEntry } from "../../../../schema/Audit.ts"
import { neverUndone } from "../../../../schema/Undo.ts"
import * as UndoRequest from "../../../domain/audit/UndoRequest.ts"
import * as AuditText from "../../../domain/audit/AuditText.ts"
import * as ActivityText from "../../../domain/deals/ActivityText.ts"
import { act } from "../platform/Act.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Moment from "../platform/Moment.ts"
import * as Page from "../platform/Page.ts"
import * as Settings from "../platform/Settings.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as Filter from "./AuditFilter.ts"
import * as UndoForm from "./UndoForm.ts"
import * as UndoPage from "./UndoPage.ts"
import * as Titles from "./Titles.ts"

const list = act("audit.list")

type Entry = typeof AuditEntry.Encoded

/** What an entry lists of its changes. */
const mostChanges = 20

/** Where a person is led who wants to see the record. */
const pages: Readonly<Record<string, string>> = { deal: "/deals/", lead: "/leads/" }

const surfaces: Readonly<Record<Entry["surface"], string>> = {
  rest: "over the API",
  mcp: "over MCP",
  rpc: "over RPC",
  pages: "on a page",
  intake: "from outside",
  admin: "at the command line",
  job: "by itself"
}

const meansOf = ({ name, type }: Entry["actor"]): string =>
  type === "api_key" || type === "oauth" ? ActivityText.means({ type, name }) : ""

const changesOf = (entry: Entry): Html | false => {
  const changes = AuditText.changes(entry)
  const told = changes.slice(0, mostChanges)
  return (
    changes.length > 0 &&
    html`<details>
      <summary>${told[0]!.title}${changes.length > 1 && ` and ${changes.length - 1} more`}</summary>
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
      ${
        changes.length > mostChanges &&
        html`<p class="hint">The API returns the other ${changes.length - mostChanges}.</p>`
      }
    </details>`
  )
}

const outcomeOf = ({ outcome, status, times }: Entry): Html | false =>
  outcome !== "ok" &&
  html`<span class="failed"
    >refused: ${outcome}${status !== null && ` (${status})`}${times > 1 && `, ${times} times`}</span
  >`

const never: ReadonlySet<string> = new Set(neverUndone)

/** Ways to undo what an entry tells of, each by a page that first shows what would be undone. */
const undoing = ({ actor, at, changes, id, outcome }: Entry, earliest: string): Html | false =>
  outcome === "ok" &&
  at >= earliest &&
  changes.length > 0 &&
  !changes.some(({ resource }) => never.has(resource)) &&
  html`<p class="undoing">
    <a href="${UndoPage.address({ entryId: id })}">Undo…</a>
    ${
      actor.userId !== null &&
      html`<a href="${UndoPage.address({ actor: actor.id, since: at })}"
        >Undo all by ${actor.name ?? AuditText.by(actor)} since then…</a
      >`
    }
  </p>`

const row = (entry: Entry, earliest: string): Html => {
  const means = meansOf(entry.actor)
  return html`<li>
    <p><b>${AuditText.by(entry.actor)}</b> · ${Titles.of(entry.operation)} ${outcomeOf(entry)}</p>
    <p class="soft">
      ${Moment.minute(entry.at)}
      ${surfaces[entry.surface]}${means !== "" && `, ${means}`}${
        entry.requestId !== null &&
        html` ·
          <a href="${Filter.address({ requestId: entry.requestId })}"><code>${entry.requestId}</code></a>`
      }
    </p>
    ${changesOf(entry)} ${undoing(entry, earliest)}
  </li>`
}

const forAdmins = new Page.Refusal({
  type: "permission_error",
  message: "Only an admin of the workspace may see the audit log. Ask one."
})

const show = Effect.fnUntraced(function* ({ actor, now, url }: Workplace.Here) {
  if (actor.role !== "admin") return yield* forAdmins
  const filter = Filter.read(url)
  const cursor = url.searchParams.get("cursor") ?? undefined
  const { data, nextCursor } = yield* list({ ...filter, cursor, limit: 50 })
  const earliest = UndoRequest.earliest(now)
  const actors = yield* UndoForm.actors(data)
  return Settings.content("Audit log", {
    title: "Audit log",
    styles: ["audit.css"],
    body: html`<h1>Audit log</h1>
      <p class="soft">
        Everything that was changed in this workspace, by whom and through what, the latest first; and what
        was refused. A name of an agent is what it calls itself.
      </p>
      ${UndoForm.render(actors, now)} ${Filter.form(filter)}
      ${
        data.length === 0
          ? html`<p>
              ${nextCursor === null ? "There are no such entries." : "None so far; there are older ones."}
            </p>`
          : html`<ol class="rows log">
              ${data.map((entry) => row(entry, earliest))}
            </ol>`
      }
      ${nextCursor !== null && html`<p><a href="${Filter.address(filter, nextCursor)}">Older entries</a></p>`}`
  })
})

export const routes = [Workplace.page(Filter.path, show)]
