/** A TCP proxy that can go down, fall silent, lose answers or be slow, in front of a server that stays up. */
import { Effect } from "effect"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface Proxy {
  readonly port: number
  /** Cuts every connection, and refuses new ones until `restore`. */
  readonly cut: () => void
  /** Accepts and keeps connections, but forwards nothing until `restore`. */
  readonly silence: () => void
  /** Drops what the server sends on existing connections; new connections work, as when a NAT loses its table. */
  readonly forget: () => void
  /** Holds data on old and new connections until `restore`. */
  readonly hold: () => void
  /** Delays all data by this many milliseconds. */
  readonly delay: (millis: number) => void
  /** Resets every connection; new connections work. */
  readonly reset: () => void
  /** Drops the next answer that contains `text`, and everything after it on that connection. */
  readonly lose: (text: string) => void
  /** Whether an answer was dropped since `lose`. */
  readonly hasLost: () => boolean
  /** Ends all disturbances; forgotten connections work again only with `revive`. */
  readonly restore: (options?: { readonly revive: boolean }) => void
  /** Sends new connections to another port of the host, and ends existing connections. */
  readonly lead: (port: number) => void
  /** How many connections it has refused. */
  readonly refused: () => number
}

/** Forwards to `host:port` while the scope is open. */
export const makeProxy = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Proxy & { readonly close: () => void }> => {
      const sockets = new Set<Socket>()
      let refused = 0
      let state: "open" | "cut" | "silent" | "held" = "open"
      let slowness = 0
      let target = port
      const held: Array<() => void> = []
      const keep = (socket: Socket) => {
        sockets.add(socket)
        socket.on("error", () => socket.destroy())
        socket.on("close", () => sockets.delete(socket))
        return socket
      }
      let deaf = new WeakSet<Socket>()
      const upstreams = new Set<Socket>()
      let losing: string | undefined
      const isLost = (from: Socket, chunk: Buffer) => {
        if (losing !== undefined && upstreams.has(from) && chunk.includes(losing)) {
          losing = undefined
          deaf.add(from)
        }
        return deaf.has(from)
      }
      const forward = (from: Socket, to: Socket) => {
        from.on("data", (chunk) => {
          if (state === "silent" || isLost(from, chunk)) return
          const pass = () => void (to.writable && to.write(chunk))
          if (state === "held") held.push(pass)
          else if (slowness > 0) setTimeout(pass, slowness)
          else pass()
        })
        from.on("close", () => to.destroy())
      }
      const server = createServer((client) => {
        if (state === "cut") {
          refused++
          return client.destroy()
        }
        keep(client)
        const upstream = keep(connect(target, host))
        upstreams.add(upstream)
        upstream.on("close", () => upstreams.delete(upstream))
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
        forget: () => upstreams.forEach((socket) => deaf.add(socket)),
        lose: (text) => {
          losing = text
        },
        hasLost: () => losing === undefined,
        hold: () => {
          state = "held"
        },
        delay: (millis) => {
          slowness = millis
        },
        reset: () => sockets.forEach((socket) => socket.resetAndDestroy()),
        restore: ({ revive } = { revive: false }) => {
          state = "open"
          slowness = 0
          if (revive) deaf = new WeakSet()
          held.splice(0).forEach((pass) => pass())
        },
        lead: (port) => {
          target = port
          destroyAll()
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
