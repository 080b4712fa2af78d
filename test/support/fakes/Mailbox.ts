/** A mail server on loopback that takes every message, as text for tests to read. */
import { Context, Effect, Layer } from "effect"
import type { AddressInfo } from "node:net"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"

interface Mailed extends Email {
  readonly recipients: ReadonlyArray<string>
  /** The first link in its text. */
  readonly link: string
}

const make = Effect.gen(function* () {
  const mails: Array<Mailed> = []
  /** Replies to come in place of taking the message. */
  const refusals: Array<Error & { responseCode?: number }> = []
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, { envelope }, callback) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const refusal = refusals.shift()
        if (refusal !== undefined) return callback(refusal)
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          const link = /^https?:\S+$/mu.exec(email.text ?? "")?.[0] ?? ""
          mails.push({ ...email, recipients: envelope.rcptTo.map(({ address }) => address), link })
          callback()
        })
      })
    }
  })
  yield* Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() =>
    Effect.promise(() => new Promise<void>((resolve) => server.close(resolve)))
  )
  const { port } = server.server.address() as AddressInfo

  /** The mails to an address, once there are so many. */
  const to = async (address: string, count = 1): Promise<ReadonlyArray<Mailed>> => {
    const deadline = Date.now() + 15_000
    for (;;) {
      const found = mails.filter(({ recipients }) => recipients.includes(address))
      if (found.length >= count) return found
      if (Date.now() > deadline) throw new Error(`${found.length} mails came to ${address}, not ${count}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { mails, port, refusals, to }
})

export class Mailbox extends Context.Service<Mailbox, Effect.Success<typeof make>>()("test/Mailbox") {
  static readonly layer = Layer.effect(Mailbox, make)
}
