/** The members page: members and their roles, pending invitations, and invitation links. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { Language } from "../../../layers/runtime/Language.ts"
import { Mail } from "../../../layers/mail/Mail.ts"
import { NotFound } from "../../../schema/Fault.ts"
import type { Invitation, Member } from "../../../schema/Member.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { meanings, path, personalLink } from "./Member.ts"
import { confirmed, part } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"

const list = callOperation("members.list")
const invitations = callOperation("invitations.list")
const invite = callOperation("invitations.create")
const withdraw = callOperation("invitations.withdraw")

const row = (context: PageContext, member: typeof Member.Encoded): Html => {
  const { email, id, joinedAt, name, role } = member
  return html`<li>
    <p class="name">
      <strong>${name ?? email}</strong> <span class="tag">${say.account.role[role]}</span>
      ${id === context.actor.user.id && html`<span class="soft">${say.members.you}</span>`}
    </p>
    <p class="soft">${name !== null && html`${email} · `}${say.members.joined(LocalTime.minute(joinedAt))}</p>
    ${
      context.actor.role === "admin" &&
      html`<p>
        <a href="${path}/${id}">${say.members.change}<span class="unseen"> ${name ?? email}</span></a>
      </p>`
    }
  </li>`
}

const waiting = (context: PageContext, invited: ReadonlyArray<typeof Invitation.Encoded>): Html =>
  html`<h2>${say.members.invited}</h2>
    <ul class="rows" aria-label="${say.members.invited}">
      ${invited.map(
        ({ email, expiresAt, id, role }) =>
          html`<li>
            <p class="name"><strong>${email}</strong> <span class="tag">${say.account.role[role]}</span></p>
            <p class="soft">${say.members.acceptUntil(LocalTime.minute(expiresAt))}</p>
            <form method="post" action="${path}/${id}/resend">
              ${WorkspacePage.hidden(context, `resend ${id}`)}
              <button class="quiet" type="submit">
                ${say.settings.resend}<span class="unseen"> ${email}</span>
              </button>
            </form>
            ${confirmed(context, {
              id: `withdraw ${id}`,
              action: `${path}/${id}/withdraw`,
              verb: say.members.withdraw,
              what: say.members.invitationOf(email),
              warning: say.members.withdrawWarning
            })}
          </li>`
      )}
    </ul>`

const inviting = ContractForm.of("invitations.create", {
  email: {},
  name: { label: say.members.nameOptional },
  role: { words: meanings },
  revivesKeys: { label: say.members.revive }
})

const inviteForm = (context: PageContext, isMailed: boolean, refused: Refused | undefined): Html => {
  const formView = inviting.show({ refused, focused: refused && "email", values: { role: "member" } })
  return html`<form class="card new" method="post" action="${path}">
    <h2>${say.members.invite}</h2>
    ${formView.problem} ${WorkspacePage.hidden(context, "invite")} ${formView.fields}
    <p class="hint">${isMailed ? say.members.byEmail : say.members.byHand}</p>
    <div class="actions"><button type="submit">${say.members.makeInvitation}</button></div>
  </form>`
}

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused, problem?: Part) {
  const isAdmin = context.actor.role === "admin"
  const { shown, turn } = part(context, yield* list({}))
  const { isOn: isMailed } = yield* Mail
  const invited = isAdmin ? (yield* invitations({})).data : []
  return SettingsFrame.content("Members", {
    title: say.frame.tab.Members,
    body: html`<h1>${say.frame.tab.Members}</h1>
      ${PageLayout.problem(problem)} ${!isAdmin && html`<p class="soft">${say.members.adminsDo}</p>`}
      <ul class="rows" aria-label="${say.frame.tab.Members}">
        ${shown.map((member) => row(context, member))}
      </ul>
      ${turn} ${invited.length > 0 && waiting(context, invited)}
      ${isAdmin && inviteForm(context, isMailed, refused)}`
  })
})

/** Sends emails in the inviter's language. */
const inReaders = <A, E, R>({ visit }: PageContext, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Language, visit.reader.language)

/** Invites the person again with the same role. The earlier link stops working. */
const resend = Effect.fnUntraced(function* (context: PageContext) {
  const id = context.param("id")
  const found = (yield* invitations({})).data.find((one) => one.id === id)
  if (found === undefined) return yield* NotFound.of("invitation", id)
  const { email, name, revivesKeys, role } = found
  return personalLink(
    say.members.invitation,
    yield* inReaders(context, invite({ email, role, revivesKeys, name: name ?? undefined }))
  )
})

/** The list with the error. */
const again = (context: PageContext, { problem }: Refused) => show(context, undefined, problem)

export const routes = [
  WorkspacePage.page(path, (context) => show(context)),
  WorkspacePage.form(path, {
    run: (context, form) =>
      Effect.map(inReaders(context, inviting.send(form, {})), (link) =>
        personalLink(say.members.invitation, link)
      ),
    again: (context, refused) => show(context, refused)
  }),
  WorkspacePage.form(`${path}/:id/resend`, { run: resend, again }),
  WorkspacePage.form(`${path}/:id/withdraw`, {
    run: (context) =>
      Effect.as(withdraw({ id: context.param("id") }), { to: path, notice: say.members.withdrawn }),
    again
  })
]
