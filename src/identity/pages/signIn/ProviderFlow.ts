/**
 * Binds a sign-in with the provider to the browser that started it. The browser keeps one secret per sign-in, so that several tabs can sign
 * in at once. Nonce and verifier derive from it, and the encrypted `state` holds the rest.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { Ids } from "../../../../layers/runtime/Ids.ts"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"
import type { Flow } from "../../../../layers/identity/provider/Provider.ts"
import * as Cookies from "../../../surfaces/web/Cookies.ts"
import type { BrowserSession } from "../../../surfaces/web/BrowserSession.ts"

type Response = HttpServerResponse.HttpServerResponse

/** The maximum time at the provider, in milliseconds. */
const patience = 15 * 60_000

/** The maximum number of pending sign-ins per browser. */
const maxPending = 6

const context = "sign-in by the provider"

const State = Schema.fromJsonString(
  Schema.Struct({
    /** The hash of the browser's secret. */
    of: Schema.String,
    at: Schema.Finite,
    next: Schema.String
  })
)
const decode = Schema.decodeUnknownOption(State)

const hash = (secret: string) => createHash("sha256").update(secret).digest("base64url")

const secretsOf = Effect.fnUntraced(function* ({ overHttp }: BrowserSession) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const all = (Cookies.read(request, "provider", overHttp) ?? "").split("~").slice(0, maxPending)
  return all.filter((one) => /^[0-9A-Za-z]{43}$/u.test(one))
})

const flowOf = Effect.fnUntraced(function* (secret: string, state: string) {
  const { mac } = yield* Encryption
  const derived = (purpose: string) =>
    Buffer.from(mac(`${context}: ${purpose}`)(secret)).toString("base64url")
  return { state, nonce: derived("nonce"), verifier: derived("verifier") } satisfies Flow
})

const storeSecrets = ({ overHttp }: BrowserSession, secrets: ReadonlyArray<string>) =>
  secrets.length === 0
    ? Cookies.expire({ name: "provider", overHttp })
    : Cookies.set({ name: "provider", overHttp }, secrets.join("~"), patience)

/** Starts a sign-in that leads to `next`. `keep` stores the secret in a cookie. */
export const begin = Effect.fnUntraced(function* (session: BrowserSession, next: string) {
  const secret = yield* (yield* Ids).token(43)
  const plain = JSON.stringify({ of: hash(secret), at: yield* Clock.currentTimeMillis, next })
  const state = Buffer.from((yield* Encryption).seal(plain, context)).toString("base64url")
  const secrets = [secret, ...(yield* secretsOf(session))].slice(0, maxPending)
  return { flow: yield* flowOf(secret, state), keep: storeSecrets(session, secrets) }
})

interface Resumed {
  readonly flow: Flow
  readonly next: string
  /** Removes the secret's cookie, so that the response can be used only once. */
  readonly keep: (response: Response) => Response
}

/** The sign-in that a response belongs to; undefined if another browser started it, or if it has expired. */
export const resume = Effect.fnUntraced(function* (session: BrowserSession, state: string) {
  const sealed = Buffer.from(state, "base64url")
  const opened = yield* Effect.option((yield* Encryption).open(sealed, context))
  const begun = Option.getOrUndefined(Option.flatMap(opened, decode))
  if (begun === undefined || (yield* Clock.currentTimeMillis) > begun.at + patience) return undefined
  const secrets = yield* secretsOf(session)
  const secret = secrets.find((one) => hash(one) === begun.of)
  if (secret === undefined) return undefined
  const keep = storeSecrets(
    session,
    secrets.filter((one) => one !== secret)
  )
  return { flow: yield* flowOf(secret, state), next: begun.next, keep } satisfies Resumed
})
