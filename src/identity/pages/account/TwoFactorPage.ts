/** The two-factor authentication page: sets up an authenticator app, and changes or disables it with password and code. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Clock, Effect, Option, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { SecondFactors } from "../../../../layers/identity/people/SecondFactors.ts"
import { Ids } from "../../../../layers/runtime/Ids.ts"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"
import { type RateLimited, status } from "../../../../schema/Fault.ts"
import { UserId } from "../../../../schema/Id.ts"
import * as OneTimeCode from "../../rules/OneTimeCode.ts"
import * as FactorParts from "./FactorParts.ts"
import type { Part } from "../../../surfaces/web/Html.ts"
import * as Faults from "../../../surfaces/web/Faults.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as SignInLimits from "../signIn/SignInLimits.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as ReturnPath from "../signIn/ReturnPath.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as PasswordSignIn from "../signIn/PasswordSignIn.ts"
import * as SecondStep from "../signIn/SecondStep.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import type { SignedIn } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../../surfaces/web/frame/WorkspacePage.ts"

const { path } = FactorParts

/** The time to set up an app, in milliseconds. The secret is stored once a valid code arrives. */
const patience = 30 * 60_000

const context = "secret of an authenticator app to be set up"

const Setup = Schema.fromJsonString(
  Schema.Struct({ userId: UserId, secret: Schema.String, at: Schema.Finite })
)
const encode = Schema.encodeSync(Setup)
const decode = Schema.decodeUnknownOption(Setup)

/** The secret in a form; undefined if it belongs to another person or has expired. */
const secretIn = Effect.fnUntraced(function* (userId: UserId, setup: string) {
  const opened = yield* Effect.option((yield* Encryption).open(Buffer.from(setup, "base64url"), context))
  const begun = Option.getOrUndefined(Option.flatMap(opened, decode))
  if (begun?.userId !== userId || (yield* Clock.currentTimeMillis) > begun.at + patience) return undefined
  return begun.secret
})

const setupFrame = Effect.fnUntraced(function* (visit: SignedIn, refused?: Form.Refused) {
  const { email, userId } = visit.session
  const sent = refused?.form.text("setup") ?? ""
  const secret =
    (yield* secretIn(userId, sent)) ?? OneTimeCode.base32(yield* (yield* Ids).bytes(OneTimeCode.secretBytes))
  const sealed = (yield* Encryption).seal(
    encode({ userId, secret, at: yield* Clock.currentTimeMillis }),
    context
  )
  const setup = Buffer.from(sealed).toString("base64url")
  const address = OneTimeCode.address(secret, email)
  return FactorParts.setup(visit, { secret, address, setup, refused })
})

const frameOf = Effect.fnUntraced(function* (visit: SignedIn, refused?: Form.Refused) {
  const state = yield* (yield* SecondFactors).of(visit.session.userId)
  return state === undefined
    ? yield* setupFrame(visit, refused)
    : FactorParts.manage(visit, { ...state, refused })
})

const show = Effect.gen(function* () {
  const session = yield* (yield* BrowserSession.Visits).of(yield* HttpServerRequest.HttpServerRequest)
  if (!WorkspacePage.isSignedIn(session)) return PageResponse.goTo(ReturnPath.signIn(path))
  yield* PasswordSignIn.check
  return BrowserSession.keep(session)(PageResponse.respond(yield* frameOf(session)))
})

const wrongPassword = say.twoFactor.wrongPassword
const wrongCode = say.twoFactor.wrongCode

/** Checks the password in a form, and then runs `change`, which returns `undefined` if its code was wrong. */
const guarded = <R>(
  change: (
    form: Form.Submission,
    visit: SignedIn
  ) => Effect.Effect<ReturnType<typeof PageResponse.goTo> | PageLayout.Frame | undefined, RateLimited, R>
) =>
  Effect.gen(function* () {
    const form = yield* Form.read("sign-in")
    yield* PasswordSignIn.check
    const { visit } = form
    if (!WorkspacePage.isSignedIn(visit)) return PageResponse.goTo(ReturnPath.signIn(path))
    const { email, userId } = visit.session
    const again = Effect.fnUntraced(function* (field: string, message: Part, code = 400) {
      return PageResponse.respond(yield* frameOf(visit, Problems.refusal(form, field, message)), {
        status: code
      })
    })
    const opened = yield* SignInLimits.open(visit, email, form.text("current"), userId)
    if (opened.length === 0) return yield* again("current", wrongPassword)
    return yield* change(form, visit).pipe(
      Effect.flatMap((done) => {
        if (done === undefined) return again("code", wrongCode)
        return Effect.succeed("title" in done ? PageResponse.respond(done) : done)
      }),
      Effect.catchTag("rate_limit_error", (fault) => again("code", Faults.of(fault), status.rate_limit_error))
    )
  })

const turnOn = guarded((form, visit) =>
  Effect.gen(function* () {
    const { userId } = visit.session
    const secret = yield* secretIn(userId, form.text("setup"))
    if (secret === undefined) return undefined
    const code = OneTimeCode.plain(form.text("code"))
    const codes = yield* (yield* SecondFactors).turnOn(userId, secret, code)
    return codes && FactorParts.codes(visit, codes)
  })
)

const change = guarded((form, visit) =>
  Effect.gen(function* () {
    const { userId } = visit.session
    const factors = yield* SecondFactors
    if (!(yield* SecondStep.take(userId, form.text("code")))) return undefined
    if (form.text("do") !== "off") return FactorParts.codes(visit, yield* factors.renew(userId))
    yield* factors.turnOff(userId)
    return BrowserSession.showNotice(visit, say.twoFactor.noCodeFromNow)(PageResponse.goTo("/account"))
  })
)

export const routes = [
  PageResponse.route("GET", path, show),
  PageResponse.route("POST", path, turnOn),
  PageResponse.route("POST", `${path}/change`, change)
]
