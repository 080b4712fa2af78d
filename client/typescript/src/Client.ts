/** A client with a function for each operation, built from the table of operations. */
import { answerOf, keep } from "./Answers.ts"
import { sleep } from "./Backoff.ts"
import type { ReadOptions, Result, WriteOptions } from "./Calls.ts"
import { Feed, type FollowOptions } from "./Feed.ts"
import { operations } from "./generated/Operations.ts"
import type { Operations, Undo } from "./generated/Types.ts"
import * as Lines from "./Lines.ts"
import { Pages, type Turn } from "./Pages.ts"
import { PipelineError } from "./PipelineError.ts"
import * as Route from "./Route.ts"
import { errorOf, type Request, send, type Settings } from "./Send.ts"

export interface ClientOptions {
  /** The service's address, such as `https://crm.example`. */
  readonly url: string
  /** An API key (`svc_live_…`) or an OAuth access token. A function is called before each request and may fetch a new token. */
  readonly key: string | (() => string | Promise<string>)
  /** The agent's name in the audit log. */
  readonly agent?: string | undefined
  /** The maximum number of retries per call. The default is 4. */
  readonly retries?: number | undefined
  /** Milliseconds for a call including its retries. The default is 60,000. */
  readonly timeout?: number | undefined
  /** Milliseconds for a single attempt. The default is 30,000. */
  readonly attemptTimeout?: number | undefined
  readonly fetch?: typeof fetch | undefined
  /** For tests: replaces waiting, random numbers and the clock. */
  readonly sleep?: Settings["sleep"] | undefined
  readonly random?: (() => number) | undefined
  readonly now?: (() => number) | undefined
}

export interface Client extends Operations {
  /** Follows the workspace's changes as an endless `for await`, starting at a cursor if given. */
  follow(options?: FollowOptions): Feed
  /** Undoes the call that returned this value. */
  undoOf(value: object, options?: WriteOptions): Promise<Undo>
  /** Uploads an image (PNG, JPEG, WebP or GIF, 10 MB), and returns the url for `screenshot` or `attachments` of a lead. */
  uploadImage(image: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>, options?: WriteOptions): Promise<string>
}

const keyLetters = 32

/** A separate key for each call. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(keyLetters / 2)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")

/** `fetch` must be called as a function of the global object. */
const defaults = {
  agent: undefined,
  fetch: ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args)) as typeof fetch,
  retries: 4,
  timeout: 60_000,
  attemptTimeout: 30_000,
  sleep,
  random: Math.random,
  now: Date.now
}

const settingsOf = ({ key, url, ...others }: ClientOptions): Settings => {
  if (!/^https?:\/\/[^/]/u.test(url))
    throw new TypeError(
      `url is ${JSON.stringify(url)}: give the address of the service, such as https://crm.example`
    )
  if (typeof key !== "function" && (typeof key !== "string" || !/^[\x21-\x7e]+$/u.test(key)))
    throw new TypeError(
      "key is not one: give an API key (svc_live_…), an access token, or a function that returns one"
    )
  const settings = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return { ...defaults, ...settings, key, url: url.replace(/\/+$/u, "").replace(/\/v1$/u, "") }
}

const valueOf = async (response: Response) => {
  const text = await response.text()
  if (!response.ok || response.status === 202) throw errorOf(response, text)
  return { text, response }
}

const jsonOf = async (response: Response): Promise<unknown> => {
  const answer = await valueOf(response)
  try {
    return keep(JSON.parse(answer.text), response)
  } catch {
    throw errorOf(response, answer.text)
  }
}

const safely =
  <Args extends Array<unknown>>(call: (...args: Args) => PromiseLike<unknown>) =>
  async (...args: Args): Promise<Result<unknown, PipelineError>> => {
    try {
      return { ok: true, value: await call(...args) }
    } catch (error) {
      if (error instanceof PipelineError) return { ok: false, error }
      throw error
    }
  }

type Input = Readonly<Record<string, unknown>>

/** The function of one operation. */
const operation = (settings: Settings, id: string, line: string) => {
  const route = Route.read(id, line)
  const requestOf = (input: Input = {}) => Route.request(route, settings.url, input)
  if (route.how === "LIST") {
    const page = (input: Input = {}, options: ReadOptions = {}) =>
      send(settings, requestOf(input), options, jsonOf) as Promise<Turn<unknown>>
    const list = (input: Input = {}, options?: ReadOptions) =>
      new Pages((cursor) => page(cursor === undefined ? input : { ...input, cursor }, options))
    return Object.assign(list, { safe: safely(page) })
  }
  if (route.how === "FILE")
    return async function* (input?: Input, options: ReadOptions = {}) {
      yield* Lines.read(await send(settings, requestOf(input), options, bodyOf))
    }
  const reads = route.how === "GET" || route.how === "READ"
  const call = async (input?: Input, options: WriteOptions = {}) => {
    const key = reads ? {} : { idempotencyKey: options.idempotencyKey ?? randomKey() }
    return send(settings, requestOf(input), { ...options, ...key }, jsonOf)
  }
  const dryRun = async (input?: Input, options: WriteOptions = {}) => {
    const request = requestOf(input)
    const rehearsed = { ...request, headers: { ...request.headers, "dry-run": "true" } }
    return ((await send(settings, rehearsed, options, jsonOf)) as { dryRun: unknown }).dryRun
  }
  return Object.assign(call, { safe: safely(call) }, reads ? {} : { dryRun })
}

const bodyOf = async (response: Response) => {
  if (!response.ok || response.body === null) throw errorOf(response, await response.text())
  return response.body
}

const upload =
  (settings: Settings, client: Operations): Client["uploadImage"] =>
  async (image, options = {}) => {
    const { maxBytes, uploadUrl } = await client.leads.createUpload({}, options)
    const size = image instanceof Blob ? image.size : image.byteLength
    if (size > maxBytes)
      throw new RangeError(`The image has ${size} bytes, and at most ${maxBytes} are taken: make it smaller.`)
    const request: Request = {
      method: "PUT",
      url: uploadUrl,
      headers: { "content-type": "application/octet-stream" },
      body: image,
      open: true
    }
    const { signal, timeout } = options
    return ((await send(settings, request, { signal, timeout }, jsonOf)) as { url: string }).url
  }

/** A client of the service at an address, with one credential. */
export const createClient = (options: ClientOptions): Client => {
  const settings = settingsOf(options)
  const groups: object = Object.fromEntries(
    Object.entries(operations).map(([group, lines]) => [
      group,
      Object.fromEntries(
        Object.entries(lines).map(([verb, line]) => [verb, operation(settings, `${group}.${verb}`, line)])
      )
    ])
  )
  const made = groups as Operations
  return {
    ...made,
    follow: (options = {}) => new Feed(made.events.list, options),
    undoOf: async (value, options) => made.undo.run({ requestId: answerOf(value).requestId }, options),
    uploadImage: upload(settings, made)
  }
}
