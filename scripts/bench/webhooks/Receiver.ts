/** A receiver on loopback that counts and times deliveries, and answers as told. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

interface Got {
  readonly id: string
  readonly payload: any
  readonly at: number
}

export interface Receiver {
  readonly url: string
  readonly got: Array<Got>
  readonly close: () => void
}

/** `answer` is told how often this `webhook-id` came before. */
export const listen = (
  answer: (response: ServerResponse, count: number) => void = (response) => void response.writeHead(204).end()
): Promise<Receiver> =>
  new Promise((resume) => {
    const got: Array<Got> = []
    const counts = new Map<string, number>()
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk) => chunks.push(chunk))
      request.on("end", () => {
        const id = String(request.headers["webhook-id"])
        const count = counts.get(id) ?? 0
        counts.set(id, count + 1)
        got.push({ id, payload: JSON.parse(Buffer.concat(chunks).toString()), at: Date.now() })
        answer(response, count)
      })
    })
    const close = () => {
      server.close()
      server.closeAllConnections()
    }
    server.listen(0, "127.0.0.1", () =>
      resume({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got, close })
    )
  })
