/** The last step of signing in, between the first factor and the session. */
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type Origin, Sessions } from "../../../../layers/identity/people/Sessions.ts"
import type { UserId, WorkspaceId } from "../../../../schema/Id.ts"
import * as BrowserName from "../../rules/BrowserName.ts"
import * as IpAddress from "../../../shared/network/IpAddress.ts"
import * as Auth from "../../../surfaces/Auth.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as ReturnPath from "./ReturnPath.ts"
import * as SecondStep from "./SecondStep.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"

type Response = HttpServerResponse.HttpServerResponse

/** A person authenticated by a password, an emailed link or the provider. */
interface Authenticated {
  readonly userId: UserId
  /** The session at the provider. */
  readonly provider?: Origin["provider"]
  /** The workspace to open. */
  readonly workspaceId?: WorkspaceId | undefined
}

/** The browser's network and name, as precisely as they may be stored. */
const origin = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const address = IpAddress.prefixOf(yield* Auth.addressOf(request), 24, 48)
  return { address, agent: BrowserName.of(request.headers["user-agent"]) ?? null } satisfies Origin
})

/** Starts a session, which replaces the browser's current one. `next` is the response. */
export const open = Effect.fnUntraced(function* (
  session: BrowserSession.BrowserSession,
  shown: Authenticated,
  next: Response
) {
  const sessions = yield* Sessions
  if (session.session !== undefined) yield* sessions.close(session.session.token)
  const { provider, userId, workspaceId } = shown
  const token = yield* sessions.open(userId, { ...(yield* origin), ...(provider && { provider }) })
  if (workspaceId !== undefined) yield* sessions.choose(token, workspaceId)
  return BrowserSession.begin(session, token)(next)
})

/** Like `open`, but requires the second factor first if the account has one. In that case only the address in `next` is kept. */
export const complete = Effect.fnUntraced(function* (
  session: BrowserSession.BrowserSession,
  shown: Authenticated,
  next: Response
) {
  const isDue = shown.provider === undefined && (yield* SecondStep.isDue(session, shown.userId))
  if (!isDue) return yield* open(session, shown, next)
  const begun = { userId: shown.userId, next: next.headers["location"] ?? ReturnPath.home }
  const state = yield* SecondStep.begin(session, begun.userId, begun.next)
  return PageResponse.respond(yield* SecondStep.frame(session, state, begun))
})
