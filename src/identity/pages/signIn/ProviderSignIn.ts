/** Signing in with the OpenID provider: the redirect, and the callback. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { Invitations } from "../../../../layers/identity/Invitations.ts"
import { AccountLinking, type NotAdmitted } from "../../../../layers/identity/provider/AccountLinking.ts"
import { type VerifiedIdentity, Provider } from "../../../../layers/identity/provider/Provider.ts"
import type { NotProven, ProviderAway } from "../../../../layers/identity/provider/ProviderFailure.ts"
import { BaseUrl } from "../../../../layers/runtime/BaseUrl.ts"
import { Outages } from "../../../../layers/runtime/Outages.ts"
import { status, statusOfCode } from "../../../../schema/Fault.ts"
import * as Auth from "../../../surfaces/Auth.ts"
import { html, type Part } from "../../../surfaces/web/Html.ts"
import * as ReturnPath from "./ReturnPath.ts"
import * as Faults from "../../../surfaces/web/Faults.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as ProviderFlow from "./ProviderFlow.ts"
import * as CompleteSignIn from "./CompleteSignIn.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"

const path = "/sign-in/oidc"
const callback = `${path}/callback`

/** The link to the provider, which returns to a page on this site. */
export const link = (next: string | undefined): string =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`

const unknown = new PageResponse.Refusal({
  type: "not_found",
  message: say.signInSetup.noProvider
})

const connected = Effect.filterOrFail(
  Effect.flatMap(Provider, Effect.succeed),
  (provider) => provider !== undefined,
  () => unknown
)

type Connected = Effect.Success<typeof connected>

/** Counts visits by address, like all ways of signing in. */
const visiting = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, "sign-in")
  const session = yield* (yield* BrowserSession.Visits).of(request)
  return { visit: session, url: new URL(request.url, "http://here.invalid") }
})

const failed = ({ settings }: Connected, code: number, message: Part) => {
  const more = html`<p>
    <a class="button" href="/sign-in"
      >${settings.only ? say.signInSetup.backToThe : say.signInSetup.otherWays}</a
    >
  </p>`
  return PageResponse.respond(PageResponse.failed(code, message, { more }), { status: code })
}

const away = Effect.fnUntraced(function* (provider: Connected, { message }: ProviderAway) {
  yield* (yield* Outages).note("Signing in by the provider fails", message)
  const { name, only } = provider.settings

  return failed(
    provider,
    statusOfCode.unavailable,
    only ? say.signInSetup.away(name) : [say.signInSetup.away(name), " ", say.signInSetup.havePassword]
  )
})

const begin = Effect.gen(function* () {
  const provider = yield* connected
  const { url, visit } = yield* visiting
  const next = ReturnPath.local(url.searchParams.get("next")) ?? ReturnPath.home
  const { flow, keep } = yield* ProviderFlow.begin(visit, next)
  return yield* provider.begin(flow, `${yield* BaseUrl}${callback}`).pipe(
    Effect.map((there) => keep(PageResponse.goTo(there))),
    Effect.catchTag("ProviderAway", (failure) => away(provider, failure))
  )
})

const outdated = say.signInSetup.outdated

const unproven = Effect.fnUntraced(function* (provider: Connected, { message }: NotProven) {
  yield* (yield* Outages).note("Sign-ins by the provider are refused", message)
  const said = say.signInSetup.unproven(provider.settings.name)
  return failed(provider, status.invalid_request_error, said)
})

const reasons = (name: string): Readonly<Record<NotAdmitted["reason"], Part>> => ({
  unverified: say.signInSetup.unverified(name),
  foreign: say.signInSetup.foreign(name),
  unmapped: say.signInSetup.unmapped(name),
  taken: say.signInSetup.taken(name),
  nowhere: say.signInSetup.nowhere
})

const refusalPage = Effect.fnUntraced(function* (provider: Connected, { reason }: NotAdmitted) {
  if (reason === "nowhere" || reason === "taken") {
    yield* Effect.logWarning(
      `A sign-in by the provider was refused: ${Faults.english(reasons("the provider")[reason])}`
    )
  }
  return failed(provider, status.permission_error, reasons(provider.settings.name)[reason])
})

/** Whether they follow an invitation to their own address, which they can accept after signing in. */
const isInvited = Effect.fnUntraced(function* (email: string | undefined, next: string) {
  const [, token] = /^\/join\/([^/?]+)$/u.exec(next) ?? []
  if (token === undefined) return false
  return (yield* (yield* Invitations).find(token))?.email === email
})

const admit = Effect.fnUntraced(function* (
  { settings }: Connected,
  session: BrowserSession.BrowserSession,
  { claims, idToken }: VerifiedIdentity,
  next: string
) {
  const invited = yield* isInvited(claims.email, next)
  const admitted = yield* (yield* AccountLinking).admit(settings, claims, invited)
  const { issuer, sid } = claims
  return yield* CompleteSignIn.complete(
    session,
    { ...admitted, provider: { issuer, sid, idToken } },
    PageResponse.goTo(next)
  )
})

const finish = Effect.gen(function* () {
  const provider = yield* connected
  const { url, visit } = yield* visiting
  const begun = yield* ProviderFlow.resume(visit, url.searchParams.get("state") ?? "")
  if (begun === undefined) return failed(provider, status.invalid_request_error, outdated)
  const came = new URL(`${yield* BaseUrl}${callback}${url.search}`)
  const answer = yield* provider.finish(came, begun.flow).pipe(
    Effect.flatMap((proven) => admit(provider, visit, proven, begun.next)),
    Effect.catchTags({
      ProviderAway: (failure) => away(provider, failure),
      NotProven: (failure) => unproven(provider, failure),
      NotAdmitted: (failure) => refusalPage(provider, failure)
    })
  )
  return begun.keep(answer)
})

/** The page after signing out, which also signs out at the provider; undefined if the provider doesn't support it. */
export const leaving = Effect.fnUntraced(function* (idToken: string | undefined) {
  const provider = yield* Provider
  if (provider === undefined || idToken === undefined) return undefined
  const onward = yield* provider
    .leave(idToken, `${yield* BaseUrl}/sign-in`)
    .pipe(
      Effect.catchTag("ProviderAway", ({ message }) =>
        Effect.as(Effect.logWarning(`Nobody is signed out at the provider: ${message}`), undefined)
      )
    )
  if (onward === undefined) return undefined
  return PageResponse.respond({
    title: say.signInSetup.signingOut,
    width: "narrow",
    continueTo: onward,
    body: html`<div class="card">
      <h1>${say.signInSetup.signedOutHere}</h1>
      <p>${say.signInSetup.nowOut(provider.settings.name)}</p>
      <div class="actions"><a class="button" href="${onward}">${say.signInSetup.continue}</a></div>
    </div>`
  })
})

export const routes = [PageResponse.route("GET", path, begin), PageResponse.route("GET", callback, finish)]
