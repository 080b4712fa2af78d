import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MailReader } from "../../../layers/intake/MailReader.ts"

const head = "From: Ada <ada@acme.example>\r\nSubject: Hello\r\n"

/** Messages near the largest size, each costly to parse in its own way. */
const dear: Record<string, string> = {
  "of parts": `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n".repeat(1_900_000)}`,
  "of elements": `${head}Content-Type: text/html\r\n\r\n${"<div>".repeat(1_900_000)}`,
  "of messages in messages": `${head}Content-Type: message/rfc822\r\n\r\n${"Content-Type: message/rfc822\r\n\r\n".repeat(280_000)}`,
  "of markup in 16 bits": `${head}Content-Type: text/html; charset=utf-16le\r\nContent-Transfer-Encoding: base64\r\n\r\n${"PABhAD4A\r\n".repeat(950_000)}`
}

layer(MailReader.layer, { excludeTestServices: true })("the reader of mail", (it) => {
  it.effect("reads a message, or says why it can't", () =>
    Effect.gen(function* () {
      const { read } = yield* MailReader
      const { mail } = yield* read(Buffer.from(`${head}\r\nIs it available?\r\n`))
      assert.deepStrictEqual([mail.from.address, mail.subject], ["ada@acme.example", "Hello"])
      const { message } = yield* Effect.flip(read(Buffer.from("no message at all")))
      assert.match(message, /no From field/u)
    })
  )

  for (const [what, raw] of Object.entries(dear)) {
    it.effect(`does not block the event loop while it reads one ${what}`, () =>
      Effect.gen(function* () {
        const { read } = yield* MailReader
        const message = Buffer.from(raw)
        const [before, beforeOfAll] = [process.threadCpuUsage(), process.cpuUsage()]
        yield* Effect.exit(read(message))
        const [own, all] = [process.threadCpuUsage(before), process.cpuUsage(beforeOfAll)]
        // If the message were parsed here, this thread would have done all the work. Processor time is the same under load.
        assert.isBelow(own.user + own.system, (all.user + all.system) / 2)
      })
    )
  }
})
