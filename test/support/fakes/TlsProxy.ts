/** Adds TLS to a PostgreSQL server without it, as managed databases do (PostgreSQL, section 54.2.10). */
import { Effect } from "effect"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { TLSSocket } from "node:tls"

const file = (name: string) => readFileSync(new URL(`../tls/${name}`, import.meta.url))

export const certificate = file("certificate.pem").toString()

/** Runs while the scope is open; returns its port. */
export const makeTlsProxy = (host: string, port: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const sockets = new Set<Socket>()
        const keep = <S extends Socket>(socket: S) => {
          sockets.add(socket)
          socket.on("error", () => socket.destroy())
          socket.on("close", () => sockets.delete(socket))
          return socket
        }
        const server = createServer((plain) => {
          keep(plain)
          // The client's SSLRequest, then its handshake on the same bytes.
          plain.once("data", () => {
            plain.write("S")
            const options = { isServer: true, key: file("key.pem"), cert: certificate }
            const client = keep(new TLSSocket(plain, options))
            const upstream = keep(connect(port, host))
            client.pipe(upstream).pipe(client)
            client.on("close", () => upstream.destroy())
            upstream.on("close", () => plain.destroy())
          })
        })
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
        return { server, sockets }
      }),
      ({ server, sockets }) =>
        Effect.sync(() => {
          sockets.forEach((socket) => socket.destroy())
          server.close()
        })
    ),
    ({ server }) => (server.address() as AddressInfo).port
  )
