/** An app with a hand-written OAuth client, so that tests can also send wrong requests. */
import { createHash, randomBytes } from "node:crypto"
import type { FormBrowser, Fields, Page } from "../pages/FormBrowser.ts"

export interface Reply {
  readonly status: number
  readonly body: any
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
  readonly expires_in: number
}

export const callback = "http://127.0.0.1:7777/callback"

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

export class OAuthApp {
  readonly base: string
  readonly clientId: string
  readonly verifier = randomBytes(32).toString("base64url")
  constructor(base: string, clientId: string) {
    this.base = base
    this.clientId = clientId
  }

  static async register(base: string, metadata: Record<string, unknown> = {}): Promise<Reply> {
    const response = await fetch(`${base}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Test App", redirect_uris: [callback], ...metadata })
    })
    return { status: response.status, body: await response.json() }
  }

  static async make(base: string, metadata?: Record<string, unknown>): Promise<OAuthApp> {
    const { body } = await OAuthApp.register(base, metadata)
    return new OAuthApp(base, body.client_id)
  }

  /** The authorization request; a parameter of `undefined` is left out. */
  authorizeUrl(changes: Readonly<Record<string, string | undefined>> = {}): string {
    const url = new URL(`${this.base}/oauth/authorize`)
    const parameters = {
      client_id: this.clientId,
      response_type: "code",
      redirect_uri: callback,
      code_challenge: challengeOf(this.verifier),
      code_challenge_method: "S256",
      state: "the-state",
      resource: `${this.base}/mcp`,
      ...changes
    }
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    return url.href
  }

  /** Consents as a signed-in person; returns the page where the browser ends. */
  async consent(
    browser: FormBrowser,
    parameters: Readonly<Record<string, string | undefined>> = {},
    choices: Fields = {}
  ): Promise<Page> {
    return browser.submit(await browser.open(this.authorizeUrl(parameters)), {
      decision: "allow",
      ...choices
    })
  }

  async code(
    browser: FormBrowser,
    parameters: Readonly<Record<string, string | undefined>> = {},
    choices: Fields = {}
  ): Promise<string> {
    const { url } = await this.consent(browser, parameters, choices)
    return new URL(url).searchParams.get("code") ?? ""
  }

  async post(path: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
    const response = await fetch(this.base + path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: this.clientId, ...fields }).toString()
    })
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
  }

  exchange(code: string, changes: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.post("/oauth/token", {
      grant_type: "authorization_code",
      code,
      redirect_uri: callback,
      code_verifier: this.verifier,
      ...changes
    })
  }

  refresh(token: string, changes: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.post("/oauth/token", { grant_type: "refresh_token", refresh_token: token, ...changes })
  }

  /** The whole flow: returns the app's tokens after a person's consent. */
  async connect(
    browser: FormBrowser,
    parameters: Readonly<Record<string, string | undefined>> = {},
    choices: Fields = {}
  ): Promise<Tokens> {
    const { body } = await this.exchange(await this.code(browser, parameters, choices))
    return body as Tokens
  }
}
