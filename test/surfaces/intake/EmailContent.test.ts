import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Members } from "../../../layers/identity/Members.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { UserId } from "../../../schema/Id.ts"
import { contactOf, setUp } from "../../support/samples/Letters.ts"
import { TestService } from "../../support/server/TestService.ts"

const ann = { firstName: "Ann", lastName: "Lee", email: "ann@buyer.example" }

layer(TestService.layer())("an email", (it) => {
  it.effect("is the same as another only by Message-ID, sender and content", () =>
    Effect.gen(function* () {
      const { leads, mail } = yield* setUp
      const one = (id: string, from: string, text: string) =>
        `Message-ID: ${id}\nFrom: ${from}\nSubject: Hi\n\n${text}`
      const first = yield* mail(one("<form@localhost>", "ann@a.example", "one"))
      const others = yield* Effect.forEach(
        [
          one("<form@localhost>", "bob@b.example", "one"),
          one("<form@localhost>", "ann@a.example", "two"),
          one("<>", "ann@a.example", "three"),
          one("<>", "ann@a.example", "four"),
          one("< >", "ann@a.example", "five"),
          one("", "ann@a.example", "six")
        ],
        (raw) => mail(raw)
      )
      assert.lengthOf(yield* leads, 7)
      assert.notInclude(
        others.map(({ leadId }) => leadId),
        first.leadId
      )
      const again = `Received: by mx.example\nDKIM-Signature: v=1; b=x\n${one("<form@localhost>", "Ann@a.example", "one ")}\r\n`
      assert.deepStrictEqual(yield* mail(again), first)
      assert.deepStrictEqual(
        yield* mail(`Received: by mx2.example\n${one("<>", "ann@a.example", "three")}`),
        others[2]
      )
      assert.lengthOf(yield* leads, 7)
    })
  )

  it.effect.each([
    [
      "a list that sets Reply-To to itself",
      "From: Ann Lee <ann@buyer.example>\nReply-To: Sales <sales@us.example>\nList-Id: Sales <sales.us.example>\nList-Post: <mailto:sales@us.example>\nPrecedence: list"
    ],
    [
      "a group that puts its address in From",
      "From: \"'Ann Lee' via Sales\" <sales@us.example>\nX-Original-From: Ann Lee <ann@buyer.example>\nX-Original-Sender: ann@buyer.example\nReply-To: Ann Lee <ann@buyer.example>\nList-ID: <sales.us.example>\nPrecedence: list"
    ],
    [
      "a group that names the sender's address alone",
      "From: 'Ann Lee' via Sales <sales@us.example>\nX-Original-Sender: ann@buyer.example\nReply-To: sales@us.example\nMailing-list: list sales@us.example; contact sales+owners@us.example"
    ],
    [
      "a list that moves the sender to Reply-To",
      "From: Ann Lee via Sales <sales@us.example>\nReply-To: Ann Lee <ann@buyer.example>\nList-Id: <sales.us.example>"
    ],
    [
      "a list of another name than its address",
      "From: Ann Lee <ann@buyer.example>\nTo: sales@us.example\nReply-To: sales@us.example\nList-Id: <crm.lists.us.example>"
    ],
    ["a person with a title", "From: Dr. Ann Lee <ann@buyer.example>"],
    ["a person with a degree", 'From: "Ann Lee, PhD" <ann@buyer.example>'],
    ["a directory's name", 'From: "Lee, Ann (Acme)" <ann@buyer.example>']
  ] as const)("has the person as its contact, from %s", ([, head]) =>
    Effect.gen(function* () {
      const contact = yield* contactOf(`${head}\nSubject: [Sales] Quote\n\nI need ten.`)
      assert.deepInclude(contact, ann)
    })
  )

  it.effect("from a company has its name as company, not as a person's", () =>
    Effect.gen(function* () {
      const contact = yield* contactOf('From: "Acme, Inc." <info@acme.example>\n\nHello')
      assert.deepInclude(contact, { firstName: null, lastName: null, companyName: "Acme, Inc." })
    })
  )

  const original = "Hello, I need ten pumps.\nAnn"
  const outlook = [
    "Von: Lee, Ann <ann@buyer.example>",
    "Gesendet: Donnerstag, 26. November 2026 10:00",
    "An: Rep <rep@us.example>",
    "Betreff: Quote for pumps"
  ]
  const gmail = [
    "From: Ann Lee <ann@buyer.example>",
    "Date: Thu, Nov 26, 2026 at 10:00 AM",
    "Subject: Quote for pumps",
    "To: <rep@us.example>"
  ]
  const forwards = [
    ["Gmail", `---------- Forwarded message ---------\n${gmail.join("\n")}\n\n\n${original}`],
    [
      "Gmail in German",
      `---------- Forwarded message ---------\nVon: Ann Lee <ann@buyer.example>\nDate: Do., 26. Nov. 2026 um 10:00 Uhr\nSubject: Quote for pumps\nTo: <rep@us.example>\n\n${original}`
    ],
    [
      "Outlook",
      `From: Ann Lee <ann@buyer.example<mailto:ann@buyer.example>>\nSent: Thursday, November 26, 2026 10:00 AM\nTo: Rep <rep@us.example>\nSubject: Quote for pumps\n\n${original}`
    ],
    ["Outlook in German", `________________________________\n${outlook.join("\n")}\n\n${original}`],
    [
      "Outlook with bold labels",
      `*From:* Ann Lee [mailto:ann@buyer.example]\n*Sent:* Thursday\n*To:* Rep\n*Subject:* Quote for pumps\n\n${original}`
    ],
    [
      "Thunderbird",
      `-------- Weitergeleitete Nachricht --------\nBetreff: \tQuote for pumps\nDatum: \tThu, 26 Nov 2026 10:00:00 +0100\nVon: \tAnn Lee <ann@buyer.example>\nAn: \trep@us.example\n\n\n${original}`
    ],
    [
      "Apple Mail",
      `Begin forwarded message:\n\n> From: Ann Lee <ann@buyer.example>\n> Subject: Quote for pumps\n> Date: November 26, 2026\n> To: rep@us.example\n> \n${original
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n")}`
    ],
    [
      "Apple Mail in German",
      `Anfang der weitergeleiteten Nachricht:\n\nVon: Ann Lee <ann@buyer.example>\nBetreff: Quote for pumps\nDatum: 26. November 2026\nAn: rep@us.example\n\n${original}`
    ]
  ] as const

  it.effect.each(forwards)("that a member forwards with %s is its author's", ([, text]) =>
    Effect.gen(function* () {
      const { leads, mail, workspace } = yield* setUp
      const { id } = yield* (yield* TestService).member(workspace.id, "member")
      const member = yield* Effect.provideService((yield* Members).find(id as UserId), Tenant, {
        workspaceId: workspace.id
      })
      const email = member!.email.toUpperCase()
      const raw = (from: string) =>
        `From: Rep <${from}>\nSubject: Fwd: Quote for pumps\nContent-Type: text/plain; charset=utf-8\n\nFYI\n\n${text}`
      yield* mail(raw(email))
      const [lead] = yield* leads
      assert.deepInclude(lead.contact, ann)
      assert.strictEqual(
        lead.contact.message,
        `Quote for pumps\n\n${original}\n\nForwarded by Rep <${email}>:\n\nFYI`
      )
      yield* mail(raw("stranger@other.example"))
      const [other] = yield* leads
      assert.strictEqual(other.contact.email, "stranger@other.example")
      assert.include(other.contact.message, original.split("\n")[0])
    })
  )

  it.effect("keeps its text below long styles", () =>
    Effect.gen(function* () {
      const styles = `<style>${"p { color: red } ".repeat(10_000)}</style>`
      const contact = yield* contactOf(
        `From: a@b.example\nSubject: Hi\nContent-Type: text/html\n\n<html><head>${styles}</head><p>Ten pumps.</p>`
      )
      assert.strictEqual(contact.message, "Hi\n\nTen pumps.")
    })
  )

  it.effect("names its files", () =>
    Effect.gen(function* () {
      const part = (type: string, disposition: string, body: string) =>
        `--b\nContent-Type: ${type}\nContent-Disposition: ${disposition}\nContent-Transfer-Encoding: base64\n\n${body}\n`
      const contact = yield* contactOf(
        `From: a@b.example\nSubject: RFQ\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSee attached.\n${part('application/pdf; name="RFQ-4711.pdf"', "attachment", "JVBERi0xLjQK")}${part("application/octet-stream", "attachment; filename*=utf-8''Pl%C3%A4ne.dwg", "AAAA")}--b--\n`
      )
      assert.strictEqual(
        contact.message,
        "RFQ\n\nSee attached.\n\nAttachment: RFQ-4711.pdf (application/pdf, 9 bytes)\nAttachment: Pläne.dwg (application/octet-stream, 3 bytes)"
      )
    })
  )

  it.effect("that is only an invitation keeps what it says", () =>
    Effect.gen(function* () {
      const contact = yield* contactOf(
        'From: a@b.example\nSubject: Invitation\nContent-Type: text/calendar; charset=utf-8; method=REQUEST\n\nBEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nDTSTART:19700101T000000\nEND:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID="Europe/Berlin":20261127T100000\nSUMMARY:Site visit\nLOCATION:Hall 3\\, Köln\nDESCRIPTION:We need ten pumps\\nand a quo\n te.\nEND:VEVENT\nEND:VCALENDAR\n'
      )
      for (const text of [
        "Site visit",
        "Location: Hall 3, Köln",
        "We need ten pumps\nand a quote.",
        "2026-11-27 10:00"
      ])
        assert.include(contact.message, text)
    })
  )

  it.effect("in Outlook's own format keeps its text and its files' names", () =>
    Effect.gen(function* () {
      const attribute = (level: number, id: number, data: Buffer) => {
        const head = Buffer.alloc(9)
        head.writeUInt8(level, 0)
        head.writeUInt32LE(id, 1)
        head.writeUInt32LE(data.length, 5)
        return Buffer.concat([head, data, Buffer.alloc(2)])
      }
      const text = Buffer.from("We need ten pumps – soon.\0", "utf16le")
      const property = Buffer.alloc(16)
      property.writeUInt32LE(1, 0)
      property.writeUInt16LE(0x1f, 4)
      property.writeUInt16LE(0x1000, 6)
      property.writeUInt32LE(1, 8)
      property.writeUInt32LE(text.length, 12)
      const tnef = Buffer.concat([
        Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]),
        attribute(1, 0x00069003, Buffer.concat([property, text, Buffer.alloc((4 - (text.length % 4)) % 4)])),
        attribute(2, 0x00018010, Buffer.from("RFQ.xlsx\0"))
      ])
      const contact = yield* contactOf(
        `From: a@b.example\nSubject: RFQ\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${tnef.toString("base64")}\n`
      )
      assert.include(contact.message, "We need ten pumps – soon.")
      assert.include(contact.message, "RFQ.xlsx")
    })
  )
})
