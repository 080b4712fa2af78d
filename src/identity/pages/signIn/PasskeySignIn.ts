/** Signs in with a passkey instead of a password or a code. The device has verified the user, so no second factor is required. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { Passkeys } from "../../../../layers/identity/people/Passkeys.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import type { Part } from "../../../surfaces/web/Html.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import * as SignInLimits from "./SignInLimits.ts"
import * as ReturnPath from "./ReturnPath.ts"
import * as PasskeyForm from "./PasskeyForm.ts"
import * as PasswordSignIn from "./PasswordSignIn.ts"
import * as CompleteSignIn from "./CompleteSignIn.ts"

const outdated = say.twoFactor.tookLong

const wrong = say.twoFactor.passkeyWrong

const submit = Effect.gen(function* () {
  const form = yield* Form.read("sign-in")
  yield* PasswordSignIn.check
  const { visit } = form
  const begun = yield* PasskeyForm.resume(visit, "sign in with a passkey", form.text("state"))
  const again = (message: Part, next = ReturnPath.home) =>
    BrowserSession.showNotice(
      visit,
      message
    )(PageResponse.goTo(ReturnPath.signIn(ReturnPath.local(next) ?? ReturnPath.home)))
  if (begun === undefined) return again(outdated)
  const userId = yield* (yield* Passkeys).take(form.text("response"), begun)
  if (userId === undefined || (begun.userId ?? userId) !== userId) return again(wrong, begun.next)
  const remember = yield* SignInLimits.remember(visit, userId)
  return remember(
    yield* CompleteSignIn.open(
      visit,
      { userId },
      PageResponse.goTo(ReturnPath.local(begun.next) ?? ReturnPath.home)
    )
  )
})

export const routes = [PageResponse.route("POST", PasskeyForm.path, submit)]
