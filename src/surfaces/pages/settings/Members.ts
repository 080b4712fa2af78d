/** The people of the workspace: who is in it as what, who is asked in, and the links that let them in. */
import { Effect } from "effect"
import type { Invitation, Member, PersonalLink } from "../../../../schema/Member.ts"
import { Role } from "../../../../schema/Scope.ts"
import { act } from "../Act.ts"
import { html, type Html } from "../Html.ts"
import * as Layout from "../Layout.ts"
import * as Workplace from "../Workplace.ts"
import { confirmed, moment, secret } from "./Parts.ts"
import * as Settings from "./Settings.ts"

const path = "/settings/members"
const list = act("members.list")
const setRole = act("members.set_role")
const remove = act("members.remove")
const resetLink = act("members.reset_link")
const invitations = act("invitations.list")
const invite = act("invitations.create")
const withdraw = act("invitations.withdraw")

const meanings: Readonly<Record<Role, string>> = {
  admin: "Admin: everything, settings too",
  member: "Member: deals and leads",
  viewer: "Viewer: looks, changes nothing"
}

const roles = Role.literals.map((value) => ({ value, text: meanings[value] }))

const change = (here: Workplace.Here, { email, id, role }: typeof Member.Encoded): Html =>
  html`<details class="more">
    <summary>Change<span class="unseen"> ${email}</span></summary>
    <form method="post" action="${path}/${id}/role">
      ${Workplace.hidden(here, `role ${id}`)}
      ${Layout.choice({ name: "role", id: `role-${id}`, label: "Role", value: role, choices: roles })}
      <button type="submit" class="quiet">Change role<span class="unseen"> of ${email}</span></button>
    </form>
    <form method="post" action="${path}/${id}/reset">
      ${Workplace.hidden(here, `reset ${id}`)}
      <button type="submit" class="quiet">
        Make a link to choose a new password<span class="unseen"> for ${email}</span>
      </button>
      <p class="hint">
        Whoever opens it signs in as ${email}. For people who belong to this workspace alone.
      </p>
    </form>
    ${confirmed(here, {
      id: `remove ${id}`,
      action: `${path}/${id}/remove`,
      verb: "Remove",
      what: email,
      warning:
        "Their keys, apps and sessions are refused from the next request on. Their deals and notes stay."
    })}
  </details>`

const row = (here: Workplace.Here, member: typeof Member.Encoded): Html => {
  const { email, id, joinedAt, name, role } = member
  return html`<li>
    <p class="name">
      <strong>${name ?? email}</strong> <span class="tag">${role}</span>
      ${id === here.actor.user.id && html`<span class="soft">you</span>`}
    </p>
    <p class="soft">${name !== null && html`${email} · `}joined ${moment(joinedAt)}</p>
    ${here.actor.role === "admin" && change(here, member)}
  </li>`
}

const waiting = (here: Workplace.Here, invited: ReadonlyArray<typeof Invitation.Encoded>): Html =>
  html`<h2>Invited</h2>
    <ul class="rows" aria-label="Invited">
      ${invited.map(
        ({ email, expiresAt, id, role }) =>
          html`<li>
            <p class="name"><strong>${email}</strong> <span class="tag">${role}</span></p>
            <p class="soft">May accept until ${moment(expiresAt)}</p>
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
  readonly problem: string
}

const inviteForm = (here: Workplace.Here, typed: Typed | undefined): Html =>
  html`<form class="card new" method="post" action="${path}">
    <h2>Invite someone</h2>
    ${Layout.problem(typed?.problem)} ${Workplace.hidden(here, "invite")}
    ${Layout.field({ name: "email", label: "Email", type: "email", value: typed?.email ?? "", focused: typed !== undefined })}
    ${Layout.field({ name: "name", label: "Name (may be left out)", value: typed?.name ?? "", maxLength: 200, optional: true })}
    ${Layout.choice({ name: "role", label: "Role", value: typed?.role ?? "member", choices: roles })}
    <p class="hint">You get a link to hand over yourself: no email is sent.</p>
    <div class="actions"><button type="submit">Make an invitation</button></div>
  </form>`

const show = Effect.fnUntraced(function* (here: Workplace.Here, typed?: Typed, problem?: string) {
  const isAdmin = here.actor.role === "admin"
  const members = yield* list({})
  const invited = isAdmin ? (yield* invitations({})).data : []
  return Settings.content("Members", {
    title: "Members",
    body: html`<h1>Members</h1>
      ${Layout.problem(problem)}
      ${!isAdmin && html`<p class="soft">Admins invite people and change roles.</p>`}
      <ul class="rows" aria-label="Members">
        ${members.map((member) => row(here, member))}
      </ul>
      ${invited.length > 0 && waiting(here, invited)} ${isAdmin && inviteForm(here, typed)}`
  })
})

const instructions = {
  password: "They open it, choose a password, and are signed in.",
  accept: "They have an account already: they open it, sign in with their own password, and accept."
} as const

const shown = (title: string, { email, expiresAt, url, way }: typeof PersonalLink.Encoded) =>
  Settings.content("Members", {
    title,
    body: html`<h1>${title}</h1>
      <p class="notice" role="status">
        Copy the link now and hand it to ${email} yourself: it is shown this once, and no email is sent.
      </p>
      <div class="card">
        ${secret("link", `Link for ${email}`, url)}
        <p>${instructions[way]} It is good once, until ${moment(expiresAt)}.</p>
      </div>
      <p><a href="${path}">Back to the members</a></p>`
  })

const typedOf = (text: (name: string) => string, problem: string): Typed => ({
  email: text("email"),
  name: text("name"),
  role: text("role"),
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
          name: text("name").trim() || undefined
        }),
        (link) => shown("Invitation", link)
      ),
    again: (here, { text }, problem) => show(here, typedOf(text, problem))
  }),
  Workplace.form(`${path}/:id/role`, {
    run: (here, { text }) =>
      Effect.as(setRole({ id: here.param("id"), role: text("role") as Role }), {
        to: path,
        notice: "The role is changed."
      }),
    again
  }),
  Workplace.form(`${path}/:id/reset`, {
    run: (here) =>
      Effect.map(resetLink({ id: here.param("id") }), (link) => shown("Link to choose a new password", link)),
    again
  }),
  Workplace.form(`${path}/:id/remove`, {
    run: (here) => Effect.as(remove({ id: here.param("id") }), { to: path, notice: "They are removed." }),
    again
  }),
  Workplace.form(`${path}/:id/withdraw`, {
    run: (here) =>
      Effect.as(withdraw({ id: here.param("id") }), { to: path, notice: "The invitation is withdrawn." }),
    again
  })
]
