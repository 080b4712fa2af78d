import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { readOnly } from "../../schema/Enrichment.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const newLead = Effect.fnUntraced(function* ({ send }: Client) {
  const { body } = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
  const path = `/v1/leads/${body.id}`
  const patch = (enrichment: unknown, headers: Record<string, string> = {}) =>
    Effect.promise(() => send("PATCH", path, { enrichment }, headers))
  const read = Effect.map(
    Effect.promise(() => send("GET", path)),
    ({ body }) => body.enrichment
  )
  return { id: body.id as string, path, patch, read }
})

/** Sorts by key only: some values can't be turned into text. */
const inOrder = (entries: ReadonlyArray<readonly [string, unknown]>) =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1))

const current = (enrichment: any) => {
  const { history: _, ...rest } = enrichment
  return rest
}

layer(TestService.layer())("enrichment of leads", (it) => {
  it.effect("replaces sent keys, keeps others, and appends the write to the history", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client)
      const first = {
        status: "complete",
        score: 86.5,
        contact: { name: "Mia", title: "COO" },
        custom: { a: [1] }
      }
      const one = yield* lead.patch(first)
      assert.strictEqual(one.status, 200, one.text)
      assert.deepStrictEqual(current(one.body.enrichment), first)
      const second = { score: 10, contact: { name: "Mia Chen" } }
      const { body } = yield* lead.patch(second)
      assert.deepStrictEqual(current(body.enrichment), { ...first, ...second })
      assert.deepStrictEqual(yield* lead.read, body.enrichment)
      const { history } = body.enrichment
      assert.deepStrictEqual(
        history.map((entry: any) => [entry.by, entry.payload]),
        [
          [client.apiKey.id, first],
          [client.apiKey.id, second]
        ]
      )
      assert.match(history[0].at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
      assert.isTrue(history[0].at <= history[1].at)
    })
  )

  it.effect("appends an entry for an empty enrichment too", () =>
    Effect.gen(function* () {
      const lead = yield* newLead(yield* (yield* TestService).workspace())
      const { body } = yield* lead.patch({})
      assert.deepStrictEqual(
        body.enrichment.history.map((entry: any) => entry.payload),
        [{}]
      )
    })
  )

  it.effect("removes a common key sent as null, and stores null for any other key", () =>
    Effect.gen(function* () {
      const lead = yield* newLead(yield* (yield* TestService).workspace())
      yield* lead.patch({ status: "queued", score: 5, verdict: "No", contact: { name: "M" }, mine: 1 })
      const nulls = { status: null, score: null, verdict: null, contact: null, mine: null }
      const { body } = yield* lead.patch(nulls)
      assert.deepStrictEqual(current(body.enrichment), { mine: null })
      assert.deepStrictEqual(body.enrichment.history[1].payload, nulls)
    })
  )

  it.effect("ignores fields that only the service writes, so that a client can send back what it read", () =>
    Effect.gen(function* () {
      const lead = yield* newLead(yield* (yield* TestService).workspace())
      yield* lead.patch({ summary: "Big" })
      const read = yield* lead.read
      const { body, status } = yield* lead.patch({
        ...read,
        screenshotSource: "https://example.com/x",
        score: 1
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(current(body.enrichment), { summary: "Big", score: 1 })
      assert.deepStrictEqual(body.enrichment.history[0], read.history[0])
      assert.deepStrictEqual(body.enrichment.history[1].payload, { summary: "Big", score: 1 })
      const wiped = yield* lead.patch({ history: [] })
      assert.strictEqual(wiped.body.enrichment.history.length, 3)
    })
  )

  it.effect("refuses common keys with invalid values, naming each", () =>
    Effect.gen(function* () {
      const lead = yield* newLead(yield* (yield* TestService).workspace())
      const refused: ReadonlyArray<readonly [unknown, string, string]> = [
        [{ status: "done" }, "invalid_body", "enrichment.status"],
        [{ score: -0.01 }, "invalid_body", "enrichment.score"],
        [{ score: 100.5 }, "invalid_body", "enrichment.score"],
        [{ score: "85" }, "invalid_body", "enrichment.score"],
        [{ scoreDisplay: 85 }, "invalid_body", "enrichment.scoreDisplay"],
        [{ body: ["x"] }, "invalid_body", "enrichment.body"],
        [{ contact: { nme: "M" } }, "unknown_field", "enrichment.contact.nme"],
        [{ contact: { name: null } }, "invalid_body", "enrichment.contact.name"],
        [{ contact: { email: "m@" } }, "invalid_body", "enrichment.contact.email"],
        [{ contact: { linkedin: "linkedin.com/in/m" } }, "invalid_body", "enrichment.contact.linkedin"],
        [
          { contact: { linkedin: "http://linkedin.com/in/m" } },
          "invalid_body",
          "enrichment.contact.linkedin"
        ],
        [{ contact: { website: "javascript:alert(1)" } }, "invalid_body", "enrichment.contact.website"],
        [{ contact: [] }, "invalid_body", "enrichment.contact"],
        [{ screenshot: 1 }, "invalid_body", "enrichment.screenshot"],
        [{ screenshot: "ftp://example.com/a.png" }, "invalid_url", "enrichment.screenshot"],
        [{ attachments: [{ kind: "x" }] }, "invalid_body", "enrichment.attachments[0].url"],
        [{ attachments: {} }, "invalid_body", "enrichment.attachments"],
        [{ own: { deep: ["a\u0000b"] } }, "invalid_body", "enrichment.own.deep[0]"],
        [{ own: "\ud800" }, "invalid_body", "enrichment.own"],
        [[], "invalid_body", "enrichment"],
        ["x", "invalid_body", "enrichment"],
        [null, "invalid_body", "enrichment"]
      ]
      for (const [enrichment, code, path] of refused) {
        const { body, status, text } = yield* lead.patch(enrichment)
        assert.deepStrictEqual([status, body.error?.code], [400, code], text)
        assert.strictEqual(body.error.meta.issues[0].path, path)
      }
      assert.deepStrictEqual(yield* lead.read, { history: [] })
    })
  )

  it.effect("accepts the bounds of a score and a status that goes backwards", () =>
    Effect.gen(function* () {
      const lead = yield* newLead(yield* (yield* TestService).workspace())
      for (const patch of [{ score: 0 }, { score: 100 }, { status: "complete" }, { status: "queued" }]) {
        assert.strictEqual((yield* lead.patch(patch)).status, 200)
      }
      assert.deepStrictEqual(current(yield* lead.read), { score: 100, status: "queued" })
    })
  )

  it.effect("keeps every key and every entry of 20 parallel writes", () =>
    Effect.gen(function* () {
      const lead = yield* newLead(yield* (yield* TestService).workspace())
      const names = Array.from({ length: 20 }, (_, index) => `key${index}`)
      const answers = yield* Effect.forEach(names, (name) => lead.patch({ [name]: name }), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
      const { history, ...keys } = yield* lead.read
      assert.deepStrictEqual(keys, Object.fromEntries(names.map((name) => [name, name])))
      assert.deepStrictEqual(
        history.flatMap((entry: any) => Object.keys(entry.payload)).toSorted(),
        names.toSorted()
      )
      // Each answer shows the history up to its own entry: 1 to 20 entries, each length once.
      assert.deepStrictEqual(
        answers.map(({ body }) => body.enrichment.history.length).toSorted((a, b) => a - b),
        names.map((_, index) => index + 1)
      )
    })
  )

  it.effect("keeps keys such as __proto__, and refuses a key sent twice", () =>
    Effect.gen(function* () {
      const { send, ...client } = yield* (yield* TestService).workspace()
      const lead = yield* newLead({ send, ...client })
      const text = `{"enrichment":{"__proto__":{"a":1},"constructor":2,"toString":null,"10":"x","own":{"__proto__":[]},"":""}}`
      const repeated = yield* Effect.promise(() => send("PATCH", lead.path, text.replace('"10"', '"own"')))
      assert.deepStrictEqual(
        [repeated.status, repeated.body.error.meta.issues[0].path],
        [400, "enrichment.own"]
      )
      const answer = yield* Effect.promise(() => send("PATCH", lead.path, text))
      assert.strictEqual(answer.status, 200, answer.text)
      const read = yield* Effect.promise(() => send("GET", lead.path))
      const expected = JSON.parse(text).enrichment
      const { enrichment } = JSON.parse(read.text)
      assert.strictEqual(
        JSON.stringify(inOrder(Object.entries(current(enrichment)))),
        JSON.stringify(inOrder(Object.entries(expected)))
      )
      assert.deepStrictEqual(
        inOrder(Object.entries(enrichment.history[0].payload)),
        inOrder(Object.entries(expected))
      )
    })
  )

  it.effect("refuses JSON nested too deep", () =>
    Effect.gen(function* () {
      const { send, ...client } = yield* (yield* TestService).workspace()
      const lead = yield* newLead({ send, ...client })
      const nested = (depth: number) => `{"enrichment":{"own":${"[".repeat(depth)}${"]".repeat(depth)}}}`
      for (const depth of [200, 5_000, 400_000]) {
        const answer = yield* Effect.promise(() => send("PATCH", lead.path, nested(depth)))
        assert.deepStrictEqual([answer.status, answer.body.error.code], [400, "invalid_body"])
      }
      assert.strictEqual((yield* Effect.promise(() => send("PATCH", lead.path, nested(90)))).status, 200)
    })
  )

  it.effect("refuses numbers that it could not return as sent", () =>
    Effect.gen(function* () {
      const { send, ...client } = yield* (yield* TestService).workspace()
      const lead = yield* newLead({ send, ...client })
      const patch = (number: string) =>
        Effect.promise(() => send("PATCH", lead.path, `{"enrichment":{"own":[${number}]}}`))
      for (const number of ["9007199254740993", "-12345678901234567890", "1e400", "9".repeat(100_000)]) {
        const { body, status } = yield* patch(number)
        assert.deepStrictEqual([status, body.error.code], [400, "invalid_body"], number.slice(0, 30))
      }
      for (const number of ["9007199254740992", "1e300", "0.12345678901234566", "100000000000000000000"]) {
        const { body, status } = yield* patch(number)
        assert.deepStrictEqual([status, body.enrichment.own], [200, [Number(number)]], number)
      }
    })
  )

  it.effect(
    "returns any JSON unchanged, or refuses it with 400",
    () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const seen = { kept: 0, refused: 0 }
        const strings = fc.string({
          unit: fc.oneof(
            { arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), weight: 20 },
            fc.constantFrom("\u0000", "\ud800", "__proto__")
          )
        })
        const json = fc.dictionary(
          fc.oneof(
            strings,
            fc.constantFrom("status", "score", "contact", "attachments", "history", "__proto__", "notes")
          ),
          fc.oneof(
            fc.jsonValue({ maxDepth: 4 }),
            fc.json().map((text) => JSON.parse(text)),
            strings
          ),
          { maxKeys: 8 }
        )
        const property = fc.asyncProperty(json, async (value) => {
          const sent = JSON.parse(JSON.stringify(value))
          const lead = await Effect.runPromise(newLead(client))
          const answer = await Effect.runPromise(lead.patch(sent))
          if (answer.status === 400) {
            seen.refused++
            return
          }
          assert.strictEqual(answer.status, 200, answer.text)
          seen.kept++
          const read = await Effect.runPromise(lead.read)
          const expected = Object.entries(sent).filter(
            ([key, inner]) =>
              !readOnly.has(key) &&
              !(inner === null && ["status", "score", "contact", "attachments", "notes"].includes(key))
          )
          assert.deepStrictEqual(inOrder(Object.entries(current(read))), inOrder(expected))
        })
        yield* Effect.promise(() => fc.assert(property, { numRuns: 300 }))
        assert.isAbove(seen.kept, 50)
        assert.isAbove(seen.refused, 10)
      }),
    240_000
  )

  it.effect("lets one credential claim a lead, if it asks to", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const other = yield* service.member(client.workspace.id, "member")
      const lead = yield* newLead(client)
      const claim = (send: typeof client.send, headers = { "enrichment-claim": "true" }) =>
        Effect.promise(() => send("PATCH", lead.path, { enrichment: { status: "in_progress" } }, headers))
      assert.strictEqual((yield* claim(client.send)).status, 200)
      assert.strictEqual((yield* claim(client.send)).status, 200)
      const refused = yield* claim(other.send)
      assert.deepStrictEqual(
        [refused.status, refused.body.error.type, refused.body.error.code],
        [409, "conflict_error", "enrichment_claimed"]
      )
      assert.strictEqual(refused.body.error.meta.by, client.apiKey.id)
      assert.match(
        refused.body.error.message,
        /^Until .+ this lead is enriched by the API key \S.*\. Take another/u
      )
      assert.notInclude(refused.body.error.message, client.apiKey.id)
      assert.strictEqual(refused.body.error.meta.until, "1970-01-01T00:10:00.000Z")
      assert.strictEqual((yield* lead.read).history.length, 2)
      const result = yield* Effect.promise(() =>
        other.send("PATCH", lead.path, { enrichment: { notes: "x" } }, { "enrichment-claim": "true" })
      )
      assert.strictEqual(result.status, 200)
      assert.strictEqual((yield* claim(other.send, {} as never)).status, 200)
      assert.strictEqual((yield* claim(client.send)).status, 409)
      yield* Effect.promise(() => other.send("PATCH", lead.path, { enrichment: { status: "complete" } }))
      assert.strictEqual((yield* claim(client.send)).status, 200)
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual((yield* claim(other.send)).status, 409)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* claim(other.send)).status, 200)
    })
  )
})
