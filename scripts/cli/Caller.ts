/** Calls the service over REST: adds the credential, retries if it is busy, and turns its errors into failures. */
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { version } from "../../layers/runtime/Version.ts"
import * as Account from "./Account.ts"
import { exits, Failed } from "./Failed.ts"

export interface Sent {
  readonly method: string
  /** The path below /v1, with its parameters filled in. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Additional seconds that the service may take. */
  readonly wait?: number
  /** The type of the response; the default is an object or array. */
  readonly answer?: "list" | "text"
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if it isn't JSON. */
  readonly body: any
}

/** The maximum number of attempts for a call, and the maximum delay before one, in seconds. */
const [tries, longest] = [4, 30]

const usualPatience = 60

const queryOf = (query: Readonly<Record<string, unknown>> = {}) => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)])
  )
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`
}

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unreachable = (url: string, cause: unknown) => {
  const { cause: inner, message } = cause as Error
  const reason = (inner as { code?: string; message?: string } | undefined) ?? {}
  return new Failed({
    code: "unavailable",
    message: `The service at ${url} does not answer (${reason.code ?? reason.message ?? message}). Start it (sales-pipeline start), or name another by --service or SALES_PIPELINE_URL.`,
    exit: exits.away
  })
}

const strange = (url: string, status: number) =>
  new Failed({
    code: "unavailable",
    message: `${url} answered ${status}, and not as a sales pipeline does. Is it the right address?`,
    exit: exits.away
  })

const failureOf = (url: string, { body, status }: Answer) => {
  const error = body?.error
  if (typeof error?.code !== "string" || typeof error.message !== "string") return strange(url, status)
  const hint = error.code === "invalid_credential" ? " Or sign in again: sales-pipeline login" : ""
  const id = error.request_id === "" || error.request_id === undefined ? "" : ` (${error.request_id})`
  return new Failed({
    code: error.code,
    message: `${error.message}${hint}${status >= 500 ? id : ""}`,
    exit: status >= 500 || status === 429 ? exits.away : exits.refused,
    error
  })
}

/** The delay after 429 or 503: Retry-After, or else one, two, then four seconds. */
const pauseBefore = ({ headers, status }: Answer, tried: number): number | undefined => {
  if (status !== 429 && status !== 503) return undefined
  const seconds = Number(headers.get("retry-after") ?? -1)
  const named = seconds < 0 ? 2 ** (tried - 1) : seconds
  return tried < tries && named <= longest ? named : undefined
}

const once = (account: Account.Account, { body, headers = {}, method, path, query, wait = 0 }: Sent) =>
  Effect.tryPromise({
    try: async (signal): Promise<Answer> => {
      const response = await fetch(`${account.url}/v1${path}${queryOf(query)}`, {
        method,
        redirect: "error",
        headers: {
          authorization: `Bearer ${account.token}`,
          agent: `sales-pipeline-cli/${version}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout((usualPatience + wait) * 1_000)])
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: parsed(text) }
    },
    catch: (cause) => unreachable(account.url, cause)
  })

const isObject = (body: unknown) => typeof body === "object" && body !== null

const isAsAsked = ({ answer }: Sent, { body }: Answer) => {
  if (answer === "text") return true
  return answer === "list" ? Array.isArray(body?.data) : isObject(body)
}

/** Adds an idempotency key to a write, so that it takes effect once however often it is sent. */
const keyed = ({ headers = {}, ...sent }: Sent): Sent => ({
  ...sent,
  headers: sent.method === "GET" ? headers : { "idempotency-key": randomUUID(), ...headers }
})

export const call = Effect.fnUntraced(function* (request: Sent) {
  const account = yield* Account.current
  const keyedRequest = keyed(request)
  for (let tried = 1; ; tried++) {
    const answer = yield* once(account, keyedRequest)
    if (answer.status < 400) {
      return isAsAsked(keyedRequest, answer) ? answer : yield* strange(account.url, answer.status)
    }
    const pause = pauseBefore(answer, tried)
    if (pause === undefined) return yield* failureOf(account.url, answer)
    yield* Effect.sleep(pause * 1_000)
  }
})

export const get = (path: string, query?: Sent["query"]) =>
  Effect.map(call({ method: "GET", path, ...(query && { query }) }), ({ body }) => body)

/** The items of a list across pages, at most `most`, and whether there are more. */
export const pages = Effect.fnUntraced(function* (
  path: string,
  query: Readonly<Record<string, unknown>>,
  most: number
) {
  const data: Array<unknown> = []
  let cursor = query["cursor"]
  for (;;) {
    const limit = Math.min(100, most - data.length)
    const request = { method: "GET", path, query: { ...query, limit, cursor }, answer: "list" } as const
    const { body: page, status } = yield* call(request)
    data.push(...page.data)
    if (!page.hasMore || data.length >= most) return { ...page, data }
    if (page.nextCursor === cursor) return yield* strange((yield* Account.current).url, status)
    cursor = page.nextCursor
  }
})
