/** A person's account page: their role, password and sessions. */
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Membership } from "../../../../layers/identity/people/Membership.ts"
import { People } from "../../../../layers/identity/people/People.ts"
import { Sessions } from "../../../../layers/identity/people/Sessions.ts"
import { now } from "../../../../layers/runtime/Now.ts"
import * as FactorParts from "./FactorParts.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import * as SignInLimits from "../signIn/SignInLimits.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as NewPassword from "../signIn/NewPassword.ts"
import * as ReturnPath from "../signIn/ReturnPath.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as Passkeys from "./Passkeys.ts"
import * as DisplaySettings from "./DisplaySettings.ts"
import * as PasswordSignIn from "../signIn/PasswordSignIn.ts"
import * as SessionList from "./SessionList.ts"
import * as CompleteSignIn from "../signIn/CompleteSignIn.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import type { SignedIn } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../../surfaces/web/frame/WorkspacePage.ts"
import * as WorkspaceFrame from "../../../surfaces/web/frame/WorkspaceFrame.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"

const changing = SchemaForm.of(
  { current: Schema.String, ...NewPassword.fields },
  {
    current: { label: say.account.current, type: "password", autocomplete: "current-password" },
    ...NewPassword.inputFields
  }
)

const frameOf = Effect.fnUntraced(function* (visit: SignedIn, refused?: Form.Refused) {
  const { userId } = visit.session
  const people = yield* People
  const workspaces = yield* people.memberships(userId)
  // People who sign in only with the provider may have no password.
  const withPassword = !(yield* PasswordSignIn.isOff) && (yield* people.find(userId))?.hasPassword === true
  const sessions = SessionList.card(visit, yield* (yield* Sessions).list(userId), yield* now)
  return frame(visit, { withPassword, workspaces, sessions, refused })
})

interface AccountInput {
  readonly withPassword: boolean
  readonly workspaces: ReadonlyArray<Membership>
  readonly sessions: Html
  readonly refused: Form.Refused | undefined
}

const passwordForm = (visit: SignedIn, shown: ReturnType<typeof changing.show>): Html =>
  html`<form class="card" method="post" action="/account/password">
    <h2>${say.account.changeTitle}</h2>
    <p class="soft">${say.account.changeAbout}</p>
    ${shown.problem} ${BrowserSession.hidden(visit)}
    <input type="hidden" name="username" value="${visit.session.email}" autocomplete="username" />
    ${shown.fields}
    <div class="actions"><button type="submit">${say.account.change}</button></div>
  </form>`

const frame = (
  visit: SignedIn,
  { refused, sessions, withPassword, workspaces }: AccountInput
): PageLayout.Frame => {
  const formView = changing.show({ refused })
  return {
    title: say.account.title,
    width: "narrow",
    styles: ["settings.css"],
    scripts: ["page.js"],
    notice: visit.notice,
    accountMenu: WorkspaceFrame.account(visit),
    body: html`<h1>${say.account.title}</h1>
      <section class="card">
        <dl class="facts">
          <dt>${say.account.email}</dt>
          <dd>${visit.session.email}</dd>
          <dt>${say.account.workspaces(workspaces.length)}</dt>
          ${workspaces.map(({ name, role }) => html`<dd>${name} <span class="soft">(${say.account.role[role]})</span></dd>`)}
          ${workspaces.length === 0 && html`<dd>${say.account.none}</dd>`}
        </dl>
      </section>
      ${withPassword && [passwordForm(visit, formView), FactorParts.card, Passkeys.card]} ${sessions}
      ${DisplaySettings.card(visit)}
      <form class="card" method="post" action="/account/sign-out-everywhere">
        <h2>${say.account.everywhere}</h2>
        <p class="soft">${say.account.aboutEverywhere}</p>
        ${BrowserSession.hidden(visit)}
        <button class="quiet" type="submit">${say.account.everywhere}</button>
      </form>`
  }
}

const show = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const session = yield* (yield* BrowserSession.Visits).of(request)
  if (!WorkspacePage.isSignedIn(session)) return PageResponse.goTo(ReturnPath.signIn("/account"))
  return BrowserSession.keep(session)(PageResponse.respond(yield* frameOf(session)))
})

const changePassword = Effect.gen(function* () {
  const form = yield* Form.read("sign-in")
  yield* PasswordSignIn.check
  const { visit } = form
  if (!WorkspacePage.isSignedIn(visit)) return PageResponse.goTo(ReturnPath.signIn("/account"))
  const { email, userId } = visit.session
  const opened = yield* SignInLimits.open(visit, email, form.text("current"), userId)
  const isRight = opened.length > 0
  const flaw = isRight
    ? yield* NewPassword.flawOf(form, email)
    : Problems.refusal(form, "current", say.account.wrongCurrent)
  if (flaw !== undefined) {
    return PageResponse.respond(yield* frameOf(visit, flaw), PageResponse.invalid)
  }
  yield* SignInLimits.placed((yield* People).setPassword(userId, form.text("password")), `user ${userId}`)
  const remember = yield* SignInLimits.remember(visit, userId)
  const changed = BrowserSession.showNotice(visit, say.account.changed)(PageResponse.goTo("/account"))
  return remember(yield* CompleteSignIn.complete(visit, { userId }, changed))
})

const signOutEverywhere = Effect.gen(function* () {
  const { visit } = yield* Form.read()
  if (visit.session !== undefined) yield* (yield* Sessions).closeAll(visit.session.userId)
  return BrowserSession.end(visit)(
    BrowserSession.showNotice(visit, say.account.signedOutEverywhere)(PageResponse.goTo("/sign-in"))
  )
})

export const routes = [
  ...DisplaySettings.routes,
  PageResponse.route("GET", "/account", show),
  PageResponse.route("POST", "/account/password", changePassword),
  PageResponse.route("POST", "/account/sign-out-everywhere", signOutEverywhere)
]
