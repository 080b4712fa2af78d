/** Requests that come in while the service starts: they wait for its routes, for a while and not too many of them. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { ApiError } from "../../../schema/Fault.ts"
import * as Bare from "./Bare.ts"

type Exchange = [IncomingMessage, ServerResponse]

/** How long one waits, in milliseconds. */
const patience = 5_000

/** How many wait. */
const most = 500

const starting = new ApiError({
  code: "unavailable",
  message: "The service is starting. Send the request again after the delay.",
  retryAfter: 2
})

/** Serves what came early once the server has its routes. */
export const queueUntilRouted = (server: Server) => {
  const waiting = new Map<Exchange, NodeJS.Timeout>()
  const refuse = (exchange: Exchange) => {
    waiting.delete(exchange)
    const { body, headers, status } = Bare.refusal(starting)
    exchange[1].writeHead(status, headers).end(body)
  }
  server.on("request", (...exchange: Exchange) => {
    if (server.listenerCount("request") > 1) return
    if (waiting.size >= most) refuse(exchange)
    else waiting.set(exchange, setTimeout(refuse, patience, exchange))
  })
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
