import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { submitted } from "../../../schema/LeadSubmission.ts"
import * as InlineForward from "../../../src/intake/rules/InlineForward.ts"
import type * as Mail from "../../../src/intake/rules/Mail.ts"
import { identity, submission } from "../../../src/intake/rules/MailSubmission.ts"
import * as AutomatedMail from "../../../src/intake/rules/AutomatedMail.ts"

const mail = (changes: Partial<Mail.Mail> = {}, headers: Record<string, string> = {}): Mail.Mail => ({
  from: { name: "Mia Chen", address: "mia@acme.example" },
  replyTo: [],
  cc: [],
  subject: "Hello",
  text: "Text",
  headers: new Map(Object.entries(headers)),
  returnPath: undefined,
  attached: [],
  original: undefined,
  files: [],
  ...changes
})

describe("AutomatedMail.automatic", () => {
  it.each([
    ["bounce", "content-type", 'Multipart/Report; report-type="delivery-status"'],
    ["bounce", "content-type", "multipart/report; report-type=disposition-notification"],
    ["bounce", "x-failed-recipients", "a@b.example"],
    ["bounce", "content-type", "multipart/report"],
    [undefined, "content-type", "multipart/report; report-type=tlsrpt"],
    [undefined, "content-type", 'multipart/report; report-type="feedback-report"'],
    [undefined, "auto-submitted", "auto-replied"],
    [undefined, "auto-submitted", "auto-generated"],
    [undefined, "auto-submitted", "auto-notified"],
    [undefined, "x-auto-response-suppress", "All"],
    [undefined, "x-auto-response-suppress", "DR, RN, NRN, OOF, AutoReply"],
    [undefined, "x-autoreply", "yes"],
    [undefined, "precedence", "Bulk"],
    [undefined, "precedence", "list"],
    [undefined, "auto-submitted", "no"],
    [undefined, "auto-submitted", "No (a person)"],
    [undefined, "x-auto-response-suppress", "None"],
    [undefined, "precedence", "first-class"],
    [undefined, "return-path", "<mia@acme.example>"],
    [undefined, "return-path", "<>"],
    [undefined, "content-type", "multipart/mixed; boundary=report"]
  ] as const)("says %s for %s: %s", (reason, name, value) => {
    assert.strictEqual(AutomatedMail.automatic(mail({}, { [name]: value })), reason)
  })

  it("detects a bounce by its sender, and does not take a person's mail for one because of an empty envelope", () => {
    assert.strictEqual(AutomatedMail.automatic(mail({ returnPath: "" })), undefined)
    const by = (address: string) => ({ from: { name: "", address } })
    const postmaster = by("Postmaster@b.example")
    assert.strictEqual(AutomatedMail.automatic(mail({ ...postmaster, returnPath: "" })), "bounce")
    assert.strictEqual(AutomatedMail.automatic(mail(postmaster)), undefined)
    assert.strictEqual(AutomatedMail.automatic(mail(by("MAILER-DAEMON"))), "bounce")
    assert.strictEqual(AutomatedMail.automatic(mail(by("mailer-daemons@b.example"))), undefined)
  })
})

describe("AutomatedMail.doubt", () => {
  it("doubts mail without a sender to answer", () => {
    assert.strictEqual(AutomatedMail.doubt(mail({ returnPath: "" })), "auto_reply")
    assert.strictEqual(AutomatedMail.doubt(mail({ returnPath: "mia@acme.example" })), undefined)
  })

  it.each([
    ["auto_reply", { "x-autoreply": "yes" }],
    ["auto_reply", { "return-path": " < > " }],
    ["auto_reply", { precedence: "auto_reply" }],
    ["auto_reply", { "auto-submitted": "auto-replied" }],
    ["auto_reply", { "auto-submitted": "Auto-Replied; owner-email=a@b.example" }],
    [
      "bulk",
      {
        "list-id": "<l>",
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
        "list-unsubscribe": "<https://x>"
      }
    ],
    ["bulk", { "list-unsubscribe": "<https://x>", "feedback-id": "1:2" }],
    ["bulk", { "list-unsubscribe": "<https://x>", "list-post": "NO" }],
    ["bulk", { "content-type": "multipart/report; report-type=tlsrpt" }],
    ["list", { "list-id": "<l>", "list-post": "<mailto:l@x.example>", "list-unsubscribe": "<https://x>" }],
    [undefined, { "feedback-id": "::1.eu-west-1.x:AmazonSES" }],
    ["auto_reply", { "auto-submitted": "auto-generated", "in-reply-to": "<a@b.example>" }],
    ["bulk", { precedence: "Bulk" }],
    ["bulk", { precedence: " junk " }],
    ["list", { precedence: "list", "list-id": "<l>" }],
    ["machine", { "auto-submitted": "Auto-Generated; x=y" }],
    [undefined, {}],
    [undefined, { "auto-submitted": "No (a person)", precedence: "first-class" }],
    [undefined, { "x-auto-response-suppress": "All" }]
  ] as const)("is %s for %o", (doubt, headers) => {
    assert.strictEqual(AutomatedMail.doubt(mail({}, headers)), doubt)
  })
})

describe("InlineForward.find", () => {
  const fields = "From: Berlin\nTo: Munich\nDate: 3 May"
  it.each([
    ["no block without an address", fields, undefined],
    ["no block below a rule", `----------------\n${fields}`, undefined],
    ["a block below a program's line", `-----Original Message-----\n${fields}`, "Berlin"],
    [
      "whom to answer",
      "Von: Shop <noreply@shop.example>\nGesendet: heute\nAn: Rep\nAntwort an: Ann <ann@a.example>\n\nHallo",
      "Ann"
    ],
    ["a person", "From: Ann <ann@a.example>\nDate: x\nTo: y\nReply-To: Bob <bob@b.example>", "Ann"]
  ] as const)("finds %s", (_, text, name) => {
    assert.strictEqual(InlineForward.find(`FYI\n\n${text}`)?.from.name, name)
  })
})

describe("AutomatedMail.doubt by subject", () => {
  it.each([
    [undefined, "Out of office furniture - need desks"],
    [undefined, "Automatic reply tool: quote wanted"],
    ["auto_reply", "Abwesenheit: Ihre Anfrage"],
    ["auto_reply", "Abwesend bis 3. Mai"],
    ["auto_reply", "Out of office until Monday"],
    ["auto_reply", "AW: Abwesenheitsnotiz – Angebot"],
    ["auto_reply", "Re: Out of office"],
    ["auto_reply", "Out of Office AutoReply - Quote"]
  ] as const)("is %s for %s", (doubt, subject) => {
    assert.strictEqual(AutomatedMail.doubt(mail({ subject })), doubt)
  })
})

describe("MailSubmission.submission", () => {
  const omar = { name: "Omar Haddad", address: "omar@buyer.example" }

  it.each(["no-reply", "noreply", "do_not_reply", "donotreply", "WordPress", "notifications"])(
    "is from the Reply-To address if %s sent it",
    (local) => {
      const from = { name: "Site", address: `${local}@site.example` }
      assert.deepInclude(submission(mail({ from, replyTo: [omar] })), {
        firstName: "Omar",
        workEmail: omar.address
      })
      assert.deepInclude(submission(mail({ from })), {
        firstName: "Site",
        workEmail: from.address
      })
    }
  )

  it("is from the sender if a person sent it, whatever the Reply-To", () => {
    assert.strictEqual(submission(mail({ replyTo: [omar] })).workEmail, "mia@acme.example")
    assert.strictEqual(submission(mail({ replyTo: [omar] }, { "list-id": "<l>" })).workEmail, omar.address)
  })

  it.each([
    "form-submission@squarespace.info",
    "submissions@formspree.io",
    "no-reply-forms@webflow.com",
    "notifications@wix-forms.com",
    "website@acme.example",
    "wordpress@acme.example",
    "crm-noreply@google.example",
    "no-reply+12ab@jotform.com",
    "www-data@web3.host.example",
    "donotreply@wordpress.com",
    "Forms@mail.tally.so"
  ])("is from the Reply-To address if a form was forwarded by %s", (address) => {
    const sent = submission(mail({ from: { name: "A form", address }, replyTo: [omar] }))
    assert.deepInclude(sent, { firstName: "Omar", lastName: "Haddad", workEmail: omar.address })
  })

  it.each(["formation@acme.example", "webb@acme.example", "mia.forms@acme.example", "noreen@acme.example"])(
    "is from %s, who is a person",
    (address) => {
      const sent = submission(mail({ from: { name: "P", address }, replyTo: [omar] }))
      assert.strictEqual(sent.workEmail, address)
    }
  )

  it("is from the Reply-To address if a program says that it sent it", () => {
    const headers = { "auto-submitted": "auto-generated" }
    assert.strictEqual(submission(mail({ replyTo: [omar] }, headers)).workEmail, omar.address)
    assert.strictEqual(submission(mail({}, headers)).workEmail, "mia@acme.example")
  })

  const list = { name: "Sales", address: "sales@lists.example" }
  const munged = { name: "Omar Haddad via Sales", address: list.address }
  const noReply = { name: "Shop", address: "noreply@shop.example" }

  it.each([
    ["a list and the author in Reply-To", { from: munged, replyTo: [list, omar] }],
    ["the author in Cc of a list", { from: munged, replyTo: [list], cc: [{ ...omar, name: "Omar Haddad" }] }],
    ["a no-reply address and a person in Reply-To", { from: noReply, replyTo: [noReply, omar] }]
  ] as const)("is from the person, with %s", (_, changes) => {
    const headers = { "list-id": "Sales <sales.lists.example>" }
    assert.strictEqual(submission(mail(changes, headers)).workEmail, omar.address)
  })

  it.each([{ replyTo: [omar] }, { original: omar }, { from: { name: "Ann", address: "mia@acme.example" } }])(
    "is another message from another person: %o",
    (changes) => assert.notStrictEqual(identity(mail(changes), "x"), identity(mail(), "x"))
  )

  it("is from the author of a forwarded message, and holds both texts", () => {
    const attached = [mail({ from: omar, subject: "Prices", text: "How much?" })]
    const forwarded = submission(mail({ subject: "FW: Prices", text: "See below", attached }))
    assert.strictEqual(forwarded.workEmail, omar.address)
    assert.strictEqual(
      forwarded.message,
      "FW: Prices\n\nSee below\n\nForwarded message from Omar Haddad <omar@buyer.example>:\n\nPrices\n\nHow much?"
    )
    assert.strictEqual(submission(mail({ text: " ", attached })).workEmail, omar.address)
    const mentioned = submission(mail({ attached }))
    assert.strictEqual(mentioned.workEmail, "mia@acme.example")
    assert.include(mentioned.message, "How much?")
  })

  it("has no name if the name is the address", () => {
    const from = { name: "Mia@acme.example", address: "mia@acme.example" }
    assert.notProperty(submission(mail({ from })), "firstName")
  })

  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ minLength: 20_000, maxLength: 25_000 }))
  const mailbox = fc.record({ name: text, address: text })
  const longName = { name: `Mia,Acme GmbH,${"a,".repeat(300)}Inc`, address: "" }

  it("fits a lead, whatever the message says", () => {
    fc.assert(
      fc.property(
        mailbox,
        fc.option(mailbox, { nil: undefined }),
        text,
        text,
        (from, replyTo, subject, text) => {
          const sent = submission(
            mail({ from, replyTo: replyTo === undefined ? [] : [replyTo], subject, text })
          )
          assert.isTrue(Schema.is(Schema.Struct(submitted))(sent))
          for (const value of Object.values(sent)) {
            assert.isTrue(String(value).isWellFormed() && !String(value).includes("\u0000"))
          }
        }
      ),
      // Shrinking such long texts takes minutes.
      { endOnFailure: true, examples: [[longName, undefined, "", ""]] }
    )
  })
})
