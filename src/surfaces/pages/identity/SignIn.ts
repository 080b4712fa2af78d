/** Signing in and out. */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { type Account, People } from "../../../../layers/identity/people/People.ts"
import { Sessions } from "../../../../layers/identity/people/Sessions.ts"
import type { UserId } from "../../../../schema/Id.ts"
import * as FirstRun from "./FirstRun.ts"
import * as Form from "../platform/Form.ts"
import * as Guessing from "./Guessing.ts"
import { html } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Next from "./Next.ts"
import * as Page from "../platform/Page.ts"
import * as Visit from "../platform/Visit.ts"

interface Shown {
  readonly next: string | undefined
  readonly email?: string
  readonly problem?: string
  /** Where the password opens an account each; empty unless there are several. */
  readonly places?: ReadonlyArray<Place>
}

interface Place {
  readonly account: UserId
  readonly name: string
}

const frame = (visit: Visit.Visit, { email = "", next, places = [], problem }: Shown): Layout.Frame => ({
  title: "Sign in",
  width: "narrow",
  notice: visit.notice,
  body: html`<form class="card" method="post" action="/sign-in">
    <h1>Sign in</h1>
    ${Layout.problem(problem)} ${Visit.hidden(visit)}
    ${next !== undefined && html`<input type="hidden" name="next" value="${next}" />`}
    ${Layout.field({
      name: "email",
      label: "Email",
      type: "email",
      value: email,
      autocomplete: "username",
      focused: email === ""
    })}
    ${Layout.field({
      name: "password",
      label: "Password",
      type: "password",
      autocomplete: "current-password",
      focused: email !== ""
    })}
    ${
      places.length > 0 &&
      Layout.choice({
        name: "account",
        label: "Workspace",
        value: "",
        choices: places.map(({ account, name }) => ({ value: account, text: name }))
      })
    }
    <p class="hint">No password yet, or forgotten? Ask an admin of your workspace for a link.</p>
    <div class="actions"><button type="submit">Sign in</button></div>
  </form>`
})

const show = Effect.gen(function* () {
  if (yield* FirstRun.isDue) return Page.goTo("/setup")
  const request = yield* HttpServerRequest.HttpServerRequest
  const visit = yield* (yield* Visit.Visits).of(request)
  const next = Next.local(new URL(request.url, "http://here.invalid").searchParams.get("next"))
  return Visit.keep(visit)(Page.respond(frame(visit, { next })))
})

/** The same words and the same time, whoever it is not. */
const wrong =
  "Email and password do not go together. Check both, or ask an admin for a link to set a new one."

const several =
  "You have several accounts with this password. Choose a workspace, and type the password again."

/** Where each of several accounts with one password leads; told to nobody who does not know the password. */
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
  const form = yield* Form.read("sign-in")
  const next = Next.local(form.text("next"))
  const email = form.text("email")
  const accounts = yield* Guessing.open(form.visit, email, form.text("password"))
  if (accounts.length === 0) {
    return Page.respond(frame(form.visit, { next, email, problem: wrong }), Page.invalid)
  }
  const person = accounts.length === 1 ? accounts[0] : accounts.find(({ id }) => id === form.text("account"))
  if (person === undefined) {
    const places = yield* placesOf(accounts)
    return Page.respond(frame(form.visit, { next, email, problem: several, places }), Page.invalid)
  }
  const sessions = yield* Sessions
  if (form.visit.session !== undefined) yield* sessions.close(form.visit.session.token)
  const remember = yield* Guessing.remember(form.visit, person.id)
  return remember(Visit.begin(form.visit, yield* sessions.open(person.id))(Page.goTo(next ?? "/boards")))
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
