/** Sets a password through the link of an invitation or a reset. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { common } from "../../../../layers/identity/people/CommonPasswords.ts"
import { type Account, People } from "../../../../layers/identity/people/People.ts"
import * as Password from "../../rules/NewPassword.ts"
import * as Auth from "../../../surfaces/Auth.ts"
import * as Faults from "../../../surfaces/web/Faults.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import * as SignInLimits from "./SignInLimits.ts"
import { html } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as PasswordSignIn from "./PasswordSignIn.ts"
import * as CompleteSignIn from "./CompleteSignIn.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"

/** The two fields of every form that sets a password. */
export const fields = {
  password: Schema.String.check(
    Schema.isMinLength(Password.shortest),
    Schema.isMaxLength(Password.maxLength)
  ),
  again: Schema.String.check(Schema.isMaxLength(Password.maxLength))
}

export const inputFields = {
  password: {
    label: say.signInSetup.newPassword,
    type: "password",
    autocomplete: "new-password",
    hint: say.signInSetup.passwordHint(Password.shortest)
  },
  again: { label: say.signInSetup.onceMore, type: "password", autocomplete: "new-password" }
} as const

export const choosing = SchemaForm.of(fields, inputFields)

/** The problem with a form's new password. */
export const flawOf = Effect.fnUntraced(function* (form: Form.Submission, email: string) {
  const password = form.text("password")
  const flaw = Password.flawOf(password, email, yield* common)
  if (flaw !== undefined) return Problems.refusal(form, "password", Faults.text(flaw))
  if (password === form.text("again")) return undefined
  return Problems.refusal(form, "again", say.signInSetup.differ)
})

const linkExpired = new PageResponse.Refusal({
  type: "not_found",
  message: say.signInSetup.goneLink
})

const frame = (
  session: BrowserSession.BrowserSession,
  invited: Account,
  path: string,
  refused?: Form.Refused
): PageLayout.Frame => {
  const formView = choosing.show({ refused })
  const title = invited.hasPassword ? say.signInSetup.chooseNew : say.signInSetup.choose
  return {
    title,
    width: "narrow",
    body: html`<form class="card" method="post" action="${path}">
      <h1>${title}</h1>
      <p class="soft">${say.signInSetup.forWhom(invited.email)}</p>
      ${formView.problem} ${BrowserSession.hidden(session)}
      <input type="hidden" name="username" value="${invited.email}" autocomplete="username" />
      ${formView.fields}
      <div class="actions"><button type="submit">${say.signInSetup.saveAndSignIn}</button></div>
    </form>`
  }
}

/** The link's token and its person. */
const invitation = Effect.gen(function* () {
  yield* PasswordSignIn.check
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, "sign-in")
  const { token = "" } = yield* HttpRouter.params
  const invited = yield* (yield* People).invited(token)
  return invited === undefined ? yield* linkExpired : { token, invited }
})

const show = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { invited, token } = yield* invitation
  const session = yield* (yield* BrowserSession.Visits).of(request)
  return BrowserSession.keep(session)(PageResponse.respond(frame(session, invited, `/welcome/${token}`)))
})

const submit = Effect.gen(function* () {
  const form = yield* Form.read()
  const { invited, token } = yield* invitation
  const flaw = yield* flawOf(form, invited.email)
  if (flaw !== undefined) {
    return PageResponse.respond(frame(form.visit, invited, `/welcome/${token}`, flaw), PageResponse.invalid)
  }
  const person = yield* SignInLimits.placed((yield* People).redeem(token, form.text("password")))
  if (person === undefined) return yield* linkExpired
  const remember = yield* SignInLimits.remember(form.visit, person.id)
  const welcome = BrowserSession.showNotice(form.visit, say.signInSetup.isSet)
  return remember(
    yield* CompleteSignIn.complete(form.visit, { userId: person.id }, welcome(PageResponse.goTo("/account")))
  )
})

export const routes = [
  PageResponse.route("GET", "/welcome/:token", show),
  PageResponse.route("POST", "/welcome/:token", submit)
]
