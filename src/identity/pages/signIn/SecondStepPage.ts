/** The page that takes the code after the password. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { status } from "../../../../schema/Fault.ts"
import type { Part } from "../../../surfaces/web/Html.ts"
import * as Faults from "../../../surfaces/web/Faults.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import * as ReturnPath from "./ReturnPath.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as SecondStep from "./SecondStep.ts"
import * as CompleteSignIn from "./CompleteSignIn.ts"

const outdated = new PageResponse.Refusal({
  type: "invalid_request_error",
  message: say.twoFactor.signInOutdated
})

const wrong = say.twoFactor.waitForNext

const submit = Effect.gen(function* () {
  const form = yield* Form.read("sign-in")
  const state = form.text("state")
  const begun = yield* SecondStep.resume(form.visit, state)
  if (begun === undefined) return yield* outdated
  const again = (message: Part, status: number) =>
    Effect.map(SecondStep.frame(form.visit, state, begun, Problems.refusal(form, "code", message)), (frame) =>
      PageResponse.respond(frame, { status })
    )
  const isRight = yield* Effect.catchTag(
    SecondStep.take(begun.userId, form.text("code")),
    "rate_limit_error",
    (fault) => Effect.succeed(Faults.of(fault))
  )
  if (typeof isRight !== "boolean") return yield* again(isRight, status.rate_limit_error)
  if (!isRight) return yield* again(wrong, status.invalid_request_error)
  const next = PageResponse.goTo(ReturnPath.local(begun.next) ?? ReturnPath.home)
  return yield* CompleteSignIn.open(form.visit, { userId: begun.userId }, next)
})

export const routes = [PageResponse.route("POST", SecondStep.path, submit)]
