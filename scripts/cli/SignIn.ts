/** Signs in with OAuth 2.1 and PKCE: registers this program, waits for the browser on the loopback address, refreshes tokens. */
import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type * as OpenIdClient from "openid-client"
import { exits, Failed, refused } from "./Failed.ts"
import type { SignIn } from "./Saved.ts"

/** Loaded only here, because most commands don't need it. */
const library = Effect.promise(() => import("openid-client"))

type Library = typeof OpenIdClient

/** An error of openid-client or `fetch`. */
interface Refusal extends Partial<Record<"code" | "message" | "error" | "error_description", string>> {
  readonly cause?: Refusal
}

const failedAs = (address: string, what: string) => (cause: unknown) => {
  const { cause: inner, code, error, error_description, message } = cause as Refusal
  if (error !== undefined)
    return refused(String(error), `${what}: ${error_description ?? error}. Run: sales-pipeline login`)
  const reason = inner?.cause?.code ?? inner?.code ?? code ?? message
  return new Failed({
    code: "unavailable",
    message: `${what}: ${address} does not answer as a sales pipeline (${reason}). Start it, or name another by --service.`,
    exit: exits.away
  })
}

/** Plain http is refused except on this machine, by the service as well. */
const options = ({ allowInsecureRequests }: Library, address: string) => ({
  algorithm: "oauth2" as const,
  execute: address.startsWith("http:") ? [allowInsecureRequests] : []
})

const configured = (client: Library, address: string, clientId: string) =>
  client.discovery(new URL(address), clientId, {}, client.None(), options(client, address))

const signInOf = (
  clientId: string,
  tokens: OpenIdClient.TokenEndpointResponse & { expiresIn?: () => number | undefined },
  before?: SignIn
): SignIn => ({
  clientId,
  accessToken: tokens.access_token,
  expiresAt: Date.now() + (tokens.expiresIn?.() ?? 0) * 1_000,
  refreshToken: tokens.refresh_token ?? before?.refreshToken ?? ""
})

export const refreshed = Effect.fnUntraced(function* (address: string, before: SignIn) {
  const client = yield* library
  return yield* Effect.tryPromise({
    try: async () => {
      const config = await configured(client, address, before.clientId)
      return signInOf(before.clientId, await client.refreshTokenGrant(config, before.refreshToken), before)
    },
    catch: failedAs(address, "The sign-in could not be renewed")
  })
})

/** Ends the sign-in at the service with all its tokens. */
export const revoke = Effect.fnUntraced(function* (address: string, { clientId, refreshToken }: SignIn) {
  const client = yield* library
  return yield* Effect.tryPromise({
    try: async () => client.tokenRevocation(await configured(client, address, clientId), refreshToken),
    catch: failedAs(address, "The sign-in could not be ended at the service")
  })
})

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body style="font:16px system-ui;margin:4rem auto;max-width:32rem"><h1>${title}</h1><p>${text}</p>`

const pages = {
  done: page("Signed in", "You can close this page and go back to the terminal."),
  refused: page("Not signed in", "Access was not given. The terminal says more.")
}

/** The browser's redirect from the service. A page that guesses the address doesn't know the state. */
const answered = (server: Server, address: string, state: string) =>
  new Promise<URL>((done) => {
    server.on("request", (request, response) => {
      const url = new URL(request.url ?? "/", address)
      if (url.pathname !== "/callback" || url.searchParams.get("state") !== state) {
        return void response.writeHead(404).end()
      }
      const isDone = url.searchParams.has("code")
      response.writeHead(isDone ? 200 : 400, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        connection: "close"
      })
      response.end(isDone ? pages.done : pages.refused, () => done(url))
    })
  })

/** The service keeps a consent page open no longer than this. */
const timeout = "10 minutes"

const listening = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }),
  (server) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

/** `show` receives the address for the person to open. */
export const signIn = Effect.fnUntraced(function* (
  address: string,
  scope: string | undefined,
  show: (url: string) => Effect.Effect<void>
) {
  const client = yield* library
  const server = yield* listening
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const redirect = `${home}/callback`
  const failed = failedAs(address, "Signing in failed")
  const config = yield* Effect.tryPromise({
    try: () =>
      client.dynamicClientRegistration(
        new URL(address),
        {
          client_name: "sales-pipeline command line",
          redirect_uris: [redirect],
          grant_types: ["authorization_code", "refresh_token"],
          token_endpoint_auth_method: "none"
        },
        client.None(),
        options(client, address)
      ),
    catch: failed
  })
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const parameters = {
    redirect_uri: redirect,
    state,
    code_challenge: yield* Effect.promise(() => client.calculatePKCECodeChallenge(verifier)),
    code_challenge_method: "S256",
    ...(scope === undefined ? {} : { scope })
  }
  const back = answered(server, home, state)
  yield* show(client.buildAuthorizationUrl(config, parameters).href)
  const url = yield* Effect.promise(() => back).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () =>
        Effect.fail(refused("timeout", "Nobody signed in within ten minutes. Run: sales-pipeline login"))
    })
  )
  return yield* Effect.tryPromise({
    try: async () => {
      const checks = { pkceCodeVerifier: verifier, expectedState: state }
      return signInOf(
        config.clientMetadata().client_id,
        await client.authorizationCodeGrant(config, url, checks)
      )
    },
    catch: failed
  })
}, Effect.scoped)
