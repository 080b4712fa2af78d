/** A load generator: keep-alive connections that send the next request as soon as the last is answered. */
import { connect } from "node:net"

export interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The expected status. */
  readonly status: number
}

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly next: () => Request
}

export interface Outcome {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const bytesOf = (host: string, { body, headers, method, path }: Request) => {
  const text = body === undefined ? "" : JSON.stringify(body)
  const lines = Object.entries({
    host,
    ...headers,
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) })
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`
}

const blank = Buffer.from("\r\n\r\n")

/** The length of the first answer in `bytes`, once it is complete. */
const lengthOf = (bytes: Buffer): number | undefined => {
  const end = bytes.indexOf(blank)
  if (end < 0) return undefined
  const length = /\r\ncontent-length: (\d+)/iu.exec(bytes.toString("latin1", 0, end))
  if (length === null) throw new Error("An answer without Content-Length")
  const whole = end + 4 + Number(length[1])
  return bytes.length >= whole ? whole : undefined
}

const statusOf = (bytes: Buffer) => Number(bytes.toString("latin1", 9, 12))

const one = (load: Load, until: number, latencies: Array<number>) =>
  new Promise<void>((done, fail) => {
    const { host, hostname, port } = new URL(load.url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let pending = Buffer.alloc(0)
    let begun = 0
    let expected = 0
    const send = () => {
      const request = load.next()
      expected = request.status
      begun = performance.now()
      socket.write(bytesOf(host, request))
    }
    socket.on("connect", send)
    socket.on("error", fail)
    socket.on("data", (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      if (lengthOf(pending) === undefined) return
      const ended = performance.now()
      latencies.push(ended - begun)
      if (statusOf(pending) !== expected) return fail(new Error(`Not ${expected}: ${pending.toString()}`))
      pending = Buffer.alloc(0)
      if (ended < until) return send()
      socket.end()
      done()
    })
  })

const quantile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

export const drive = async (load: Load): Promise<Outcome> => {
  const latencies: Array<number> = []
  const begun = performance.now()
  const until = begun + load.seconds * 1000
  await Promise.all(Array.from({ length: load.connections }, () => one(load, until, latencies)))
  const seconds = (performance.now() - begun) / 1000
  const sorted = Float64Array.from(latencies).sort()
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99)
  }
}
