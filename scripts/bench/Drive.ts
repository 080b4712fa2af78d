/** A load generator with keep-alive connections that send the next request as soon as the last one is answered. */
import { connect } from "node:net"

/** A GET that expects 200, or a POST. */
export interface Request {
  readonly path: string
  readonly body?: unknown
  /** The idempotency key of a request that creates, which expects 201. */
  readonly key?: string
}

export interface Load {
  readonly url: string
  readonly token: string
  readonly connections: number
  readonly seconds: number
  readonly next: () => Request
}

export interface Outcome {
  readonly requests: number
  readonly perSecond: number
  /** Latencies in milliseconds. */
  readonly p50: number
  readonly p99: number
}

const bytesOf = (host: string, token: string, { body, key, path }: Request) => {
  const head = `${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n`
  if (body === undefined) return `GET ${head}\r\n`
  const text = JSON.stringify(body)
  const keyed = key === undefined ? "" : `idempotency-key: ${key}\r\n`
  return `POST ${head}${keyed}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

const isWhole = (bytes: Buffer): boolean => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/iu.exec(bytes.toString("latin1", 0, end))
  if (length === null) throw new Error("An answer without Content-Length")
  return bytes.length >= end + 4 + Number(length[1])
}

const connection = (load: Load, until: number, latencies: Array<number>) =>
  new Promise<void>((done, fail) => {
    const { host, hostname, port } = new URL(load.url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let pending = Buffer.alloc(0)
    let [begun, expected] = [0, ""]
    const send = () => {
      const request = load.next()
      expected = request.key === undefined ? "200" : "201"
      begun = performance.now()
      socket.write(bytesOf(host, load.token, request))
    }
    socket.on("connect", send)
    socket.on("error", fail)
    socket.on("data", (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      if (!isWhole(pending)) return
      const ended = performance.now()
      latencies.push(ended - begun)
      if (pending.toString("latin1", 9, 12) !== expected)
        return fail(new Error(`Not ${expected}: ${pending.toString()}`))
      pending = Buffer.alloc(0)
      if (ended < until) return send()
      socket.end()
      done()
    })
  })

export const drive = async (load: Load): Promise<Outcome> => {
  const latencies: Array<number> = []
  const begun = performance.now()
  const until = begun + load.seconds * 1000
  await Promise.all(Array.from({ length: load.connections }, () => connection(load, until, latencies)))
  const seconds = (performance.now() - begun) / 1000
  const sorted = Float64Array.from(latencies).sort()
  const quantile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99)
  }
}
