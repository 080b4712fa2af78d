/** Stands before a service, and sees each request that passes. */
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** `seen` gets the number of the request and its path, before it is passed on; what it answers is sent instead. */
export const makeFront = (to: string, seen: (count: number, path: string) => number | undefined) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let count = 0
      const server = createServer(async (request, response) => {
        const status = seen(++count, request.url ?? "/")
        if (status !== undefined) return void response.writeHead(status).end()
        const { authorization = "" } = request.headers
        const answer = await fetch(to + request.url, { headers: { authorization } })
        const headers = { "content-type": answer.headers.get("content-type") ?? "text/plain" }
        response.writeHead(answer.status, headers).end(await answer.text())
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
