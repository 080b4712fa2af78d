/** The page of a member: their role, a link to reset their password, and removal. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { NotFound } from "../../../schema/Fault.ts"
import type { Member, PersonalLink } from "../../../schema/Member.ts"
import type { Role } from "../../../schema/Scope.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { confirmed, secret } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"

export const path = "/settings/members"
const list = callOperation("members.list")
const remove = callOperation("members.remove")
const resetLink = callOperation("members.reset_link")

export const meanings: Readonly<Record<Role, Part>> = {
  admin: say.members.admin,
  member: say.members.member,
  viewer: say.members.viewer
}

const roleForm = ContractForm.of("members.set_role", { role: { words: meanings } })

const controls = (context: PageContext, { email, id, role }: typeof Member.Encoded): Html =>
  html`<form class="card new" method="post" action="${path}/${id}/role">
      <h2>${say.members.role}</h2>
      ${WorkspacePage.hidden(context, "role")} ${roleForm.show({ values: { role } }).fields}
      <button type="submit">${say.members.changeRole}</button>
    </form>
    <form class="card new" method="post" action="${path}/${id}/reset">
      <h2>${say.members.lost}</h2>
      ${WorkspacePage.hidden(context, "reset")}
      <p class="soft">${say.members.aboutLink(email)}</p>
      <button type="submit" class="quiet">${say.members.makeLink}</button>
    </form>
    <div class="card new">
      <h2>${say.members.removeTitle}</h2>
      ${confirmed(context, {
        id: "remove",
        action: `${path}/${id}/remove`,
        verb: say.members.remove,
        what: email,
        warning: say.members.removeWarning
      })}
    </div>`

const show = Effect.fnUntraced(function* (context: PageContext, problem?: Part) {
  const id = context.param("id")
  const member = (yield* list({})).find((one) => one.id === id)
  if (member === undefined) return yield* NotFound.of("member", id)
  const { email, joinedAt, name, role } = member
  return SettingsFrame.content("Members", {
    title: name ?? email,
    body: html`<p><a href="${path}">${say.members.all}</a></p>
      <h1>${name ?? email}</h1>
      <p class="soft">
        ${name !== null && html`${email} · `}${say.account.role[role]} ·
        ${say.members.joined(LocalTime.minute(joinedAt))}
      </p>
      ${PageLayout.problem(problem)} ${context.actor.role === "admin" && controls(context, member)}`
  })
})

const instructions = {
  password: say.members.instructPassword,
  join: say.members.instructJoin
} as const

const mailed = (email: string) => html`<p class="notice" role="status">${say.members.mailed(email)}</p>`

const handed = (email: string, url: string) =>
  html`<p class="notice" role="status">${say.members.handed(email)}</p>
    <div class="card">${secret("link", say.members.linkFor(email), url)}</div>`

/** Shows a personal link. Only this response contains it. */
export const personalLink = (title: Part, { email, expiresAt, url, way }: typeof PersonalLink.Encoded) =>
  SettingsFrame.content("Members", {
    title,
    body: html`<h1>${title}</h1>
      ${url === null ? mailed(email) : handed(email, url)}
      <p>${instructions[way]} ${say.members.goodUntil(LocalTime.minute(expiresAt))}</p>
      <p><a href="${path}">${say.members.back}</a></p>`
  })
const again = (context: PageContext, { problem }: Refused) => show(context, problem)

export const routes = [
  WorkspacePage.page(`${path}/:id`, (context) => show(context)),
  WorkspacePage.form(`${path}/:id/role`, {
    run: (context, form) =>
      Effect.as(roleForm.send(form, { id: context.param("id") }), {
        to: path,
        notice: say.members.roleChanged
      }),
    again
  }),
  WorkspacePage.form(`${path}/:id/reset`, {
    run: (context) =>
      Effect.map(resetLink({ id: context.param("id") }), (link) => personalLink(say.members.linkTitle, link)),
    again
  }),
  WorkspacePage.form(`${path}/:id/remove`, {
    run: (context) =>
      Effect.as(remove({ id: context.param("id") }), { to: path, notice: say.members.removed }),
    again
  })
]
