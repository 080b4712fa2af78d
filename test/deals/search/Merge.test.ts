import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TotalsAudit } from "../../../layers/deals/TotalsAudit.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { contract, created, ok, refused, workspace } from "../../support/server/Contract.ts"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const deal = (name: string, fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name, ...fields }))
  const lead = (fields: object) => created(api.post("/v1/leads", { boardId: api.board.id, ...fields }))
  const merge = (kind: string, { id }: { id: string }, intoId: string, headers?: Record<string, string>) =>
    api.post(`/v1/${kind}/${id}/merge`, { intoId }, headers)
  /** Undoes the request of this answer. */
  const undo = (answer: { headers: Headers }) =>
    ok(api.post("/v1/undo", { requestId: answer.headers.get("service-request-id") }))
  return { ...api, deal, lead, merge, undo }
})

contract("merging", (it) => {
  it.effect("keeps one deal with what it lacked, and undo brings the other back", () =>
    Effect.gen(function* () {
      const { deal, get, merge, post, undo, workspace } = yield* furnished
      const kept = yield* deal("Kept", { labels: ["a"], primaryContactName: "Mia", amountCents: 100 })
      const other = yield* deal("Other", {
        labels: ["b", "a"],
        company: "Acme",
        amountCents: 900,
        primaryContactEmail: "mia@acme.example",
        nextStep: "Call",
        nextStepAt: "2027-01-01",
        expectedCloseAt: "2027-02-01",
        forecastCategory: "committed",
        lostReason: "none"
      })
      yield* created(post(`/v1/deals/${other.id}/notes`, { contentText: "Promised." }))
      const path = `/v1/deals/${kept.id}`
      const before = yield* ok(get(path))
      const dry = yield* ok(merge("deals", other, kept.id, { "Dry-Run": "true" }))
      assert.property(dry, "dryRun")
      assert.deepStrictEqual(yield* ok(get(path)), before)
      const answer = yield* merge("deals", other, kept.id)
      const after = yield* ok(Effect.succeed(answer))
      assert.deepInclude(after, {
        ...{ name: "Kept", company: "Acme", amountCents: 100, labels: ["a", "b"], nextStep: "Call" },
        ...{ expectedCloseAt: "2027-02-01T23:59:59.999Z", forecastCategory: "committed", lostReason: null },
        primaryContact: { ...before.primaryContact, email: "mia@acme.example" }
      })
      assert.deepStrictEqual(yield* ok(get(path)), after)
      const { activity, notes } = yield* ok(get(`${path}?include=notes,activity`))
      assert.deepStrictEqual(
        notes.data.map(({ contentText }: any) => contentText),
        ["Promised."]
      )
      assert.include(JSON.stringify(activity.data), '"deal_merged"')
      const gone = yield* refused(get(`/v1/deals/${other.id}`), 404, "deal_not_found")
      assert.deepStrictEqual(gone.meta, { mergedInto: kept.id })
      const { notUndone } = yield* undo(answer)
      assert.deepStrictEqual(notUndone, [])
      assert.deepInclude(yield* ok(get(`/v1/deals/${other.id}`)), { name: "Other", company: "Acme" })
      const { notes: left, ...back } = yield* ok(get(`${path}?include=notes`))
      assert.deepStrictEqual([left.data, back], [[], before])
      const audit = yield* TotalsAudit
      const within = Effect.provideService(Tenant, { workspaceId: workspace.id })
      assert.deepStrictEqual(yield* within(audit.repair), [])
    })
  )

  it.effect("keeps one lead with what it lacked, and undo brings the other back", () =>
    Effect.gen(function* () {
      const { get, lead, merge, patch, undo } = yield* furnished
      const kept = yield* lead({ lastName: "Roe", message: "Hello" })
      const other = yield* lead({
        firstName: "Bo",
        lastName: "R",
        workEmail: "bo@velo.example",
        message: "Hi"
      })
      yield* ok(patch(`/v1/leads/${other.id}`, { enrichment: { summary: "Fits." } }))
      const answer = yield* merge("leads", other, kept.id)
      const { contact, enrichment } = yield* ok(Effect.succeed(answer))
      assert.deepInclude(contact, {
        firstName: "Bo",
        lastName: "Roe",
        email: "bo@velo.example",
        message: "Hello\n\nHi"
      })
      assert.strictEqual(enrichment.summary, "Fits.")
      const gone = yield* refused(get(`/v1/leads/${other.id}`), 404, "lead_not_found")
      assert.deepStrictEqual(gone.meta, { mergedInto: kept.id })
      const { notUndone } = yield* undo(answer)
      assert.deepStrictEqual(notUndone, [])
      assert.strictEqual((yield* ok(get(`/v1/leads/${other.id}`))).enrichment.summary, "Fits.")
      const back = yield* ok(get(`/v1/leads/${kept.id}`))
      assert.deepStrictEqual(back.contact, kept.contact)
      assert.notProperty(back.enrichment, "summary")
    })
  )

  for (const kind of ["deals", "leads"] as const)
    it.effect(`leaves the external ids of merged ${kind} to the kept one`, () =>
      Effect.gen(function* () {
        const { board, deal, get, lead, merge, post, undo } = yield* furnished
        const makeOne = (externalId: string) =>
          kind === "deals" ? deal(externalId, { externalId }) : lead({ lastName: externalId, externalId })
        const [a, b, c] = [yield* makeOne("a-1"), yield* makeOne("b-2"), yield* makeOne("c-3")]
        yield* ok(merge(kind, a, b.id))
        const second = yield* merge(kind, b, c.id)
        const name = kind === "deals" ? { name: "n" } : { lastName: "n" }
        const rows = (text: string) =>
          ["a-1", a.id, "b-2", "new"].map((externalId) => ({
            ...{ externalId, ...name },
            ...(kind === "deals" ? { company: text } : { companyName: text })
          }))
        const imported = (text: string) =>
          Effect.map(
            ok(post(`/v1/imports/${kind}`, { boardId: board.id, rows: rows(text) })),
            (answer): ReadonlyArray<string> => answer.rows.map(({ id }: any) => id)
          )
        const [first, own, other, made] = yield* imported("Acme")
        assert.deepStrictEqual([first, own, other], [c.id, c.id, c.id])
        assert.notInclude([a.id, b.id, c.id], made)
        assert.strictEqual((yield* ok(get(`/v1/${kind}/${c.id}`))).externalId, "c-3")
        const { meta } = yield* refused(
          post(`/v1/${kind}`, { boardId: board.id, externalId: "a-1", ...name }),
          ...([409, "external_id_taken"] as const)
        )
        assert.strictEqual(meta.id, c.id)
        // The import changed the kept record, so the undo of the merge leaves it and brings the other back.
        yield* undo(second)
        assert.deepStrictEqual((yield* imported("Velo")).slice(0, 3), [b.id, b.id, b.id])
      })
    )

  it.effect(
    "refuses a record with itself and a missing one, and forgets a merge when the record is deleted",
    () =>
      Effect.gen(function* () {
        const { deal, delete: remove, get, lead, merge, undo } = yield* furnished
        const [a, b] = [yield* deal("a"), yield* deal("b")]
        yield* refused(merge("deals", a, a.id), 400, "invalid_body")
        const one = yield* lead({ lastName: "x" })
        yield* refused(merge("leads", one, one.id), 400, "invalid_body")
        yield* refused(merge("deals", a, one.id), 404, "deal_not_found")
        yield* undo(yield* merge("deals", a, b.id))
        yield* ok(remove(`/v1/deals/${a.id}`))
        assert.notProperty(yield* refused(get(`/v1/deals/${a.id}`), 404, "deal_not_found"), "meta")
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT 1 FROM merges WHERE id = ${a.id}`, 0)
      })
  )
})
