import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { contract, created, ok, refused } from "../support/server/Contract.ts"
import {
  apartFromHistory,
  assertGrown,
  done,
  setUp,
  snapshot,
  undo,
  undone
} from "../support/audit/UndoSamples.ts"

const setUpLead = Effect.gen(function* () {
  const mine = yield* setUp()
  const lead = yield* created(mine.post("/v1/leads", { firstName: "Ada", workEmail: "ada@example.com" }))
  return { ...mine, lead, path: `/v1/leads/${lead.id}` }
})

contract(
  "undoing changes of leads",
  (it) => {
    it.effect("puts junk back to new, which triage can't, and junks again by redo", () =>
      Effect.gen(function* () {
        const mine = yield* setUpLead
        const before = yield* snapshot(mine)
        const junk = yield* done(mine.patch(mine.path, { triageStatus: "junk" }))
        const junked = yield* snapshot(mine)
        yield* refused(mine.patch(mine.path, { triageStatus: "new" }), 400, "invalid_triage_transition")
        const back = yield* undo(mine, { requestId: junk.requestId })
        assert.deepStrictEqual(back.body.notUndone, [])
        assert.deepStrictEqual(yield* snapshot(mine), before)
        yield* undone(mine, { requestId: back.requestId }, 1)
        assert.deepStrictEqual(yield* snapshot(mine), junked)
      })
    )

    it.effect("adds to the history what an undone enrichment restored, and never takes an entry out", () =>
      Effect.gen(function* () {
        const mine = yield* setUpLead
        const { apiKey } = yield* ok(mine.get("/v1/me"))
        const lead = ok(mine.get(mine.path))
        const payloads = (history: ReadonlyArray<any>) => history.map(({ payload }) => payload)
        const first = { score: 10, own: { a: 1 } }
        yield* ok(mine.patch(mine.path, { enrichment: first }))
        const before = yield* snapshot(mine)
        const second = { score: 90, more: [1], own: null }
        const write = yield* done(mine.patch(mine.path, { enrichment: second }))
        const after = yield* snapshot(mine)
        const back = yield* undo(mine, { requestId: write.requestId })
        const undid = yield* snapshot(mine)
        assert.deepStrictEqual(apartFromHistory(undid), apartFromHistory(before))
        assertGrown(after, undid)
        const { history } = (yield* lead).enrichment
        assert.deepStrictEqual(payloads(history), [first, second, { score: 10, more: null, own: { a: 1 } }])
        assert.strictEqual(history[2].by, apiKey.id)
        yield* undone(mine, { requestId: back.requestId }, 1)
        const redone = yield* snapshot(mine)
        assert.deepStrictEqual(apartFromHistory(redone), apartFromHistory(after))
        assertGrown(undid, redone)
        // What was enriched since stays, unless it is the same key.
        yield* ok(mine.patch(mine.path, { enrichment: { verdict: "good" } }))
        yield* undone(mine, { requestId: write.requestId }, 1)
        const { enrichment } = yield* lead
        assert.deepInclude(enrichment, { ...first, verdict: "good" })
        assert.lengthOf(enrichment.history, 6)
        const { body } = yield* undo(mine, { requestId: write.requestId })
        assert.deepInclude(body.notUndone[0], { code: "already_undone", resource: "lead", id: mine.lead.id })
        assert.lengthOf((yield* lead).enrichment.history, 6)
      })
    )

    it.effect(
      "removes a lead that was created and enriched, in one call or two, and brings its history back",
      () =>
        Effect.gen(function* () {
          const mine = yield* setUpLead
          for (const isOneCall of [true, false]) {
            const since = new Date(yield* Clock.currentTimeMillis).toISOString()
            const made = yield* done(mine.post("/v1/leads", { firstName: "Grace" }), 201)
            const path = `/v1/leads/${made.body.id}`
            const write = yield* done(mine.patch(path, { enrichment: { score: 10 } }))
            const { apiKey } = yield* ok(mine.get("/v1/me"))
            if (!isOneCall) yield* undone(mine, { requestId: write.requestId }, 1)
            const before = yield* ok(mine.get(path))
            const back = isOneCall
              ? yield* undo(mine, { actor: apiKey.id, since })
              : yield* undo(mine, { requestId: made.requestId })
            assert.deepStrictEqual(back.body.notUndone, [])
            yield* refused(mine.get(path), 404, "lead_not_found")
            yield* undo(mine, { requestId: back.requestId })
            assert.deepStrictEqual(yield* ok(mine.get(path)), before)
          }
        })
    )

    it.effect("adds what it restored to a lead that the same call brings back", () =>
      Effect.gen(function* () {
        const mine = yield* setUpLead
        const since = new Date(yield* Clock.currentTimeMillis).toISOString()
        yield* ok(mine.patch(mine.path, { enrichment: { score: 10 } }))
        yield* ok(mine.delete(mine.path))
        const { apiKey } = yield* ok(mine.get("/v1/me"))
        yield* undo(mine, { actor: apiKey.id, since })
        const { enrichment } = yield* ok(mine.get(mine.path))
        assert.notProperty(enrichment, "score")
        assert.deepStrictEqual(
          enrichment.history.map(({ payload }: any) => payload),
          [{ score: 10 }, { score: null }]
        )
      })
    )

    it.effect("brings a deleted lead back with its history, and deletes it again by redo", () =>
      Effect.gen(function* () {
        const mine = yield* setUpLead
        for (const score of [10, 90]) yield* ok(mine.patch(mine.path, { enrichment: { score } }))
        const before = yield* snapshot(mine)
        const gone = yield* done(mine.delete(mine.path))
        assert.deepStrictEqual(gone.body, { id: mine.lead.id, deleted: true })
        yield* refused(mine.get(mine.path), 404, "lead_not_found")
        yield* refused(mine.get(`${mine.path}/history`), 404, "lead_not_found")
        yield* refused(mine.delete(mine.path), 404, "lead_not_found")
        const deleted = yield* snapshot(mine)
        const back = yield* undo(mine, { requestId: gone.requestId })
        assert.deepStrictEqual(back.body.notUndone, [])
        assert.deepStrictEqual(yield* snapshot(mine), before)
        yield* undone(mine, { requestId: back.requestId }, 1)
        assert.deepStrictEqual(yield* snapshot(mine), deleted)
      })
    )

    it.effect("leaves the deal of a deleted lead, and doesn't bring a long history back", () =>
      Effect.gen(function* () {
        const mine = yield* setUpLead
        const { dealId } = yield* created(mine.post(`${mine.path}/promote`))
        for (const key of ["a", "b", "c", "d", "e"]) {
          yield* ok(mine.patch(mine.path, { enrichment: { own: key.repeat(250_000) } }))
        }
        const gone = yield* done(mine.delete(mine.path))
        assert.include(yield* ok(mine.get(`/v1/deals/${dealId}?include=lead`)), {
          leadId: mine.lead.id,
          lead: null
        })
        const { body } = yield* undo(mine, { requestId: gone.requestId })
        assert.deepStrictEqual(body.undone, [])
        assert.deepInclude(body.notUndone[0], { code: "not_undoable", resource: "lead", id: mine.lead.id })
        yield* refused(mine.get(mine.path), 404, "lead_not_found")
      })
    )

    it.effect("takes a promotion back with its deal, unless someone built upon it", () =>
      Effect.gen(function* () {
        const mine = yield* setUpLead
        const before = yield* snapshot(mine)
        const promote = yield* done(mine.post(`${mine.path}/promote`), 201)
        const after = yield* snapshot(mine)
        const back = yield* undo(mine, { requestId: promote.requestId })
        assert.deepStrictEqual(yield* snapshot(mine), before)
        yield* undone(mine, { requestId: back.requestId }, 1)
        assert.deepStrictEqual(yield* snapshot(mine), after)
        yield* created(mine.post(`/v1/deals/${promote.body.dealId}/notes`, { contentText: "Called" }))
        const { body } = yield* undo(mine, { requestId: promote.requestId })
        const refusals = body.notUndone.map(({ code, resource }: any) => `${resource} ${code}`).sort()
        assert.deepStrictEqual(refusals, ["deal built_upon", "lead built_upon"])
        assert.include(yield* ok(mine.get(mine.path)), { triageStatus: "promoted" })
      })
    )

    it.effect("removes a lead that a call created, tells the feed, and brings it back", () =>
      Effect.gen(function* () {
        const mine = yield* setUpLead
        const before = yield* snapshot(mine)
        const sent = { firstName: "Grace", companyName: "Navy", message: "Hello", consent: true }
        const make = yield* done(mine.post("/v1/leads", sent), 201)
        const after = yield* snapshot(mine)
        const back = yield* undo(mine, { requestId: make.requestId })
        assert.deepStrictEqual(yield* snapshot(mine), before)
        yield* refused(mine.get(`/v1/leads/${make.body.id}`), 404, "lead_not_found")
        yield* undone(mine, { requestId: back.requestId }, 1)
        assert.deepStrictEqual(yield* snapshot(mine), after)
        const { data } = yield* ok(mine.get("/v1/events?limit=100"))
        const types = data.flatMap((one: any) => (one.leadId === make.body.id ? [one.type] : []))
        assert.deepStrictEqual(types, ["lead.created", "lead.deleted", "lead.created"])
        const triage = { ids: [mine.lead.id, make.body.id], triageStatus: "bad_fit" }
        const bulk = yield* done(mine.post("/v1/leads/bulk-triage", triage))
        yield* undone(mine, { requestId: bulk.requestId }, 1)
        assert.deepStrictEqual(yield* snapshot(mine), after)
      })
    )
  },
  { PROMOTION_ENABLED: "true" }
)
