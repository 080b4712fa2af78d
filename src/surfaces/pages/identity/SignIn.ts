/** Signing in and out. */
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { type Account, People } from "../../../../layers/identity/people/People.ts"
import { Sessions } from "../../../../layers/identity/people/Sessions.ts"
import { UserId } from "../../../../schema/Id.ts"
import * as FirstRun from "./FirstRun.ts"
import * as Field from "../../../../schema/Field.ts"
import * as Form from "../platform/Form.ts"
import * as Problems from "../platform/form/Problems.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import * as Guessing from "./Guessing.ts"
import { html } from "../platform/Html.ts"
import type * as Layout from "../platform/Layout.ts"
import * as Next from "./Next.ts"
import * as Page from "../platform/Page.ts"
import * as Visit from "../platform/Visit.ts"

const form = SchemaForm.of(
  { email: Field.Email, password: Schema.String, account: UserId },
  {
    email: { label: "Email", autocomplete: "username" },
    password: { label: "Password", type: "password", autocomplete: "current-password" },
    account: { label: "Workspace" }
  }
)

interface Shown {
  readonly next: string | undefined
  readonly refused?: Form.Refused
  /** The workspaces to choose from if the password opens several accounts; otherwise empty. */
  readonly places?: ReadonlyArray<Place>
}

interface Place {
  readonly account: UserId
  readonly name: string
}

const frame = (visit: Visit.Visit, { next, places = [], refused }: Shown): Layout.Frame => {
  const { at, problem } = form.show({
    refused,
    focused: refused === undefined || refused.form.text("email") === "" ? "email" : "password",
    choices: { account: places.map(({ account, name }) => ({ id: account, name })) }
  })
  return {
    title: "Sign in",
    width: "narrow",
    notice: visit.notice,
    body: html`<form class="card" method="post" action="/sign-in">
      <h1>Sign in</h1>
      ${problem} ${Visit.hidden(visit)}
      ${next !== undefined && html`<input type="hidden" name="next" value="${next}" />`} ${at.email}
      ${at.password} ${places.length > 0 && at.account}
      <p class="hint">No password yet, or forgotten? Ask an admin of your workspace for a link.</p>
      <div class="actions"><button type="submit">Sign in</button></div>
    </form>`
  }
}

const show = Effect.gen(function* () {
  if (yield* FirstRun.isDue) return Page.goTo("/setup")
  const request = yield* HttpServerRequest.HttpServerRequest
  const visit = yield* (yield* Visit.Visits).of(request)
  const next = Next.local(new URL(request.url, "http://here.invalid").searchParams.get("next"))
  return Visit.keep(visit)(Page.respond(frame(visit, { next })))
})

/** The same words and response time, whether or not the account exists. */
const wrong =
  "This email and password don't match. Check both, or ask an admin for a link to set a new password."

const several =
  "You have several accounts with this password. Choose a workspace, and type the password again."

/** The workspaces of several accounts with the same password; shown only to someone who knows it. */
const placesOf = (accounts: ReadonlyArray<Account>) =>
  Effect.forEach(accounts, ({ id }) =>
    Effect.map(
      Effect.flatMap(People, (people) => people.memberships(id)),
      (memberships): Place => ({
        account: id,
        name: memberships.map(({ name }) => name).join(", ") || "No workspace"
      })
    )
  )

const submit = Effect.gen(function* () {
  const sent = yield* Form.read("sign-in")
  const next = Next.local(sent.text("next"))
  const email = sent.text("email")
  const accounts = yield* Guessing.open(sent.visit, email, sent.text("password"))
  if (accounts.length === 0) {
    const refused = Problems.refusal(sent, "", wrong)
    return Page.respond(frame(sent.visit, { next, refused }), Page.invalid)
  }
  const person = accounts.length === 1 ? accounts[0] : accounts.find(({ id }) => id === sent.text("account"))
  if (person === undefined) {
    const places = yield* placesOf(accounts)
    const refused = Problems.refusal(sent, "", several)
    return Page.respond(frame(sent.visit, { next, refused, places }), Page.invalid)
  }
  const sessions = yield* Sessions
  if (sent.visit.session !== undefined) yield* sessions.close(sent.visit.session.token)
  const remember = yield* Guessing.remember(sent.visit, person.id)
  return remember(Visit.begin(sent.visit, yield* sessions.open(person.id))(Page.goTo(next ?? "/boards")))
})

const signOut = Effect.gen(function* () {
  const { visit } = yield* Form.read()
  if (visit.session !== undefined) yield* (yield* Sessions).close(visit.session.token)
  return Visit.end(visit)(Visit.say(visit, "You are signed out.")(Page.goTo("/sign-in")))
})

export const routes = [
  Page.route("GET", "/sign-in", show),
  Page.route("POST", "/sign-in", submit),
  Page.route("POST", "/sign-out", signOut)
]
