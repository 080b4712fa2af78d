/** A person's passkeys: added with the password, and a code where one is asked for; listed, and removed. */
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import * as PasskeyAnswer from "../../../../layers/identity/people/PasskeyAnswer.ts"
import { most, type Passkey, Passkeys } from "../../../../layers/identity/people/Passkeys.ts"
import { SecondFactors } from "../../../../layers/identity/people/SecondFactors.ts"
import { now } from "../../../../layers/platform/Now.ts"
import { status } from "../../../../schema/Fault.ts"
import * as Form from "../platform/Form.ts"
import * as Problems from "../platform/form/Problems.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import { html, type Html } from "../platform/Html.ts"
import type * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Page from "../platform/Page.ts"
import * as Visit from "../platform/Visit.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as WorkplaceFrame from "../platform/WorkplaceFrame.ts"
import * as Guessing from "./Guessing.ts"
import * as Next from "./Next.ts"
import * as PasskeyForm from "./PasskeyForm.ts"
import * as PasswordUse from "./PasswordUse.ts"
import * as SecondStep from "./SecondStep.ts"

const path = "/account/passkeys"

/** Leads from the account's page to its own. */
export const card: Html = html`<section class="card">
  <h2>Passkeys</h2>
  <p class="soft">Sign in with your device in place of your password.</p>
  <p><a href="${path}">Add or remove</a></p>
</section>`

const adding = SchemaForm.of(
  {
    name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(60)),
    current: Schema.String,
    code: Schema.String.check(Schema.isMaxLength(40))
  },
  {
    name: { label: "Name", hint: "Such as “Work laptop”." },
    current: { label: "Your password", type: "password", autocomplete: "current-password" },
    code: {
      label: "Code",
      autocomplete: "one-time-code",
      hint: "Six digits from the app, or a recovery code."
    }
  }
)

const row = (visit: Workplace.SignedIn, passkey: Passkey, now: string): Html =>
  html`<li>
    <p class="name"><strong>${passkey.name}</strong></p>
    <p class="soft">
      Added ${Moment.minute(passkey.createdAt)}, last used:
      ${passkey.usedAt === null ? "never" : Moment.ago(passkey.usedAt, now)}
    </p>
    <form method="post" action="${path}/remove">
      ${Visit.hidden(visit)} <input type="hidden" name="id" value="${passkey.id}" />
      <button class="quiet" type="submit">Remove<span class="unseen"> ${passkey.name}</span></button>
    </form>
  </li>`

const addForm = Effect.fnUntraced(function* (
  visit: Workplace.SignedIn,
  site: PasskeyAnswer.Site,
  has: ReadonlyArray<Passkey>,
  refused: Form.Refused | undefined
) {
  const { email, userId } = visit.session
  const withCode = (yield* (yield* SecondFactors).of(userId)) !== undefined
  const { challenge, state } = yield* PasskeyForm.begin(visit, "add a passkey", { userId, next: path })
  const options = JSON.stringify(yield* PasskeyAnswer.creation(site, challenge, { id: userId, email, has }))
  const shown = adding.show({ refused })
  return html`<p class="card" data-without-passkeys>
      This browser has no passkeys, or runs no scripts. Use another to add one.
    </p>
    <form class="card" method="post" action="${path}" data-kind="create" data-options="${options}" hidden>
      <h2>Add a passkey</h2>
      ${shown.problem}
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      ${shown.at.name} ${shown.at.current} ${withCode && shown.at.code} ${PasskeyForm.inner(visit, state)}
      <div class="actions"><button type="submit">Add a passkey</button></div>
    </form>`
})

const formOf = Effect.fnUntraced(function* (
  visit: Workplace.SignedIn,
  has: ReadonlyArray<Passkey>,
  refused: Form.Refused | undefined
) {
  const { site } = yield* Passkeys
  if (site === undefined)
    return html`<p class="card">
      Browsers have passkeys only for addresses with a name. Who runs this service can give it one.
    </p>`
  if (has.length >= most)
    return html`<p class="card">These are all that an account can have. Remove one first.</p>`
  return yield* addForm(visit, site, has, refused)
})

const frameOf = Effect.fnUntraced(function* (visit: Workplace.SignedIn, refused?: Form.Refused) {
  const has = yield* (yield* Passkeys).list(visit.session.userId)
  const at = yield* now
  const frame: Layout.Frame = {
    title: "Your passkeys",
    width: "narrow",
    styles: ["settings.css"],
    scripts: ["passkeys.js"],
    notice: visit.notice,
    aside: WorkplaceFrame.account(visit),
    body: html`<h1>Your passkeys</h1>
      <p class="soft">
        A passkey signs you in by your device's screen lock, or a security key with a PIN, in place of
        password and code.
      </p>
      ${
        has.length > 0 &&
        html`<ul class="rows" aria-label="Passkeys">
          ${has.map((passkey) => row(visit, passkey, at))}
        </ul>`
      }
      ${yield* formOf(visit, has, refused)}
      <p><a href="/account">Back to your account</a></p>`
  }
  return frame
})

const show = Effect.gen(function* () {
  const visit = yield* (yield* Visit.Visits).of(yield* HttpServerRequest.HttpServerRequest)
  if (!Workplace.isSignedIn(visit)) return Page.goTo(Next.signIn(path))
  yield* PasswordUse.check
  return Visit.keep(visit)(Page.respond(yield* frameOf(visit)))
})

const problems = {
  outdated: "That took longer than five minutes, or began in another browser. Try it once more.",
  wrong: "This passkey was not taken. Try once more, at the address that this service is set up for.",
  full: `An account can have ${most} passkeys. Remove one first.`,
  known: "This passkey is known already.",
  password: "The password is wrong. Type the one you sign in with.",
  code: "This code is wrong or was used already. Type the one that the app shows now.",
  name: "Give it a name of 1 to 60 characters."
}

const add = Effect.gen(function* () {
  const form = yield* Form.read("sign-in")
  yield* PasswordUse.check
  const { visit } = form
  if (!Workplace.isSignedIn(visit)) return Page.goTo(Next.signIn(path))
  const { email, userId } = visit.session
  const again = (field: string, message: string, code: number = status.invalid_request_error) =>
    Effect.map(frameOf(visit, Problems.refusal(form, field, message)), (frame) =>
      Page.respond(frame, { status: code })
    )
  const { add, site } = yield* Passkeys
  const name = form.text("name").trim()
  if (name === "" || name.length > 60) return yield* again("name", problems.name)
  const begun = yield* PasskeyForm.resume(visit, "add a passkey", form.text("state"))
  if (site === undefined || begun?.userId !== userId) return yield* again("", problems.outdated)
  const opened = yield* Guessing.open(visit, email, form.text("current"), userId)
  if (opened.length === 0) return yield* again("current", problems.password)
  const made = yield* PasskeyAnswer.madeIn(site, form.text("response"), begun.challenge)
  if (made === undefined) return yield* again("", problems.wrong)
  const isDue = (yield* (yield* SecondFactors).of(userId)) !== undefined
  const isRight = !isDue || (yield* SecondStep.take(userId, form.text("code")))
  if (!isRight) return yield* again("code", problems.code)
  const done = yield* add(userId, made, name)
  if (done !== "added") return yield* again("", problems[done])
  return Visit.say(visit, "The passkey is added. You can sign in with it.")(Page.goTo(path))
})

const unknown = new Page.Refusal({
  type: "not_found",
  message: "This passkey was removed already. Go back and reload the page."
})

const remove = Effect.gen(function* () {
  const form = yield* Form.read()
  const { visit } = form
  if (!Workplace.isSignedIn(visit)) return Page.goTo(Next.signIn(path))
  if (!(yield* (yield* Passkeys).remove(visit.session.userId, form.text("id")))) return yield* unknown
  return Visit.say(visit, "The passkey is removed. Delete it on the device too.")(Page.goTo(path))
})

export const routes = [
  Page.route("GET", path, show),
  Page.route("POST", path, add),
  Page.route("POST", `${path}/remove`, remove)
]
