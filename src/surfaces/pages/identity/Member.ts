/** One member of the workspace: their role, a link to reset their password, and removal. */
import { Effect } from "effect"
import { NotFound } from "../../../../schema/Fault.ts"
import type { Member, PersonalLink } from "../../../../schema/Member.ts"
import type { Role } from "../../../../schema/Scope.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"
import { confirmed, secret } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"

export const path = "/settings/members"
const list = act("members.list")
const remove = act("members.remove")
const resetLink = act("members.reset_link")

export const meanings: Readonly<Record<Role, string>> = {
  admin: "Admin: everything, settings too",
  member: "Member: deals and leads",
  viewer: "Viewer: looks, changes nothing"
}

const roleForm = ContractForm.of("members.set_role", { role: { words: meanings } })

const controls = (here: Workplace.Here, { email, id, role }: typeof Member.Encoded): Html =>
  html`<form class="card new" method="post" action="${path}/${id}/role">
      <h2>Role</h2>
      ${Workplace.hidden(here, "role")} ${roleForm.show({ values: { role } }).fields}
      <button type="submit">Change role</button>
    </form>
    <form class="card new" method="post" action="${path}/${id}/reset">
      <h2>Lost password</h2>
      ${Workplace.hidden(here, "reset")}
      <p class="soft">
        Makes a link to choose a new password; anyone who opens it can sign in as ${email}. Only for people
        who belong to no other workspace, so that no admin can take over an account used elsewhere.
      </p>
      <button type="submit" class="quiet">Make a link</button>
    </form>
    <div class="card new">
      <h2>Remove from the workspace</h2>
      ${confirmed(here, {
        id: "remove",
        action: `${path}/${id}/remove`,
        verb: "Remove",
        what: email,
        warning:
          "Their keys, apps and sessions are refused from the next request on. Their deals and notes stay."
      })}
    </div>`

const show = Effect.fnUntraced(function* (here: Workplace.Here, problem?: Part) {
  const id = here.param("id")
  const member = (yield* list({})).find((one) => one.id === id)
  if (member === undefined) return yield* NotFound.of("member", id)
  const { email, joinedAt, name, role } = member
  return Settings.content("Members", {
    title: name ?? email,
    body: html`<p><a href="${path}">All members</a></p>
      <h1>${name ?? email}</h1>
      <p class="soft">${name !== null && html`${email} · `}${role} · joined ${Moment.minute(joinedAt)}</p>
      ${Layout.problem(problem)} ${here.actor.role === "admin" && controls(here, member)}`
  })
})

const instructions = {
  password: "They open it, choose a password, and are signed in.",
  join: "They open it, and join with a password for this workspace or with the account they have."
} as const

const mailed = (email: string) =>
  html`<p class="notice" role="status">
    A mail with a link is on its way to ${email}. Nobody else gets the link.
  </p>`

const handed = (email: string, url: string) =>
  html`<p class="notice" role="status">
      Copy the link now and hand it to ${email} yourself: it is shown only once, and no email is sent.
    </p>
    <div class="card">${secret("link", `Link for ${email}`, url)}</div>`

/** Shows a link that lets a person in; only this response holds it. */
export const personalLink = (title: string, { email, expiresAt, url, way }: typeof PersonalLink.Encoded) =>
  Settings.content("Members", {
    title,
    body: html`<h1>${title}</h1>
      ${url === null ? mailed(email) : handed(email, url)}
      <p>${instructions[way]} It is good once, until ${Moment.minute(expiresAt)}.</p>
      <p><a href="${path}">Back to the members</a></p>`
  })
const again = (here: Workplace.Here, { problem }: Refused) => show(here, problem)

export const routes = [
  Workplace.page(`${path}/:id`, (here) => show(here)),
  Workplace.form(`${path}/:id/role`, {
    run: (here, form) =>
      Effect.as(roleForm.send(form, { id: here.param("id") }), { to: path, notice: "The role is changed." }),
    again
  }),
  Workplace.form(`${path}/:id/reset`, {
    run: (here) =>
      Effect.map(resetLink({ id: here.param("id") }), (link) =>
        personalLink("Link to choose a new password", link)
      ),
    again
  }),
  Workplace.form(`${path}/:id/remove`, {
    run: (here) =>
      Effect.as(remove({ id: here.param("id") }), { to: path, notice: "The member is removed." }),
    again
  })
]
