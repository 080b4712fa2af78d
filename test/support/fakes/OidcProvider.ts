/** An outside OpenID Connect provider: oidc-provider as a server of its own, whose answers a test can spoil. */
import { Context, Effect, Layer } from "effect"
import {
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
  importJWK
} from "jose"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"
import { FormBrowser, type Page } from "../pages/FormBrowser.ts"

type Claims = Record<string, unknown>

/** Changes an ID token before it is signed again; `none` leaves it unsigned. */
interface Spoiled {
  readonly claims?: Claims
  readonly alg?: "none"
  readonly key?: JWK
}

export const clientId = "pipeline"
export const clientSecret = "a secret of the client, long enough"

const makeKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" }
}

const decode = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString("utf8"))

export class OidcProvider {
  readonly issuer: string
  /** What the provider says of each person. */
  readonly people = new Map<string, Claims>()
  spoiled: Spoiled | undefined
  /** Answers every request with this status. */
  broken: number | undefined
  /** How often each path was asked for. */
  readonly asked = new Map<string, number>()
  keys: ReadonlyArray<JWK> = []
  private service = ""
  private handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}

  constructor(issuer: string) {
    this.issuer = issuer
  }

  readonly serve = (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? "/", this.issuer).pathname
    this.asked.set(path, (this.asked.get(path) ?? 0) + 1)
    if (this.broken === undefined) return this.handle(request, response)
    response.writeHead(this.broken).end("broken")
  }

  async sign(claims: Claims, { alg, key = this.keys[0]! }: Spoiled = {}, typ?: string): Promise<string> {
    if (alg === "none") return new UnsecuredJWT(claims).encode()
    const header = { alg: "RS256", kid: key.kid, ...(typ && { typ }) } as JWTHeaderParameters
    return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key, "RS256"))
  }

  /** A notice of a logout, with claims changed; of `undefined` it is left out. */
  notice(changes: Claims, spoiled?: Spoiled): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} }
    const all = {
      iss: this.issuer,
      aud: clientId,
      iat: now,
      exp: now + 120,
      jti: crypto.randomUUID(),
      events,
      ...changes
    }
    return this.sign(
      Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined)),
      spoiled,
      "logout+jwt"
    )
  }

  /** Starts over with a new key, for a service at this address. */
  async connect(service = this.service): Promise<void> {
    this.service = service
    this.keys = [await makeKey(crypto.randomUUID())]
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${service}/sign-in/oidc/callback`],
          post_logout_redirect_uris: [`${service}/sign-in`],
          backchannel_logout_uri: `${service}/sign-in/oidc/backchannel`,
          backchannel_logout_session_required: true
        }
      ],
      jwks: { keys: this.keys as never },
      claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
      cookies: { keys: ["a key of cookies"] },
      features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
      // Its own refuses this machine.
      fetch: (url: string | URL | Request, { body, headers, method }: RequestInit = {}) =>
        fetch(url, { body, headers, method, redirect: "manual" } as RequestInit),
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...this.people.get(sub) }) })
    })
    provider.use(async (ctx, next) => {
      await next()
      const body = ctx.body as { id_token?: string } | undefined
      if (this.spoiled === undefined || body?.id_token === undefined) return
      const claims = { ...decode(body.id_token), ...this.spoiled.claims }
      body.id_token = await this.sign(claims, this.spoiled)
    })
    this.handle = provider.callback()
  }

  /** What a person's browser does at the provider: signs in if asked to, and agrees; returns where it is sent back to. */
  async approve(url: string, sub: string, browser = new FormBrowser(this.issuer)): Promise<string> {
    let page: Page = await browser.open(url)
    for (let step = 0; step < 4 && page.url.startsWith(this.issuer) && page.forms.length > 0; step++) {
      const isLogin = page.forms[0]!.inputs.some(({ name }) => name === "login")
      page = await browser.submit(page, isLogin ? { login: sub, password: "any" } : {}, 0)
    }
    return page.url
  }

  /** Signs a person in to the service by this provider. */
  async signIn(
    browser: FormBrowser,
    sub: string,
    { at, next }: { at?: FormBrowser; next?: string } = {}
  ): Promise<Page> {
    const query = next === undefined ? "" : `?next=${encodeURIComponent(next)}`
    const { url } = await browser.open(`/sign-in/oidc${query}`)
    return browser.open(await this.approve(url, sub, at))
  }
}

export class OutsideProvider extends Context.Service<OutsideProvider, OidcProvider>()(
  "pipeline/test/OutsideProvider"
) {
  static readonly layer = Layer.effect(
    OutsideProvider,
    Effect.acquireRelease(
      Effect.callback<{ readonly provider: OidcProvider; readonly stop: () => void }>((resume) => {
        const server = createServer((request, response) => provider.serve(request, response))
        let provider: OidcProvider
        server.listen(0, "127.0.0.1", () => {
          provider = new OidcProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
          resume(Effect.succeed({ provider, stop: () => void server.close().closeAllConnections() }))
        })
      }),
      ({ stop }) => Effect.sync(stop)
    ).pipe(Effect.map(({ provider }) => provider))
  )
}
