import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { request } from "node:http"
import * as Intake from "../../support/samples/Intake.ts"
import { TestService } from "../../support/server/TestService.ts"

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}.eml`, import.meta.url))

/** Posts bytes as an MTA's pipe does. */
const poster = (url: string) => (body: Uint8Array | string, type?: string) =>
  Effect.promise(async () => {
    const headers = type === undefined ? {} : { "content-type": type }
    const answer = await fetch(url, { method: "POST", body: body as string, headers })
    return { status: answer.status, body: (await answer.json()) as any }
  })

const setUp = Effect.map(Intake.make, (made) => ({ ...made, mail: poster(made.url + made.intake) }))

layer(TestService.layer())("the HTTP endpoint for email", (it) => {
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
        message: "With a file\n\nSee the file — thanks 🚚\n\nAttachment: rfp.pdf (application/pdf, 16 bytes)"
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
  ] as const)("makes a lead from %s", ([name, contact]) =>
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

  it.effect("keeps what it can of a hostile message, as text", () =>
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

  it.effect("makes no lead from a bounce", () =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      for (const _ of [1, 2]) {
        const { body, status } = yield* mail(fixture("bounce"))
        assert.strictEqual(status, 202)
        assert.deepStrictEqual(body, { accepted: false, reason: "bounce" })
      }
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect("keeps bulk mail and automatic replies as suspects", () =>
    Effect.gen(function* () {
      const { leads, mail, send } = yield* setUp
      const sent = [
        fixture("newsletter"),
        fixture("auto-reply"),
        "From: a@b.example\nX-Autoreply: yes\nSubject: Away\n\nI am away.",
        "From: a@b.example\nSubject: Automatische Antwort: Angebot\n\nIch bin im Urlaub.",
        "From: a@b.example\nSubject: Out of Office Re: Quote\n\nI am away.",
        "From: noreply@shop.example\nSubject: Your order\n\nIt was sent. Questions? help@shop.example",
        "From: noreply-dmarc-support@google.example\nSubject: Report domain: us.example Submitter: google.example Report-ID: 1\n\nzip",
        "From: news@shop.example\nList-Unsubscribe: <https://shop.example/u>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\nSubject: Sale\n\nBuy"
      ]
      const answers = yield* Effect.forEach(sent, (one) => mail(one))
      assert.deepStrictEqual(yield* leads, [])
      const suspects = yield* Effect.promise(() => send("GET", "/v1/leads?view=suspect"))
      assert.sameMembers(
        suspects.body.data.map(({ id }: any) => id),
        answers.map(({ body }) => body.leadId)
      )
    })
  )

  it.effect.each([
    ["Exchange, which suppresses answers", "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply"],
    ["an organisation that suppresses all answers", "X-Auto-Response-Suppress: All"],
    ["a website that says it sent it by itself", "Auto-Submitted: auto-generated"],
    ["a mailing list", "Precedence: list\nList-Id: <sales.acme.example>"]
  ] as const)("keeps a person's mail from %s", ([, header]) =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const { body } = yield* mail(
        `From: Site <site@acme.example>\nReply-To: Omar Haddad <omar@buyer.example>\n${header}\nSubject: Prices\n\nHow much?`
      )
      const [lead, ...more] = yield* leads
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(body, { accepted: true, leadId: lead.id })
      assert.strictEqual(lead.suspect, false)
      assert.strictEqual(lead.contact.message, "Prices\n\nHow much?")
      if (!header.startsWith("X-")) assert.strictEqual(lead.contact.email, "omar@buyer.example")
    })
  )

  const raw = (from: string, text = "Grüße & 100 % = +1") =>
    `From: Mia Chen <${from}>\r\nSubject: Hi\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`

  /** A body and its content type. */
  type Post = readonly [body: Uint8Array | string, type: string]

  const multipart = async (fields: Record<string, string | Blob>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    const sent = new Response(data)
    return [new Uint8Array(await sent.arrayBuffer()), sent.headers.get("content-type")!] as const
  }

  it.effect.each([
    [
      "Mailgun, form-encoded",
      async () =>
        [
          new URLSearchParams({
            recipient: "x@y.example",
            timestamp: "1",
            "body-mime": raw("mailgun@a.example")
          }).toString(),
          "application/x-www-form-urlencoded"
        ] as const
    ],
    [
      "Mailgun, multipart",
      () => multipart({ recipient: "x@y.example", token: "t", "body-mime": raw("mailgun@a.example") })
    ],
    [
      "SendGrid",
      () =>
        multipart({
          to: "x@y.example",
          spam_score: "0.1",
          email: raw("mailgun@a.example"),
          attachment1: new Blob(["x".repeat(100_000)])
        })
    ],
    [
      "a provider that posts it as a file",
      () => multipart({ email: new Blob([raw("mailgun@a.example")], { type: "message/rfc822" }) })
    ],
    [
      "Postmark",
      async () =>
        [
          JSON.stringify({
            From: 'a "RawEmail": "b"',
            Headers: [{ Name: "x" }],
            RawEmail: raw("mailgun@a.example")
          }),
          "application/json; charset=utf-8"
        ] as const
    ],
    [
      "curl, which calls any body a form",
      async () =>
        [
          raw("mailgun@a.example").replace("100 %", "https://a.example/?a=1&email=x%40y.example 100 %"),
          "application/x-www-form-urlencoded"
        ] as const
    ]
  ] as const)("accepts the raw message as %s sends it", ([, sent]) =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const [body, type] = yield* Effect.promise<Post>(sent)
      const answer = yield* mail(body, type)
      assert.strictEqual(answer.status, 202, JSON.stringify(answer.body))
      const [lead] = yield* leads
      assert.deepInclude(lead.contact, { firstName: "Mia", email: "mailgun@a.example" })
      assert.match(lead.contact.message, /^Hi\n\nGrüße & .*100 % = \+1$/u)
    })
  )

  it.effect("refuses a provider's post without a raw message, or with too much, and says why", () =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const parsed = yield* Effect.promise(() => multipart({ from: "a@b.example", text: "x" }))
      const many = yield* Effect.promise(() =>
        multipart({
          ...Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, "x"])),
          email: raw("a@b.example")
        })
      )
      for (const [body, type] of [
        parsed,
        many,
        ["--x\r\n".repeat(50_000), "multipart/form-data; boundary=x"],
        ["nothing", "multipart/form-data; boundary=x"],
        ["nothing", "multipart/form-data; boundary="],
        ["body-mime=", "application/x-www-form-urlencoded"],
        ["a&".repeat(500_000), "application/x-www-form-urlencoded"],
        [`{"RawEmail": 1}`, "application/json"],
        [`{"RawEmail": "\\u12`, "application/json"],
        ["[".repeat(1_000_000), "application/json"]
      ] as const) {
        const answer = yield* mail(body, type)
        assert.deepStrictEqual([answer.status, answer.body.error?.code], [400, "invalid_body"])
      }
      const named = yield* mail(...parsed)
      assert.match(named.body.error.message, /POST the raw, full MIME message/u)
      const long = yield* Effect.promise(() =>
        multipart({ email: raw("a@b.example", "x".repeat(10_486_000)) })
      )
      const refused = yield* mail(...long)
      assert.deepStrictEqual([refused.status, refused.body.error.code], [413, "body_too_large"])
      const longer = yield* mail(new Uint8Array(12 * 1_048_576 + 1), "application/x-www-form-urlencoded")
      assert.strictEqual(longer.status, 413)
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect.each([
    ["no type", "", "Gr\xfc\xdfe \x96 5 \x80"],
    ["a type alone", "Content-Type: text/plain\r\n", "Gr\xfc\xdfe \x96 5 \x80"],
    [
      "quoted text",
      "Content-Type: text/plain; format=flowed\r\nContent-Transfer-Encoding: quoted-printable\r\n",
      "Gr=FC=DFe =96 5 =80"
    ],
    [
      "parts",
      'MIME-Version: 1.0\r\nContent-Type: multipart/mixed;\r\n\tboundary="b"\r\n',
      "--b\r\nContent-Type: text/plain;\r\n name=x\r\n\r\nGr\xfc\xdfe \x96 5 \x80\r\n--b--"
    ]
  ] as const)("reads 8-bit mail with %s, without a charset", ([, type, text]) =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const head = `From: J\xfcrgen M\xfcller <j@firma.example>\r\nSubject: \x84Angebot\x93\r\n${type}\r\n`
      yield* mail(Buffer.from(head + text, "latin1"))
      const [lead] = yield* leads
      assert.deepInclude(lead.contact, {
        firstName: "Jürgen",
        lastName: "Müller",
        message: "„Angebot“\n\nGrüße – 5 €"
      })
    })
  )

  it.effect.each([
    ["UTF-8", "charset=us-ascii", "utf8"],
    ["UTF-8, quoted", 'charset="US-ASCII"; format=flowed', "utf8"],
    ["UTF-8, on a line of its own", "format=flowed;\r\n\tcharset=ANSI_X3.4-1968", "utf8"],
    ["Latin-1", "charset=us-ascii", "latin1"]
  ] as const)("reads %s labelled ASCII", ([, parameters, encoding]) =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const head = `From: J <j@firma.example>\r\nSubject: Hi\r\nContent-Type: text/plain; ${parameters}\r\n\r\n`
      yield* mail(Buffer.from(`${head}Grüße aus Köln`, encoding))
      const [lead] = yield* leads
      assert.strictEqual(lead.contact.message, "Hi\n\nGrüße aus Köln")
    })
  )

  it.effect("reads UTF-8 without a charset as UTF-8", () =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      yield* mail(`From: Jürgen <j@firma.example>\nSubject: „Angebot“\n\nGrüße – 5 €`)
      const [lead] = yield* leads
      assert.deepInclude(lead.contact, { firstName: "Jürgen", message: "„Angebot“\n\nGrüße – 5 €" })
    })
  )

  it.effect.each([
    ["as an attachment", "Content-Disposition: attachment; filename=Prices.eml\r\n"],
    ["inline", ""]
  ])("takes author and text from a message forwarded whole, %s", ([, disposition]) =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const inner = "From: Omar Haddad <omar@buyer.example>\r\nSubject: Prices\r\n\r\nHow much?\r\n"
      const parts = [
        "Content-Type: text/plain\r\n\r\nFor you\r\n",
        `Content-Type: message/rfc822\r\n${disposition}\r\n${inner}`
      ]
      const head = `From: Rep <rep@ours.example>\r\nSubject: Fwd: Prices\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`
      yield* mail(`${head}${parts.map((part) => `--b\r\n${part}`).join("\r\n")}\r\n--b--\r\n`)
      const [lead] = yield* leads
      assert.deepInclude(lead.contact, {
        firstName: "Omar",
        email: "omar@buyer.example",
        message:
          "Fwd: Prices\n\nFor you\n\nForwarded message from Omar Haddad <omar@buyer.example>:\n\nPrices\n\nHow much?"
      })
    })
  )

  it.effect("makes one lead from a message that arrives many times at once, and again later", () =>
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

  it.effect("compares messages without a Message-ID by their whole content", () =>
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

  it.effect("keeps the same message for each workspace that gets it", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* setUp, yield* setUp]
      const first = yield* one.mail(fixture("plain"))
      const second = yield* other.mail(fixture("plain"))
      assert.notStrictEqual(first.body.leadId, second.body.leadId)
      assert.lengthOf(yield* one.leads, 1)
      assert.lengthOf(yield* other.leads, 1)
    })
  )

  it.effect("cuts a message to a lead's limits, and accepts 10 MiB but no more", () =>
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
      assert.match(lead.contact.message, /\[The rest of this message was too long and was left out\.\]$/u)
      const refused = yield* mail(sized(10 * 1_048_576 + 1))
      assert.strictEqual(refused.status, 413)
      assert.strictEqual(refused.body.error.code, "body_too_large")
      assert.lengthOf(yield* leads, 1)
    })
  )

  it.effect("counts a message's bytes as it streams, with or without Content-Length", () =>
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
  ] as const)("refuses %s, without an internal failure", ([, raw]) =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const { body, status } = yield* mail(raw)
      assert.strictEqual(status, 400, JSON.stringify(body))
      assert.strictEqual(body.error.code, "invalid_body")
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect("refuses unknown and closed addresses", () =>
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

layer(TestService.layer({ RATE_LIMIT_PER_ADDRESS: "2" }))(
  "the HTTP endpoint for email under a rate limit",
  (it) => {
    it.effect("takes a limited number of messages a minute from an address", () =>
      Effect.gen(function* () {
        const { mail } = yield* setUp
        assert.strictEqual((yield* mail(fixture("plain"))).status, 202)
        assert.strictEqual((yield* mail(fixture("plain"))).status, 202)
        const refused = yield* mail(fixture("plain"))
        assert.strictEqual(refused.status, 429)
        assert.strictEqual(refused.body.error.code, "rate_limited_address")
      })
    )
  }
)
