/** A webhook receiver on loopback: records what it gets, and answers as told. */
import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly at: number
}

export type Answer = (received: Received, response: ServerResponse, count: number) => void

const ok: Answer = (_received, response) => void response.writeHead(204).end()

export interface Receiver {
  readonly url: string
  readonly received: Array<Received>
  /** The most concurrent requests so far. */
  readonly maxOpen: () => number
}

/** `answer` is told how often the same `webhook-id` came before. Lasts as long as the scope. */
export const makeReceiver = (answer: Answer = ok) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const received: Array<Received> = []
      const counts = new Map<string, number>()
      let open = 0
      let maxOpen = 0
      const server = createServer((request, response) => {
        maxOpen = Math.max(maxOpen, (open += 1))
        response.on("close", () => (open -= 1))
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const id = String(request.headers["webhook-id"])
          const count = counts.get(id) ?? 0
          counts.set(id, count + 1)
          const one = {
            path: request.url ?? "",
            headers: request.headers,
            body: Buffer.concat(chunks),
            at: Date.now()
          }
          received.push(one)
          answer(one, response, count)
        })
      })
      await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
      return { url, received, maxOpen: () => maxOpen, server }
    }),
    ({ server }) =>
      Effect.promise(
        () =>
          new Promise<void>((resume) => {
            server.close(() => resume())
            server.closeAllConnections()
          })
      )
  )

/** Polls until `read` returns something other than undefined; dies after `seconds`. */
export const eventually = <A>(read: () => A | undefined | Promise<A | undefined>, seconds = 15) =>
  Effect.promise(async () => {
    const deadline = Date.now() + seconds * 1000
    while (true) {
      const value = await read()
      if (value !== undefined) return value
      if (Date.now() > deadline) throw new Error(`Nothing came within ${seconds} s: ${String(read)}`)
      await new Promise((resume) => setTimeout(resume, 20))
    }
  })
