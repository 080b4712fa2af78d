/** A person's own page: their role, password and sessions. */
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
import * as Guessing from "../signIn/Guessing.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import type * as Layout from "../../../surfaces/web/frame/Layout.ts"
import * as NewPassword from "../signIn/NewPassword.ts"
import * as Next from "../signIn/Next.ts"
import * as Page from "../../../surfaces/web/Page.ts"
import * as Passkeys from "./Passkeys.ts"
import * as Reading from "./Reading.ts"
import * as PasswordUse from "../signIn/PasswordUse.ts"
import * as SessionList from "./SessionList.ts"
import * as SigningIn from "../signIn/SigningIn.ts"
import * as Visit from "../../../surfaces/web/Visit.ts"
import type { SignedIn } from "../../../surfaces/web/frame/Here.ts"
import * as Workplace from "../../../surfaces/web/frame/Workplace.ts"
import * as WorkplaceFrame from "../../../surfaces/web/frame/WorkplaceFrame.ts"
import { say } from "../../../surfaces/web/words/Words.ts"

const changing = SchemaForm.of(
  { current: Schema.String, ...NewPassword.fields },
  {
    current: { label: say.account.current, type: "password", autocomplete: "current-password" },
    ...NewPassword.asked
  }
)

const frameOf = Effect.fnUntraced(function* (visit: SignedIn, refused?: Form.Refused) {
  const { userId } = visit.session
  const people = yield* People
  const workspaces = yield* people.memberships(userId)
  // Who signs in by the provider alone may have none to change.
  const withPassword = !(yield* PasswordUse.isOff) && (yield* people.find(userId))?.hasPassword === true
  const sessions = SessionList.card(visit, yield* (yield* Sessions).list(userId), yield* now)
  return frame(visit, { withPassword, workspaces, sessions, refused })
})

interface Shown {
  readonly withPassword: boolean
  readonly workspaces: ReadonlyArray<Membership>
  readonly sessions: Html
  readonly refused: Form.Refused | undefined
}

const passwordForm = (visit: SignedIn, shown: ReturnType<typeof changing.show>): Html =>
  html`<form class="card" method="post" action="/account/password">
    <h2>${say.account.changeTitle}</h2>
    <p class="soft">${say.account.changeAbout}</p>
    ${shown.problem} ${Visit.hidden(visit)}
    <input type="hidden" name="username" value="${visit.session.email}" autocomplete="username" />
    ${shown.fields}
    <div class="actions"><button type="submit">${say.account.change}</button></div>
  </form>`

const frame = (visit: SignedIn, { refused, sessions, withPassword, workspaces }: Shown): Layout.Frame => {
  const shown = changing.show({ refused })
  return {
    title: say.account.title,
    width: "narrow",
    styles: ["settings.css"],
    scripts: ["page.js"],
    notice: visit.notice,
    aside: WorkplaceFrame.account(visit),
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
      ${withPassword && [passwordForm(visit, shown), FactorParts.card, Passkeys.card]} ${sessions}
      ${Reading.card(visit)}
      <form class="card" method="post" action="/account/sign-out-everywhere">
        <h2>${say.account.everywhere}</h2>
        <p class="soft">${say.account.aboutEverywhere}</p>
        ${Visit.hidden(visit)}
        <button class="quiet" type="submit">${say.account.everywhere}</button>
      </form>`
  }
}

const show = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const visit = yield* (yield* Visit.Visits).of(request)
  if (!Workplace.isSignedIn(visit)) return Page.goTo(Next.signIn("/account"))
  return Visit.keep(visit)(Page.respond(yield* frameOf(visit)))
})

const changePassword = Effect.gen(function* () {
  const form = yield* Form.read("sign-in")
  yield* PasswordUse.check
  const { visit } = form
  if (!Workplace.isSignedIn(visit)) return Page.goTo(Next.signIn("/account"))
  const { email, userId } = visit.session
  const opened = yield* Guessing.open(visit, email, form.text("current"), userId)
  const isRight = opened.length > 0
  const flaw = isRight
    ? yield* NewPassword.flawOf(form, email)
    : Problems.refusal(form, "current", say.account.wrongCurrent)
  if (flaw !== undefined) {
    return Page.respond(yield* frameOf(visit, flaw), Page.invalid)
  }
  yield* Guessing.placed((yield* People).setPassword(userId, form.text("password")), `user ${userId}`)
  const remember = yield* Guessing.remember(visit, userId)
  const changed = Visit.say(visit, say.account.changed)(Page.goTo("/account"))
  return remember(yield* SigningIn.complete(visit, { userId }, changed))
})

const signOutEverywhere = Effect.gen(function* () {
  const { visit } = yield* Form.read()
  if (visit.session !== undefined) yield* (yield* Sessions).closeAll(visit.session.userId)
  return Visit.end(visit)(Visit.say(visit, say.account.signedOutEverywhere)(Page.goTo("/sign-in")))
})

/** The site's root, which people type in. */
const home = Effect.succeed(Page.goTo("/boards"))

export const routes = [
  ...Reading.routes,
  Page.route("GET", "/", home),
  Page.route("GET", "/account", show),
  Page.route("POST", "/account/password", changePassword),
  Page.route("POST", "/account/sign-out-everywhere", signOutEverywhere)
]
