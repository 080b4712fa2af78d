import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { request } from "node:http"
import * as Intake from "../support/Intake.ts"
import { TestService } from "../support/TestService.ts"

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.eml`, import.meta.url))

/** Posts bytes as an MTA's pipe does. */
const poster = (url: string) => (body: Uint8Array | string, type?: string) =>
  Effect.promise(async () => {
    const headers = type === undefined ? {} : { "content-type": type }
    const answer = await fetch(url, { method: "POST", body: body as string, headers })
    return { status: answer.status, body: (await answer.json()) as any }
  })

const setUp = Effect.map(Intake.make, (made) => ({ ...made, mail: poster(made.url + made.intake) }))

layer(TestService.layer())("email by HTTP", (it) => {
  it.effect.each([
    [
      "plain",
      {
        firstName: "Mia",
        lastName: "Chen",
        email: "mia@acme.example",
        message:
          "Trailer tracking\n\nHello,\n\ncan you track 200 trailers? Our budget is €20\u202f000.\n\nMia"
      }
    ],
    [
      "iso-2022-jp",
      {
        firstName: "山田",
        lastName: "太郎",
        email: "taro@kaisha.example",
        message: "見積もりのお願い\n\nお世話になっております。\nトレーラー200台の追跡は可能でしょうか。"
      }
    ],
    [
      "windows-1252",
      {
        firstName: "Jürgen",
        lastName: "Müller",
        email: "juergen@firma.example",
        message: "Anfrage – Preisliste\n\nGrüße aus Köln – wir zahlen 5.000 €."
      }
    ],
    [
      "html-only",
      {
        firstName: "Mia",
        lastName: "Chen",
        email: "mia@acme.example",
        message:
          "Seats\n\nHi there,\n\nwe need 12 seats.\nSee our RFP [https://acme.example/rfp].\n\nSeats\n\n12"
      }
    ],
    [
      "attachment",
      {
        firstName: "Zoë",
        lastName: "Ångström 🚚",
        email: "zoe@acme.example",
        message: "With a file\n\nSee the file — thanks 🚚"
      }
    ],
    [
      "site-notification",
      {
        firstName: "Omar",
        lastName: "Haddad",
        email: "omar@buyer.example",
        message: "New enquiry\n\nName: Omar Haddad\nMessage: please call me"
      }
    ]
  ] as const)("it makes a lead of %s", ([name, contact]) =>
    Effect.gen(function* () {
      const { board, leads, mail } = yield* setUp
      const { body, status } = yield* mail(fixture(name), "message/rfc822")
      assert.strictEqual(status, 202)
      const [lead, ...more] = yield* leads
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(body, { accepted: true, leadId: lead.id })
      assert.strictEqual(lead.source, "email")
      assert.strictEqual(lead.boardId, board.id)
      assert.strictEqual(lead.attribution.source, "email")
      assert.deepInclude(lead.contact, { phone: null, companyName: null, consent: null, ...contact })
    })
  )

  it.effect("it keeps what it can of a hostile message, as text", () =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const { status } = yield* mail(fixture("hostile"))
      assert.strictEqual(status, 202)
      const [lead] = yield* leads
      assert.strictEqual(lead.contact.email, null)
      assert.strictEqual(lead.contact.firstName, "<script>alert(1)</script>")
      assert.match(lead.contact.message, /^From: "odd local"@acme\.example\n\nnul and half/u)
      assert.notInclude(JSON.stringify(lead.contact), "\\u0000")
    })
  )

  it.effect.each([
    ["auto-reply", "auto_reply"],
    ["bounce", "bounce"],
    ["newsletter", "bulk"]
  ] as const)("it makes no lead of %s", ([name, reason]) =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      for (const _ of [1, 2]) {
        const { body, status } = yield* mail(fixture(name))
        assert.strictEqual(status, 202)
        assert.deepStrictEqual(body, { accepted: false, reason })
      }
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect("it makes one lead of a message that comes many times at once, and later again", () =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const raw = fixture("plain")
      const changed = Buffer.concat([Buffer.from("Received: by another.example\n"), raw])
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, (_, index) => mail(index % 2 === 0 ? raw : changed)),
        { concurrency: "unbounded" }
      )
      const [lead, ...more] = yield* leads
      assert.lengthOf(more, 0)
      for (const answer of [...answers, yield* mail(raw)]) {
        assert.deepStrictEqual(answer, { status: 202, body: { accepted: true, leadId: lead.id } })
      }
    })
  )

  it.effect("it tells messages without a Message-ID apart by all they say", () =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const first = yield* mail("From: a@b.example\n\none")
      const second = yield* mail("From: a@b.example\n\ntwo")
      const again = yield* mail("From: a@b.example\n\none")
      assert.deepStrictEqual(again, first)
      assert.notDeepEqual(second, first)
      assert.lengthOf(yield* leads, 2)
    })
  )

  it.effect("it keeps the same message for each workspace it comes to", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* setUp, yield* setUp]
      const first = yield* one.mail(fixture("plain"))
      const second = yield* other.mail(fixture("plain"))
      assert.notStrictEqual(first.body.leadId, second.body.leadId)
      assert.lengthOf(yield* one.leads, 1)
      assert.lengthOf(yield* other.leads, 1)
    })
  )

  it.effect("it cuts a message to what a lead holds, and takes 10 MiB but no more", () =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const sized = (size: number) => {
        const head = "From: a@b.example\nSubject: s\n\n"
        return Buffer.from(head + "🚚".repeat(10_000) + "long line\n".repeat(2_000_000)).subarray(0, size)
      }
      const taken = yield* mail(sized(10 * 1_048_576))
      assert.strictEqual(taken.status, 202)
      const [lead] = yield* leads
      assert.strictEqual([...lead.contact.message].length, 20_000)
      const refused = yield* mail(sized(10 * 1_048_576 + 1))
      assert.strictEqual(refused.status, 413)
      assert.strictEqual(refused.body.error.code, "body_too_large")
      assert.lengthOf(yield* leads, 1)
    })
  )

  it.effect("it counts a message as it streams, whatever length is said or not said", () =>
    Effect.gen(function* () {
      const { intake, leads, url } = yield* setUp
      const status = yield* Effect.callback<number>((resume) => {
        const sent = request(url + intake, { method: "POST" }, (answer) => {
          answer.resume()
          resume(Effect.succeed(answer.statusCode ?? 0))
        })
        sent.on("error", () => undefined)
        const chunk = Buffer.alloc(1_048_576, "a")
        for (let index = 0; index < 11; index++) sent.write(chunk)
        sent.end()
      })
      assert.strictEqual(status, 413)
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect.each([
    ["nothing", ""],
    ["a word", "hello"],
    ["JSON", '{"from": "a@b.example"}'],
    ["bytes", Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)],
    ["headers alone, with no sender", "Subject: x\nMessage-ID: <a@b>\n\n"],
    [
      "parts without end",
      `From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n${"--x\nContent-Type: multipart/mixed; boundary=x\n\n".repeat(2000)}`
    ],
    ["headers without end", `From: a@b.example\n${`X-A: ${"b".repeat(500)}\n`.repeat(1000)}\n`],
    ["a sender who says nothing", "From:\n\n"]
  ] as const)("it refuses %s, and fails at nothing", ([, raw]) =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const { body, status } = yield* mail(raw)
      assert.strictEqual(status, 400, JSON.stringify(body))
      assert.strictEqual(body.error.code, "invalid_body")
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect("it knows no other address, nor one that was closed", () =>
    Effect.gen(function* () {
      const { form, intake, mail, post, revoke } = yield* setUp
      for (const path of ["x", "%00", "0".repeat(52), form.token]) {
        const answer = yield* Effect.promise(() =>
          post("POST", `/intake/email/${path}`, "From: a@b.example\n\nx")
        )
        assert.strictEqual(answer.status, 404, path)
      }
      const upper = yield* poster(
        (yield* TestService).url + intake.toUpperCase().replace("/INTAKE/EMAIL", "/intake/email")
      )(fixture("plain"))
      assert.strictEqual(upper.status, 202)
      yield* revoke
      const closed = yield* mail(fixture("plain"))
      assert.strictEqual(closed.status, 404)
      assert.strictEqual(closed.body.error.code, "inbound_address_not_found")
    })
  )
})

layer(TestService.layer({ RATE_LIMIT_PER_ADDRESS: "2" }))("email by HTTP under a limit", (it) => {
  it.effect("it takes so many messages a minute from an address", () =>
    Effect.gen(function* () {
      const { mail } = yield* setUp
      assert.strictEqual((yield* mail(fixture("plain"))).status, 202)
      assert.strictEqual((yield* mail(fixture("plain"))).status, 202)
      const refused = yield* mail(fixture("plain"))
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.body.error.code, "rate_limited_address")
    })
  )
})
