import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Intake from "../../support/samples/Intake.ts"
import * as App from "../../../src/service/App.ts"
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

  it.effect(
    "asks to send yesterday's page once more, and accepts it then",
    () =>
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
      }),
    240_000
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
