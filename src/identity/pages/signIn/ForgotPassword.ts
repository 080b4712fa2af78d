/** The "Forgot your password?" page sends a link by email. The response is the same whether or not the address has an account. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { normal } from "../../../../layers/identity/people/People.ts"
import { Resets } from "../../../../layers/identity/people/Resets.ts"
import { Mail } from "../../../../layers/mail/Mail.ts"
import * as Field from "../../../../schema/Field.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as PasswordSignIn from "./PasswordSignIn.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"

const path = "/forgot-password"

/** The hint for people without a password on the sign-in page. */
export const hint = Effect.map(Mail, ({ isOn }): Html =>
  isOn
    ? html`<p class="hint"><a href="${path}">${say.signInSetup.forgottenLink}</a></p>`
    : html`<p class="hint">${say.signInSetup.forgottenAsk}</p>`
)

const form = SchemaForm.of(
  { email: Field.Email },
  { email: { label: say.signIn.email, autocomplete: "username" } }
)

const off = new PageResponse.Refusal({
  type: "not_found",
  message: say.signInSetup.noMail
})

const check = Effect.gen(function* () {
  yield* PasswordSignIn.check
  if (!(yield* Mail).isOn) return yield* off
})

const frame = (session: BrowserSession.BrowserSession, refused?: Form.Refused): PageLayout.Frame => {
  const formView = form.show({ refused, focused: "email" })
  return {
    title: say.signInSetup.forgot,
    width: "narrow",
    body: html`<form class="card" method="post" action="${path}">
      <h1>${say.signInSetup.forgot}</h1>
      <p class="soft">${say.signInSetup.forgotAbout}</p>
      ${formView.problem} ${BrowserSession.hidden(session)} ${formView.fields}
      <div class="actions"><button type="submit">${say.signInSetup.sendLink}</button></div>
      <p class="hint"><a href="/sign-in">${say.signInSetup.backToSignIn}</a></p>
    </form>`
  }
}

const confirmation: PageLayout.Frame = {
  title: say.signInSetup.mailbox,
  width: "narrow",
  body: html`<div class="card">
    <h1>${say.signInSetup.mailbox}</h1>
    <p>${say.signInSetup.mailboxAbout}</p>
    <p class="hint">${say.signInSetup.noMailYet(path)}</p>
  </div>`
}

const show = Effect.gen(function* () {
  yield* check
  const session = yield* (yield* BrowserSession.Visits).of(yield* HttpServerRequest.HttpServerRequest)
  return BrowserSession.keep(session)(PageResponse.respond(frame(session)))
})

const submit = Effect.gen(function* () {
  const submission = yield* Form.read("sign-in")
  yield* check
  const email = normal(submission.text("email"))
  if (!Field.isEmail(email)) {
    const refused = Problems.refusal(submission, "email", say.signInSetup.wholeAddress)
    return PageResponse.respond(frame(submission.visit, refused), PageResponse.invalid)
  }
  yield* (yield* Resets).ask(email, submission.visit.reader.language)
  return PageResponse.respond(confirmation)
})

export const routes = [PageResponse.route("GET", path, show), PageResponse.route("POST", path, submit)]
