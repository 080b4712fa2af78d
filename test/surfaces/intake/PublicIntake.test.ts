import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as Intake from "../../support/samples/Intake.ts"
import { TestService } from "../../support/server/TestService.ts"

const browser = { accept: "text/html,application/xhtml+xml" }
const form = { "content-type": "application/x-www-form-urlencoded" }
const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

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
