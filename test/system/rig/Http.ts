/** Sends one request, and records any outcome. */
import { type Agent, type IncomingHttpHeaders, request } from "node:http"
import { request as requestOverTls } from "node:https"

export interface Moments {
  /** When the load, the fault and the recovery began (`performance.now`). */
  readonly began: number
  readonly struck: number
  readonly healed: number
}

export interface Exchange {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
  readonly agent?: Agent | undefined
  /** Milliseconds until a request is given up; by default longer than any limit, so that a hanging request is recorded. */
  readonly patience?: number
}

interface Exchanged {
  /** Moments of `performance.now`, in milliseconds. */
  readonly began: number
  readonly ended: number
  /** Undefined if no answer began; `error` says whether it is complete. */
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The system's error code, if there was no complete answer. */
  readonly error: string | undefined
}

export const exchange = ({ agent, body, headers, method, patience = 45_000, url }: Exchange) =>
  new Promise<Exchanged>((done) => {
    const began = performance.now()
    const chunks: Array<Buffer> = []
    let [status, answered]: [number | undefined, IncomingHttpHeaders] = [undefined, {}]
    const end = (error?: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      const code = error && (error.code ?? error.message)
      const ended = performance.now()
      done({ began, ended, status, headers: answered, body: Buffer.concat(chunks), error: code })
    }
    const over = url.startsWith("https:") ? requestOverTls : request
    const sending = over(url, { method, headers, ...(agent && { agent }) }, (response) => {
      status = response.statusCode
      answered = response.headers
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", end)
      response.on("end", () => end())
    })
    const timer = setTimeout(() => sending.destroy(Object.assign(new Error(), { code: "HANGS" })), patience)
    sending.on("error", end)
    sending.end(body)
  })

export interface Asked {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly body?: unknown
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered extends Omit<Exchanged, "body"> {
  /** Undefined without a complete answer. */
  readonly status: number | undefined
  readonly text: string
  readonly retryAfter: number | undefined
  readonly isReplay: boolean
}

/** Sends JSON with a key of the API. */
export const send = async (
  agent: Agent | undefined,
  { body: value, headers, key, method, token, url }: Asked
): Promise<Answered> => {
  const body = value === undefined ? undefined : Buffer.from(JSON.stringify(value))
  const sent = {
    authorization: `Bearer ${token}`,
    ...(body && { "content-type": "application/json", "content-length": String(body.length) }),
    ...(key && { "idempotency-key": key }),
    ...headers
  }
  const { body: bytes, ...answer } = await exchange({ method, url, headers: sent, body, agent })
  const { "idempotent-replayed": replayed, "retry-after": after } = answer.headers
  return {
    ...answer,
    status: answer.error === undefined ? answer.status : undefined,
    text: answer.error === undefined ? bytes.toString() : "",
    retryAfter: after === undefined ? undefined : Number(after),
    isReplay: replayed === "true"
  }
}
