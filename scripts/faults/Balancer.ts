/** A load balancer in front of several nodes, of one of two kinds, with keep-alive connections. */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Balancer {
  readonly url: string
  /** How many answers were its own. */
  readonly failed: () => number
  /** How many nodes it uses. */
  readonly ready: () => number
  readonly close: () => Promise<void>
}

/** Milliseconds between checks of a node's readiness. */
const interval = 1_000

/**
 * `retry` tries the next node if one refuses the connection, and does not check readiness; `health` uses the nodes that
 * were ready at the last check, and never retries.
 */
export const makeBalancer = async (
  kind: "retry" | "health",
  nodes: ReadonlyArray<string>
): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true })
  let ready = new Set(nodes)
  let turn = 0
  let failed = 0

  const ask = async () => {
    const answers = await Promise.all(
      nodes.map((node) =>
        fetch(`${node}/readyz`, { signal: AbortSignal.timeout(interval) }).then(
          async (answer) => (await answer.arrayBuffer(), answer.status === 200),
          // On a busy machine a slow check does not mean that the node is gone.
          (error: Error) => error.name === "TimeoutError" && ready.has(node)
        )
      )
    )
    ready = new Set(nodes.filter((_, index) => answers[index]))
  }
  const timer = setInterval(ask, interval)

  const badGateway = (response: ServerResponse) => {
    failed++
    if (!response.headersSent) response.writeHead(502)
    response.end()
  }

  const pass = (
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    rest: ReadonlyArray<string>
  ) => {
    const [node, ...others] = rest
    if (node === undefined) return badGateway(response)
    const { headers, method, url } = incoming
    const sending = request(`${node}${url}`, { method: method!, headers, agent }, (answer) => {
      const { connection: _, ...kept } = answer.headers
      response.writeHead(answer.statusCode!, kept)
      answer.pipe(response)
      answer.on("error", () => badGateway(response))
    })
    sending.on("error", (error: NodeJS.ErrnoException) => {
      // A keep-alive connection may end during a request. Like Go's transport, this sends a repeatable request again.
      const isRepeatable = method === "GET" || headers["idempotency-key"] !== undefined
      const hasEnded = sending.reusedSocket && isRepeatable && !response.headersSent
      if (hasEnded) return pass(incoming, body, response, [node, ...others])
      const mayRetry = kind === "retry" && error.code === "ECONNREFUSED"
      return mayRetry ? pass(incoming, body, response, others) : badGateway(response)
    })
    return sending.end(body)
  }

  const server = createServer((incoming, response) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      // If no node is ready, all are used, as balancers do.
      const isAny = kind === "retry" || ready.size === 0
      const open = isAny ? nodes : nodes.filter((node) => ready.has(node))
      const first = ++turn % open.length
      pass(incoming, Buffer.concat(chunks), response, [...open.slice(first), ...open.slice(0, first)])
    })
  })
  await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failed: () => failed,
    ready: () => ready.size,
    close: async () => {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resume) => server.close(resume))
    }
  }
}
