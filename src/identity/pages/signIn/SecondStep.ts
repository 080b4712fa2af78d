/**
 * The second factor, between the password and the session. Meanwhile the form holds the account, encrypted and bound to the browser. People
 * who sign in with a provider skip this step, because the provider is responsible for it.
 */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Clock, Effect, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import { People } from "../../../../layers/identity/people/People.ts"
import { SecondFactors } from "../../../../layers/identity/people/SecondFactors.ts"
import { PasswordAttempts } from "../../../../layers/identity/people/PasswordAttempts.ts"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"
import { RateLimited } from "../../../../schema/Fault.ts"
import { UserId } from "../../../../schema/Id.ts"
import * as PasskeyForm from "./PasskeyForm.ts"
import type { Refused } from "../../../surfaces/web/Form.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import { html } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"

export const path = "/sign-in/code"

/** The maximum time between password and code, in milliseconds. */
const patience = 10 * 60_000

const context = "second step of signing in"

const State = Schema.fromJsonString(
  Schema.Struct({
    userId: UserId,
    /** A new password invalidates sign-ins begun with the old one. */
    passwordVersion: Schema.Finite,
    /** The hash of the browser's form token. */
    of: Schema.String,
    at: Schema.Finite,
    next: Schema.String
  })
)
const encode = Schema.encodeSync(State)
const decode = Schema.decodeUnknownOption(State)

const browserOf = ({ csrf }: BrowserSession.BrowserSession) =>
  createHash("sha256").update(csrf).digest("base64url")

const code = SchemaForm.of(
  { code: Schema.String.check(Schema.isMaxLength(40)) },
  {
    code: {
      label: say.twoFactor.code,
      autocomplete: "one-time-code",
      hint: say.twoFactor.codeHint
    }
  }
)

interface Begun {
  readonly userId: UserId
  readonly next: string
}

/** The page with the code field. `state` is what `begin` encrypted. */
export const frame = Effect.fnUntraced(function* (
  session: BrowserSession.BrowserSession,
  state: string,
  { next, userId }: Begun,
  refused?: Refused
) {
  const passkey = yield* PasskeyForm.signIn(session, { userId, next })
  const formView = code.show({ refused, focused: "code" })
  const frame: PageLayout.Frame = {
    title: say.twoFactor.enterCode,
    width: "narrow",
    scripts: ["passkeys.js"],
    body: html`<form class="card" method="post" action="${path}">
        <h1>${say.twoFactor.enterCode}</h1>
        ${formView.problem} ${BrowserSession.hidden(session)}
        <input type="hidden" name="state" value="${state}" />
        ${formView.fields}
        <div class="actions"><button type="submit">${say.signIn.title}</button></div>
        <p class="hint">${say.twoFactor.lostBoth}</p>
      </form>
      ${passkey}`
  }
  return frame
})

/** Whether the account needs a second factor here. It doesn't if the same person is already signed in. */
export const isDue = Effect.fnUntraced(function* (
  { session }: BrowserSession.BrowserSession,
  userId: UserId
) {
  return session?.userId !== userId && (yield* (yield* SecondFactors).of(userId)) !== undefined
})

export const begin = Effect.fnUntraced(function* (
  session: BrowserSession.BrowserSession,
  userId: UserId,
  next: string
) {
  const account = yield* (yield* People).find(userId)
  const state = encode({
    userId,
    passwordVersion: account?.passwordVersion ?? -1,
    of: browserOf(session),
    at: yield* Clock.currentTimeMillis,
    next
  })
  return Buffer.from((yield* Encryption).seal(state, context)).toString("base64url")
})

/** The account whose password was entered in this browser; undefined for another browser, or if it has expired. */
export const resume = Effect.fnUntraced(function* (session: BrowserSession.BrowserSession, state: string) {
  const opened = yield* Effect.option((yield* Encryption).open(Buffer.from(state, "base64url"), context))
  const begun = Option.getOrUndefined(Option.flatMap(opened, decode))
  if (begun === undefined || begun.of !== browserOf(session)) return undefined
  if ((yield* Clock.currentTimeMillis) > begun.at + patience) return undefined
  const account = yield* (yield* People).find(begun.userId)
  return account?.passwordVersion === begun.passwordVersion ? begun : undefined
})

const waiting = ({ code, retryAfter = 1 }: RateLimited) =>
  new RateLimited({
    code,
    message: `Too many wrong codes for this account. Wait ${retryAfter} s, then type a new one.`,
    retryAfter
  })

/** Checks a code. Attempts are limited like passwords, but per account from everywhere, because the caller knows the password. */
export const take = Effect.fnUntraced(function* (userId: UserId, typed: string) {
  const tries = yield* PasswordAttempts
  const counter = { account: `second factor ${userId}`, source: "everywhere" }
  yield* Effect.mapError(tries.count([counter]), waiting)
  const isRight = yield* (yield* SecondFactors).take(userId, typed)
  if (isRight) yield* tries.forget([counter])
  return isRight
})
