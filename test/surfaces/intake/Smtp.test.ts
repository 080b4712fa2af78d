import { assert, layer } from "@effect/vitest"
import { SqlClient } from "effect/sql"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { connect, createServer, type AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { createTransport } from "nodemailer"
import * as Intake from "../../support/samples/Intake.ts"
import { TestService } from "../../support/server/TestService.ts"

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}.eml`, import.meta.url))

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const ports = {
  plain: await freePort(),
  tls: await freePort(),
  limited: await freePort(),
  slots: await freePort()
}

const service = (port: number, settings: Record<string, string> = {}) =>
  TestService.layer({ SMTP_PORT: String(port), ...settings })

interface Sent {
  /** The reply to the message, or to the refused command. */
  readonly code: number
  readonly text: string
}

const send = (
  port: number,
  to: string | ReadonlyArray<string>,
  raw: Buffer,
  from = "mia@acme.example",
  options: object = {}
) =>
  Effect.promise(async (): Promise<Sent> => {
    const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true, ...options } as never)
    try {
      const { response } = (await transport.sendMail({
        envelope: { from, to: [to].flat() },
        raw
      } as never)) as {
        response: string
      }
      return { code: Number(response.slice(0, 3)), text: response }
    } catch (error) {
      const { message, responseCode = 0 } = error as Error & { responseCode?: number }
      return { code: responseCode, text: message }
    } finally {
      transport.close()
    }
  })

/** Sends each line after the reply to the last, and returns all replies. */
const converse = (port: number, lines: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    const rest = [...lines]
    let heard = ""
    const socket = connect(port, "127.0.0.1")
    socket.setEncoding("utf8")
    socket.on("data", (text: string) => {
      heard += text
      if (!/^\d{3} [^\n]*\n$/mu.test(text)) return
      const next = rest.shift()
      if (next === undefined) socket.end()
      else socket.write(`${next}\r\n`)
    })
    socket.on("close", () => resume(Effect.succeed(heard)))
    socket.on("error", () => resume(Effect.succeed(heard)))
  })

layer(service(ports.plain))("the SMTP server", (it) => {
  it.effect("makes a lead from a message to a board's address, at any domain", () =>
    Effect.gen(function* () {
      const { address, leads } = yield* Intake.make
      const sent = yield* send(ports.plain, `${address.token}@anything.example`, fixture("windows-1252"))
      assert.strictEqual(sent.code, 250, sent.text)
      const [lead, ...more] = yield* leads
      assert.lengthOf(more, 0)
      assert.strictEqual(lead.source, "email")
      assert.deepInclude(lead.contact, {
        firstName: "Jürgen",
        lastName: "Müller",
        email: "juergen@firma.example",
        message: "Anfrage – Preisliste\n\nGrüße aus Köln – wir zahlen 5.000 €."
      })
      const again = yield* send(
        ports.plain,
        `${address.token.toUpperCase()}@x.example`,
        fixture("windows-1252")
      )
      assert.strictEqual(again.code, 250)
      assert.lengthOf(yield* leads, 1)
    })
  )

  it.effect("accepts an address with a tag", () =>
    Effect.gen(function* () {
      const { address, leads } = yield* Intake.make
      for (const tag of ["+spring", "+", "+a+b"]) {
        const sent = yield* send(
          ports.plain,
          `${address.token}${tag}@x.example`,
          Buffer.from(`From: a@b.example\n\n${tag}`)
        )
        assert.strictEqual(sent.code, 250, sent.text)
      }
      assert.lengthOf(yield* leads, 3)
      const unknown = yield* send(ports.plain, `+${address.token}@x.example`, fixture("plain"))
      assert.strictEqual(unknown.code, 550)
    })
  )

  it.effect("gives each recipient's board its lead", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* Intake.make, yield* Intake.make]
      const to = [`${one.address.token}@a.example`, `${other.address.token}@b.example`]
      assert.strictEqual((yield* send(ports.plain, to, fixture("plain"))).code, 250)
      assert.lengthOf(yield* one.leads, 1)
      assert.lengthOf(yield* other.leads, 1)
    })
  )

  it.effect("refuses unknown recipients, and so relays nothing", () =>
    Effect.gen(function* () {
      const { address, form, leads, revoke } = yield* Intake.make
      for (const to of [
        "someone@acme.example",
        `${form.token}@x.example`,
        `${"0".repeat(52)}@x.example`,
        "postmaster"
      ]) {
        const sent = yield* send(ports.plain, to, fixture("plain"))
        assert.strictEqual(sent.code, 550, `${to}: ${sent.text}`)
      }
      yield* revoke
      assert.strictEqual((yield* send(ports.plain, `${address.token}@x.example`, fixture("plain"))).code, 550)
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect("accepts automatic mail, and makes no lead of it", () =>
    Effect.gen(function* () {
      const { address, leads } = yield* Intake.make
      const to = `${address.token}@x.example`
      for (const name of ["auto-reply", "bounce", "newsletter"]) {
        assert.strictEqual((yield* send(ports.plain, to, fixture(name))).code, 250)
      }
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect("keeps a person's mail without a sender as a suspect", () =>
    Effect.gen(function* () {
      const made = yield* Intake.make
      const to = `${made.address.token}@x.example`
      assert.strictEqual((yield* send(ports.plain, to, fixture("plain"), "")).code, 250)
      assert.deepStrictEqual(yield* made.leads, [])
      const { body } = yield* Effect.promise(() => made.send("GET", "/v1/leads?view=suspect"))
      assert.deepInclude(body.data[0].contact, { firstName: "Mia", email: "mia@acme.example" })
    })
  )

  it.effect("asks the sender to retry suspects there is no room for, and takes the rest", () =>
    Effect.gen(function* () {
      const { address, board, leads, workspace } = yield* Intake.make
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO leads (workspace_id, id, board_id, triage_status, triaged_at, source, attribution,
          enrichment, rank, search, suspect, created_at)
        SELECT ${workspace.id}, gen_random_uuid(), ${board.id}, 'new', now(), 'email', '{}', '{}', -1, '', true, now()
        FROM generate_series(1, 10000)`
      const to = `${address.token}@x.example`
      for (const _ of [1, 2]) {
        const { code } = yield* send(ports.plain, to, fixture("newsletter"))
        assert.strictEqual(code, 452)
      }
      assert.strictEqual((yield* send(ports.plain, to, fixture("plain"))).code, 250)
      assert.lengthOf(yield* leads, 1)
    })
  )

  it.effect("refuses mail that is too large, announced or not, and what is not a message", () =>
    Effect.gen(function* () {
      const { address, leads } = yield* Intake.make
      const to = `${address.token}@x.example`
      const large = Buffer.concat([
        Buffer.from("From: a@b.example\r\n\r\n"),
        Buffer.alloc(10 * 1_048_576, "line\r\n")
      ])
      const sent = yield* send(ports.plain, to, large)
      assert.strictEqual(sent.code, 552, sent.text)
      const declared = yield* converse(ports.plain, [
        "EHLO x",
        "MAIL FROM:<a@b.example> SIZE=10485761",
        "QUIT"
      ])
      assert.match(declared, /^250.SIZE 10485760\r$/mu)
      assert.match(declared, /^552 /mu)
      assert.strictEqual((yield* send(ports.plain, to, Buffer.from("hello"))).code, 554)
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect("offers neither sign-in nor TLS without a certificate, and survives nonsense", () =>
    Effect.gen(function* () {
      const heard = yield* converse(ports.plain, [
        "EHLO x",
        "AUTH PLAIN AGEAYg==",
        "STARTTLS",
        "VRFY root",
        "\u0000\u0001",
        "RCPT TO:<a@b.example>",
        "DATA",
        "MAIL FROM:<a@b.example>",
        "RCPT TO:<>",
        "RCPT TO:<@>",
        `RCPT TO:<${"a".repeat(5000)}@x>`,
        "QUIT"
      ])
      assert.match(heard, /^220 127\.0\.0\.1 ESMTP/u)
      assert.notMatch(heard, /^250.(AUTH|STARTTLS)/mu)
      assert.notMatch(heard, /^(235|354)/mu)
      assert.match(heard, /^221 /mu)
    })
  )
})

const tls = (name: string) => fileURLToPath(new URL(`../../support/tls/${name}.pem`, import.meta.url))

layer(service(ports.tls, { TLS_CERT: tls("certificate"), TLS_KEY: tls("key") }))(
  "the SMTP server with a certificate",
  (it) => {
    it.effect("takes a message over STARTTLS", () =>
      Effect.gen(function* () {
        const { address } = yield* Intake.make
        const options = { ignoreTLS: false, requireTLS: true, tls: { rejectUnauthorized: false } }
        const sent = yield* send(
          ports.tls,
          `${address.token}@x.example`,
          fixture("plain"),
          "a@b.example",
          options
        )
        assert.strictEqual(sent.code, 250, sent.text)
      })
    )
  }
)

layer(service(ports.limited, { RATE_LIMIT_PER_ADDRESS: "2" }))("the SMTP server under a rate limit", (it) => {
  it.effect("asks an address that sends too much to retry later", () =>
    Effect.gen(function* () {
      const { address } = yield* Intake.make
      const to = `${address.token}@x.example`
      assert.strictEqual((yield* send(ports.limited, to, fixture("plain"))).code, 250)
      assert.strictEqual((yield* send(ports.limited, to, fixture("plain"))).code, 250)
      assert.strictEqual((yield* send(ports.limited, to, fixture("plain"))).code, 451)
    })
  )
})

layer(service(ports.slots))("the SMTP server's connections", (it) => {
  it.effect("are limited to ten from an address, with room again once one ends", () =>
    Effect.gen(function* () {
      const { address } = yield* Intake.make
      const open = Effect.callback<{
        readonly greeting: string
        readonly socket: ReturnType<typeof connect>
      }>((resume) => {
        const socket = connect(ports.slots, "127.0.0.1")
        socket.once("data", (data) => resume(Effect.succeed({ greeting: String(data), socket })))
      })
      const idle = yield* Effect.all(
        Array.from({ length: 10 }, () => open),
        { concurrency: "unbounded" }
      )
      assert.isTrue(idle.every(({ greeting }) => greeting.startsWith("220 ")))
      const refused = yield* open
      assert.match(refused.greeting, /^421 Too many connections from this address/u)
      const [first, ...others] = idle
      yield* Effect.callback<void>((resume) => {
        first!.socket.once("close", () => resume(Effect.void)).end("QUIT\r\n")
      })
      const sent = yield* send(ports.slots, `${address.token}@x.example`, fixture("plain"))
      assert.strictEqual(sent.code, 250, sent.text)
      others.forEach(({ socket }) => socket.destroy())
    })
  )
})
