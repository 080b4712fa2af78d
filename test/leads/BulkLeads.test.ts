import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const nobody = "01997f2e-6b1c-7d7a-9d0c-000000000001"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const many = (count: number) =>
    Effect.forEach(
      Array.from({ length: count }, (_, n) => n),
      (n) => Effect.map(created(api.post("/v1/leads", { firstName: `Lead ${n}` })), ({ id }) => id as string)
    )
  const triage = (body: object, headers?: Record<string, string>) =>
    api.post("/v1/leads/bulk-triage", body, headers)
  const read = (id: string) => ok(api.get(`/v1/leads/${id}`))
  const changes = Effect.map(ok(api.get("/v1/events?limit=100")), ({ data }) =>
    data.filter(({ type }: any) => type === "lead.triaged")
  )
  return { ...api, many, triage, read, changes }
})

contract("triage of many leads", (it) => {
  it.effect("sets the status and dates of each as for one, keeps the rest, and is in the feed", () =>
    Effect.gen(function* () {
      const { changes, many, patch, read, triage } = yield* furnished
      const ids = yield* many(3)
      const enriched = yield* ok(patch(`/v1/leads/${ids[0]}`, { enrichment: { score: 7, body: "Fits." } }))
      yield* ok(patch(`/v1/leads/${ids[1]}`, { triageStatus: "contacted" }))
      const done = yield* ok(triage({ ids, triageStatus: "contacted" }))
      assert.deepStrictEqual(done, { updated: 2, unchanged: 1 })
      const after = yield* read(ids[0]!)
      assert.deepStrictEqual(after, {
        ...enriched,
        triageStatus: "contacted",
        contactedAt: after.contactedAt
      })
      assert.isNotNull(after.contactedAt)
      assert.deepStrictEqual(yield* ok(triage({ ids, triageStatus: "junk" })), { updated: 3, unchanged: 0 })
      assert.isNotNull((yield* read(ids[2]!)).junkedAt)
      assert.strictEqual((yield* read(ids[0]!)).contactedAt, after.contactedAt)
      const told = (yield* changes).map(({ data, leadId }: any) => [leadId, data.to])
      assert.deepStrictEqual(told, [
        [ids[1], "contacted"],
        [ids[0], "contacted"],
        [ids[2], "contacted"],
        ...ids.map((id) => [id, "junk"])
      ])
    })
  )

  it.effect("changes none if one is refused, and says which and why", () =>
    Effect.gen(function* () {
      const { many, patch, read, triage } = yield* furnished
      const ids = yield* many(3)
      yield* ok(patch(`/v1/leads/${ids[2]}`, { triageStatus: "junk" }))
      const over = yield* refused(
        triage({ ids, triageStatus: "contacted" }),
        400,
        "invalid_triage_transition"
      )
      assert.deepStrictEqual(
        over.meta.refused.map(({ id }: any) => id),
        [ids[2]]
      )
      const gone = { ids: [...ids.slice(0, 2), nobody], triageStatus: "contacted" }
      yield* refused(triage(gone), 404, "lead_not_found")
      yield* refused(triage({ ids, triageStatus: "promoted" }), 400, "promoted_not_settable")
      yield* refused(triage({ ids: [], triageStatus: "junk" }), 400, "invalid_body")
      yield* refused(triage({ ids: [ids[0], ids[0]], triageStatus: "junk" }), 400, "invalid_body")
      assert.strictEqual((yield* read(ids[0]!)).triageStatus, "new")
    })
  )

  it.effect("is done once for one key, and by one of several at the same time", () =>
    Effect.gen(function* () {
      const { changes, many, triage } = yield* furnished
      const ids = yield* many(30)
      const once = { "idempotency-key": "inbox" }
      const first = yield* triage({ ids, triageStatus: "contacted" }, once)
      const second = yield* triage({ ids, triageStatus: "contacted" }, once)
      assert.deepStrictEqual([second.text, second.headers.get("idempotent-replayed")], [first.text, "true"])
      const answers = yield* Effect.forEach(
        [ids, ids.toReversed(), ids],
        (some) => ok(triage({ ids: some, triageStatus: "stale" })),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(
        answers.map(({ updated }) => updated),
        [30, 0, 0]
      )
      assert.strictEqual((yield* changes).length, 60)
    })
  )
})
