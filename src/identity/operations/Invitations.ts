import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { Invitations } from "../../../layers/identity/Invitations.ts"
import { Language } from "../../../layers/runtime/Language.ts"
import { Mail } from "../../../layers/mail/Mail.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { invitationHours, normal } from "../../../layers/identity/people/People.ts"
import { Transaction } from "../../../layers/database/Transaction.ts"
import { Conflict, NotFound } from "../../../schema/Fault.ts"
import type * as Contract from "../contract/Invitations.ts"
import * as InvitationLetter from "../rules/InvitationLetter.ts"
import type * as Implementation from "../../Implementation.ts"

const alreadyMember = (email: string) =>
  new Conflict({
    code: "already_member",
    message: `${email} is already a member. Change their role in the list of members instead.`
  })

const notHere = new Conflict({
  code: "is_rehearsal",
  message: "A rehearsal has the people of the workspace that it is a copy of. Invite people there."
})

export const implementations = {
  "invitations.list": Effect.fnUntraced(function* () {
    return { data: yield* (yield* Invitations).list }
  }),
  "invitations.create": Effect.fnUntraced(function* ({
    email: sent,
    name = null,
    revivesKeys = false,
    role
  }) {
    const { user, workspace } = yield* Actor
    if (workspace.rehearsal !== undefined) return yield* notHere
    const email = normal(sent)
    if ((yield* (yield* Members).findByEmail(email)) !== undefined) return yield* alreadyMember(email)
    const mail = yield* Mail
    const invitation = { email, name, role, revivesKeys: revivesKeys ?? false, isMailed: mail.isOn }
    const { expiresAt, token } = yield* (yield* Invitations).make(invitation)
    const url = `${yield* BaseUrl}/join/${token}`
    const letter = InvitationLetter.of(yield* Language, {
      workspace: workspace.name,
      inviter: user.name ?? user.email,
      href: url,
      days: invitationHours / 24
    })
    yield* (yield* Transaction).afterCommit(mail.send(email, letter))
    return { email, url: mail.isOn ? null : url, expiresAt, way: "join" as const }
  }),
  "invitations.withdraw": Effect.fnUntraced(function* ({ id }) {
    if (!(yield* (yield* Invitations).withdraw(id))) return yield* NotFound.of("invitation", id)
    return { id, deleted: true }
  })
} satisfies Implementation.Of<typeof Contract.operations>
