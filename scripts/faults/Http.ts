/** Sends one request, and records any outcome. */
import { Agent, request } from "node:http"

export interface Asked {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly body?: object
  readonly key?: string
}

export interface Answered {
  /** Moments of `performance.now`, in milliseconds. */
  readonly began: number
  readonly ended: number
  /** Undefined without a complete answer. */
  readonly status: number | undefined
  /** The system's error code, if there was no answer. */
  readonly error: string | undefined
  readonly text: string
  readonly retryAfter: number | undefined
  readonly isReplay: boolean
}

/** Longer than any limit, so that a hanging request is recorded. */
const patience = 45_000

export const send = (agent: Agent | undefined, { body, key, method, token, url }: Asked) =>
  new Promise<Answered>((done) => {
    const began = performance.now()
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const end = (rest: Partial<Answered>) => {
      clearTimeout(timer)
      const nothing = {
        status: undefined,
        error: undefined,
        text: "",
        retryAfter: undefined,
        isReplay: false
      }
      done({ began, ended: performance.now(), ...nothing, ...rest })
    }
    const headers = {
      authorization: `Bearer ${token}`,
      ...(sent && { "content-type": "application/json", "content-length": Buffer.byteLength(sent) }),
      ...(key && { "idempotency-key": key })
    }
    const sending = request(url, { method, ...(agent && { agent }), headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }))
      response.on("end", () => {
        const { "idempotent-replayed": replayed, "retry-after": after } = response.headers
        end({
          status: response.statusCode,
          text: Buffer.concat(chunks).toString(),
          retryAfter: after === undefined ? undefined : Number(after),
          isReplay: replayed === "true"
        })
      })
    })
    const timer = setTimeout(() => sending.destroy(Object.assign(new Error(), { code: "HANGS" })), patience)
    sending.on("error", (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }))
    sending.end(sent)
  })
