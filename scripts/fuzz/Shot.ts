/** One request of a run, and how it is sent. */
import { Agent, request } from "node:http"
import { connect } from "node:net"

export interface Shot {
  /** For example `REST deals.create`. */
  readonly target: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Raw bytes to send on a new socket, instead of a request. */
  readonly raw?: Buffer
  /** The port of a protocol other than HTTP. */
  readonly port?: number
}

export interface Outcome {
  /** 0 if there was no HTTP answer. */
  readonly status: number
  readonly size: number
  readonly start: string
  /** Why there was no answer. */
  readonly failure?: string
}

/** Milliseconds to wait for an answer; the service gives up on a request after 30 seconds. */
const patience = 32_000

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** A server may answer and close the connection before it has read the whole body. */
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

/** Sends raw HTTP or SMTP; reads until the other side closes, or until the time is up. */
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

/** The request as JSON, to send it again by hand; long parts are cut, with their length. */
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
