/** A webhook receiver on loopback that counts deliveries, with one good path and one path for each way to misbehave. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"

export interface Got {
  times: number
  readonly body: string
  /** Whether all copies had the same bytes and a valid signature. */
  isSound: boolean
}

type Misbehave = (response: ServerResponse) => void

/** The ways to misbehave; each lasts at most as long as the service waits. */
export const ways: Readonly<Record<string, Misbehave>> = {
  "/hang": () => {},
  "/reset": (response) => (response.socket as any).resetAndDestroy(),
  "/cut": (response) => void response.socket!.destroy(),
  "/error": (response) => void response.writeHead(500).end("no"),
  "/gone": (response) => void response.writeHead(410).end(),
  "/redirect": (response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
  "/garbage": (response) => void response.socket!.end("SSH-2.0-OpenSSH_9.9\r\n"),
  "/drip": (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write("."), 500)
    response.on("close", () => clearInterval(timer))
  },
  "/endless": (response) => {
    response.writeHead(200)
    // One piece per turn of the event loop, so that other requests are served too.
    const more = () => {
      if (response.destroyed || response.socket?.destroyed !== false) return
      if (response.write("x".repeat(65_536))) setImmediate(more)
    }
    response.on("drain", more)
    more()
  }
}

export class Receiver {
  readonly url: string
  /** By the subscription's path and the delivery's id. */
  readonly got = new Map<string, Map<string, Got>>()
  private readonly secrets = new Map<string, string>()
  private readonly server: Server

  private constructor(server: Server) {
    this.server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(): Promise<Receiver> {
    const server = createServer()
    await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))
    const receiver = new Receiver(server)
    server.on("request", (request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("error", () => {})
      request.on("end", () => {
        const path = request.url ?? ""
        const way = ways[path.replace(/^.*\//u, "/")]
        if (way !== undefined) return way(response)
        receiver.take(path, request.headers, Buffer.concat(chunks))
        return response.writeHead(204).end()
      })
    })
    return receiver
  }

  /** Sets the signing secret of a path. */
  trust(path: string, secret: string): void {
    this.secrets.set(path, secret)
    this.got.set(path, new Map())
  }

  private take(path: string, headers: IncomingHttpHeaders, body: Buffer): void {
    const all = this.got.get(path)
    const id = String(headers["webhook-id"])
    if (all === undefined) return
    const before = all.get(id)
    const isSound =
      this.isSigned(path, headers, body) && (before === undefined || before.body === body.toString())
    if (before === undefined) return void all.set(id, { times: 1, body: body.toString(), isSound })
    before.times++
    before.isSound &&= isSound
  }

  private isSigned(path: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
    try {
      new Webhook(this.secrets.get(path)!).verify(body, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resume) => this.server.close(resume))
  }
}
