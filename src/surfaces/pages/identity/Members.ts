/** The people of the workspace: who is in it as what, who is asked in, and the links that let them in. */
import { Effect } from "effect"
import type { Invitation, Member } from "../../../../schema/Member.ts"
import type { Role } from "../../../../schema/Scope.ts"
import { act } from "../platform/Act.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"
import { path, personalLink, roles } from "./Member.ts"
import { confirmed, part } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"

const list = act("members.list")
const invitations = act("invitations.list")
const invite = act("invitations.create")
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
            <p class="soft">May accept until ${Moment.minute(expiresAt)}</p>
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

interface Typed {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly revivesKeys: boolean
  readonly problem: string
}

const inviteForm = (here: Workplace.Here, typed: Typed | undefined): Html =>
  html`<form class="card new" method="post" action="${path}">
    <h2>Invite someone</h2>
    ${Layout.problem(typed?.problem)} ${Workplace.hidden(here, "invite")}
    ${Layout.field({ name: "email", label: "Email", type: "email", value: typed?.email ?? "", focused: typed !== undefined })}
    ${Layout.field({ name: "name", label: "Name (may be left out)", value: typed?.name ?? "", maxLength: 200, optional: true })}
    ${Layout.choice({ name: "role", label: "Role", value: typed?.role ?? "member", choices: roles })}
    <p>
      <label>
        <input
          type="checkbox"
          name="revives-keys"
          value="yes"
          ${typed?.revivesKeys === true && html`checked`}
        />
        If they were a member before, let their API keys of then work again
      </label>
    </p>
    <p class="hint">You get a link to hand over yourself: no email is sent.</p>
    <div class="actions"><button type="submit">Make an invitation</button></div>
  </form>`

const show = Effect.fnUntraced(function* (here: Workplace.Here, typed?: Typed, problem?: string) {
  const isAdmin = here.actor.role === "admin"
  const { shown, turn } = part(here, yield* list({}))
  const invited = isAdmin ? (yield* invitations({})).data : []
  return Settings.content("Members", {
    title: "Members",
    body: html`<h1>Members</h1>
      ${Layout.problem(problem)}
      ${!isAdmin && html`<p class="soft">Admins invite people and change roles.</p>`}
      <ul class="rows" aria-label="Members">
        ${shown.map((member) => row(here, member))}
      </ul>
      ${turn} ${invited.length > 0 && waiting(here, invited)} ${isAdmin && inviteForm(here, typed)}`
  })
})

const typedOf = (text: (name: string) => string, problem: string): Typed => ({
  email: text("email"),
  name: text("name"),
  role: text("role"),
  revivesKeys: text("revives-keys") === "yes",
  problem
})

/** The list once more, under why it stayed as it is. */
const again = (here: Workplace.Here, _form: unknown, problem: string) => show(here, undefined, problem)

export const routes = [
  Workplace.page(path, (here) => show(here)),
  Workplace.form(path, {
    run: (_here, { text }) =>
      Effect.map(
        invite({
          email: text("email").trim(),
          role: text("role") as Role,
          name: text("name").trim() || undefined,
          revivesKeys: text("revives-keys") === "yes"
        }),
        (link) => personalLink("Invitation", link)
      ),
    again: (here, { text }, problem) => show(here, typedOf(text, problem))
  }),
  Workplace.form(`${path}/:id/withdraw`, {
    run: (here) =>
      Effect.as(withdraw({ id: here.param("id") }), { to: path, notice: "The invitation is withdrawn." }),
    again
  })
]
