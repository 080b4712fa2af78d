import { SMTPServer } from "smtp-server"
import * as IpAddress from "../../shared/network/IpAddress.ts"

/** The maximum number of connections from one address, so that an idle client can't block all others. */
const maxClientsPerAddress = 10

/** Refuses an address that has used up its connections before allocating anything for a new one. */
export class SmtpListener extends SMTPServer {
  readonly #open = new Map<string, number>()

  override connect(...[socket, options]: Parameters<SMTPServer["connect"]>) {
    const address = IpAddress.networkOf(socket.remoteAddress ?? "unknown")
    const open = this.#open.get(address) ?? 0
    if (open >= maxClientsPerAddress) {
      socket.on("error", () => socket.destroy())
      socket.end("421 Too many connections from this address, close one and try again\r\n")
      socket.setTimeout(5_000, () => socket.destroy())
      return
    }
    this.#open.set(address, open + 1)
    socket.once("close", () => {
      const left = (this.#open.get(address) ?? 1) - 1
      if (left > 0) this.#open.set(address, left)
      else this.#open.delete(address)
    })
    super.connect(socket, options)
  }
}
