/** Requests that arrive while the service starts wait for its routes, for a limited time and in limited number. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { ApiError } from "../../../../schema/Fault.ts"
import * as RawError from "./RawError.ts"

type Exchange = [IncomingMessage, ServerResponse]

/** How long a request waits, in milliseconds. */
const maxWait = 5_000

/** The maximum number of waiting requests. */
const maxWaiting = 500

const starting = new ApiError({
  code: "unavailable",
  message: "The service is starting. Send the request again after the delay.",
  retryAfter: 2
})

/** Holds early requests back until the server has its routes, then serves them. */
export const queueUntilRouted = (server: Server) => {
  const waiting = new Map<Exchange, NodeJS.Timeout>()
  const refuse = (exchange: Exchange) => {
    waiting.delete(exchange)
    const { body, headers, status } = RawError.refusal(starting)
    exchange[1].writeHead(status, headers).end(body)
  }
  server.on("request", (...exchange: Exchange) => {
    if (server.listenerCount("request") > own) return
    if (waiting.size >= maxWaiting) refuse(exchange)
    else waiting.set(exchange, setTimeout(refuse, maxWait, exchange))
  })
  /** The number of listeners that don't answer requests; a further one is the router. */
  const own = server.listenerCount("request")
  server.on("newListener", (event) => {
    if (event !== "request") return
    setImmediate(() => {
      for (const [exchange, timer] of waiting) {
        clearTimeout(timer)
        server.emit("request", ...exchange)
      }
      waiting.clear()
    })
  })
}
