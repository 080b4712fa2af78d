/** The set-up page of a service without a workspace: makes a workspace, its owner and a first key. */
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { timingSafeEqual } from "node:crypto"
import { BaseUrl } from "../../../../layers/platform/BaseUrl.ts"
import { People } from "../../../../layers/identity/people/People.ts"
import { Settings } from "../../../../layers/platform/Settings.ts"
import { Vault } from "../../../../layers/platform/Vault.ts"
import { type Made, Workspaces } from "../../../../layers/identity/Workspaces.ts"
import * as Field from "../../../../schema/Field.ts"
import * as Form from "../platform/Form.ts"
import * as Problems from "../platform/form/Problems.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import * as Guessing from "./Guessing.ts"
import { html } from "../platform/Html.ts"
import type * as Layout from "../platform/Layout.ts"
import * as NewPassword from "./NewPassword.ts"
import * as Page from "../platform/Page.ts"
import * as SigningIn from "./SigningIn.ts"
import * as Visit from "../platform/Visit.ts"

/** Whether set-up is needed: there is no workspace, and no demo will be made. */
export const isDue = Effect.gen(function* () {
  const { demo } = yield* Settings
  return !demo && (yield* (yield* Workspaces).count) === 0
})

/** A code that only the service's output shows, so that the first visitor from the network can't take over the service. */
const code = Effect.map(Vault, (vault) =>
  Buffer.from(vault.mac("setup")("first run")).toString("base64url").slice(0, 24)
)

/** The set-up link for the operator; undefined once there is a workspace. */
export const link = Effect.gen(function* () {
  return (yield* isDue) ? `${yield* BaseUrl}/setup?code=${yield* code}` : undefined
})

const notDue = new Page.Refusal({
  type: "not_found",
  message: "This service is already set up. Sign in instead."
})

const form = SchemaForm.of(
  { code: Schema.String, workspace: Field.name(80), email: Field.Email, ...NewPassword.fields },
  {
    code: { label: "Setup code", hint: "Part of the link the service printed when it started." },
    workspace: {
      label: "Workspace",
      autocomplete: "organization",
      hint: "Your company or team, for example."
    },
    email: { label: "Your email", autocomplete: "username" },
    ...NewPassword.asked
  }
)

const frame = (
  visit: Visit.Visit,
  { code, refused }: { readonly code?: string; readonly refused?: Form.Refused }
): Layout.Frame => {
  const shown = form.show({ refused, values: { code } })
  return {
    title: "Set up",
    width: "narrow",
    body: html`<form class="card" method="post" action="/setup">
      <h1>Set up your sales pipeline</h1>
      <p class="soft">Makes your workspace, with you as its admin, a first board and a first API key.</p>
      ${shown.problem} ${Visit.hidden(visit)} ${shown.fields}
      <div class="actions"><button type="submit">Make the workspace</button></div>
    </form>`
  }
}

const show = Effect.gen(function* () {
  if (!(yield* isDue)) return yield* notDue
  const request = yield* HttpServerRequest.HttpServerRequest
  const visit = yield* (yield* Visit.Visits).of(request)
  const given = new URL(request.url, "http://here.invalid").searchParams.get("code") ?? ""
  return Visit.keep(visit)(Page.respond(frame(visit, { code: given })))
})

const flawOf = Effect.fnUntraced(function* (form: Form.Submission, wanted: string) {
  const given = Buffer.from(form.text("code").trim())
  const right = given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted))
  if (!right)
    return Problems.refusal(
      form,
      "code",
      "This isn't the setup code the service printed. Open the link it printed when it started."
    )
  if (form.text("workspace").trim() === "") {
    return Problems.refusal(form, "workspace", "Give the workspace a name.")
  }
  if (!/^[^\s@]+@[^\s@]+$/u.test(form.text("email").trim())) {
    return Problems.refusal(form, "email", "Enter your email address.")
  }
  return yield* NewPassword.flawOf(form, form.text("email"))
})

const made = (base: string, { apiKey, workspace }: Made): Layout.Frame => ({
  title: "Ready",
  width: "narrow",
  notice: `The workspace ${workspace.name} is ready, and you are signed in.`,
  body: html`<div class="card">
    <h1>Your first API key</h1>
    <p>Copy it now: it is shown only once.</p>
    <code class="secret">${apiKey.token}</code>
    <p>Try it:</p>
    <code class="secret">curl -s ${base}/v1/me -H "Authorization: Bearer ${apiKey.token}"</code>
    <p><a class="button" href="/boards">Continue</a></p>
  </div>`
})

const submit = Effect.gen(function* () {
  const sent = yield* Form.read("sign-in")
  if (!(yield* isDue)) return yield* notDue
  const refused = yield* flawOf(sent, yield* code)
  if (refused !== undefined) return Page.respond(frame(sent.visit, { refused }), Page.invalid)
  const workspaces = yield* Workspaces
  const first = yield* workspaces.createFirst({
    name: sent.text("workspace").trim(),
    plan: "standard",
    ownerEmail: sent.text("email"),
    ownerName: null
  })
  if (first === undefined) return yield* notDue
  yield* (yield* People).setPassword(first.user.id, sent.text("password"))
  const remember = yield* Guessing.remember(sent.visit, first.user.id)
  const ready = Page.respond(made(yield* BaseUrl, first))
  return remember(yield* SigningIn.complete(sent.visit, { userId: first.user.id }, ready))
})

export const routes = [Page.route("GET", "/setup", show), Page.route("POST", "/setup", submit)]
