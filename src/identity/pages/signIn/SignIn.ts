/** The sign-in and sign-out pages. */
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { type Account, People } from "../../../../layers/identity/people/People.ts"
import { Sessions } from "../../../../layers/identity/people/Sessions.ts"
import { Settings } from "../../../../layers/settings/Settings.ts"
import { UserId } from "../../../../schema/Id.ts"
import type { ProviderSettings } from "../../rules/ProviderSettings.ts"
import * as FirstRun from "./FirstRun.ts"
import * as ForgotPassword from "./ForgotPassword.ts"
import * as Field from "../../../../schema/Field.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import * as SignInLimits from "./SignInLimits.ts"
import { html, type Html, type Part } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as ReturnPath from "./ReturnPath.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as PasskeyForm from "./PasskeyForm.ts"
import * as PasswordSignIn from "./PasswordSignIn.ts"
import * as ProviderSignIn from "./ProviderSignIn.ts"
import * as CompleteSignIn from "./CompleteSignIn.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"

const form = SchemaForm.of(
  { email: Field.Email, password: Schema.String, account: UserId },
  {
    email: { label: say.signIn.email, autocomplete: "username" },
    password: { label: say.signIn.password, type: "password", autocomplete: "current-password" },
    account: { label: say.frame.workspace }
  }
)

interface FrameInput {
  readonly hint: Html
  readonly provider: ProviderSettings | undefined
  readonly next: string | undefined
  readonly passkey: Html
  readonly refused?: Form.Refused
  /** The workspaces to choose from if the password matches several accounts; otherwise empty. */
  readonly places?: ReadonlyArray<Place>
}

interface Place {
  readonly account: UserId
  readonly name: Part
}

/** The provider's button, above the password form. */
const byProvider = ({ name, only }: ProviderSettings, next: string | undefined): Html =>
  html`<div class="actions">
      <a class="button" href="${ProviderSignIn.link(next)}">${say.signIn.with(name)}</a>
    </div>
    ${!only && html`<p class="soft">${say.signIn.orPassword}</p>`}`

const soleProviderPage = (
  session: BrowserSession.BrowserSession,
  provider: ProviderSettings,
  next: string | undefined
): PageLayout.Frame => ({
  title: say.signIn.title,
  width: "narrow",
  notice: session.notice,
  body: html`<div class="card">
    <h1>${say.signIn.title}</h1>
    ${byProvider(provider, next)}
  </div>`
})

const frame = (
  session: BrowserSession.BrowserSession,
  { hint, next, passkey, places = [], provider, refused }: FrameInput
): PageLayout.Frame => {
  if (provider?.only === true) return soleProviderPage(session, provider, next)
  const { at, problem } = form.show({
    refused,
    focused: refused === undefined || refused.form.text("email") === "" ? "email" : "password",
    choices: { account: places.map(({ account, name }) => ({ id: account, name })) }
  })
  return {
    title: say.signIn.title,
    width: "narrow",
    notice: session.notice,
    scripts: ["passkeys.js"],
    body: html`<form class="card" method="post" action="/sign-in">
        <h1>${say.signIn.title}</h1>
        ${provider !== undefined && byProvider(provider, next)} ${problem} ${BrowserSession.hidden(session)}
        ${next !== undefined && html`<input type="hidden" name="next" value="${next}" />`} ${at.email}
        ${at.password} ${places.length > 0 && at.account} ${hint}
        <div class="actions"><button type="submit">${say.signIn.title}</button></div>
      </form>
      ${passkey}`
  }
}

const show = Effect.gen(function* () {
  if (yield* FirstRun.isDue) return PageResponse.goTo("/setup")
  const request = yield* HttpServerRequest.HttpServerRequest
  const session = yield* (yield* BrowserSession.Visits).of(request)
  const next = ReturnPath.local(new URL(request.url, "http://here.invalid").searchParams.get("next"))
  const { provider } = yield* Settings
  const passkey = yield* PasskeyForm.signIn(session, { userId: null, next: next ?? ReturnPath.home })
  const hint = yield* ForgotPassword.hint
  return BrowserSession.keep(session)(PageResponse.respond(frame(session, { provider, next, passkey, hint })))
})

/** The message and the response time are the same whether or not the account exists. */
const wrong = say.signIn.wrong

const several = say.signIn.several

/** The workspaces of several accounts with the same password, shown only after the password matched. */
const placesOf = (accounts: ReadonlyArray<Account>) =>
  Effect.forEach(accounts, ({ id }) =>
    Effect.map(
      Effect.flatMap(People, (people) => people.memberships(id)),
      (memberships): Place => ({
        account: id,
        name: memberships.map(({ name }) => name).join(", ") || say.signIn.noWorkspace
      })
    )
  )

const submit = Effect.gen(function* () {
  const submission = yield* Form.read("sign-in")
  yield* PasswordSignIn.check
  const { provider } = yield* Settings
  const next = ReturnPath.local(submission.text("next"))
  const hint = yield* ForgotPassword.hint
  const passkey = yield* PasskeyForm.signIn(submission.visit, { userId: null, next: next ?? ReturnPath.home })
  const email = submission.text("email")
  const accounts = yield* SignInLimits.open(submission.visit, email, submission.text("password"))
  if (accounts.length === 0) {
    const refused = Problems.refusal(submission, "", wrong)
    return PageResponse.respond(
      frame(submission.visit, { provider, next, passkey, hint, refused }),
      PageResponse.invalid
    )
  }
  const person =
    accounts.length === 1 ? accounts[0] : accounts.find(({ id }) => id === submission.text("account"))
  if (person === undefined) {
    const places = yield* placesOf(accounts)
    const refused = Problems.refusal(submission, "", several)
    return PageResponse.respond(
      frame(submission.visit, { provider, next, passkey, hint, refused, places }),
      PageResponse.invalid
    )
  }
  const remember = yield* SignInLimits.remember(submission.visit, person.id)
  const shown = { userId: person.id }
  return remember(
    yield* CompleteSignIn.complete(submission.visit, shown, PageResponse.goTo(next ?? ReturnPath.home))
  )
})

const signOut = Effect.gen(function* () {
  const { visit } = yield* Form.read()
  const sessions = yield* Sessions
  const token = visit.session?.token
  const idToken = token === undefined ? undefined : yield* sessions.idToken(token)
  if (token !== undefined) yield* sessions.close(token)
  const onward = yield* ProviderSignIn.leaving(idToken)
  return BrowserSession.end(visit)(
    BrowserSession.showNotice(visit, say.signIn.signedOut)(onward ?? PageResponse.goTo("/sign-in"))
  )
})

export const routes = [
  PageResponse.route("GET", "/sign-in", show),
  PageResponse.route("POST", "/sign-in", submit),
  PageResponse.route("POST", "/sign-out", signOut)
]
