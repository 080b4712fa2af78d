import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactOf } from "../../support/samples/Letters.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer())("an email", (it) => {
  const typed = (charset: string, body: string, more = "") =>
    `From: Ann Lee <ann@buyer.example>\nSubject: Quote\nMIME-Version: 1.0\nContent-Type: text/plain${charset === "" ? "" : `; charset=${charset}`}\n${more}\n${body}`
  const good = "Grüße aus Köln – 100 €"
  const utf8 = Buffer.from(good, "utf8")
  const cp1252 = Buffer.from("Gr\xfc\xdfe aus K\xf6ln \x96 100 \x80", "latin1")
  const withBody = (head: string, body: Buffer) => Buffer.concat([Buffer.from(head), body])

  it.effect.each([
    ...["iso-8859-1", "windows-1252", "x-unknown", "us-ascii", "utf-8", "koi8-r", '"ISO-8859-15"'].map(
      (charset) => [`UTF-8 called ${charset}`, withBody(typed(charset, ""), utf8)] as const
    ),
    ...["utf-8", "x-unknown", "windows-1252", "iso-8859-1", ""].map(
      (charset) => [`windows-1252 called ${charset}`, withBody(typed(charset, ""), cp1252)] as const
    ),
    ["UTF-8 in base64", typed("iso-8859-1", utf8.toString("base64"), "Content-Transfer-Encoding: base64\n")],
    [
      "windows-1252, quoted",
      typed("utf-8", "Gr=FC=DFe aus K=F6ln =96 100 =80", "Content-Transfer-Encoding: quoted-printable\n")
    ],
    [
      "HTML that names its charset itself",
      withBody(
        "From: Ann Lee <ann@buyer.example>\nSubject: Quote\nContent-Type: text/html\n\n<meta charset=iso-8859-15><p>",
        Buffer.from("Gr\xfc\xdfe aus K\xf6ln &ndash; 100 \xa4", "latin1")
      )
    ],
    [
      "parts of two charsets",
      Buffer.concat([
        Buffer.from(
          'From: Ann Lee <ann@buyer.example>\nSubject: Quote\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain; charset=iso-8859-1\n\n'
        ),
        utf8,
        Buffer.from("\n--b--\n")
      ])
    ]
  ] as const)("is read by its bytes: %s", ([, raw]) =>
    Effect.gen(function* () {
      const contact = yield* contactOf(raw)
      assert.strictEqual(contact.message, `Quote\n\n${good}`)
    })
  )

  it.effect("has words in its header read by their bytes", () =>
    Effect.gen(function* () {
      const contact = yield* contactOf(
        "From: =?iso-8859-1?Q?J=C3=BCrgen_M=C3=BCller?= <j@firma.example>\nSubject: =?utf-8?Q?Gr=FC=DFe?= =?iso-8859-2?Q?_Dzie=F1?=\n\nx"
      )
      assert.deepInclude(contact, { firstName: "Jürgen", lastName: "Müller", message: "Grüße Dzień\n\nx" })
    })
  )
})
