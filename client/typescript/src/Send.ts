/** Sends one call, with retries and timeouts, and interprets the response. */
import * as Backoff from "./Backoff.ts"
import type { ReadOptions, WriteOptions } from "./Calls.ts"
import type { Approval } from "./generated/Types.ts"
import { type Details, type ErrorType, PipelineError } from "./PipelineError.ts"

/** The settings of a client. */
export interface Settings {
  readonly url: string
  readonly key: string | (() => string | Promise<string>)
  readonly agent: string | undefined
  readonly fetch: typeof fetch
  readonly retries: number
  readonly timeout: number
  readonly attemptTimeout: number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly random: () => number
  readonly now: () => number
}

export interface Request {
  readonly method: string
  /** The absolute URL. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
  /** Whether to send it without the credential. */
  readonly open?: boolean
}

const fail = (details: Details<ErrorType>) => new PipelineError(details)

const lost = (code: "unreachable" | "timed_out" | "aborted", message: string, cause: unknown) =>
  fail({ type: "connection_error", code, message, cause })

const unexpected = (status: number, text: string) =>
  fail({
    type: "connection_error",
    code: "unexpected_answer",
    status,
    message: `The answer (status ${status}) is not the service's: check the address of the client. It begins: ${text.slice(0, 200)}`
  })

/** The parts of a response that describe the call's outcome. */
interface Answer {
  readonly approval?: Approval
  readonly error?: Pick<Details<ErrorType>, "type" | "code" | "message" | "meta"> & {
    readonly request_id?: string
  }
}

const parsed = (text: string): Answer | null | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error for a response. */
export const errorOf = (response: Response, text: string): PipelineError => {
  const { headers, status } = response
  const body = parsed(text)
  const requestId = headers.get("service-request-id") ?? undefined
  if (status === 202 && body?.approval !== undefined) {
    const { approval } = body
    const message = `It waits for an approval: ${approval.why} Nothing was done. Once an admin has decided, approvals.get({ id: "${approval.id}" }) has the answer.`
    return fail({
      type: "approval_pending",
      code: "approval_pending",
      message,
      status,
      requestId,
      approval
    })
  }
  const error = body?.error
  if (typeof error?.code !== "string") {
    const to = headers.get("location")
    return unexpected(status, to === null ? text : `(redirects to ${to})`)
  }
  const wait = Number(headers.get("retry-after") ?? Number.NaN)
  return fail({
    type: error.type,
    code: error.code,
    message: String(error.message),
    status,
    requestId: error.request_id ?? requestId,
    meta: error.meta,
    retryAfter: Number.isFinite(wait) && wait >= 0 ? wait : undefined
  })
}

/** A signal that fires with the caller's signal or after a timeout. */
const bounded = (milliseconds: number, signal: AbortSignal | undefined) => {
  const controller = new AbortController()
  const stop = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(), milliseconds)
  if (signal?.aborted) stop()
  signal?.addEventListener("abort", stop)
  const clear = () => (clearTimeout(timer), signal?.removeEventListener("abort", stop))
  return { signal: controller.signal, clear }
}

const headersOf = async (settings: Settings, request: Request, options: WriteOptions) => {
  const { agent, key } = settings
  const { idempotencyKey, ifMatch, plan, scope } = options
  return {
    accept: "application/json",
    ...(request.open ? {} : { authorization: `Bearer ${typeof key === "function" ? await key() : key}` }),
    ...(agent === undefined ? {} : { agent }),
    ...(scope === undefined ? {} : { scope: scope.join(" ") }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(plan === undefined ? {} : { plan }),
    ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
    ...request.headers
  }
}

/** A single attempt; `read` reads the response within the time limit. */
const attempt = async <A>(
  settings: Settings,
  request: Request,
  options: WriteOptions,
  milliseconds: number,
  read: (response: Response) => Promise<A>
): Promise<A> => {
  const within = bounded(milliseconds, options.signal)
  const { body, method, url } = request
  try {
    const headers = await headersOf(settings, request, options)
    const init = { method, headers, signal: within.signal, redirect: "manual" as const }
    return await read(await settings.fetch(url, body === undefined ? init : { ...init, body }))
  } catch (error) {
    if (error instanceof PipelineError) throw error
    if (options.signal?.aborted) throw lost("aborted", "The call was aborted.", options.signal.reason)
    if (within.signal.aborted)
      throw lost("timed_out", `No answer came within ${Math.round(milliseconds)} ms.`, error)
    const why = (error as { cause?: { message?: string } }).cause?.message ?? String(error)
    throw lost("unreachable", `${settings.url} could not be reached: ${why}`, error)
  } finally {
    within.clear()
  }
}

/** Sends the call and retries it if that may help, limited by number and time. */
export const send = async <A>(
  settings: Settings,
  request: Request,
  options: WriteOptions & ReadOptions,
  read: (response: Response) => Promise<A>
): Promise<A> => {
  const { now, random, sleep } = settings
  const { retries = settings.retries, signal, timeout = settings.timeout } = options
  const end = now() + timeout
  for (let tried = 0; ; tried++) {
    try {
      return await attempt(settings, request, options, Math.min(settings.attemptTimeout, end - now()), read)
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error
      error.attempts = tried + 1
      const wait = tried < retries ? Backoff.waitOf(error, tried, random()) : undefined
      if (wait === undefined || now() + wait >= end) throw error
      await sleep(wait, signal).catch((cause) => {
        throw lost("aborted", "The call was aborted while it waited to try again.", cause)
      })
    }
  }
}
