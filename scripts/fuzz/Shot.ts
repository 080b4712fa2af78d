/** One request of a run: what it is, and how it is sent. */
import { Agent, request } from "node:http"
import { connect } from "node:net"

export interface Shot {
  /** What is fuzzed, as `REST deals.create`. */
  readonly target: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Sent as it is, on a socket of its own, in the place of a request. */
  readonly raw?: Buffer
  /** The port of another protocol than HTTP. */
  readonly port?: number
}

export interface Outcome {
  /** 0 where there was no answer, as to bytes that are no HTTP. */
  readonly status: number
  readonly size: number
  readonly start: string
  /** Why there was none. */
  readonly failure?: string
}

/** Milliseconds after which an answer is missing; the service gives up on a request after 30 seconds. */
const patience = 32_000

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** A server may answer, and end the connection, while a body is still on its way. */
const isEnd = (code: string | undefined) => code === "EPIPE" || code === "ECONNRESET"

const overHttp = (base: string, { body, headers, method, path }: Shot) =>
  new Promise<Outcome>((done) => {
    const chunked = headers["transfer-encoding"] !== undefined
    const length = body === undefined || chunked ? {} : { "content-length": String(body.length) }
    const sent = request(
      base + path,
      { method, headers: { ...headers, ...length }, agent, timeout: patience },
      (answer) => {
        let size = 0
        let start = ""
        const status = answer.statusCode ?? 0
        answer.on("data", (chunk: Buffer) => {
          if (size < 1_000) start += chunk.toString("utf8").slice(0, 1_000)
          size += chunk.length
        })
        answer.on("close", () => done({ status, size, start }))
        answer.on("error", () => done({ status, size, start }))
      }
    )
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")))
    sent.on("error", (error: Error & { readonly code?: string }) =>
      done({ status: 0, size: 0, start: "", ...(isEnd(error.code) ? {} : { failure: error.message }) })
    )
    sent.end(body)
  })

/** HTTP as nobody writes it, and SMTP: whatever comes back before the other side, or the time, ends it. */
const overSocket = (base: string, { port, raw }: Shot) =>
  new Promise<Outcome>((done) => {
    const { hostname, port: own } = new URL(base)
    const socket = connect(port ?? Number(own), hostname)
    let size = 0
    let start = ""
    socket.on("data", (chunk) => {
      if (size < 4_000) start += chunk.toString("latin1")
      size += chunk.length
    })
    const end = () => {
      socket.destroy()
      done({ status: Number(/^HTTP\/1\.1 (\d{3})/u.exec(start)?.[1] ?? 0), size, start: start.slice(0, 300) })
    }
    socket.on("close", end)
    socket.on("error", end)
    socket.setTimeout(400, end)
    socket.write(raw!)
  })

export const send = (base: string, shot: Shot): Promise<Outcome> =>
  shot.raw === undefined ? overHttp(base, shot) : overSocket(base, shot)

/** For a person, or another tool, to send it again: as JSON, long parts told by their beginning and length. */
export const print = ({ body, headers, method, path, raw, target }: Shot): string => {
  const brief = (bytes: Buffer | undefined) =>
    bytes === undefined
      ? undefined
      : bytes.length <= 600
        ? bytes.toString("latin1")
        : `${bytes.toString("latin1").slice(0, 500)}… (${bytes.length} bytes)`
  return JSON.stringify(
    { target, method, path: path.slice(0, 600), headers, body: brief(body), raw: brief(raw) },
    null,
    2
  )
}
