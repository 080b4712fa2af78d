/** The card of one approval: the requester, the write and its outcome. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import type { Approval as Schema, ApprovalStatus } from "../../../schema/Approval.ts"
import type { Envelope } from "../../../schema/Fault.ts"

import * as PlainText from "../../shared/PlainText.ts"
import * as Age from "../../shared/time/Age.ts"
import * as AuditTitles from "../../audit/pages/AuditTitles.ts"
import * as AuditSentences from "../../audit/pages/AuditSentences.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import { html, type Html, Message, type Part, plain } from "../../surfaces/web/Html.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"

export type Approval = typeof Schema.Encoded

const words: Readonly<Record<ApprovalStatus, readonly [text: Part, look: "" | "good" | "wrong"]>> = {
  pending: [say.approvals.statuses.pending, ""],
  done: [say.approvals.statuses.done, "good"],
  declined: [say.approvals.statuses.declined, "wrong"],
  expired: [say.approvals.statuses.expired, "wrong"],
  stale: [say.approvals.statuses.stale, "wrong"],
  failed: [say.approvals.statuses.failed, "wrong"]
}

const tag = (status: ApprovalStatus): Html => {
  const [text, look] = words[status]
  return html`<span class="tag ${look}">${text}</span>`
}

/** The paths of the records' pages. */
const pages: Readonly<Record<string, string>> = { deal: "/deals/", lead: "/leads/" }

/** The deal or lead, if the write changes only one. */
const recordOf = ({ changes }: Approval): Html | false => {
  const found = changes.find(({ change, count, ids = [], resource }) => {
    return pages[resource] !== undefined && change !== "created" && count === 1 && ids.length === 1
  })
  return (
    found !== undefined &&
    html`<p>
      <a href="${pages[found.resource]}${found.ids![0]}"
        >${found.resource === "deal" ? say.approvals.open.deal : say.approvals.open.lead}</a
      >
    </p>`
  )
}

const whoOf = (actor: Approval["askedBy"]): Html => {
  const means = AuditSentences.means(actor)
  return html`<b>${AuditSentences.who(actor)}</b>${means && [" ", means]}`
}

/** `5 min ago` */
const since = (then: string, at: string): Html =>
  Age.of(then, at).unit === undefined
    ? html`${say.approvals.justNow}`
    : html`${say.approvals.ago(LocalTime.ago(then, at))}`

const timeLeft = ({ expiresAt, status }: Approval, at: string): Html | false =>
  status === "pending" &&
  html`${say.approvals.waitsUntil(LocalTime.span(at, expiresAt), LocalTime.minute(expiresAt))}`

/** The API's message, if there is no translation of it. */
const whyOf = ({ operation, why }: Approval): Part =>
  new Message((reader) =>
    plain(Faults.text(why.replace(operation, `“${plain(AuditTitles.of(operation), reader)}”`)), reader)
  )

const requestLine = (approval: Approval, at: string): Html => {
  const { askedBy, createdAt } = approval
  return html`<p class="soft">${whoOf(askedBy)}, ${since(createdAt, at)}${timeLeft(approval, at)}</p>
    <p class="soft">${whyOf(approval)}</p>`
}

/** The number of records shown without expanding. */
const maxDetails = 5

/** The maximum characters of a line shown without expanding. */
const maxLineLength = 300

/** Isolates each quoted value, because its text direction may differ. No value contains these quotes. */
const isolated = (line: string): ReadonlyArray<Html | string> =>
  line.split(/(“[^”]*”)/u).map((part) => (part.startsWith("“") ? html`<bdi>${part}</bdi>` : part))

const lineOf = (line: string): Html =>
  line.length <= maxLineLength
    ? html`<p>${isolated(line)}</p>`
    : html`<details>
        <summary>${isolated(PlainText.cut(line, maxLineLength))}…</summary>
        <p>${isolated(line)}</p>
      </details>`

const list = (details: Approval["details"]): Html =>
  html`<ul class="diff">
    ${details.map(
      ({ lines, title }) =>
        html`<li>
          <b>${isolated(title)}</b>
          ${lines.map(lineOf)}
        </li>`
    )}
  </ul>`

/** Whether the description is abbreviated. */
const isShort = (details: Approval["details"]): boolean =>
  details.some(({ lines, title }) => /^and \d/u.test(title) || lines.some((line) => /…|^and \d/u.test(line)))

const details = ({ details, id, notRehearsed }: Approval, isAlone: boolean): Html => {
  const rest = details.slice(maxDetails)
  return html`${list(details.slice(0, maxDetails))}
  ${
    rest.length > 0 &&
    html`<details id="rest-${id}">
      <summary>${say.approvals.moreOfThese(rest.length)}</summary>
      ${list(rest)}
    </details>`
  }
  ${!isAlone && isShort(details) && html`<p><a href="/approvals/${id}">${say.approvals.readAll}</a></p>`}
  ${notRehearsed.length > 0 && html`<p class="soft">${say.approvals.knownOnce(notRehearsed.join("; "))}</p>`}`
}

/** The error message of the executed call. */
const refusalOf = ({ answer, status }: Approval): string | undefined =>
  answer === null || status === "done" ? undefined : (answer.body as Partial<Envelope> | null)?.error?.message

const outcome = (approval: Approval, isAdmin: boolean): Html | false => {
  const { decidedAt, decidedBy, doneRequestId, reason, status } = approval
  const refusal = status === "stale" || status === "failed" ? refusalOf(approval) : undefined
  const verb = status === "declined" ? say.approvals.declined : say.approvals.approved
  return (
    status !== "pending" &&
    html`${
      decidedAt !== null &&
      html`<p>
        ${verb}${decidedBy !== null && say.approvals.by(whoOf(decidedBy))},
        ${LocalTime.minute(decidedAt)}${reason !== null && say.approvals.quoted(reason)}
      </p>`
    }
    ${refusal !== undefined && html`<p class="turned-away">${Faults.text(refusal)}</p>`}
    ${
      isAdmin &&
      doneRequestId !== null &&
      html`<p>
        <a href="/settings/audit?${new URLSearchParams({ requestId: doneRequestId }).toString()}"
          >${say.approvals.whatChanged}</a
        >
      </p>`
    }`
  )
}

interface CardInput {
  readonly approval: Approval
  readonly at: string
  readonly isAdmin: boolean
  /** The forms to approve and decline. */
  readonly controls: Html | false
  /** Whether the page shows only this approval. */
  readonly isAlone: boolean
}

export const render = ({ approval, at, controls, isAdmin, isAlone }: CardInput): Html => {
  const { id, operation, status } = approval
  const title = AuditTitles.of(operation)
  const text = isAlone ? title : html`<a href="/approvals/${id}">${title}</a>`
  return html`<h2>${text} ${status !== "pending" && tag(status)}</h2>
    ${requestLine(approval, at)} ${details(approval, isAlone)} ${recordOf(approval)}
    ${outcome(approval, isAdmin)} ${controls}`
}
