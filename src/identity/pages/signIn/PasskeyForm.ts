/** Forms that request a passkey. Their challenge is encrypted, and bound to the browser. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Clock, Effect, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import * as PasskeyAnswer from "../../../../layers/identity/people/PasskeyAnswer.ts"
import { Passkeys } from "../../../../layers/identity/people/Passkeys.ts"
import { Ids } from "../../../../layers/runtime/Ids.ts"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"
import { UserId } from "../../../../schema/Id.ts"
import { empty, html, type Html } from "../../../surfaces/web/Html.ts"
import * as PasswordSignIn from "./PasswordSignIn.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"

export const path = "/sign-in/passkey"

/** The validity of a challenge, in milliseconds. */
const patience = 5 * 60_000

type Purpose = "add a passkey" | "sign in with a passkey"

const State = Schema.fromJsonString(
  Schema.Struct({
    challenge: Schema.String,
    at: Schema.Finite,
    /** The hash of the browser's form token. */
    of: Schema.String,
    /** The account that the passkey must belong to; null for any. */
    userId: Schema.NullOr(UserId),
    next: Schema.String
  })
)
const encode = Schema.encodeSync(State)
const decode = Schema.decodeUnknownOption(State)

interface Challenge {
  readonly userId: UserId | null
  readonly next: string
}

const browserOf = ({ csrf }: BrowserSession.BrowserSession) =>
  createHash("sha256").update(csrf).digest("base64url")

export const begin = Effect.fnUntraced(function* (
  session: BrowserSession.BrowserSession,
  purpose: Purpose,
  input: Challenge
) {
  const challenge = Buffer.from(yield* (yield* Ids).bytes(32)).toString("base64url")
  const at = yield* Clock.currentTimeMillis
  const sealed = (yield* Encryption).seal(
    encode({ ...input, challenge, at, of: browserOf(session) }),
    purpose
  )
  return { challenge, state: Buffer.from(sealed).toString("base64url") }
})

/** The state that `begin` encrypted; undefined for another browser, or if it has expired. */
export const resume = Effect.fnUntraced(function* (
  session: BrowserSession.BrowserSession,
  purpose: Purpose,
  state: string
) {
  const opened = yield* Effect.option((yield* Encryption).open(Buffer.from(state, "base64url"), purpose))
  const begun = Option.getOrUndefined(Option.flatMap(opened, decode))
  if (begun === undefined || begun.of !== browserOf(session)) return undefined
  return (yield* Clock.currentTimeMillis) > begun.at + patience ? undefined : begun
})

/** The elements that the script uses to show the form and send the device's response. */
export const inner = (session: BrowserSession.BrowserSession, state: string): Html =>
  html`<p class="problem" role="alert" data-passkey hidden></p>
    ${BrowserSession.hidden(session)} <input type="hidden" name="state" value="${state}" />
    <input type="hidden" name="response" value="" />`

/** The button to sign in with a passkey, for one account after its password or for any. Empty if passkeys aren't available. */
export const signIn = Effect.fnUntraced(function* (session: BrowserSession.BrowserSession, input: Challenge) {
  const { list, site } = yield* Passkeys
  if (site === undefined || (yield* PasswordSignIn.isOff)) return empty
  const theirs = input.userId === null ? [] : yield* list(input.userId)
  if (input.userId !== null && theirs.length === 0) return empty
  const { challenge, state } = yield* begin(session, "sign in with a passkey", input)
  const options = JSON.stringify(PasskeyAnswer.request(site, challenge, theirs))
  return html`<form
    class="card"
    method="post"
    action="${path}"
    data-kind="get"
    data-options="${options}"
    hidden
  >
    ${inner(session, state)}
    <div class="actions">
      <button class="quiet" type="submit">
        ${input.userId === null ? say.twoFactor.withPasskey : say.twoFactor.passkeyInstead}
      </button>
    </div>
  </form>`
})
