/** Authenticates bearer tokens, then applies the rate limits. */
import { Clock, Context, Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type Actor, credentialId } from "../../layers/identity/Actor.ts"
import { Credentials, invalid, type Origin } from "../../layers/identity/Credentials.ts"
import { type LimitBucket, RateLimiter, type Verdict } from "../../layers/rateLimits/RateLimiter.ts"
import * as RefusalCounts from "../../layers/rateLimits/RefusalCounts.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { Usage } from "../../layers/identity/Usage.ts"
import { type Fault, RateLimited, Unauthenticated } from "../../schema/Fault.ts"
import { CallLog } from "../invocation/Call.ts"
import * as AgentName from "../audit/rules/AgentName.ts"
import * as IpAddress from "../shared/network/IpAddress.ts"
import * as TrustedProxies from "../shared/network/TrustedProxies.ts"
import { createHash } from "node:crypto"
import { Exchange } from "./http/Exchange.ts"
import { ofAddress } from "./http/server/InFlight.ts"
import * as ScopeHeader from "./http/request/ScopeHeader.ts"

const missing = new Unauthenticated({
  code: "missing_credential",
  message:
    "This needs a credential: send Authorization: Bearer <token>, with an API key (svc_live_…) from the workspace's settings or an OAuth access token."
})

type RequestSource = Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">

const names = ["key", "workspace"] as const

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). */
const headersOf = ({ states }: Verdict) => ({
  "ratelimit-policy": states.map((state, index) => `"${names[index]}";q=${state.limit};w=60`).join(", "),
  ratelimit: states
    .map((state, index) => `"${names[index]}";r=${state.remaining};t=${state.reset}`)
    .join(", ")
})

const limited = (code: RateLimited["code"], whose: string, seconds: number) =>
  new RateLimited({
    code,
    message: `The rate limit of this ${whose} is used up. Wait ${seconds} s, then send the request again.`,
    retryAfter: seconds
  })

const retryAfter = (verdict: Verdict) =>
  Math.min(60, Math.max(1, verdict.states[verdict.refused ?? 0]?.reset ?? 1))

/** The client's address as text. Behind declared proxies, it is the address that the first of them saw. */
const clientOf = (request: RequestSource, proxies: TrustedProxies.TrustedProxies): string => {
  const peer = Option.getOrElse(request.remoteAddress, () => "unknown")
  return TrustedProxies.clientOf(proxies, peer, request.headers["x-forwarded-for"])
}

/** The network of the client's address. */
export const addressOf = (request: RequestSource) =>
  Effect.map(Settings, ({ trustProxy }) => IpAddress.networkOf(clientOf(request, trustProxy)))

const countAs = Effect.fnUntraced(function* (bucket: LimitBucket) {
  const verdict = yield* (yield* RateLimiter).take([bucket])
  return verdict.refused === undefined ? undefined : retryAfter(verdict)
})

/** The sender of a request without a credential: its network. */
export const senderOf = (request: RequestSource) => Effect.map(addressOf(request), ofAddress)

/** Counts an attempt that can only be limited by address: a failed authentication, a sign-in, a public form. */
export const countAddress = Effect.fnUntraced(function* (request: RequestSource, purpose: string) {
  const { rateLimitPerAddress } = yield* Settings
  const key = `address:${purpose}:${yield* addressOf(request)}`
  const seconds = yield* countAs({ key, limit: rateLimitPerAddress })
  if (seconds === undefined) return
  yield* RefusalCounts.by("address")
  return yield* limited("rate_limited_address", "address", seconds)
})

/** The maximum sign-in attempts per minute for one email address from unknown browsers: in total, and per wide or narrow prefix. */
const strangers = { all: 30, wide: 20, narrow: 12 }

/** A prefix that a single holder may control: IPv4 /16, IPv6 /32. */
export const wideOf = (network: string) => IpAddress.prefixOf(network, 16, 32)

/** Counts a sign-in attempt from a browser the account doesn't know; returns its prefix if there were too many. */
export const countStrangers = Effect.fnUntraced(function* (request: RequestSource, email: string) {
  const network = yield* addressOf(request)
  const [narrow, wide] = [IpAddress.prefixOf(network, 24, 48), wideOf(network)]
  const name = `account:{${createHash("sha256").update(email).digest("base64url")}}`
  const verdict = yield* (yield* RateLimiter).take([
    { key: `${name}:${narrow}`, limit: strangers.narrow },
    { key: `${name}:${wide}`, limit: strangers.wide },
    { key: name, limit: strangers.all }
  ])
  if (verdict.refused === undefined) return undefined
  yield* RefusalCounts.by("account")
  return wide
})

const bearer = /^Bearer +(\S+)\s*$/iu

const originOf = (request: RequestSource, proxies: TrustedProxies.TrustedProxies): Origin => {
  const { agent, "user-agent": client } = request.headers
  return { address: clientOf(request, proxies), agent: agent ?? client }
}

/** Verifies the credential in an Authorization header without counting the request. */
export const verify = (header: string | undefined, origin?: Origin) =>
  Effect.contextWith((context: Context.Context<Credentials>) => {
    if (header === undefined || header.trim() === "") return Effect.fail(missing)
    const token = bearer.exec(header)?.[1]
    return token === undefined
      ? Effect.fail(invalid)
      : Context.get(context, Credentials).verify(token, origin)
  })

/** Records the caller for the access log. */
const note = (actor: Actor["Service"]) =>
  Effect.map(CallLog, (noted) => {
    if (noted !== undefined) noted.actor = actor
    return actor
  })

const verifyRequest = (request: RequestSource) =>
  Effect.contextWith((context: Context.Context<Settings>) => {
    const origin = originOf(request, Context.get(context, Settings).trustProxy)
    return Effect.tapErrorTag(verify(request.headers["authorization"], origin), "authentication_error", () =>
      countAddress(request, "authentication")
    )
  })

/** The caller of an HTTP request; a failure counts against its address. */
export const identify = (request: RequestSource) => Effect.flatMap(verifyRequest(request), note)

const overLimit = Effect.fnUntraced(function* (verdict: Verdict) {
  yield* RefusalCounts.by(verdict.refused === 0 ? "key" : "workspace")
  return yield* verdict.refused === 0
    ? limited("rate_limited_key", "credential", retryAfter(verdict))
    : limited("rate_limited_workspace", "workspace", retryAfter(verdict))
})

const bucketsOf = (actor: Actor["Service"], settings: Settings["Service"]): ReadonlyArray<LimitBucket> => [
  { key: `key:${credentialId(actor)}`, limit: settings.rateLimitPerKey },
  { key: `workspace:${actor.workspace.id}`, limit: settings.rateLimitPerWorkspace }
]

type Counting = Settings | RateLimiter | Usage | Exchange

const counted = (actor: Actor["Service"], context: Context.Context<Counting>, clock: Clock.Clock) => {
  const noted = Context.get(context, CallLog)
  if (noted !== undefined) noted.actor = actor
  const buckets = bucketsOf(actor, Context.get(context, Settings))
  const { take, takeNow } = Context.get(context, RateLimiter)
  const apply = (verdict: Verdict) => {
    const exchange = Context.get(context, Exchange)
    Object.assign(exchange.headers, headersOf(verdict))
    exchange.limits = verdict.states
    const isRefused = verdict.refused !== undefined
    const now = clock.currentTimeMillisUnsafe()
    Context.get(context, Usage).count(actor.workspace.id, credentialId(actor), isRefused, now)
    return isRefused ? overLimit(verdict) : Effect.void
  }
  return takeNow === undefined ? Effect.flatMap(take(buckets), apply) : apply(takeNow(clock, buckets))
}

/** Counts one request of a caller against both limits, and adds the rate-limit headers to the response. */
export const count = (actor: Actor["Service"]) =>
  Effect.withFiber<void, RateLimited, Counting>((fiber) =>
    counted(actor, fiber.context as Context.Context<Counting>, fiber.getRef(Clock.Clock))
  )

/** The caller, with the agent's own name if it sent one. */
export const calling = (actor: Actor["Service"], agent: string | undefined): Actor["Service"] =>
  agent === undefined ? actor : { ...actor, agent }

/** The caller with the agent and scopes from the request's headers. */
export const as = (actor: Actor["Service"], headers: Readonly<Record<string, string | undefined>>) =>
  ScopeHeader.narrowed(calling(actor, AgentName.of(headers["agent"])), headers["scope"])

/** The caller of an HTTP request, if its token was verified a moment ago. */
const knownOf = (
  request: RequestSource,
  context: Context.Context<Settings | Credentials>,
  clock: Clock.Clock
) => {
  const token = bearer.exec(request.headers["authorization"] ?? "")?.[1]
  if (token === undefined) return undefined
  const origin = originOf(request, Context.get(context, Settings).trustProxy)
  return Context.get(context, Credentials).known(token, origin, clock.currentTimeMillisUnsafe())
}

/** Authenticates an HTTP request and counts it against both limits. */
export const authenticate = (request: RequestSource) =>
  Effect.withFiber<Actor["Service"], Fault, Counting | Credentials>((fiber) => {
    const context = fiber.context as Context.Context<Counting | Credentials>
    const clock = fiber.getRef(Clock.Clock)
    const known = knownOf(request, context, clock)
    return Effect.flatMapEager(
      known === undefined ? verifyRequest(request) : Effect.succeed(known),
      (actor) => Effect.flatMapEager(counted(actor, context, clock), () => as(actor, request.headers))
    )
  })
