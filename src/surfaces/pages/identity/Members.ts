/** The members of the workspace, their roles, the open invitations, and invitation links. */
import { Effect } from "effect"
import { Mail } from "../../../../layers/platform/Mail.ts"
import type { Invitation, Member } from "../../../../schema/Member.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"
import { meanings, path, personalLink } from "./Member.ts"
import { confirmed, part } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"

const list = act("members.list")
const invitations = act("invitations.list")
const withdraw = act("invitations.withdraw")

const row = (here: Workplace.Here, member: typeof Member.Encoded): Html => {
  const { email, id, joinedAt, name, role } = member
  return html`<li>
    <p class="name">
      <strong>${name ?? email}</strong> <span class="tag">${role}</span>
      ${id === here.actor.user.id && html`<span class="soft">you</span>`}
    </p>
    <p class="soft">${name !== null && html`${email} · `}joined ${Moment.minute(joinedAt)}</p>
    ${
      here.actor.role === "admin" &&
      html`<p>
        <a href="${path}/${id}">Change<span class="unseen"> ${name ?? email}</span></a>
      </p>`
    }
  </li>`
}

const waiting = (here: Workplace.Here, invited: ReadonlyArray<typeof Invitation.Encoded>): Html =>
  html`<h2>Invited</h2>
    <ul class="rows" aria-label="Invited">
      ${invited.map(
        ({ email, expiresAt, id, role }) =>
          html`<li>
            <p class="name"><strong>${email}</strong> <span class="tag">${role}</span></p>
            <p class="soft">Can accept until ${Moment.minute(expiresAt)}</p>
            ${confirmed(here, {
              id: `withdraw ${id}`,
              action: `${path}/${id}/withdraw`,
              verb: "Withdraw",
              what: `the invitation of ${email}`,
              warning: "The link they were given stops working."
            })}
          </li>`
      )}
    </ul>`

const inviting = ContractForm.of("invitations.create", {
  email: {},
  name: { label: "Name (may be left out)" },
  role: { words: meanings },
  revivesKeys: { label: "If they were a member before, let their old API keys work again" }
})

const inviteForm = (here: Workplace.Here, isMailed: boolean, refused: Refused | undefined): Html => {
  const shown = inviting.show({ refused, focused: refused && "email", values: { role: "member" } })
  return html`<form class="card new" method="post" action="${path}">
    <h2>Invite someone</h2>
    ${shown.problem} ${Workplace.hidden(here, "invite")} ${shown.fields}
    <p class="hint">
      ${isMailed ? "They get a link by email." : "You get a link to pass on yourself: no email is sent."}
    </p>
    <div class="actions"><button type="submit">Make an invitation</button></div>
  </form>`
}

const show = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused, problem?: Part) {
  const isAdmin = here.actor.role === "admin"
  const { shown, turn } = part(here, yield* list({}))
  const { isOn: isMailed } = yield* Mail
  const invited = isAdmin ? (yield* invitations({})).data : []
  return Settings.content("Members", {
    title: "Members",
    body: html`<h1>Members</h1>
      ${Layout.problem(problem)}
      ${!isAdmin && html`<p class="soft">Admins invite people and change roles.</p>`}
      <ul class="rows" aria-label="Members">
        ${shown.map((member) => row(here, member))}
      </ul>
      ${turn} ${invited.length > 0 && waiting(here, invited)}
      ${isAdmin && inviteForm(here, isMailed, refused)}`
  })
})

/** The list again, with the reason for the refusal. */
const again = (here: Workplace.Here, { problem }: Refused) => show(here, undefined, problem)

export const routes = [
  Workplace.page(path, (here) => show(here)),
  Workplace.form(path, {
    run: (_here, form) => Effect.map(inviting.send(form, {}), (link) => personalLink("Invitation", link)),
    again: (here, refused) => show(here, refused)
  }),
  Workplace.form(`${path}/:id/withdraw`, {
    run: (here) =>
      Effect.as(withdraw({ id: here.param("id") }), { to: path, notice: "The invitation is withdrawn." }),
    again
  })
]
