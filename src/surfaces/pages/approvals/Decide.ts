/** The forms that approve a write or decline it, alone or with all that are like it. */
import { Effect } from "effect"
import type { Decision } from "../../../../schema/Approval.ts"
import * as Titles from "../audit/Titles.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Visit from "../platform/Visit.ts"
import * as Workplace from "../platform/Workplace.ts"
import type { Approval } from "./ApprovalCard.ts"

export const path = "/approvals"

const approve = act("approvals.approve")

const declining = ContractForm.of("approvals.decline", {
  reason: { label: "Reason (may be left out)", called: "Reason", hint: "The agent reads it." },
  alike: { label: "Decline all others like this one too" }
})

/**
 * Each decision has one key, whatever page it is sent from, so that sent twice it is done once. The form is the same at every
 * showing, so that the page is replaced only if something is new.
 */
const hidden = ({ visit }: Workplace.Here, id: string, verb: string): Html =>
  html`${Visit.hidden(visit)}<input type="hidden" name="once" value="approval ${id} ${verb}" />`

/** What it takes to be alike, in words. */
const like = ({ askedBy, operation }: Approval): string =>
  `Every other write of this kind (${Titles.of(operation)}) that ${askedBy.type === "oauth" ? "the app" : "the key"} ${askedBy.name ?? ""} waits for`

export const controls = (here: Workplace.Here, approval: Approval, refused?: Refused): Html => {
  const { id } = approval
  const shown = declining.show({ id, refused })
  const what = html`<span class="unseen"> ${approval.summary}</span>`
  return html`<div class="deciding">
    <form method="post" action="${path}/${id}/approve">
      ${hidden(here, id, "approve")}
      <button type="submit">Approve${what}</button>
    </form>
    <details id="decline-${id}" ${refused !== undefined && html`open`}>
      <summary class="button quiet">Decline …${what}</summary>
      <form method="post" action="${path}/${id}/decline">
        ${hidden(here, id, "decline")} ${shown.problem} ${shown.fields}
        <button class="bad" type="submit">Decline</button>
      </form>
    </details>
    <details id="alike-${id}">
      <summary class="button quiet">Approve all like this …${what}</summary>
      <form method="post" action="${path}/${id}/approve">
        ${hidden(here, id, "approve all")} <input type="hidden" name="alike" value="yes" />
        <p>
          ${like(approval)} is approved with this one, at most 100. Each is done only if nothing it was based
          on has changed.
        </p>
        <button type="submit">Approve all like this</button>
      </form>
    </details>
  </div>`
}

const isDone = ({ status }: { readonly status: Approval["status"] }) => status === "done"

/** What came of a decision; where it was not done, the page that says why. */
const next = (verb: "Approved" | "Declined", { alike, approval, left }: typeof Decision.Encoded) => {
  const all = [approval, ...alike]
  const done = all.filter(isDone).length
  const rest = left === 0 ? "" : ` ${left} more like it wait.`
  const many = all.length > 1
  if (verb === "Declined") {
    return {
      to: path,
      notice: `${many ? `${all.length} writes are` : "It is"} declined: nothing was changed.${rest}`
    }
  }
  if (many) {
    const failed = all.length - done
    return {
      to: failed === 0 ? path : `${path}?show=all`,
      notice: `${done} of ${all.length} are done.${failed === 0 ? "" : ` ${failed} could not be: each says why.`}${rest}`
    }
  }
  return isDone(approval)
    ? { to: path, notice: `Done: ${approval.summary}` }
    : { to: `${path}/${approval.id}`, notice: "It was approved, but not done. See why below." }
}

export const forms = <E, R>(
  again: (here: Workplace.Here, refused: Refused) => Effect.Effect<Workplace.Content, E, R>
) => [
  Workplace.form(`${path}/:id/approve`, {
    run: (here, form) =>
      Effect.map(
        approve({ id: here.param("id"), ...(form.text("alike") === "" ? {} : { alike: true }) }),
        (decision) => next("Approved", decision)
      ),
    again
  }),
  Workplace.form(`${path}/:id/decline`, {
    run: (here, form) =>
      Effect.map(declining.send(form, { id: here.param("id") }), (decision) => next("Declined", decision)),
    again
  })
]
