/** Opens connections that stay open and send nothing. */
import { connect } from "node:net"

export const flood = async (port: number, count: number) => {
  const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1").on("error", () => {}))
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resume) => {
          socket.once("connect", resume)
          socket.once("close", () => resume())
        })
    )
  )
  return { end: () => sockets.forEach((socket) => socket.destroy()) }
}
