/** The passkeys page: adds passkeys after password and code, lists them, and removes them. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import * as PasskeyAnswer from "../../../../layers/identity/people/PasskeyAnswer.ts"
import { maxPasskeys, type Passkey, Passkeys } from "../../../../layers/identity/people/Passkeys.ts"
import { SecondFactors } from "../../../../layers/identity/people/SecondFactors.ts"
import { now } from "../../../../layers/runtime/Now.ts"
import { status } from "../../../../schema/Fault.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import { html, type Html, type Part } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../../surfaces/web/LocalTime.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import type { SignedIn } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../../surfaces/web/frame/WorkspacePage.ts"
import * as WorkspaceFrame from "../../../surfaces/web/frame/WorkspaceFrame.ts"
import * as SignInLimits from "../signIn/SignInLimits.ts"
import * as ReturnPath from "../signIn/ReturnPath.ts"
import * as PasskeyForm from "../signIn/PasskeyForm.ts"
import * as PasswordSignIn from "../signIn/PasswordSignIn.ts"
import * as SecondStep from "../signIn/SecondStep.ts"

const path = "/account/passkeys"

/** Links from the account page to the passkeys page. */
export const card: Html = html`<section class="card">
  <h2>${say.twoFactor.passkeys}</h2>
  <p class="soft">${say.twoFactor.aboutPasskeys}</p>
  <p><a href="${path}">${say.twoFactor.addOrRemove}</a></p>
</section>`

const adding = SchemaForm.of(
  {
    name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(60)),
    current: Schema.String,
    code: Schema.String.check(Schema.isMaxLength(40))
  },
  {
    name: { label: say.twoFactor.name, hint: say.twoFactor.nameHint },
    current: { label: say.twoFactor.yourPassword, type: "password", autocomplete: "current-password" },
    code: {
      label: say.twoFactor.code,
      autocomplete: "one-time-code",
      hint: say.twoFactor.sixOr
    }
  }
)

const row = (visit: SignedIn, passkey: Passkey, now: string): Html =>
  html`<li>
    <p class="name"><strong>${passkey.name}</strong></p>
    <p class="soft">
      ${say.twoFactor.added(LocalTime.minute(passkey.createdAt), passkey.usedAt === null ? say.twoFactor.never : LocalTime.ago(passkey.usedAt, now))}
    </p>
    <form method="post" action="${path}/remove">
      ${BrowserSession.hidden(visit)} <input type="hidden" name="id" value="${passkey.id}" />
      <button class="quiet" type="submit">
        ${say.twoFactor.remove}<span class="unseen"> ${passkey.name}</span>
      </button>
    </form>
  </li>`

const addForm = Effect.fnUntraced(function* (
  visit: SignedIn,
  site: PasskeyAnswer.Site,
  has: ReadonlyArray<Passkey>,
  refused: Form.Refused | undefined
) {
  const { email, userId } = visit.session
  const withCode = (yield* (yield* SecondFactors).of(userId)) !== undefined
  const { challenge, state } = yield* PasskeyForm.begin(visit, "add a passkey", { userId, next: path })
  const options = JSON.stringify(yield* PasskeyAnswer.creation(site, challenge, { id: userId, email, has }))
  const formView = adding.show({ refused })
  return html`<p class="card" data-without-passkeys>${say.twoFactor.noScripts}</p>
    <form class="card" method="post" action="${path}" data-kind="create" data-options="${options}" hidden>
      <h2>${say.twoFactor.addPasskey}</h2>
      ${formView.problem}
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      ${formView.at.name} ${formView.at.current} ${withCode && formView.at.code}
      ${PasskeyForm.inner(visit, state)}
      <div class="actions"><button type="submit">${say.twoFactor.addPasskey}</button></div>
    </form>`
})

const formOf = Effect.fnUntraced(function* (
  visit: SignedIn,
  has: ReadonlyArray<Passkey>,
  refused: Form.Refused | undefined
) {
  const { site } = yield* Passkeys
  if (site === undefined) return html`<p class="card">${say.twoFactor.needsName}</p>`
  if (has.length >= maxPasskeys) return html`<p class="card">${say.twoFactor.theseAll}</p>`
  return yield* addForm(visit, site, has, refused)
})

const frameOf = Effect.fnUntraced(function* (visit: SignedIn, refused?: Form.Refused) {
  const has = yield* (yield* Passkeys).list(visit.session.userId)
  const at = yield* now
  const frame: PageLayout.Frame = {
    title: say.twoFactor.yourPasskeys,
    width: "narrow",
    styles: ["settings.css"],
    scripts: ["page.js", "passkeys.js"],
    notice: visit.notice,
    accountMenu: WorkspaceFrame.account(visit),
    body: html`<h1>${say.twoFactor.yourPasskeys}</h1>
      <p class="soft">${say.twoFactor.whatPasskey}</p>
      ${
        has.length > 0 &&
        html`<ul class="rows" aria-label="${say.twoFactor.passkeys}">
          ${has.map((passkey) => row(visit, passkey, at))}
        </ul>`
      }
      ${yield* formOf(visit, has, refused)}
      <p><a href="/account">${say.twoFactor.back}</a></p>`
  }
  return frame
})

const show = Effect.gen(function* () {
  const session = yield* (yield* BrowserSession.Visits).of(yield* HttpServerRequest.HttpServerRequest)
  if (!WorkspacePage.isSignedIn(session)) return PageResponse.goTo(ReturnPath.signIn(path))
  yield* PasswordSignIn.check
  return BrowserSession.keep(session)(PageResponse.respond(yield* frameOf(session)))
})

const problems = {
  outdated: say.twoFactor.tookLong,
  wrong: say.twoFactor.notTaken,
  full: say.twoFactor.full(maxPasskeys),
  known: say.twoFactor.known,
  password: say.twoFactor.wrongPassword,
  code: say.twoFactor.wrongCode,
  name: say.twoFactor.giveName
}

const add = Effect.gen(function* () {
  const form = yield* Form.read("sign-in")
  yield* PasswordSignIn.check
  const { visit } = form
  if (!WorkspacePage.isSignedIn(visit)) return PageResponse.goTo(ReturnPath.signIn(path))
  const { email, userId } = visit.session
  const again = (field: string, message: Part, code: number = status.invalid_request_error) =>
    Effect.map(frameOf(visit, Problems.refusal(form, field, message)), (frame) =>
      PageResponse.respond(frame, { status: code })
    )
  const { add, site } = yield* Passkeys
  const name = form.text("name").trim()
  if (name === "" || name.length > 60) return yield* again("name", problems.name)
  const begun = yield* PasskeyForm.resume(visit, "add a passkey", form.text("state"))
  if (site === undefined || begun?.userId !== userId) return yield* again("", problems.outdated)
  const opened = yield* SignInLimits.open(visit, email, form.text("current"), userId)
  if (opened.length === 0) return yield* again("current", problems.password)
  const made = yield* PasskeyAnswer.madeIn(site, form.text("response"), begun.challenge)
  if (made === undefined) return yield* again("", problems.wrong)
  const isDue = (yield* (yield* SecondFactors).of(userId)) !== undefined
  const isRight = !isDue || (yield* SecondStep.take(userId, form.text("code")))
  if (!isRight) return yield* again("code", problems.code)
  const done = yield* add(userId, made, name)
  if (done !== "added") return yield* again("", problems[done])
  return BrowserSession.showNotice(visit, say.twoFactor.isAdded)(PageResponse.goTo(path))
})

const unknown = new PageResponse.Refusal({
  type: "not_found",
  message: say.twoFactor.removedAlready
})

const remove = Effect.gen(function* () {
  const form = yield* Form.read()
  const { visit } = form
  if (!WorkspacePage.isSignedIn(visit)) return PageResponse.goTo(ReturnPath.signIn(path))
  if (!(yield* (yield* Passkeys).remove(visit.session.userId, form.text("id")))) return yield* unknown
  return BrowserSession.showNotice(visit, say.twoFactor.isRemoved)(PageResponse.goTo(path))
})

export const routes = [
  PageResponse.route("GET", path, show),
  PageResponse.route("POST", path, add),
  PageResponse.route("POST", `${path}/remove`, remove)
]
