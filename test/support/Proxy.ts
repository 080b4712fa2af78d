/** A TCP proxy that can go down, or fall silent, on the way to a server that stays up. */
import { Effect } from "effect"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface Proxy {
  readonly port: number
  /** Cuts every connection, and refuses new ones until `restore`. */
  readonly cut: () => void
  /** Accepts and keeps connections, and forwards nothing until `restore`. */
  readonly silence: () => void
  readonly restore: () => void
  /** How many connections it has turned away. */
  readonly refused: () => number
}

/** Forwards to `host:port` for as long as the scope is open. */
export const makeProxy = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Proxy & { readonly close: () => void }> => {
      const sockets = new Set<Socket>()
      let refused = 0
      let state: "open" | "cut" | "silent" = "open"
      const keep = (socket: Socket) => {
        sockets.add(socket)
        socket.on("error", () => socket.destroy())
        socket.on("close", () => sockets.delete(socket))
        return socket
      }
      const forward = (from: Socket, to: Socket) => {
        from.on("data", (chunk) => state === "open" && to.write(chunk))
        from.on("close", () => to.destroy())
      }
      const server = createServer((client) => {
        if (state === "cut") {
          refused++
          return client.destroy()
        }
        keep(client)
        const upstream = keep(connect(port, host))
        forward(client, upstream)
        forward(upstream, client)
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const destroyAll = () => sockets.forEach((socket) => socket.destroy())
      return {
        port: (server.address() as AddressInfo).port,
        cut: () => {
          state = "cut"
          destroyAll()
        },
        silence: () => {
          state = "silent"
        },
        restore: () => {
          state = "open"
        },
        refused: () => refused,
        close: () => {
          destroyAll()
          server.close()
        }
      }
    }),
    ({ close }) => Effect.sync(close)
  )
