/** The newest requests of agents that wait for an admin. */
import { Effect } from "effect"
import * as AuditSentences from "../../../audit/pages/AuditSentences.ts"
import * as AuditTitles from "../../../audit/pages/AuditTitles.ts"
import { callOperation } from "../CallOperation.ts"
import { html, type Html } from "../Html.ts"
import * as LocalTime from "../LocalTime.ts"
import type { PageContext } from "../frame/PageContext.ts"
import { say } from "../i18n/Words.ts"

const listApprovals = callOperation("approvals.list")

const words = say.today

const maxRows = 5

const pending = Effect.map(listApprovals({ status: "pending", limit: maxRows }), ({ data }) => data)

type Approvals = Effect.Success<typeof pending>

/** The navigation shows their number. */
export const read = ({ actor }: PageContext) =>
  actor.role === "admin" ? pending : Effect.succeed<Approvals>([])

export const render = ({ now }: PageContext, approvals: Approvals): Html | false =>
  approvals.length > 0 &&
  html`<section class="card" id="pending" data-live aria-labelledby="pending-title">
    <h2 id="pending-title">${say.frame.section.Approvals}</h2>
    <ol>
      ${approvals.map(
        ({ askedBy, createdAt, id, operation }) =>
          html`<li class="pending">
            <span class="deal-name"><a href="/approvals/${id}">${AuditTitles.of(operation)}</a></span>
            <span class="soft who">${AuditSentences.who(askedBy)}</span>
            <span class="soft age">${LocalTime.ago(createdAt, now)}</span>
          </li>`
      )}
    </ol>
    <p><a href="/approvals">${words.allApprovals}</a></p>
  </section>`
