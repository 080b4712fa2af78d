/** Email over HTTP: the raw message, as an MTA's pipe or a mail provider sends it. */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { EmailIntake } from "../../../layers/intake/EmailIntake.ts"
import * as Answer from "../http/response/Answer.ts"
import * as Auth from "../Auth.ts"
import * as Body from "../http/request/Body.ts"
import * as RawMessage from "./RawMessage.ts"

const take = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, "inbound-email")
  const { token = "" } = yield* HttpRouter.params
  const intake = yield* EmailIntake
  const type = request.headers["content-type"] ?? ""
  const body = yield* Body.readBytes(request, yield* Auth.senderOf(request), RawMessage.maxBytes(type))
  const raw = yield* RawMessage.of(type, body)
  return Answer.json(202, JSON.stringify(yield* intake.receive(token, { raw })))
})

export const routes = [{ method: "POST", path: "/intake/email/:token" }]

export const layer = HttpRouter.add("POST", "/intake/email/:token", take)
