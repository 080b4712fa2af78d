import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Intake from "../../support/samples/Intake.ts"
import { TestService } from "../../support/server/TestService.ts"

const form = { "content-type": "application/x-www-form-urlencoded" }
const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

layer(TestService.layer())("a website's own form", (it) => {
  it.effect.each([
    [
      "Contact Form 7",
      form,
      "_wpcf7=12&_wpcf7_unit_tag=x&_wpcf7_posted_data_hash=&your-name=Mia+Chen&your-email=a%40b.example&your-subject=Prices&your-message=Hello&g-recaptcha-response=x",
      { firstName: "Mia", lastName: "Chen", email: "a@b.example", message: "Hello\n\nyour-subject: Prices" }
    ],
    [
      "Elementor",
      form,
      "post_id=7&form_id=ab&referer_title=Contact&form_fields%5Bname%5D=Mia+Chen&form_fields%5Bemail%5D=a%40b.example&form_fields%5Bfield_1%5D=ten&action=elementor_pro_forms_send_form",
      { firstName: "Mia", email: "a@b.example", message: "field_1: ten" }
    ],
    [
      "Elementor's webhook",
      form,
      "form[id]=1&form[name]=Contact&fields[name][id]=name&fields[name][type]=text&fields[name][title]=Name&fields[name][value]=Mia+Chen&fields[x][id]=x&fields[x][type]=email&fields[x][title]=Mail+me&fields[x][value]=a%40b.example&fields[size][title]=Size&fields[size][value]=ten",
      { firstName: "Mia", email: "a@b.example", message: "Size: ten" }
    ],
    [
      "Webflow",
      {},
      JSON.stringify({
        name: "Contact form",
        data: { Name: "Mia Chen", Email: "a@b.example", "How many seats?": 12 }
      }),
      undefined
    ],
    [
      "Typeform",
      {},
      JSON.stringify({
        event_id: "1",
        form_response: {
          definition: { fields: [{ id: "q1", title: "How many seats?", type: "number" }] },
          answers: [
            { type: "email", email: "a@b.example", field: { id: "q0", type: "email", ref: "r0" } },
            { type: "number", number: 12, field: { id: "q1", type: "number", ref: "r1" } },
            {
              type: "choices",
              choices: { labels: ["red", "blue"] },
              field: { id: "q2", type: "m", ref: "colours" }
            }
          ]
        }
      }),
      undefined
    ],
    [
      "a German site",
      form,
      encode({
        Vorname: "Jörg",
        Nachname: "Müller",
        "E-Mail-Adresse": "a@b.example",
        Telefon: "1",
        Firma: "F",
        Nachricht: "Hallo",
        Stückzahl: "10"
      }),
      {
        firstName: "Jörg",
        lastName: "Müller",
        email: "a@b.example",
        phone: "1",
        companyName: "F",
        message: "Hallo\n\nStückzahl: 10"
      }
    ],
    [
      "an invalid email",
      form,
      encode({ name: "Mia", email: "mia at b.example" }),
      { email: null, message: "email: mia at b.example" }
    ],
    [
      "repeated fields",
      form,
      "email=a%40b.example&message=one&message=two&colour[]=red&colour[]=blue",
      { message: "one\ntwo\n\ncolour: red\ncolour: blue" }
    ],
    [
      "two addresses",
      form,
      "email=a%40b.example&email=c%40d.example",
      { email: "a@b.example", message: "email: c@d.example" }
    ],
    ["names[]", form, "email=a%40b.example&message%5B%5D=one&message%5B%5D=two", { message: "one\ntwo" }],
    [
      "lists in JSON",
      {},
      JSON.stringify({ email: "a@b.example", message: ["one", "two"], address: { city: "Köln" } }),
      { message: "one\ntwo\n\naddress city: Köln" }
    ],
    [
      "its charset",
      { "content-type": "application/x-www-form-urlencoded; charset=ISO-8859-1" },
      "name=J%F6rg+M%FCller&message=x",
      { firstName: "Jörg", lastName: "Müller" }
    ],
    ["_charset_", form, "_charset_=windows-1251&message=%CF%F0%E8%E2%E5%F2", { message: "Привет" }],
    [
      "bytes that are not UTF-8",
      form,
      "name=J%F6rg+M%FCller&message=5+%80",
      { firstName: "Jörg", message: "5 €" }
    ]
  ] as const)("keeps all that people typed: %s", ([, headers, body, contact]) =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const answer = yield* Effect.promise(() =>
        post("POST", page, body, { "content-type": "application/json", ...headers })
      )
      assert.strictEqual(answer.status, 200, answer.text)
      const [lead] = yield* leads
      if (contact !== undefined) assert.deepInclude(lead.contact, contact)
      else {
        assert.strictEqual(lead.contact.email, "a@b.example")
        assert.include(lead.contact.message, "How many seats?: 12")
      }
      assert.notInclude(JSON.stringify(lead.contact), "wpcf7")
    })
  )

  it.effect("reads a multipart form by its bytes, and names its files", () =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const part = (head: string, value: string) =>
        `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
      const body = `${part('name="name"', "J\xf6rg M\xfcller")}${part('name="message"', "5 \x80")}${part('name="plan"; filename="B\xfcro.pdf"', "\xff\xfe")}${part('name="scan"; filename="Pl\xc3\xa4ne.pdf"', "")}--x--\r\n`
      const sent = { "content-type": "multipart/form-data; boundary=x" }
      const answer = yield* Effect.promise(() => post("POST", page, Buffer.from(body, "latin1"), sent))
      assert.strictEqual(answer.status, 200, answer.text)
      const [lead] = yield* leads
      assert.deepInclude(lead.contact, {
        firstName: "Jörg",
        lastName: "Müller",
        message: "5 €\n\nplan: Büro.pdf\nscan: Pläne.pdf"
      })
    })
  )

  it.effect("says what it left out of a form that is too long", () =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const body = { email: "a@b.example", message: "m".repeat(19_000), more: "x".repeat(5_000) }
      yield* Effect.promise(() => post("POST", page, body))
      const [lead] = yield* leads
      assert.isAtMost([...lead.contact.message].length, 20_000)
      assert.match(lead.contact.message, /\[The rest of this form was too long and was left out\.\]$/u)
    })
  )
})
