import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Forms } from "../../../layers/intake/Forms.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as Intake from "../../support/samples/Intake.ts"
import * as App from "../../../src/App.ts"
import { TestService } from "../../support/server/TestService.ts"

const browser = { accept: "text/html,application/xhtml+xml" }
const form = { "content-type": "application/x-www-form-urlencoded" }
const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/** A page's hidden fields and values, as a browser would send them. */
const hidden = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)].map(([, name, value]) => [
      name!,
      value!.replaceAll("&amp;", "&")
    ])
  )

layer(TestService.layer({}, { serving: App.served }))("the contact page", (it) => {
  it.effect("takes what was typed, and where the visitor came from", () =>
    Effect.gen(function* () {
      const { form: made, leads, page, post, url } = yield* Intake.make
      const query = "?utm_source=news&utmMedium=mail&utm-campaign=may&gclid=g1&fbclid=f1&msclkid=m1&other=x"
      const shown = yield* Effect.promise(() =>
        post("GET", page + query, undefined, { ...browser, referer: "https://site.example/pricing" })
      )
      assert.strictEqual(shown.status, 200)
      yield* TestClock.adjust("5 seconds")
      const sent = yield* Effect.promise(() =>
        fetch(url + page, {
          method: "POST",
          redirect: "manual",
          headers: { ...browser, ...form },
          body: encode({
            ...hidden(shown.text),
            firstName: "Mia",
            workEmail: " mia@acme.example ",
            message: "one\r\ntwo"
          })
        })
      )
      assert.strictEqual(sent.status, 303)
      assert.strictEqual(sent.headers.get("location"), `/f/${made.token}/thanks`)
      const [lead] = yield* leads
      assert.strictEqual(lead.source, "form")
      assert.deepInclude(lead.contact, {
        firstName: "Mia",
        lastName: null,
        email: "mia@acme.example",
        message: "one\ntwo",
        consent: false
      })
      assert.deepInclude(lead.attribution, {
        source: "form",
        sourceUrl: url + page + query,
        pageTitle: "Contact Test",
        referrer: "https://site.example/pricing",
        utmSource: "news",
        utmMedium: "mail",
        utmCampaign: "may",
        utmTerm: null,
        gclid: "g1",
        fbclid: "f1",
        msclkid: "m1",
        consentText: "I agree to be contacted about my request."
      })
    })
  )

  it.effect("lets nothing run, load or be framed", () =>
    Effect.gen(function* () {
      const { page, post } = yield* Intake.make
      const { headers, text } = yield* Effect.promise(() => post("GET", page, undefined, browser))
      const policy = headers.get("content-security-policy") ?? ""
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^' ]+';/u)
      assert.notInclude(policy, "unsafe")
      assert.include(policy, "frame-ancestors 'none'")
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      assert.notMatch(text, /<script|style=|\son[a-z]+=/iu)
    })
  )

  it.effect("marks a probable bot as suspect, and answers it like a person", () =>
    Effect.gen(function* () {
      const { form: made, leads, page, post, send, url } = yield* Intake.make
      const suspects = Effect.promise(async () => (await send("GET", "/v1/leads?view=suspect")).body.data)
      const submit = (fields: Record<string, string>) =>
        Effect.promise(async () => {
          const answer = await fetch(url + page, {
            method: "POST",
            redirect: "manual",
            headers: { ...browser, ...form },
            body: encode({ firstName: "Bot", ...fields })
          })
          return [answer.status, answer.headers.get("location"), await answer.text()]
        })
      const shown = yield* Effect.promise(() => post("GET", page, undefined, browser))
      const stamp = hidden(shown.text)["_issued"]!
      yield* TestClock.adjust("1 second")
      const answers = [
        yield* submit({ _issued: stamp }),
        yield* submit({ _issued: `0${stamp}` }),
        yield* submit({ _issued: "1.forged" }),
        yield* submit({ _issued: "nonsense" }),
        yield* submit({ contact_me_by_fax: "1" })
      ]
      assert.deepStrictEqual(yield* leads, [])
      const kept = yield* suspects
      assert.lengthOf(kept, answers.length)
      for (const lead of kept) assert.deepInclude(lead, { suspect: true, source: "form" })
      assert.strictEqual(kept[0].contact.firstName, "Bot")
      const twice = yield* submit({ _issued: "nonsense" })
      assert.deepStrictEqual(twice, answers[0])
      assert.lengthOf(yield* suspects, answers.length)
      yield* TestClock.adjust("2 seconds")
      const person = yield* submit({ _issued: stamp })
      assert.deepStrictEqual(person, [303, `/f/${made.token}/thanks`, ""])
      for (const answer of answers) assert.deepStrictEqual(answer, person)
      assert.lengthOf(yield* leads, 1)
      const json = (fields: object) => Effect.promise(() => post("POST", page, { lastName: "B", ...fields }))
      const bot = yield* json({ contact_me_by_fax: "x" })
      const human = yield* json({})
      assert.deepStrictEqual([bot.status, bot.text], [human.status, human.text])
      assert.lengthOf(yield* leads, 2)
      assert.lengthOf(yield* suspects, answers.length + 1)
    })
  )

  it.effect("makes one lead from a page sent twice, and a second from another text", () =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const shown = yield* Effect.promise(() => post("GET", page, undefined, browser))
      yield* TestClock.adjust("5 seconds")
      const { url } = yield* TestService
      const send = (message: string) =>
        Effect.promise(() =>
          fetch(url + page, {
            method: "POST",
            redirect: "manual",
            headers: { ...browser, ...form },
            body: encode({ ...hidden(shown.text), message })
          })
        )
      const together = yield* Effect.all([send("one"), send("one"), send("one")], { concurrency: 3 })
      const later = yield* send("one")
      for (const answer of [...together, later]) {
        assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, `${page}/thanks`])
      }
      assert.lengthOf(yield* leads, 1)
      yield* send("two")
      assert.lengthOf(yield* leads, 2)
      const anew = yield* Effect.promise(() => post("GET", page, undefined, browser))
      assert.notStrictEqual(hidden(anew.text)["_issued"], hidden(shown.text)["_issued"])
      yield* TestClock.adjust("5 seconds")
      yield* Effect.promise(() =>
        post("POST", page, encode({ ...hidden(anew.text), message: "one" }), { ...browser, ...form })
      )
      assert.lengthOf(yield* leads, 3)
    })
  )

  it.effect("asks to send yesterday's page once more, and accepts it then", () =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const shown = yield* Effect.promise(() => post("GET", page, undefined, browser))
      yield* TestClock.adjust("25 hours")
      const fields = { ...hidden(shown.text), firstName: "Mia" }
      const late = yield* Effect.promise(() => post("POST", page, encode(fields), { ...browser, ...form }))
      assert.strictEqual(late.status, 400)
      assert.include(late.text, "Press Send again")
      assert.include(late.text, 'value="Mia"')
      assert.deepStrictEqual(yield* leads, [])
      const again = { ...hidden(late.text), firstName: "Mia" }
      yield* Effect.promise(() => post("POST", page, encode(again), { ...browser, ...form }))
      assert.lengthOf(yield* leads, 1)
    })
  )

  it.effect("shows errors beside the field, and keeps every field as text", () =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const attack = `"><script>alert(1)</script><img src=x onerror=alert(2)></textarea>'\``
      const names =
        "firstName lastName phone companyName companyWebsite message howHeard sourceUrl pageTitle referrer utmSource utmMedium utmCampaign utmTerm utmContent gclid fbclid msclkid consentText _redirect"
      const fields = Object.fromEntries(names.split(" ").map((name) => [name, `${attack}${name}`]))
      const answer = yield* Effect.promise(() =>
        post("POST", page, encode({ ...fields, workEmail: `${attack}@x` }), { ...browser, ...form })
      )
      assert.strictEqual(answer.status, 400)
      assert.notInclude(answer.text, "<script")
      assert.notInclude(answer.text, "<img")
      const escaped = "&lt;script&gt;alert(1)&lt;/script&gt;"
      // Every field except the page's own consentText comes back: 19 here and the email.
      assert.strictEqual(answer.text.split(escaped).length - 1, 20)
      assert.match(answer.text, /id="workEmail-error">\s*Work email must be an email address\./u)
      assert.match(answer.text, /aria-invalid="true"\s+aria-describedby="workEmail-error"/u)
      assert.match(answer.text, /<title>Error: /u)
      assert.deepStrictEqual(yield* leads, [])
    })
  )

  it.effect("says what is needed if nothing was typed", () =>
    Effect.gen(function* () {
      const { page, post } = yield* Intake.make
      const answer = yield* Effect.promise(() =>
        post("POST", page, encode({ phone: "1", firstName: "  " }), { ...browser, ...form })
      )
      assert.strictEqual(answer.status, 400)
      assert.match(answer.text, /role="alert"[^]*Leave us at least your name/u)
    })
  )

  it.effect("is gone once revoked, and does not exist under another token", () =>
    Effect.gen(function* () {
      const { page, post, revoke } = yield* Intake.make
      yield* revoke
      const unknown = `/f/${"0".repeat(52)}`
      for (const path of [page, `${page}/thanks`, unknown, "/f/x", "/f/%00", `/f/${"v".repeat(52)}`]) {
        const html = yield* Effect.promise(() => post("GET", path, undefined, browser))
        assert.strictEqual(html.status, 404, path)
        if (path !== "/f/%00") assert.include(html.headers.get("content-type"), "text/html")
      }
      for (const path of [page, unknown]) {
        const json = yield* Effect.promise(() => post("POST", path, { firstName: "A" }))
        assert.strictEqual(json.status, 404)
        assert.strictEqual(json.body.error.code, "form_not_found")
      }
    })
  )
})

layer(TestService.layer())("a website's own form", (it) => {
  it.effect.each([
    [
      "JSON",
      { "content-type": "application/json" },
      JSON.stringify({ email: "a@b.example", name: "Mia Chen" })
    ],
    ["form-encoded", form, encode({ email: "a@b.example", "full-name": "Mia Chen" })],
    [
      "multipart",
      { "content-type": "multipart/form-data; boundary=----formBoundary7MA4YWxkTrZu0gW" },
      '------formBoundary7MA4YWxkTrZu0gW\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.example\r\n------formBoundary7MA4YWxkTrZu0gW\r\nContent-Disposition: form-data; name="Name"\r\n\r\nMia Chen\r\n------formBoundary7MA4YWxkTrZu0gW\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nfile\r\n------formBoundary7MA4YWxkTrZu0gW--\r\n'
    ]
  ] as const)("is accepted as %s from a script of another site", ([, headers, body]) =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const referer = "https://site.example/contact?utm=1"
      const answer = yield* Effect.promise(() =>
        post("POST", page, body, { ...headers, origin: "https://site.example", referer })
      )
      assert.strictEqual(answer.status, 200, answer.text)
      assert.strictEqual(answer.body.ok, true)
      assert.strictEqual(answer.headers.get("access-control-allow-origin"), "*")
      const [lead] = yield* leads
      assert.deepInclude(lead.contact, {
        firstName: "Mia",
        lastName: "Chen",
        email: "a@b.example",
        consent: null
      })
      assert.deepInclude(lead.attribution, { source: "form", sourceUrl: referer })
    })
  )

  it.effect("passes the preflight of another origin", () =>
    Effect.gen(function* () {
      const { page, post } = yield* Intake.make
      const answer = yield* Effect.promise(() =>
        post("OPTIONS", page, undefined, {
          origin: "https://site.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type"
        })
      )
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers.get("access-control-allow-origin"), "*")
      assert.include(answer.headers.get("access-control-allow-methods"), "POST")
      assert.include(answer.headers.get("access-control-allow-headers"), "content-type")
    })
  )

  it.effect("ignores unknown fields, and accepts any JSON in a field", () =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const body = `{"first_name": "Mia", "constructor": 1, "__proto__": {"a": 1}, "toString": "x", "phone": 123,
        "lastName": null, "companyName": {"a": 1}, "message": ["first", "last"], "id": "mine", "source": "email",
        "boardId": "x", "howHeard": "nul \\u0000 and half \\ud800", "consent": "I accept", "utm_source": "${"u".repeat(5000)}"}`
      const answer = yield* Effect.promise(() => post("POST", page, body))
      assert.strictEqual(answer.status, 200, answer.text)
      const [lead] = yield* leads
      assert.strictEqual(lead.source, "form")
      assert.deepInclude(lead.contact, {
        firstName: "Mia",
        lastName: null,
        phone: "123",
        companyName: null,
        message: "last",
        howHeard: "nul  and half \ufffd",
        consent: null
      })
      assert.strictEqual(lead.attribution.consentText, "I accept")
      assert.lengthOf(lead.attribution.utmSource, 4000)
    })
  )

  it.effect("redirects only to a page of its own site", () =>
    Effect.gen(function* () {
      const { form: made, page, url } = yield* Intake.make
      const go = (origin: string, _redirect: string) =>
        Effect.promise(async () => {
          const headers = { ...browser, ...form, origin }
          const body = encode({ firstName: "A", _redirect })
          const answer = await fetch(url + page, { method: "POST", redirect: "manual", headers, body })
          return answer.headers.get("location")
        })
      const thanks = `/f/${made.token}/thanks`
      const site = "https://site.example"
      assert.strictEqual(yield* go(site, `${site}/thanks?a=1`), `${site}/thanks?a=1`)
      for (const elsewhere of [
        "https://evil.example/",
        "//evil.example",
        "javascript:alert(1)",
        "/x",
        `${site}.evil.example`,
        "https://site.example@evil.example/"
      ]) {
        assert.strictEqual(yield* go(site, elsewhere), thanks, elsewhere)
      }
      assert.strictEqual(yield* go("null", "data:text/html,x"), thanks)
    })
  )

  it.effect.each([
    ["an array", 400, "invalid_body", "application/json", "[]"],
    ["a bad email", 400, "invalid_body", "application/json", '{"email": "nope"}'],
    ["nothing", 400, "invalid_body", "application/json", "{}"],
    ["half of JSON", 400, "invalid_json", "application/json", '{"a":'],
    ["no body", 400, "invalid_json", "application/json", ""],
    ["broken multipart", 400, "invalid_body", "multipart/form-data; boundary=x", "--y garbage"],
    ["multipart without a boundary", 400, "invalid_body", "multipart/form-data", "x"],
    ["bytes as a form", 400, "invalid_body", "application/x-www-form-urlencoded", "%ff%00%zz&&&==="],
    ["another type", 415, "unsupported_media_type", "text/xml", "<a/>"],
    ["more than 1 MiB", 413, "body_too_large", "application/json", `{"message": "${"m".repeat(1_048_576)}"}`],
    [
      "a field that is too long",
      400,
      "invalid_body",
      "application/json",
      `{"firstName": "${"n".repeat(501)}"}`
    ]
  ] as const)("refuses %s in the envelope, and to a browser with a page", ([, status, code, type, body]) =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const answer = yield* Effect.promise(() => post("POST", page, body, { "content-type": type }))
      assert.strictEqual(answer.status, status, answer.text)
      assert.strictEqual(answer.body.error.code, code)
      if (type !== "application/json") {
        const shown = yield* Effect.promise(() =>
          post("POST", page, body, { ...browser, "content-type": type })
        )
        assert.strictEqual(shown.status, status)
        assert.include(shown.headers.get("content-type"), "text/html")
      }
      assert.deepStrictEqual(yield* leads, [])
    })
  )
})

const garbage = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.json(),
  fc.dictionary(fc.string(), fc.string({ unit: "binary" })).map((fields) => JSON.stringify(fields)),
  fc.dictionary(fc.string(), fc.string()).map((fields) => encode(fields))
)

const types = fc.constantFrom(
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=----formBoundary7MA4YWxkTrZu0gW"
)

layer(TestService.layer())("public intake, sent nonsense,", (it) => {
  it.effect("always answers, and never with an internal failure", () =>
    Effect.gen(function* () {
      const { page, intake, post } = yield* Intake.make
      const answered = fc.asyncProperty(garbage, types, fc.boolean(), async (body, type, reads) => {
        const headers = { "content-type": type, ...(reads ? browser : {}) }
        const answer = await post("POST", page, body, headers)
        assert.include([200, 400], answer.status, answer.text)
        const mail = await post("POST", intake, `From: a@b.example\n${body}`, { "content-type": type })
        assert.include([202, 400], mail.status, mail.text)
      })
      yield* Effect.promise(() => fc.assert(answered, { numRuns: 150 }))
    })
  )
})

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }))("a lead from any way in", (it) => {
  it.effect("is announced once, as lead.created", () =>
    Effect.gen(function* () {
      const { board, intake, leads, page, post, send } = yield* Intake.make
      const hook = yield* Effect.promise(() =>
        send("POST", "/v1/webhooks", {
          boardId: board.id,
          url: "http://127.0.0.1:9/hook",
          events: ["lead.created"]
        })
      )
      assert.strictEqual(hook.status, 201, hook.text)
      const raw = "From: a@b.example\nMessage-ID: <once@b.example>\n\nHello"
      yield* Effect.promise(() => post("POST", page, { firstName: "Mia" }))
      yield* Effect.promise(() => post("POST", page, { firstName: "Bot", contact_me_by_fax: "1" }))
      yield* Effect.promise(() => post("POST", page, { workEmail: "nope" }))
      yield* Effect.promise(() => post("POST", intake, raw))
      yield* Effect.promise(() => post("POST", intake, raw))
      yield* Effect.promise(() => post("POST", intake, `Auto-Submitted: auto-replied\n${raw}`))
      assert.lengthOf(yield* leads, 2)
      const log = yield* Effect.promise(() => send("GET", `/v1/webhooks/${hook.body.id}/deliveries`))
      assert.deepStrictEqual(
        log.body.data.map((delivery: any) => delivery.event),
        ["lead.created", "lead.created"],
        log.text
      )
    })
  )
})

layer(TestService.layer({ PROMOTION_ENABLED: "true" }))("a lead from a form", (it) => {
  it.effect("becomes a deal of the form's default owner", () =>
    Effect.gen(function* () {
      const { form: made, leads, page, post, send, workspace } = yield* Intake.make
      const forms = yield* Forms
      const member = yield* (yield* TestService).member(workspace.id, "member")
      yield* Effect.provideService(forms.setDefaultOwner(made.id, member.id as UserId), Tenant, {
        workspaceId: workspace.id
      })
      yield* Effect.promise(() => post("POST", page, { firstName: "Mia" }))
      const [lead] = yield* leads
      const promoted = yield* Effect.promise(() => send("POST", `/v1/leads/${lead.id}/promote`))
      assert.strictEqual(promoted.status, 201, promoted.text)
      const deal = yield* Effect.promise(() => send("GET", `/v1/deals/${promoted.body.dealId}`))
      assert.strictEqual(deal.body.ownerId, member.id)
    })
  )
})

layer(TestService.layer({ RATE_LIMIT_PER_ADDRESS: "3" }))("public intake under a rate limit", (it) => {
  it.effect("takes a limited number of forms a minute from an address, and pages beside them", () =>
    Effect.gen(function* () {
      const { leads, page, post } = yield* Intake.make
      const send = (headers = {}) =>
        Effect.promise(() => post("POST", page, encode({ firstName: "A" }), { ...form, ...headers }))
      for (const _ of [1, 2, 3]) assert.strictEqual((yield* send()).status, 200)
      const refused = yield* send()
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.body.error.code, "rate_limited_address")
      assert.strictEqual(refused.headers.get("retry-after"), "60")
      const shown = yield* send(browser)
      assert.strictEqual(shown.status, 429)
      assert.strictEqual(shown.headers.get("retry-after"), "60")
      assert.include(shown.text, "Please wait a moment")
      assert.strictEqual((yield* Effect.promise(() => post("GET", page, undefined, browser))).status, 200)
      assert.lengthOf(yield* leads, 3)
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual((yield* send()).status, 200)
    })
  )
})
