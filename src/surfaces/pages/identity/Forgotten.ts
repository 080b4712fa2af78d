/** "Forgot your password?": asks for a mailed link. The answer is the same whether or not the address has an account. */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { normal } from "../../../../layers/identity/people/People.ts"
import { Resets } from "../../../../layers/identity/people/Resets.ts"
import { Mail } from "../../../../layers/platform/Mail.ts"
import * as Field from "../../../../schema/Field.ts"
import * as Form from "../platform/Form.ts"
import * as Problems from "../platform/form/Problems.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import { html, type Html } from "../platform/Html.ts"
import type * as Layout from "../platform/Layout.ts"
import * as Page from "../platform/Page.ts"
import * as PasswordUse from "./PasswordUse.ts"
import * as Visit from "../platform/Visit.ts"

const path = "/forgot-password"

/** What the sign-in page says to someone without a password. */
export const hint = Effect.map(Mail, ({ isOn }): Html =>
  isOn
    ? html`<p class="hint"><a href="${path}">No password yet, or forgotten?</a></p>`
    : html`<p class="hint">No password yet, or forgotten? Ask an admin of your workspace for a link.</p>`
)

const form = SchemaForm.of({ email: Field.Email }, { email: { label: "Email", autocomplete: "username" } })

const off = new Page.Refusal({
  type: "not_found",
  message: "This service sends no mail. Ask an admin of your workspace for a link to a new password."
})

const check = Effect.gen(function* () {
  yield* PasswordUse.check
  if (!(yield* Mail).isOn) return yield* off
})

const frame = (visit: Visit.Visit, refused?: Form.Refused): Layout.Frame => {
  const shown = form.show({ refused, focused: "email" })
  return {
    title: "Forgot your password?",
    width: "narrow",
    body: html`<form class="card" method="post" action="${path}">
      <h1>Forgot your password?</h1>
      <p class="soft">You get a link by email, where you choose a new one.</p>
      ${shown.problem} ${Visit.hidden(visit)} ${shown.fields}
      <div class="actions"><button type="submit">Send the link</button></div>
      <p class="hint"><a href="/sign-in">Back to signing in</a></p>
    </form>`
  }
}

const asked: Layout.Frame = {
  title: "Look into your mailbox",
  width: "narrow",
  body: html`<div class="card">
    <h1>Look into your mailbox</h1>
    <p>If the address has an account here, a link is on its way to it. It is good for an hour.</p>
    <p class="hint">
      Nothing within a few minutes? Look among the junk mail, check the address and
      <a href="${path}">ask again</a> (three times an hour at most), or ask an admin of your workspace.
    </p>
  </div>`
}

const show = Effect.gen(function* () {
  yield* check
  const visit = yield* (yield* Visit.Visits).of(yield* HttpServerRequest.HttpServerRequest)
  return Visit.keep(visit)(Page.respond(frame(visit)))
})

const submit = Effect.gen(function* () {
  const sent = yield* Form.read("sign-in")
  yield* check
  const email = normal(sent.text("email"))
  if (!Field.isEmail(email)) {
    const refused = Problems.refusal(sent, "email", "Type the whole address, such as you@company.com.")
    return Page.respond(frame(sent.visit, refused), Page.invalid)
  }
  yield* (yield* Resets).ask(email)
  return Page.respond(asked)
})

export const routes = [Page.route("GET", path, show), Page.route("POST", path, submit)]
