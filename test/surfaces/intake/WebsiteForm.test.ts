import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Forms } from "../../../layers/intake/Forms.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as Intake from "../../support/samples/Intake.ts"
import { TestService } from "../../support/server/TestService.ts"

const browser = { accept: "text/html,application/xhtml+xml" }
const form = { "content-type": "application/x-www-form-urlencoded" }
const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

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

  it.effect("keeps unknown fields in the message, and accepts any JSON in a field", () =>
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
        message: "first\nlast\n\ntoString: x\ncompanyName a: 1\nsource: email",
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
    ["a bad email", 400, "invalid_body", "application/json", '{"workEmail": "nope"}'],
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
