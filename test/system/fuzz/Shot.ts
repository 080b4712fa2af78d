/** One request of a run, and how it is sent. */
import { Agent } from "node:http"
import { connect } from "node:net"
import { exchange } from "../rig/Http.ts"

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
const isEnd = (code: string) => code === "EPIPE" || code === "ECONNRESET"

const overHttp = async (base: string, { body, headers, method, path }: Shot): Promise<Outcome> => {
  const isChunked = headers["transfer-encoding"] !== undefined
  const length = body === undefined || isChunked ? {} : { "content-length": String(body.length) }
  const sent = { method, url: base + path, headers: { ...headers, ...length }, body, agent }
  const { body: answer, error, status = 0 } = await exchange({ ...sent, patience })
  const start = answer.toString("utf8", 0, 1_000)
  const isFailure = status === 0 && error !== undefined && !isEnd(error)
  return { status, size: answer.length, start, ...(isFailure && { failure: error }) }
}

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
