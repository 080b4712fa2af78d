/** The consent step: a person decides what an app may do, and in which workspace. */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Data, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { InteractionResults } from "oidc-provider"
import { Grants } from "../../../layers/identity/oauth/Grants.ts"
import type { Membership } from "../../../layers/identity/people/Membership.ts"
import { People } from "../../../layers/identity/people/People.ts"
import { Sessions } from "../../../layers/identity/people/Sessions.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import * as Scope from "../../../schema/Scope.ts"
import * as Form from "../web/Form.ts"
import * as ReturnPath from "../../identity/pages/signIn/ReturnPath.ts"
import * as PageResponse from "../web/PageResponse.ts"
import * as BrowserSession from "../web/BrowserSession.ts"
import { say } from "../web/i18n/Words.ts"
import { AuthorizationServer } from "./AuthorizationServer.ts"
import * as ConsentPage from "./ConsentPage.ts"
import * as Redirect from "./Redirect.ts"

const expired = new PageResponse.Refusal({
  type: "invalid_request_error",
  message: say.consent.expired
})

class LibraryError extends Data.TaggedError("LibraryError")<{ readonly cause: unknown }> {}

/** The library's error for a request that has ended; any other error is ours. */
const isExpired = ({ cause }: LibraryError) => cause instanceof Error && cause.name === "SessionNotFound"

const begun = <A>(step: () => Promise<A>) =>
  Effect.tryPromise({ try: step, catch: (cause) => new LibraryError({ cause }) }).pipe(
    Effect.catch((error) => (isExpired(error) ? Effect.fail(expired) : Effect.die(error.cause)))
  )

const nodeOf = (request: HttpServerRequest.HttpServerRequest) =>
  [
    NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage,
    NodeHttpServerRequest.toServerResponse(request) as ServerResponse
  ] as const

/** The authorization request this browser began: the app and the scopes it asks for. */
const interaction = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { provider } = yield* yield* AuthorizationServer
  const details = yield* begun(() => provider.interactionDetails(...nodeOf(request)))
  const clientId = String(details.params["client_id"])
  const client = yield* Effect.promise(() => provider.Client.find(clientId))
  if (client === undefined) return yield* expired
  const scopes = String(details.params["scope"] ?? "").split(" ")
  return {
    details,
    client: {
      id: clientId,
      name: ConsentPage.nameOf(client.clientName, clientId),
      redirect: Redirect.of(String(details.params["redirect_uri"]))
    },
    asked: Scope.all.filter((scope) => scopes.includes(scope))
  }
})

type Interaction = Effect.Success<typeof interaction>

/** Whether the person must sign in first: no one is signed in, or the app asks for a fresh sign-in. */
const mustSignIn = ({ session }: BrowserSession.BrowserSession, { details }: Interaction): boolean => {
  if (session === undefined) return true
  const again = String(details.params["prompt"] ?? "")
    .split(" ")
    .includes("login")
  return again && Date.parse(session.createdAt) < details.iat * 1000
}

/** The workspaces that an app can work in: not those that are suspended. */
const membershipsOf = Effect.fnUntraced(function* ({
  userId
}: NonNullable<BrowserSession.BrowserSession["session"]>) {
  const all = yield* (yield* People).memberships(userId)
  return all.filter(({ suspended }) => suspended === undefined)
})

const frameOf = (
  session: BrowserSession.BrowserSession,
  { asked, client, details }: Interaction,
  memberships: ReadonlyArray<Membership>,
  chosen: Partial<ConsentPage.Chosen> = {}
) =>
  PageResponse.respond(
    ConsentPage.frame({
      visit: session,
      action: `/oauth/consent/${details.uid}`,
      client,
      asked,
      memberships,
      chosen: { workspaceId: session.session?.workspaceId ?? undefined, scopes: asked, ...chosen }
    }),
    {
      ...(chosen.problem === undefined ? {} : PageResponse.invalid),
      formAction: [client.redirect.source]
    }
  )

const show = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const asking = yield* interaction
  const session = yield* (yield* BrowserSession.Visits).of(request)
  if (session.session === undefined || mustSignIn(session, asking)) {
    return PageResponse.goTo(ReturnPath.signIn(`/oauth/consent/${asking.details.uid}`))
  }
  const memberships = yield* membershipsOf(session.session)
  return BrowserSession.keep(session)(frameOf(session, asking, memberships))
})

/** Ends the interaction and redirects the browser to the app. */
const finish = Effect.fnUntraced(function* (result: InteractionResults) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { provider } = yield* yield* AuthorizationServer
  const [incoming, outgoing] = nodeOf(request)
  const location = yield* begun(() =>
    provider.interactionResult(incoming, outgoing, result, { mergeWithLastSubmission: false })
  )
  return PageResponse.goTo(location)
})

const problemOf = (membership: Membership | undefined, scopes: ReadonlyArray<Scope.Scope>) => {
  if (membership === undefined) return say.consent.chooseWorkspace
  return scopes.length === 0 ? say.consent.chooseOne : undefined
}

const submit = Effect.gen(function* () {
  const form = yield* Form.read("form", ["scope"])
  const asking = yield* interaction
  const { asked, client, details } = asking
  const { session } = form.visit
  if (session === undefined || mustSignIn(form.visit, asking)) {
    return PageResponse.goTo(ReturnPath.signIn(`/oauth/consent/${details.uid}`))
  }
  if (form.text("decision") !== "allow") {
    return yield* finish({ error: "access_denied", error_description: "The person denied it" })
  }
  const memberships = yield* membershipsOf(session)
  const workspaceId = form.text("workspace")
  const membership = memberships.find((one) => one.workspaceId === workspaceId)
  const scopes = asked.filter((scope) => form.all("scope").includes(scope))
  const problem = problemOf(membership, scopes)
  if (membership === undefined || problem !== undefined) {
    return frameOf(form.visit, asking, memberships, { workspaceId, scopes, problem })
  }
  const grant = {
    userId: session.userId,
    userName: session.name,
    clientId: client.id,
    clientName: client.name,
    redirectHost: client.redirect.host,
    scopes
  }
  const grantId = yield* (yield* Grants)
    .create(grant)
    .pipe(Effect.provideService(Tenant, { workspaceId: membership.workspaceId }))
  yield* (yield* Sessions).choose(session.token, membership.workspaceId)
  return yield* finish({
    login: { accountId: session.userId, remember: false, amr: ["pwd"] },
    consent: { grantId }
  })
})

export const routes = [
  PageResponse.route("GET", "/oauth/consent/:uid", show),
  PageResponse.route("POST", "/oauth/consent/:uid", submit)
]
