import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { api, contract, created, ok, refused } from "../support/server/Contract.ts"
import * as Intake from "../support/samples/Intake.ts"

/** A workspace, and a bot that fills in its form's hidden trap field. */
const setUp = Effect.gen(function* () {
  const made = yield* Intake.make
  const rest = api(made.send)
  const bot = (fields: object = {}) =>
    Effect.gen(function* () {
      const sent = { firstName: "Bot", email: "bot@acme.example", contact_me_by_fax: "1", ...fields }
      const answer = yield* Effect.promise(() => made.post("POST", made.page, sent))
      assert.strictEqual(answer.status, 200, answer.text)
      const { data } = yield* ok(rest.get("/v1/leads?view=suspect"))
      return data[0]
    })
  const webhook = yield* created(
    rest.post("/v1/webhooks", {
      boardId: made.board.id,
      url: "https://192.0.43.8/",
      events: ["lead.created"]
    })
  )
  /** The ids of the announced leads, oldest first. */
  const announced = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ body: string }>`SELECT body FROM deliveries
      WHERE workspace_id = ${made.workspace.id} AND webhook_id = ${webhook.id} ORDER BY created_at, id`
    return rows.map(({ body }) => JSON.parse(body))
  })
  return { ...made, ...rest, bot, announced }
})

contract(
  "suspect leads",
  (it) => {
    it.effect("are announced by a triage of many, but for those it marks as unwanted", () =>
      Effect.gen(function* () {
        const { announced, bot, get, post } = yield* setUp
        const some = [yield* bot(), yield* bot({ email: "second@acme.example" })]
        const spam = yield* bot({ email: "third@acme.example" })
        const ids = some.map(({ id }) => id)
        const triage = (body: object) => ok(post("/v1/leads/bulk-triage", body))
        assert.deepInclude(yield* triage({ ids: [spam.id], triageStatus: "junk" }), { updated: 1 })
        assert.deepStrictEqual(yield* announced, [])
        assert.deepInclude(yield* triage({ ids, triageStatus: "new" }), { updated: 2, unchanged: 0 })
        assert.deepInclude(yield* triage({ ids, triageStatus: "new" }), { updated: 0, unchanged: 2 })
        const told = yield* announced
        assert.sameDeepMembers(
          told.map(({ lead }: any) => lead),
          yield* Effect.forEach(ids, (id) => ok(get(`/v1/leads/${id}`)))
        )
      })
    )

    it.effect("are listed only by view=suspect, and never matched", () =>
      Effect.gen(function* () {
        const { board, bot, get, post } = yield* setUp
        const lead = yield* bot()
        assert.deepInclude(lead, { suspect: true, triageStatus: "new", source: "form" })
        for (const query of [
          "",
          "?view=active",
          "?triageStatus=new",
          `?boardId=${board.id}`,
          "?q=bot",
          "?sort=score",
          "?sort=score&view=active"
        ]) {
          const { data } = yield* ok(get(`/v1/leads${query}`))
          assert.deepStrictEqual(data, [], query)
        }
        for (const query of ["", "&q=bot", "&sort=score", `&boardId=${board.id}`, "&triageStatus=new"]) {
          const { data } = yield* ok(get(`/v1/leads?view=suspect${query}`))
          assert.deepStrictEqual(data, [lead], query)
        }
        for (const email of ["bot@acme.example", "mia@acme.example"]) {
          assert.strictEqual((yield* ok(get(`/v1/match?email=${email}`))).match, "none")
        }
        assert.deepStrictEqual(yield* ok(get(`/v1/leads/${lead.id}`)), lead)
        const person = yield* created(post("/v1/leads", { firstName: "Mia" }))
        assert.strictEqual(person.suspect, false)
        assert.lengthOf((yield* ok(get("/v1/leads?view=suspect"))).data, 1)
      })
    )

    it.effect("join the other leads and are announced once when cleared", () =>
      Effect.gen(function* () {
        const { announced, bot, get, patch } = yield* setUp
        const lead = yield* bot()
        assert.deepStrictEqual(yield* announced, [])
        const path = `/v1/leads/${lead.id}`
        const clear = Effect.map(ok(patch(path, { suspect: false })), (body) => body.suspect)
        assert.deepStrictEqual(yield* Effect.all([clear, clear, clear], { concurrency: 3 }), [
          false,
          false,
          false
        ])
        yield* ok(patch(path, { triageStatus: "contacted" }))
        const [event, ...more] = yield* announced
        assert.lengthOf(more, 0)
        assert.deepInclude(event, { event: "lead.created", lead_id: lead.id, created_at: lead.createdAt })
        assert.deepInclude(event.lead, { suspect: false, triageStatus: "new" })
        assert.lengthOf((yield* ok(get("/v1/leads"))).data, 1)
        assert.lengthOf((yield* ok(get("/v1/leads?view=suspect"))).data, 0)
        assert.strictEqual((yield* ok(get("/v1/match?email=bot@acme.example"))).match, "email")
      })
    )

    it.effect.each([
      ["contacted", 1],
      ["stale", 1],
      ["new", 1],
      ["junk", 0],
      ["bad_fit", 0]
    ] as const)("are no longer suspect once triaged as %s, and announced %d times", ([triageStatus, times]) =>
      Effect.gen(function* () {
        const { announced, bot, get, patch } = yield* setUp
        const { id } = yield* bot()
        const triaged = yield* ok(patch(`/v1/leads/${id}`, { triageStatus }))
        assert.deepInclude(triaged, { suspect: false, triageStatus })
        assert.lengthOf((yield* ok(get(`/v1/leads?triageStatus=${triageStatus}`))).data, 1)
        assert.lengthOf(yield* announced, times)
      })
    )

    it.effect("are cleared by promotion, and by using a template for them", () =>
      Effect.gen(function* () {
        const { announced, bot, get, post } = yield* setUp
        const promoted = yield* bot()
        yield* created(post(`/v1/leads/${promoted.id}/promote`))
        assert.lengthOf(yield* announced, 1)
        const written = yield* bot({ message: "another" })
        const { data } = yield* ok(get("/v1/templates"))
        yield* ok(post(`/v1/templates/${data[0].id}/use`, { lead_id: written.id }))
        assert.lengthOf(yield* announced, 2)
        assert.lengthOf((yield* ok(get("/v1/leads"))).data, 2)
      })
    )

    it.effect("stay suspect when only their enrichment is written, and a lead can't be made suspect", () =>
      Effect.gen(function* () {
        const { announced, bot, patch, post } = yield* setUp
        const { id } = yield* bot()
        const scored = yield* ok(patch(`/v1/leads/${id}`, { enrichment: { score: 1 } }))
        assert.strictEqual(scored.suspect, true)
        assert.deepStrictEqual(yield* announced, [])
        yield* refused(patch(`/v1/leads/${id}`, { suspect: true }), 400, "invalid_body")
        yield* refused(post("/v1/leads", { firstName: "A", suspect: true }), 400, "unknown_field")
      })
    )

    it.effect("are never deleted, and never made stale, however long nobody looks", () =>
      Effect.gen(function* () {
        const { bot, get } = yield* setUp
        const lead = yield* bot()
        const { jobs } = yield* JobCommands.list
        for (const { name } of jobs) yield* JobCommands.run(name, "2090-01-01T00:00:00.000Z")
        assert.deepInclude(yield* ok(get(`/v1/leads/${lead.id}`)), { suspect: true, triageStatus: "new" })
      })
    )

    it.effect("are refused once a workspace holds 10,000, and none is deleted for them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { bot, intake, leads, page, post, url, workspace } = yield* Effect.map(setUp, (made) => ({
          ...made,
          post: (fields: object) => Effect.promise(() => made.send("POST", made.page, fields))
        }))
        yield* bot()
        const held = Effect.map(
          sql<{ count: number }>`SELECT count(*)::int AS count FROM leads
            WHERE workspace_id = ${workspace.id} AND suspect`,
          ([row]) => row!.count
        )
        yield* sql`INSERT INTO leads (workspace_id, id, board_id, triage_status, triaged_at, source, attribution,
            enrichment, rank, search, suspect, created_at)
          SELECT workspace_id, gen_random_uuid(), board_id, 'new', triaged_at, 'form', attribution, enrichment, -1, '',
            true, '2020-01-01'::timestamptz + n * interval '1 second'
          FROM leads, generate_series(1, 9998) n WHERE workspace_id = ${workspace.id}`
        yield* bot({ message: "the last there is room for" })
        assert.strictEqual(yield* held, 10_000)

        const trapped = { firstName: "Mia", contact_me_by_fax: "1" }
        const refusal = yield* post(trapped)
        assert.strictEqual(refusal.status, 429, refusal.text)
        assert.strictEqual(refusal.body.error.code, "rate_limited_workspace")
        assert.strictEqual(refusal.headers.get("retry-after"), "10")
        const mail = yield* Effect.promise(() =>
          fetch(`${url}${intake}`, { method: "POST", body: "From: a@b.example\nPrecedence: bulk\n\nBuy" })
        )
        assert.strictEqual(mail.status, 429)
        // A browser gets its form again, with the typed text, and passes once the trap field is empty.
        const shown = yield* Effect.promise(async () => {
          const answer = await fetch(`${url}${page}`, {
            method: "POST",
            headers: { accept: "text/html" },
            body: new URLSearchParams(trapped)
          })
          return { status: answer.status, text: await answer.text() }
        })
        assert.strictEqual(shown.status, 429)
        assert.match(shown.text, /Too many messages that look automatic[^]*value="Mia"/u)
        const stamp = /name="_issued" value="([^"]+)"/u.exec(shown.text)![1]!
        assert.strictEqual((yield* post({ firstName: "Mia", _issued: stamp })).status, 200)
        const [mia] = yield* leads
        assert.deepInclude(mia, { suspect: false })
        assert.strictEqual(yield* held, 10_000)
      })
    )
  },
  { PROMOTION_ENABLED: "true" }
)
