/** The email client's side panel. A token opens it once; a cookie that is valid only for the panel keeps it open. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Actor } from "../../layers/identity/Actor.ts"
import { Deals } from "../../layers/deals/Deals.ts"
import { EmbedGrants, sessionMinutes } from "../../layers/identity/EmbedGrants.ts"
import { Leads } from "../../layers/leads/Leads.ts"
import { type MatchedRecords, Matches } from "../../layers/deals/Matches.ts"
import * as WorkspaceStatus from "../../layers/identity/rehearsals/WorkspaceStatus.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { Templates } from "../../layers/templates/Templates.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { status, Unauthenticated } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import * as RecordScope from "../../schema/RecordScope.ts"
import * as MergeTokens from "../templates/rules/MergeTokens.ts"
import * as Auth from "./Auth.ts"
import { say } from "./web/i18n/Words.ts"
import * as Reader from "./web/i18n/Reader.ts"
import * as EmbeddedPage from "./web/frame/EmbeddedPage.ts"
import * as SidePanel from "../deals/pages/SidePanel.ts"

type Request = HttpServerRequest.HttpServerRequest

const cookie = "embed"

/** The partitioned cookie of embedded panels, limited to the path of the panel. */
const cookieOptions = {
  path: "/embed",
  maxAge: `${sessionMinutes} minutes`,
  secure: true,
  httpOnly: true,
  sameSite: "none",
  partitioned: true
} as const

const queryOf = ({ url }: Request) => new URL(url, "http://embed").searchParams

const readerOf = (request: Request) => Reader.from(request.headers["accept-language"])

/** People get a page, programs get the error envelope. */
const refuse = Effect.fnUntraced(function* (request: Request) {
  yield* Auth.countAddress(request, "embed")
  if (request.headers["accept"]?.includes("text/html") !== true) {
    return yield* new Unauthenticated({
      code: "invalid_credential",
      message:
        "The embed token or session is unknown, used or expired. Make a new one with POST /v1/embed-token."
    })
  }
  const { embedFrameAncestors } = yield* Settings
  return EmbeddedPage.respond(
    SidePanel.over,
    status.authentication_error,
    readerOf(request),
    embedFrameAncestors
  )
})

/** The panel's address, with the requested email, if any. */
const panelAt = (email: string | null) =>
  email === null ? "/embed" : `/embed?${String(new URLSearchParams({ email }))}`

const start = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  // A HEAD request doesn't use up the token.
  if (request.method === "HEAD") return HttpServerResponse.empty({ headers: EmbeddedPage.headers() })
  const query = queryOf(request)
  const secret = yield* (yield* EmbedGrants).redeem(query.get("token") ?? "")
  if (secret === undefined) return yield* refuse(request)
  return HttpServerResponse.empty({
    status: 303,
    headers: { ...EmbeddedPage.headers(), location: panelAt(query.get("email")) }
  }).pipe(HttpServerResponse.setCookieUnsafe(cookie, secret, cookieOptions))
})

const unscoped = say.panel.unscoped

/** The matches for an email, or the reason why it isn't looked up. */
const lookUp = Effect.fnUntraced(function* (email: string) {
  const { scopes } = yield* Actor
  if (!RecordScope.mayRead(scopes, "deal") || !RecordScope.mayRead(scopes, "lead"))
    return { found: undefined, problem: unscoped }
  if (email === "") return { found: undefined, problem: undefined }
  if (!Field.isEmail(email)) return { found: undefined, problem: say.panel.noEmail }
  return { found: yield* (yield* Matches).find(email), problem: undefined }
})

const nobody = { first_name: null, company: null }

/** Templates are filled with the person found. If the match is someone else at the same company, only the company is used. */
const valuesOf = Effect.fnUntraced(function* (found: MatchedRecords | undefined) {
  const { user } = yield* Actor
  const [deal, lead] = [found?.deals[0], found?.leads[0]]
  if (found?.match !== "email") {
    const company = deal?.company ?? lead?.company ?? null
    return MergeTokens.values({ ...nobody, company }, user.name)
  }
  // The deal or lead may have been deleted since it was found.
  const ofDeal =
    deal === undefined
      ? nobody
      : yield* (yield* Deals).find(deal.id).pipe(
          Effect.map(MergeTokens.ofDeal),
          Effect.orElseSucceed(() => nobody)
        )
  const ofLead =
    lead === undefined
      ? nobody
      : yield* (yield* Leads).find(lead.id).pipe(
          Effect.map(MergeTokens.ofLead),
          Effect.orElseSucceed(() => nobody)
        )
  const recipient = {
    first_name: ofDeal.first_name ?? ofLead.first_name,
    company: ofDeal.company ?? ofLead.company
  }
  return MergeTokens.values(recipient, user.name)
})

const content = Effect.fnUntraced(function* (request: Request) {
  const { scopes, workspace } = yield* Actor
  const email = queryOf(request).get("email")?.trim() ?? ""
  const { found, problem } = yield* lookUp(email)
  const templates = RecordScope.mayRead(scopes, "template") ? yield* (yield* Templates).list() : []
  return { workspace: workspace.name, email, found, problem, templates, values: yield* valuesOf(found) }
})

const panel = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const actor = yield* (yield* EmbedGrants).session(request.cookies[cookie] ?? "")
  if (actor === undefined) return yield* refuse(request)
  if (actor.workspace.suspended !== undefined)
    return yield* WorkspaceStatus.refusal(actor.workspace.suspended)
  yield* Auth.count(actor)
  const page = yield* content(request).pipe(
    Effect.provideService(Actor, actor),
    Effect.provideService(Tenant, { workspaceId: actor.workspace.id })
  )
  const { embedFrameAncestors } = yield* Settings
  return EmbeddedPage.respond(SidePanel.page(page), 200, readerOf(request), embedFrameAncestors)
})

export const routes = ["/api/embed/start", "/embed"].map((path) => ({ method: "GET", path }))

export const layer = Layer.mergeAll(
  HttpRouter.add("GET", "/api/embed/start", start),
  HttpRouter.add("GET", "/embed", panel)
)
