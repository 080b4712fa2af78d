import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type * as Mail from "../../../src/intake/rules/Mail.ts"
import * as MailSubmission from "../../../src/intake/rules/MailSubmission.ts"
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

  const mixed = (boundary: string, parts: ReadonlyArray<string>) =>
    `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`

  it.effect("keeps every attached message, also one inside another", () =>
    Effect.gen(function* () {
      const { read } = yield* MailReader
      const attached = (name: string, rest: string) =>
        `Content-Type: message/rfc822\r\n\r\nFrom: ${name} <${name}@buyer.example>\r\nSubject: Quote\r\n${rest}`
      const text = (words: string) => `Content-Type: text/plain\r\n\r\n${words}`
      const nested = mixed("c", [text("second"), attached("cy", "\r\nthird")])
      const raw = `${head}${mixed("b", [text("See below"), attached("ann", "\r\nfirst"), attached("bob", nested), "Content-Type: message/rfc822\r\n\r\nno message"])}`
      const { mail } = yield* read(Buffer.from(raw))
      assert.strictEqual(
        MailSubmission.submission(mail).message,
        "Hello\n\nSee below\n\nAttachment: unnamed (message/rfc822, 11 bytes)" +
          "\n\nForwarded message from ann <ann@buyer.example>:\n\nQuote\n\nfirst" +
          "\n\nForwarded message from bob <bob@buyer.example>:\n\nQuote\n\nsecond" +
          "\n\nForwarded message from cy <cy@buyer.example>:\n\nQuote\n\nthird"
      )
      const many = mixed(
        "b",
        Array.from({ length: 60 }, (_, n) => attached(`a${n}`, "\r\nx"))
      )
      const limited = yield* read(Buffer.from(`${head}${many}`))
      assert.deepStrictEqual([limited.mail.attached.length, limited.mail.files.length], [50, 10])
    })
  )

  it.effect("names a picture in HTML only if there is no text", () =>
    Effect.gen(function* () {
      const { read } = yield* MailReader
      const picture =
        "Content-Type: image/jpeg; name=plan.jpg\r\nContent-Disposition: inline; filename=plan.jpg\r\nContent-ID: <1>\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA"
      const raw = (text: string) =>
        `${head}${mixed("b", [`Content-Type: text/html\r\n\r\n${text}<img src="cid:1">`, picture]).replace("mixed", "related")}`
      const names = ({ mail }: { mail: Mail.Mail }) => mail.files.map(({ name }) => name)
      assert.deepStrictEqual(names(yield* read(Buffer.from(raw("")))), ["plan.jpg"])
      assert.deepStrictEqual(names(yield* read(Buffer.from(raw("Hello")))), [])
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
