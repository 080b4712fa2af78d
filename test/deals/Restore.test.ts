import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

const day = 86_400_000

const furnished = Effect.fnUntraced(function* (plan?: "free" | "standard") {
  const api = yield* workspace(plan)
  const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  const stage = (name: string): string => stages.find((one: { name: string }) => one.name === name).id
  const create = (fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name: "Fleet", ...fields }))
  const report = (path: string) =>
    Effect.map(ok(api.get(`/v1/reports/${path}`)), ({ generated_at: _, ...rest }) => rest)
  const summary = report("summary")
  const weighted = report(`weighted-pipeline?board_id=${api.board.id}`)
  return { ...api, stage, stages, create, summary, weighted }
})

/** Sets when a deal was deleted, some days ago. */
const age = Effect.fnUntraced(function* (workspaceId: string, id: string, days: number) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(Date.now() - days * day).toISOString()
  yield* sql`UPDATE deals SET deleted_at = ${at} WHERE workspace_id = ${workspaceId} AND id = ${id}`
})

contract("a deleted deal", (it) => {
  it.effect("comes back as it was: stage, dates, notes, activity, sums and lists", () =>
    Effect.gen(function* () {
      const { create, delete: remove, get, post, stage, summary, weighted, workspace } = yield* furnished()
      yield* create({ amountCents: 700 })
      const made = yield* create({ amountCents: 12_345, company: "Acme", labels: ["a"] })
      const path = `/v1/deals/${made.id}`
      yield* created(post(`${path}/notes`, { contentText: "Signed." }))
      for (const name of ["Proposal", "Won"]) yield* ok(post(`${path}/move`, { toStageId: stage(name) }))
      const seen = Effect.all({
        deal: ok(get(`${path}?include=notes&include=activity`)),
        list: ok(get("/v1/deals?status=all")),
        won: ok(get("/v1/deals?status=won&q=acme")),
        summary,
        weighted
      })
      const before = yield* seen
      yield* ok(remove(path))
      const gone = yield* refused(get(path), 404, "deal_not_found")
      const until = new Date(Date.now() + 30 * day).toISOString().slice(0, 10)
      assert.include(gone.message, `restore it until ${until}: undo with the entryId of the deletion`)
      assert.include(gone.message, `POST ${path}/restore`)
      assert.notDeepEqual(yield* summary, before.summary)
      assert.deepStrictEqual(yield* ok(post(`${path}/restore`)), yield* ok(get(path)))
      assert.deepStrictEqual(yield* seen, before)
      const tenant = Effect.provideService(Tenant, { workspaceId: workspace.id })
      assert.deepStrictEqual(yield* tenant((yield* TotalsAudit).differences), [])
    })
  )

  it.effect("is told of as deleted and restored in the feed and the audit log", () =>
    Effect.gen(function* () {
      const { create, delete: remove, get, post, workspace } = yield* furnished()
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* create()
      yield* ok(remove(`/v1/deals/${id}`))
      const key = { "Idempotency-Key": "once" }
      const first = yield* post(`/v1/deals/${id}/restore`, undefined, key)
      const again = yield* post(`/v1/deals/${id}/restore`, undefined, key)
      assert.strictEqual(again.text, first.text)
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      // Restoring what is not deleted changes nothing.
      assert.deepStrictEqual(yield* ok(post(`/v1/deals/${id}/restore`)), first.body)
      const { data } = yield* ok(get("/v1/events"))
      assert.deepStrictEqual(
        data.map(({ type }: { type: string }) => type),
        ["deal.created", "deal.deleted", "deal.restored"]
      )
      assert.deepStrictEqual(data[2].actor, data[1].actor)
      const { data: rows } = yield* ok(get(`/v1/audit?target=${id}&operation=deals.restore`))
      const changes = rows.map((row: any) => row.changes)
      assert.deepStrictEqual(changes[0], [])
      assert.strictEqual(changes[1].length, 1)
      assert.deepStrictEqual(changes[1][0].after, { deletedAt: null, deletedBy: null })
      assert.strictEqual(changes[1][0].before.deletedBy.userId, data[1].actor.userId)
      assert.deepStrictEqual(
        yield* sql`SELECT deleted_at, deleted_by FROM deals WHERE workspace_id = ${workspace.id}`,
        [{ deleted_at: null, deleted_by: null }]
      )
    })
  )

  it.effect("can be restored for 30 days, by those who may write deals, in its workspace alone", () =>
    Effect.gen(function* () {
      const { create, delete: remove, post, workspace: own } = yield* furnished()
      const [late, early] = [yield* create(), yield* create()]
      for (const { id } of [late, early]) yield* ok(remove(`/v1/deals/${id}`))
      yield* age(own.id, late.id, 30.01)
      yield* age(own.id, early.id, 29.99)
      const over = yield* refused(post(`/v1/deals/${late.id}/restore`), 404, "deal_not_found")
      assert.notInclude(over.message, "restore")
      const path = `/v1/deals/${early.id}/restore`
      const stranger = yield* workspace()
      yield* refused(stranger.post(path), 404, "deal_not_found")
      const viewer = yield* member(own.id, "viewer")
      yield* refused(viewer.post(path), 403, "insufficient_scope")
      const other = yield* member(own.id, "member")
      assert.strictEqual((yield* ok(other.post(path))).id, early.id)
    })
  )

  it.effect("moves to the first stage if its stage is removed meanwhile, and comes back there", () =>
    Effect.gen(function* () {
      const { board, create, delete: remove, post, put, stage, stages, workspace } = yield* furnished()
      const { id } = yield* create({ stageId: stage("Qualified"), amountCents: 100 })
      yield* ok(remove(`/v1/deals/${id}`))
      const kept = stages.filter(({ name }: { name: string }) => name !== "Qualified")
      const edits = kept.map(({ id, name, probability, region }: any) => ({ id, name, probability, region }))
      yield* ok(put(`/v1/boards/${board.id}/stages`, { stages: edits }))
      assert.strictEqual((yield* ok(post(`/v1/deals/${id}/restore`))).stage.name, "New")
      const tenant = Effect.provideService(Tenant, { workspaceId: workspace.id })
      assert.deepStrictEqual(yield* tenant((yield* TotalsAudit).differences), [])
    })
  )

  it.effect("is refused by a full plan while it is open, however many are restored at once", () =>
    Effect.gen(function* () {
      const { create, delete: remove, get, post, stage } = yield* furnished("free")
      const many = (count: number, fields?: object) =>
        Effect.forEach(Array.from({ length: count }), () => create(fields), { concurrency: 10 })
      const doomed = [...(yield* many(20)), ...(yield* many(1, { stageId: stage("Won") }))]
      for (const { id } of doomed) yield* ok(remove(`/v1/deals/${id}`))
      yield* many(97)
      const answers = yield* Effect.forEach(doomed, ({ id }) => post(`/v1/deals/${id}/restore`), {
        concurrency: "unbounded"
      })
      const restored = answers.filter(({ status }) => status === 200)
      assert.strictEqual(restored.filter(({ body }) => body.stage.region !== "won").length, 3)
      assert.strictEqual(restored.length, 4)
      for (const { body } of answers.filter(({ status }) => status !== 200)) {
        assert.strictEqual(body.error.code, "plan_limit_exceeded")
        assert.deepStrictEqual(body.error.meta, { limit: "active_deals" })
      }
      assert.isFalse((yield* ok(get("/v1/deals?limit=100"))).hasMore)
    })
  )

  it.effect("is restored once by many at once, and its sums count it once", () =>
    Effect.gen(function* () {
      const { create, delete: remove, get, post, workspace } = yield* furnished()
      const { id } = yield* create({ amountCents: 500 })
      yield* ok(remove(`/v1/deals/${id}`))
      yield* Effect.all(
        Array.from({ length: 12 }, () => ok(post(`/v1/deals/${id}/restore`))),
        { concurrency: "unbounded" }
      )
      const { data } = yield* ok(get("/v1/events"))
      assert.strictEqual(data.filter(({ type }: any) => type === "deal.restored").length, 1)
      const tenant = Effect.provideService(Tenant, { workspaceId: workspace.id })
      assert.deepStrictEqual(yield* tenant((yield* TotalsAudit).differences), [])
    })
  )
})
