/** Takes a passkey in place of the password, or of the code after it: the device has asked who is there, so nothing else is. */
import { say } from "../../../surfaces/web/words/Words.ts"
import { Effect } from "effect"
import { Passkeys } from "../../../../layers/identity/people/Passkeys.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import type { Part } from "../../../surfaces/web/Html.ts"
import * as Page from "../../../surfaces/web/Page.ts"
import * as Visit from "../../../surfaces/web/Visit.ts"
import * as Guessing from "./Guessing.ts"
import * as Next from "./Next.ts"
import * as PasskeyForm from "./PasskeyForm.ts"
import * as PasswordUse from "./PasswordUse.ts"
import * as SigningIn from "./SigningIn.ts"

const outdated = say.proof.tookLong

const wrong = say.proof.passkeyWrong

const submit = Effect.gen(function* () {
  const form = yield* Form.read("sign-in")
  yield* PasswordUse.check
  const { visit } = form
  const begun = yield* PasskeyForm.resume(visit, "sign in with a passkey", form.text("state"))
  const again = (message: Part, next = "/boards") =>
    Visit.say(visit, message)(Page.goTo(Next.signIn(Next.local(next) ?? "/boards")))
  if (begun === undefined) return again(outdated)
  const userId = yield* (yield* Passkeys).take(form.text("response"), begun)
  if (userId === undefined || (begun.userId ?? userId) !== userId) return again(wrong, begun.next)
  const remember = yield* Guessing.remember(visit, userId)
  return remember(yield* SigningIn.open(visit, { userId }, Page.goTo(Next.local(begun.next) ?? "/boards")))
})

export const routes = [Page.route("POST", PasskeyForm.path, submit)]
