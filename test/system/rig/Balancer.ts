/** A load balancer in front of several nodes, of one of three kinds, with keep-alive connections. */
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

/**
 * `retry` tries the next node if one refuses the connection, and does not check readiness; `health` uses the nodes that
 * were ready at the last check, and never retries; `both` does what docs/operations/scale.md asks of a balancer: it checks, and
 * sends what may be repeated to the next node if one refuses, is lost or answers 503.
 */
export type Kind = "retry" | "health" | "both"

/** The body of its own answers. */
export const noAnswer = "The balancer got no answer."

/** Milliseconds between two checks of a node's readiness, and for one; the service takes 2 s at most to say that it is not ready. */
const [interval, patience] = [1_000, 3_000]

export const makeBalancer = async (kind: Kind, nodes: ReadonlyArray<string>): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(nodes)
  let turn = 0
  let failed = 0
  let isClosed = false

  const ask = async (node: string) => {
    const isReady = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(patience) }).then(
      async (answer) => (await answer.arrayBuffer(), answer.status === 200),
      // On a busy machine a slow check does not mean that the node is gone.
      (error: Error) => error.name === "TimeoutError" && ready.has(node)
    )
    if (isReady) ready.add(node)
    else ready.delete(node)
    if (!isClosed) setTimeout(ask, interval, node).unref()
  }
  if (kind !== "retry") for (const node of nodes) void ask(node)

  const badGateway = (response: ServerResponse) => {
    failed++
    if (response.headersSent) return response.destroy()
    return response.writeHead(502).end(noAnswer)
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
    const isRepeatable = method === "GET" || headers["idempotency-key"] !== undefined
    const goesOn = kind === "both" && isRepeatable && others.length > 0
    const sending = request(`${node}${url}`, { method: method!, headers, agent }, (answer) => {
      if (goesOn && answer.statusCode === 503) {
        answer.resume()
        return pass(incoming, body, response, others)
      }
      const { connection: _, ...kept } = answer.headers
      response.writeHead(answer.statusCode!, kept)
      answer.pipe(response)
      return answer.on("error", () => badGateway(response))
    })
    sending.on("error", (error: NodeJS.ErrnoException) => {
      // A keep-alive connection may end during a request. Like Go's transport, this sends a repeatable request again.
      const hasEnded = sending.reusedSocket && isRepeatable && !response.headersSent
      if (hasEnded) return pass(incoming, body, response, [node, ...others])
      const wasRefused = kind !== "health" && error.code === "ECONNREFUSED"
      return wasRefused || (goesOn && !response.headersSent)
        ? pass(incoming, body, response, others)
        : badGateway(response)
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
      isClosed = true
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resume) => server.close(resume))
    }
  }
}
