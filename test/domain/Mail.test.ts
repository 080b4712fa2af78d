import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { submitted } from "../../schema/Lead.ts"
import * as Mail from "../../src/domain/Mail.ts"

const mail = (changes: Partial<Mail.Mail> = {}, headers: Record<string, string> = {}): Mail.Mail => ({
  from: { name: "Mia Chen", address: "mia@acme.example" },
  replyTo: undefined,
  subject: "Hello",
  text: "Text",
  headers: new Map(Object.entries(headers)),
  returnPath: undefined,
  ...changes
})

describe("Mail.automatic", () => {
  it.each([
    ["bounce", "return-path", "<>"],
    ["bounce", "return-path", " < > "],
    ["bounce", "content-type", 'Multipart/Report; report-type="delivery-status"'],
    ["bounce", "content-type", "multipart/report; report-type=disposition-notification"],
    ["bounce", "x-failed-recipients", "a@b.example"],
    ["auto_reply", "auto-submitted", "auto-replied"],
    ["auto_reply", "auto-submitted", "Auto-Generated; x=y"],
    ["auto_reply", "x-auto-response-suppress", "OOF, AutoReply"],
    ["auto_reply", "x-autoreply", "yes"],
    ["auto_reply", "precedence", "auto_reply"],
    ["bulk", "precedence", "Bulk"],
    ["bulk", "precedence", "list"],
    ["bulk", "precedence", "junk"],
    [undefined, "auto-submitted", "no"],
    [undefined, "auto-submitted", "No (a person)"],
    [undefined, "x-auto-response-suppress", "None"],
    [undefined, "precedence", "first-class"],
    [undefined, "return-path", "<mia@acme.example>"],
    [undefined, "content-type", "multipart/mixed; boundary=report"]
  ] as const)("it says %s of %s: %s", (reason, name, value) => {
    assert.strictEqual(Mail.automatic(mail({}, { [name]: value })), reason)
  })

  it("it knows a bounce by its envelope and its sender", () => {
    assert.strictEqual(Mail.automatic(mail({ returnPath: "" })), "bounce")
    assert.strictEqual(Mail.automatic(mail({ returnPath: "a@b.example" })), undefined)
    assert.strictEqual(Mail.automatic(mail({ from: { name: "", address: "MAILER-DAEMON" } })), "bounce")
    assert.strictEqual(
      Mail.automatic(mail({ from: { name: "", address: "mailer-daemons@b.example" } })),
      undefined
    )
  })
})

describe("Mail.submission", () => {
  const omar = { name: "Omar Haddad", address: "omar@buyer.example" }

  it.each(["no-reply", "noreply", "do_not_reply", "donotreply", "WordPress", "notifications"])(
    "it is by the one to reply to where %s sent it",
    (local) => {
      const from = { name: "Site", address: `${local}@site.example` }
      assert.deepInclude(Mail.submission(mail({ from, replyTo: omar })), {
        firstName: "Omar",
        workEmail: omar.address
      })
      assert.deepInclude(Mail.submission(mail({ from })), { firstName: "Site", workEmail: from.address })
    }
  )

  it("it is by the sender where a person sent it, whoever is to be replied to", () => {
    assert.strictEqual(Mail.submission(mail({ replyTo: omar })).workEmail, "mia@acme.example")
    assert.strictEqual(Mail.submission(mail({ replyTo: omar }, { "list-id": "<l>" })).workEmail, omar.address)
  })

  it("it says no name where the name is the address", () => {
    const from = { name: "Mia@acme.example", address: "mia@acme.example" }
    assert.notProperty(Mail.submission(mail({ from })), "firstName")
  })

  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ minLength: 20_000, maxLength: 25_000 }))
  const mailbox = fc.record({ name: text, address: text })

  it("it fits a lead, whatever the message says", () => {
    fc.assert(
      fc.property(
        mailbox,
        fc.option(mailbox, { nil: undefined }),
        text,
        text,
        (from, replyTo, subject, text) => {
          const sent = Mail.submission(mail({ from, replyTo, subject, text }))
          assert.isTrue(Schema.is(Schema.Struct(submitted))(sent))
          for (const value of Object.values(sent)) {
            assert.isTrue(String(value).isWellFormed() && !String(value).includes("\u0000"))
          }
        }
      )
    )
  })
})
