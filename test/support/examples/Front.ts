/** Stands before a service, and sees each request that passes. */
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

const error = { type: "api_error", code: "unavailable", message: "Try again in a second." }

/** `seen` gets the number of the request before it is passed on; a request that it turns away is to be sent again in a second. */
export const makeFront = (to: string, seen: (count: number) => "turn away" | undefined) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let count = 0
      const server = createServer(async (request, response) => {
        const body = await buffer(request)
        if (seen(++count) === "turn away") {
          response.writeHead(503, { "content-type": "application/json", "retry-after": "1" })
          return void response.end(JSON.stringify({ error }))
        }
        const { host: _, connection: __, "content-length": ___, ...headers } = request.headers
        const answer = await fetch(to + request.url, {
          method: request.method!,
          headers: headers as Record<string, string>,
          ...(body.length > 0 && { body })
        })
        response.writeHead(answer.status, {
          "content-type": answer.headers.get("content-type") ?? "text/plain"
        })
        response.end(await answer.text())
      })
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
    }),
    ({ server }) =>
      Effect.promise(
        () =>
          new Promise<void>((done) => {
            server.close(() => done())
            server.closeAllConnections()
          })
      )
  )
