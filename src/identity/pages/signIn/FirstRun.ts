/** The setup page of a service without a workspace: creates a workspace, its owner and a first key. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { timingSafeEqual } from "node:crypto"
import { BaseUrl } from "../../../../layers/runtime/BaseUrl.ts"
import { People } from "../../../../layers/identity/people/People.ts"
import { Settings } from "../../../../layers/settings/Settings.ts"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"
import { type CreatedWorkspace, Workspaces } from "../../../../layers/identity/Workspaces.ts"
import * as Field from "../../../../schema/Field.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import * as SignInLimits from "./SignInLimits.ts"
import { html } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as NewPassword from "./NewPassword.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as CompleteSignIn from "./CompleteSignIn.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import { title } from "../../../../schema/Title.ts"

/** Whether setup is needed: there is no workspace, and the demo is off. */
export const isDue = Effect.gen(function* () {
  const { demo } = yield* Settings
  return !demo && (yield* (yield* Workspaces).count) === 0
})

/** A code in the service's output, so that the first visitor from the network can't take over the service. */
const code = Effect.map(Encryption, (encryption) =>
  Buffer.from(encryption.mac("setup")("first run")).toString("base64url").slice(0, 24)
)

/** The set-up link for the operator; undefined once there is a workspace. */
export const link = Effect.gen(function* () {
  return (yield* isDue) ? `${yield* BaseUrl}/setup?code=${yield* code}` : undefined
})

const notDue = new PageResponse.Refusal({
  type: "not_found",
  message: say.signInSetup.alreadySetUp
})

const form = SchemaForm.of(
  { code: Schema.String, workspace: title(80), email: Field.Email, ...NewPassword.fields },
  {
    code: { label: say.signInSetup.setupCode, hint: say.signInSetup.setupHint },
    workspace: {
      label: say.signInSetup.workspace,
      autocomplete: "organization",
      hint: say.signInSetup.workspaceHint
    },
    email: { label: say.signInSetup.yourEmail, autocomplete: "username" },
    ...NewPassword.inputFields
  }
)

const frame = (
  session: BrowserSession.BrowserSession,
  { code, refused }: { readonly code?: string; readonly refused?: Form.Refused }
): PageLayout.Frame => {
  const formView = form.show({ refused, values: { code } })
  return {
    title: say.signInSetup.setUp,
    width: "narrow",
    body: html`<form class="card" method="post" action="/setup">
      <h1>${say.signInSetup.setUpTitle}</h1>
      <p class="soft">${say.signInSetup.setUpAbout}</p>
      ${formView.problem} ${BrowserSession.hidden(session)} ${formView.fields}
      <div class="actions"><button type="submit">${say.signInSetup.makeWorkspace}</button></div>
    </form>`
  }
}

const show = Effect.gen(function* () {
  if (!(yield* isDue)) return yield* notDue
  const request = yield* HttpServerRequest.HttpServerRequest
  const session = yield* (yield* BrowserSession.Visits).of(request)
  const given = new URL(request.url, "http://here.invalid").searchParams.get("code") ?? ""
  return BrowserSession.keep(session)(PageResponse.respond(frame(session, { code: given })))
})

const flawOf = Effect.fnUntraced(function* (form: Form.Submission, wanted: string) {
  const given = Buffer.from(form.text("code").trim())
  const right = given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted))
  if (!right) return Problems.refusal(form, "code", say.signInSetup.wrongSetup)
  if (form.text("workspace").trim() === "") {
    return Problems.refusal(form, "workspace", say.signInSetup.nameWorkspace)
  }
  if (!/^[^\s@]+@[^\s@]+$/u.test(form.text("email").trim())) {
    return Problems.refusal(form, "email", say.signInSetup.enterEmail)
  }
  return yield* NewPassword.flawOf(form, form.text("email"))
})

const createdPage = (base: string, { apiKey, workspace }: CreatedWorkspace): PageLayout.Frame => ({
  title: say.signInSetup.ready,
  width: "narrow",
  notice: say.signInSetup.isReady(workspace.name),
  body: html`<div class="card">
    <h1>${say.signInSetup.firstKey}</h1>
    <p>${say.signInSetup.copyIt}</p>
    <code class="secret">${apiKey.token}</code>
    <p>${say.signInSetup.tryIt}</p>
    <code class="secret">curl -s ${base}/v1/me -H "Authorization: Bearer ${apiKey.token}"</code>
    <p><a class="button" href="/boards">${say.signInSetup.continue}</a></p>
  </div>`
})

const submit = Effect.gen(function* () {
  const submission = yield* Form.read("sign-in")
  if (!(yield* isDue)) return yield* notDue
  const refused = yield* flawOf(submission, yield* code)
  if (refused !== undefined)
    return PageResponse.respond(frame(submission.visit, { refused }), PageResponse.invalid)
  const workspaces = yield* Workspaces
  const first = yield* workspaces.createFirst({
    name: submission.text("workspace").trim(),
    plan: "standard",
    ownerEmail: submission.text("email"),
    ownerName: null
  })
  if (first === undefined) return yield* notDue
  yield* (yield* People).setPassword(first.user.id, submission.text("password"))
  const remember = yield* SignInLimits.remember(submission.visit, first.user.id)
  const ready = PageResponse.respond(createdPage(yield* BaseUrl, first))
  return remember(yield* CompleteSignIn.complete(submission.visit, { userId: first.user.id }, ready))
})

export const routes = [
  PageResponse.route("GET", "/setup", show),
  PageResponse.route("POST", "/setup", submit)
]
