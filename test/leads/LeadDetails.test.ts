import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const lead = yield* created(api.post("/v1/leads", { companyName: "Acme", workEmail: "mia@acme.example" }))
  const path = `/v1/leads/${lead.id}`
  const read = (query: string) => ok(api.get(`${path}?${query}`))
  const enrich = (enrichment: object) => ok(api.patch(path, { enrichment }))
  return { ...api, lead, path, read, enrich }
})

const encoded = ({ nextCursor }: any) => encodeURIComponent(nextCursor)

contract(
  "a lead with what is included",
  (it) => {
    it.effect("has its activity, newest first: who, from what to what", () =>
      Effect.gen(function* () {
        const { apiKey, enrich, get, patch, path, read, user } = yield* furnished
        yield* ok(patch(path, { triageStatus: "contacted" }))
        yield* enrich({ score: 80 })
        const { activity, ...rest } = yield* read("include=activity")
        assert.deepStrictEqual(rest, yield* ok(get(path)))
        assert.deepStrictEqual(
          activity.data.map((one: any) => [one.type, one.data]),
          [
            ["lead.enriched", { fields: ["score"] }],
            ["lead.triaged", { from: "new", to: "contacted" }],
            ["lead.created", null]
          ]
        )
        const actor = {
          type: "api_key",
          id: apiKey.id,
          name: "First key",
          userId: user.id,
          userName: "Owner"
        }
        assert.deepStrictEqual(activity.data[1].actor, actor)
        const first = yield* read("include=activity&limit=2")
        assert.deepStrictEqual(first.activity.data, activity.data.slice(0, 2))
        const second = yield* read(`include=activity&cursor=${encoded(first.activity)}`)
        assert.deepStrictEqual(second.activity, { ...activity, data: activity.data.slice(2) })
      })
    )

    it.effect("has every write to its enrichment and who wrote it, and a cursor for its history", () =>
      Effect.gen(function* () {
        const { enrich, get, path, read, workspace } = yield* furnished
        const colleague = yield* member(workspace.id, "member")
        for (let score = 1; score <= 12; score++) yield* enrich({ score })
        yield* ok(colleague.patch(path, { enrichment: { score: 99 } }))
        const { enrichmentHistory: page } = yield* read("include=enrichment")
        const scores = ({ data }: any) => data.map(({ payload }: any) => payload.score)
        assert.deepStrictEqual(scores(page), [99, 12, 11, 10, 9, 8, 7, 6, 5, 4])
        assert.strictEqual(page.data[0].writer.userName, (yield* ok(colleague.get("/v1/me"))).user.name)
        assert.deepStrictEqual(page.data[1].writer, { type: "api_key", name: "First key", userName: "Owner" })
        const rest = yield* read(`include=enrichment,deal&cursor=${encoded(page)}`)
        assert.deepStrictEqual(scores(rest.enrichmentHistory), [3, 2, 1])
        const listed = yield* ok(get(`${path}/history?cursor=${encoded(page)}`))
        assert.deepStrictEqual(scores(listed), [3, 2, 1])
      })
    )

    it.effect("has the deal it became, and null once that is deleted", () =>
      Effect.gen(function* () {
        const { delete: remove, get, lead, path, post, read } = yield* furnished
        assert.isNull((yield* read("include=deal")).deal)
        const { dealId } = yield* created(post(`${path}/promote`))
        const whole = yield* read("include=deal,activity")
        assert.strictEqual(whole.dealId, dealId)
        const deal = yield* ok(get(`/v1/deals/${dealId}`))
        assert.deepStrictEqual(
          whole.deal,
          Object.fromEntries(Object.keys(whole.deal).map((name) => [name, deal[name]]))
        )
        assert.deepStrictEqual(
          [deal.leadId, whole.deal.name, whole.deal.stage.name],
          [lead.id, "Acme", "New"]
        )
        assert.deepStrictEqual(whole.activity.data[0].data, { dealId })
        yield* ok(remove(`/v1/deals/${dealId}`))
        assert.isNull((yield* read("include=deal")).deal)
      })
    )

    it.effect("is of one workspace, and refuses what it does not know", () =>
      Effect.gen(function* () {
        const { enrich, get, path, read } = yield* furnished
        const other = yield* furnished
        yield* enrich({ score: 1 })
        yield* enrich({ score: 2 })
        yield* refused(other.get(`${path}?include=activity,deal,enrichment`), 404, "lead_not_found")
        const cursor = encoded((yield* read("include=enrichment&limit=1")).enrichmentHistory)
        yield* refused(other.get(`${other.path}?include=enrichment&cursor=${cursor}`), 400, "invalid_cursor")
        yield* refused(get(`${path}?include=activity&cursor=${cursor}`), 400, "invalid_cursor")
        const { message } = yield* refused(get(`${path}?include=notes`), 400, "invalid_query")
        assert.include(message, 'must be "activity", "deal" or "enrichment"')
        yield* refused(get(`${path}?include=deal&cursor=${cursor}`), 400, "invalid_query")
      })
    )

    it.effect("ends its parts early, before the answer exceeds 1 MiB", () =>
      Effect.gen(function* () {
        const { enrich, read } = yield* furnished
        for (let n = 0; n < 8; n++) yield* enrich({ body: `${n}`.repeat(200_000) })
        const whole = yield* read("include=enrichment")
        assert.isAtMost(Buffer.byteLength(JSON.stringify(whole)), 1_048_576)
        const { enrichmentHistory: page } = whole
        assert.isTrue(page.hasMore && page.data.length > 1)
        const rest = yield* read(`include=enrichment&cursor=${encoded(page)}`)
        const next = 7 - page.data.length
        assert.strictEqual(rest.enrichmentHistory.data[0].payload.body[0], `${next}`)
      })
    )
  },
  { PROMOTION_ENABLED: "true" }
)
