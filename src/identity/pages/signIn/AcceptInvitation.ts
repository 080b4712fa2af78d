/** Accepts an invitation: signed in as the invited person, or with a password for this workspace only. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { status } from "../../../../schema/Fault.ts"
import { type Invited, Invitations } from "../../../../layers/identity/Invitations.ts"
import { People } from "../../../../layers/identity/people/People.ts"
import { Sessions } from "../../../../layers/identity/people/Sessions.ts"
import * as Auth from "../../../surfaces/Auth.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as SignInLimits from "./SignInLimits.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as NewPassword from "./NewPassword.ts"
import * as ReturnPath from "./ReturnPath.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as PasswordSignIn from "./PasswordSignIn.ts"
import * as CompleteSignIn from "./CompleteSignIn.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import type { SignedIn } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../../surfaces/web/frame/WorkspacePage.ts"
import * as WorkspaceFrame from "../../../surfaces/web/frame/WorkspaceFrame.ts"

const linkExpired = new PageResponse.Refusal({
  type: "not_found",
  message: say.signInSetup.goneInvitation
})

const forSomeoneElse = new PageResponse.Refusal({
  type: "permission_error",
  message: say.signInSetup.forAnother
})

/** The text of both forms. It doesn't depend on whether the address has an account. */
const offer = ({ role, workspaceName }: Invited): Html =>
  html`<h1>${say.signInSetup.joinQuestion(workspaceName)}</h1>
    <p>${say.signInSetup.invitedAs(say.account.role[role])}</p>`

/** The form for the signed-in invited person, whose account can belong to several workspaces. */
const frame = (visit: SignedIn, invited: Invited, path: string): PageLayout.Frame => ({
  title: say.signInSetup.joinTitle(invited.workspaceName),
  width: "narrow",
  accountMenu: WorkspaceFrame.account(visit),
  body: html`<form class="card" method="post" action="${path}">
    ${offer(invited)} ${BrowserSession.hidden(visit)} <input type="hidden" name="as" value="account" />
    <div class="actions"><button type="submit">${say.signInSetup.join}</button></div>
  </form>`
})

/** The page for everyone else with the link, if passwords are disabled. */
const signInFirst = (
  session: BrowserSession.BrowserSession,
  invited: Invited,
  path: string
): PageLayout.Frame => ({
  title: say.signInSetup.joinTitle(invited.workspaceName),
  width: "narrow",
  notice: session.notice,
  body: html`<div class="card">
    ${offer(invited)}
    <div class="actions">
      <a class="button" href="${ReturnPath.signIn(path)}">${say.signInSetup.signInToJoin}</a>
    </div>
  </div>`
})

/** The form for everyone else with the link: a new password for this workspace only. */
const newcomer = (
  session: BrowserSession.BrowserSession,
  invited: Invited,
  path: string,
  refused?: Form.Refused
): PageLayout.Frame => {
  const formView = NewPassword.choosing.show({ refused })
  return {
    title: say.signInSetup.joinTitle(invited.workspaceName),
    width: "narrow",
    body: html`<form class="card" method="post" action="${path}">
      ${offer(invited)}
      <p class="soft">${say.signInSetup.choosePassword(invited.email)}</p>
      ${formView.problem} ${BrowserSession.hidden(session)}
      <input type="hidden" name="username" value="${invited.email}" autocomplete="username" />
      ${formView.fields}
      <div class="actions"><button type="submit">${say.signInSetup.joinAndSignIn}</button></div>
      <p class="hint">${say.signInSetup.haveAccount(invited.email, ReturnPath.signIn(path))}</p>
    </form>`
  }
}

const forAnother = (visit: SignedIn, invited: Invited, path: string): PageLayout.Frame => ({
  title: say.signInSetup.forAnotherTitle,
  width: "narrow",
  accountMenu: WorkspaceFrame.account(visit),
  body: html`<div class="card">
    <h1>${say.signInSetup.isForAnother}</h1>
    <p>${say.signInSetup.itIsFor(invited.email, visit.session.email)}</p>
    <p><a class="button" href="${ReturnPath.signIn(path)}">${say.signInSetup.anotherAccount}</a></p>
  </div>`
})

const invitation = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, "sign-in")
  const { token = "" } = yield* HttpRouter.params
  const invited = yield* (yield* Invitations).find(token)
  return invited === undefined ? yield* linkExpired : { token, invited, path: `/join/${token}` }
})

/** Whether the signed-in account can join. An account that is limited to one workspace can't join another. */
const isFree = Effect.fnUntraced(function* ({ session }: SignedIn, invited: Invited) {
  const account = yield* (yield* People).find(session.userId)
  return account?.onlyIn === null || account?.onlyIn === invited.workspaceId
})

const show = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { invited, path } = yield* invitation
  const session = yield* (yield* BrowserSession.Visits).of(request)
  const keep = BrowserSession.keep(session)
  if (!WorkspacePage.isSignedIn(session)) {
    const shown = (yield* PasswordSignIn.isOff) ? signInFirst : newcomer
    return keep(PageResponse.respond(shown(session, invited, path)))
  }
  if (session.session.email !== invited.email) {
    return keep(PageResponse.respond(forAnother(session, invited, path), { status: status.permission_error }))
  }
  const shown = (yield* isFree(session, invited)) ? frame : newcomer
  return keep(PageResponse.respond(shown(session as SignedIn, invited, path)))
})

const submit = Effect.gen(function* () {
  const form = yield* Form.read()
  const { visit } = form
  const { invited, path, token } = yield* invitation
  if (form.text("as") === "account") {
    if (visit.session === undefined) return PageResponse.goTo(ReturnPath.signIn(path))
    const joined = yield* (yield* Invitations).accept(token, visit.session.userId)
    if (joined === undefined) return yield* forSomeoneElse
    yield* (yield* Sessions).choose(visit.session.token, joined.workspaceId)
    return BrowserSession.showNotice(
      visit,
      say.signInSetup.joined(joined.workspaceName)
    )(PageResponse.goTo("/"))
  }
  yield* PasswordSignIn.check
  if (visit.session !== undefined && visit.session.email !== invited.email) return yield* forSomeoneElse
  const flaw = yield* NewPassword.flawOf(form, invited.email)
  if (flaw !== undefined)
    return PageResponse.respond(newcomer(visit, invited, path, flaw), PageResponse.invalid)
  const people = yield* People
  const digest = yield* SignInLimits.placed(people.digest(invited.email, form.text("password")))
  const person = yield* (yield* Invitations).enter(token, digest)
  if (person === undefined) return yield* linkExpired
  const remember = yield* SignInLimits.remember(visit, person)
  const welcome = BrowserSession.showNotice(visit, say.signInSetup.joinedIn(invited.workspaceName))
  return remember(
    yield* CompleteSignIn.complete(visit, { userId: person }, welcome(PageResponse.goTo("/account")))
  )
})

export const routes = [
  PageResponse.route("GET", "/join/:token", show),
  PageResponse.route("POST", "/join/:token", submit)
]
