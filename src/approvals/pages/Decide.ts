/** The forms that approve or decline a write, alone or with all pending ones like it. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import type { Decision } from "../../../schema/Approval.ts"
import * as AuditTitles from "../../audit/pages/AuditTitles.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as BrowserSession from "../../surfaces/web/BrowserSession.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import type { Approval } from "./ApprovalCard.ts"

export const path = "/approvals"

const approve = callOperation("approvals.approve")

const declining = ContractForm.of("approvals.decline", {
  reason: {
    label: say.approvals.reasonOptional,
    called: say.approvals.reason,
    hint: say.approvals.agentReads
  },
  alike: { label: say.approvals.declineAlike }
})

/**
 * Each decision has one idempotency key on every page, so that it takes effect once. The form is identical in every response, so that the
 * page is only replaced if something else changed.
 */
const hidden = ({ visit }: PageContext, id: string, verb: string): Html =>
  html`${BrowserSession.hidden(visit)}<input type="hidden" name="once" value="approval ${id} ${verb}" />`

/** Describes which approvals count as alike. */
const like = ({ askedBy, operation }: Approval): Part =>
  askedBy.type === "oauth"
    ? say.approvals.alikeOfApp(AuditTitles.of(operation), askedBy.name)
    : say.approvals.alikeOfKey(AuditTitles.of(operation), askedBy.name)

export const controls = (context: PageContext, approval: Approval, refused?: Refused): Html => {
  const { id } = approval
  const formView = declining.show({ id, refused })
  const what = html`<span class="unseen"> ${approval.summary}</span>`
  return html`<div class="deciding">
    <form method="post" action="${path}/${id}/approve">
      ${hidden(context, id, "approve")}
      <button type="submit">${say.approvals.approve}${what}</button>
    </form>
    <details id="decline-${id}" ${refused !== undefined && html`open`}>
      <summary class="button quiet">${say.approvals.declineOpen}${what}</summary>
      <form method="post" action="${path}/${id}/decline">
        ${hidden(context, id, "decline")} ${formView.problem} ${formView.fields}
        <button class="bad" type="submit">${say.approvals.decline}</button>
      </form>
    </details>
    <details id="alike-${id}">
      <summary class="button quiet">${say.approvals.alikeOpen}${what}</summary>
      <form method="post" action="${path}/${id}/approve">
        ${hidden(context, id, "approve all")} <input type="hidden" name="alike" value="yes" />
        <p>${like(approval)}</p>
        <button type="submit">${say.approvals.approveAlike}</button>
      </form>
    </details>
  </div>`
}

const isDone = ({ status }: { readonly status: Approval["status"] }) => status === "done"

/** The result of a decision. If the call failed, this is the page with the error. */
const next = (verb: "approved" | "declined", { alike, approval, left }: typeof Decision.Encoded) => {
  const all = [approval, ...alike]
  const done = all.filter(isDone).length
  const rest = left > 0 && [" ", say.approvals.moreWait(left)]
  const many = all.length > 1
  if (verb === "declined") {
    return {
      to: path,
      notice: [say.approvals.areDeclined(all.length), rest]
    }
  }
  if (many) {
    const failed = all.length - done
    return {
      to: failed === 0 ? path : `${path}?show=all`,
      notice: [
        say.approvals.someDone(done, all.length),
        failed > 0 && [" ", say.approvals.someNot(failed)],
        rest
      ]
    }
  }
  return isDone(approval)
    ? { to: path, notice: say.approvals.isDone(approval.summary) }
    : { to: `${path}/${approval.id}`, notice: say.approvals.notDone }
}

export const forms = <E, R>(
  again: (context: PageContext, refused: Refused) => Effect.Effect<Content, E, R>
) => [
  WorkspacePage.form(`${path}/:id/approve`, {
    run: (context, form) =>
      Effect.map(
        approve({ id: context.param("id"), ...(form.text("alike") === "" ? {} : { alike: true }) }),
        (decision) => next("approved", decision)
      ),
    again
  }),
  WorkspacePage.form(`${path}/:id/decline`, {
    run: (context, form) =>
      Effect.map(declining.send(form, { id: context.param("id") }), (decision) => next("declined", decision)),
    again
  })
]
