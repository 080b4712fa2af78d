/** Opens a socket to a server, with TLS if the address requests it (PostgreSQL, section 54.2.11). */
import { PgProtocol } from "@effect/sql-pg"
import { Result } from "effect"
import * as Net from "node:net"
import type { Duplex } from "node:stream"
import * as Tls from "node:tls"
import type { Address } from "./Address.ts"

export interface Listener {
  /** Called when the socket is writable. */
  readonly opened: (socket: Duplex) => void
  /** Called when it couldn't be opened or was closed, possibly more than once. */
  readonly closed: (cause: Error) => void
}

const encrypt = (raw: Net.Socket, host: string | undefined, { closed, opened }: Listener): void => {
  const socket = Tls.connect({
    socket: raw,
    ...(host === undefined ? {} : { host }),
    ...(host === undefined || Net.isIP(host) !== 0 ? {} : { servername: host })
  })
  socket.on("error", closed)
  socket.once("secureConnect", () => opened(socket))
}

/** The returned socket may be destroyed at any time. */
export const open = ({ host, target, tls }: Address, listener: Listener): Net.Socket => {
  const socket = Net.connect({ ...target, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 })
  socket.on("error", listener.closed)
  socket.on("close", () => listener.closed(new Error("Connection closed")))
  socket.once("connect", () => {
    if (tls === "never") return listener.opened(socket)
    socket.once("data", (chunk: Uint8Array) => {
      const answer = PgProtocol.decodeSslResponse(chunk[0] ?? 0)
      if (Result.isFailure(answer)) return void socket.destroy(answer.failure)
      if (chunk.length > 1)
        return void socket.destroy(new Error("Unexpected bytes follow the answer to SSLRequest"))
      if (answer.success === "S") return encrypt(socket, host, listener)
      if (tls === "preferred") return listener.opened(socket)
      socket.destroy(new Error("The server does not support TLS"))
    })
    socket.write(PgProtocol.encodeSslRequest())
  })
  return socket
}

/** The server's key for cancelling statements of a session. */
export type CancelKey = Pick<PgProtocol.BackendKeyData, "pid" | "secret">

/** Sends a cancel request; gives up after five seconds. */
export const cancel = (address: Address, key: CancelKey): void => {
  const raw = open(address, {
    opened: (socket) => void socket.end(PgProtocol.encodeCancelRequest(key)),
    closed: () => clearTimeout(timer)
  })
  const timer = setTimeout(() => raw.destroy(), 5_000)
}
