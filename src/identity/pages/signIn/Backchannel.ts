/** The endpoint at which the provider reports sign-outs (OpenID Connect Back-Channel Logout 1.0). */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Logouts } from "../../../../layers/identity/provider/Logouts.ts"
import { Provider } from "../../../../layers/identity/provider/Provider.ts"
import { Outages } from "../../../../layers/runtime/Outages.ts"
import { status, statusOf, statusOfCode } from "../../../../schema/Fault.ts"
import * as Auth from "../../../surfaces/Auth.ts"
import * as Answer from "../../../surfaces/http/response/Answer.ts"
import * as Body from "../../../surfaces/http/request/Body.ts"
import { Exchange } from "../../../surfaces/http/Exchange.ts"
import * as Urlencoded from "../../../surfaces/http/request/Urlencoded.ts"

const path = "/sign-in/oidc/backchannel"

const answer = (code: number, body: object = {}) =>
  HttpServerResponse.text(JSON.stringify(body), {
    status: code,
    contentType: "application/json",
    headers: { "cache-control": "no-store" }
  })

const invalid = (description: string) =>
  answer(status.invalid_request_error, { error: "invalid_request", error_description: description })

/** Only invalid requests count against their address, because the provider may report a thousand sign-outs at once. */
const take = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const provider = yield* Provider
  if (provider === undefined) {
    yield* Auth.countAddress(request, "logout")
    return answer(status.not_found, {
      error: "invalid_request",
      error_description: "No sign-in provider is set up here."
    })
  }
  const text = yield* Body.readText(request, yield* Auth.senderOf(request), Body.smallForm)
  const token = (yield* Urlencoded.parse(text)).get("logout_token") ?? ""
  const logout = yield* provider.loggedOut(token).pipe(
    Effect.tapError(({ message }) =>
      Effect.andThen(
        Auth.countAddress(request, "logout"),
        Effect.flatMap(Outages, (_) => _.note("Notices of logouts are refused", message))
      )
    )
  )
  const isNew = yield* (yield* Logouts).take(provider.settings.issuer, logout)
  return isNew ? answer(200) : invalid("This logout_token was used before.")
})

const handler = take.pipe(
  Effect.catchTag("NotProven", () => Effect.succeed(invalid("The logout_token is not valid."))),
  Effect.catchTag("ProviderAway", () =>
    Effect.succeed(
      answer(statusOfCode.unavailable, {
        error: "temporarily_unavailable",
        error_description: "The provider's keys can't be read."
      })
    )
  ),
  Effect.catchCause((cause) =>
    Effect.gen(function* () {
      const { headers } = yield* Exchange
      const fault = yield* Answer.faultOf(cause)
      if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter)
      const error = fault.retryAfter === undefined ? "invalid_request" : "temporarily_unavailable"
      return answer(statusOf(fault), { error, error_description: fault.message })
    })
  )
)

export const routes = [{ method: "POST", path, handler } as const]
