/** The service that a command calls, and its credential: a key from the environment, or the saved sign-in. */
import { Context, Effect } from "effect"
import { GlobalFlag, Flag } from "effect/cli"
import { refused, usage } from "./Failed.ts"
import * as Saved from "./Saved.ts"
import * as SignIn from "./SignIn.ts"
import { Surroundings } from "./Surroundings.ts"

export const Service = GlobalFlag.Setting("service")({
  flag: Flag.String("service").pipe(
    Flag.withDefault(""),
    Flag.withMetavar("URL"),
    Flag.withDescription(
      "The service's address. Left out: SALES_PIPELINE_URL, then the one you signed in to, then http://127.0.0.1:3000"
    )
  )
})

const usual = "http://127.0.0.1:3000"

/** The address without a trailing slash, as saved sign-ins use it. */
const addressOf = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/u.test(url.protocol) && url.search === "" && url.hash === ""
    ? text.replace(/\/+$/u, "")
    : undefined
}

const addressBy = Effect.fnUntraced(function* (flag: string) {
  const { env } = yield* Surroundings
  const named = flag || env["SALES_PIPELINE_URL"]
  const address = addressOf(named || ((yield* Saved.read).current ?? usual))
  if (address !== undefined) return address
  return yield* usage(
    `${flag ? "--service" : "SALES_PIPELINE_URL"} must be an address, http://… or https://…, not ${named}.`
  )
})

/** The address of the service. */
export const url = Effect.flatMap(Service, addressBy)

/** A token that ends within this many milliseconds is refreshed. */
const refreshMargin = 30_000

const fromSignIn = Effect.fnUntraced(function* (address: string) {
  const saved = (yield* Saved.read).services[address]
  if (saved === undefined) {
    return yield* refused(
      "not_signed_in",
      `You are not signed in to ${address}. Run: sales-pipeline login, or set SALES_PIPELINE_API_KEY to an API key (svc_live_…).`
    )
  }
  if (saved.expiresAt - refreshMargin > Date.now()) return saved.accessToken
  return yield* Saved.change((contents) => {
    const now = contents.services[address] ?? saved
    // Another command may have refreshed the token meanwhile.
    return now.expiresAt - refreshMargin > Date.now()
      ? Effect.succeed([now.accessToken, contents] as const)
      : Effect.map(
          SignIn.refreshed(address, now),
          (next) => [next.accessToken, Saved.withSignIn(contents, address, next)] as const
        )
  })
})

export interface Account {
  readonly url: string
  readonly token: string
}

export const Account = Context.Reference<Account | undefined>("scripts/cli/Account", {
  defaultValue: () => undefined
})

export const current = Effect.gen(function* () {
  const known = yield* Account
  if (known !== undefined) return known
  const { env } = yield* Surroundings
  const address = yield* url
  const key = env["SALES_PIPELINE_API_KEY"]
  return { url: address, token: key || (yield* fromSignIn(address)) } satisfies Account
})

/** For a program without flags: the address of the saved sign-in, and a token that is refreshed when it ends. */
export const signedIn = Effect.gen(function* () {
  const address = yield* addressBy("")
  yield* fromSignIn(address)
  return { url: address, token: () => Effect.runPromise(fromSignIn(address)) }
})
