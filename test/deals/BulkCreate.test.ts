import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { bearer, legacy, send } from "../support/mcp/McpMessages.ts"
import { makeOutboxRecorder } from "../support/fakes/OutboxRecorder.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import { TestService } from "../support/server/TestService.ts"

const outbox = makeOutboxRecorder()

const open = Effect.gen(function* () {
  const service = yield* TestService
  const api = yield* workspace()
  const createDeals = (deals: ReadonlyArray<object>, headers?: Record<string, string>) =>
    api.post("/v1/deals/bulk-create", { boardId: api.board.id, deals }, headers)
  const createLeads = (leads: ReadonlyArray<object>, headers?: Record<string, string>) =>
    api.post("/v1/leads/bulk-create", { leads }, headers)
  const call = (name: string, args: object) =>
    Effect.promise(async () => {
      const message = legacy("tools/call", { name, arguments: args })
      const { body } = await send(service.url, "POST", bearer(api.apiKey.token), message)
      return body.result.structuredContent
    })
  const count = (kind: "deals" | "leads") =>
    Effect.map(ok(api.get(`/v1/${kind}?limit=100`)), ({ data }) => data.length as number)
  return { ...api, call, count, createDeals, createLeads }
})

const many = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index))

contract(
  "creating many records",
  (it) => {
    it.effect("creates 200 deals as single ones are created, with their events and sums", () =>
      Effect.gen(function* () {
        const { createDeals, get, user, workspace } = yield* open
        const single = { company: "Acme", amount: "12.50", labels: ["a"], nextStepAt: "2026-05-08" }
        const body = yield* created(createDeals(many(200, (index) => ({ name: `Deal ${index}`, ...single }))))
        assert.deepStrictEqual([body.created, body.records.length], [200, 200])
        assert.deepStrictEqual(body.records[17].name, "Deal 17")
        const deal = yield* ok(get(`/v1/deals/${body.records[17].id}`))
        assert.deepInclude(deal, { name: "Deal 17", company: "Acme", amountCents: 1250, labels: ["a"] })
        assert.deepStrictEqual([deal.ownerId, deal.stage.name], [user.id, "New"])
        const { data } = yield* ok(get("/v1/events?limit=100"))
        assert.deepStrictEqual([data[0].type, data[0].dealId], ["deal.created", body.records[0].id])
        assert.lengthOf(outbox.take(), 200)
        const workspaceId = workspace.id as WorkspaceId
        const wrong = yield* Effect.provideService((yield* TotalsAudit).differences, Tenant, { workspaceId })
        assert.deepStrictEqual(wrong, [])
      })
    )

    it.effect("creates none if one is wrong, and names it", () =>
      Effect.gen(function* () {
        const { count, createDeals, createLeads } = yield* open
        const deals = (wrong: object) => many(5, (index) => ({ name: "D", ...(index === 3 ? wrong : {}) }))
        for (const [wrong, path] of [
          [{ name: " " }, "deals[3].name"],
          [{ amount: "12,5,0" }, "deals[3].amount"],
          [{ stageId: "stg_0000000000000000" }, "deals[3].stageId"],
          [{ ownerId: "01997f2e-6b1c-7d7a-9d0c-000000000001" }, "deals[3].ownerId"],
          [{ colour: "red" }, "deals[3].colour"]
        ] as const) {
          const { body, status } = yield* createDeals(deals(wrong))
          assert.strictEqual(status, 400, path)
          assert.strictEqual(body.error.meta.issues[0].path, path)
          assert.include(body.error.message, "deals[3]")
        }
        for (const [wrong, path] of [
          [{ workEmail: 7 }, "leads[3].workEmail"],
          [{ phone: "1" }, "leads[3]"]
        ] as const) {
          const leads = many(5, (index) => (index === 3 ? wrong : { firstName: "Mia", lastName: "" }))
          const { body, status } = yield* createLeads(leads)
          assert.strictEqual(status, 400, path)
          assert.strictEqual(body.error.meta.issues[0].path, path)
        }
        for (const none of [[], many(201, () => ({ name: "D" }))])
          yield* refused(createDeals(none), 400, "invalid_body")
        assert.deepStrictEqual([yield* count("deals"), yield* count("leads")], [0, 0])
      })
    )

    it.effect("refuses an external id that a record or another item has", () =>
      Effect.gen(function* () {
        const { createDeals, createLeads } = yield* open
        yield* created(createDeals([{ name: "A", externalId: "x" }]))
        yield* created(createLeads([{ firstName: "A", externalId: "x" }]))
        for (const externalId of ["x", "y"]) {
          const deals = [
            { name: "B", externalId: "y" },
            { name: "C", externalId }
          ]
          const taken = yield* refused(createDeals(deals), 409, "external_id_taken")
          assert.strictEqual(taken.meta.issues[0].path, "deals[1]")
          const leads = deals.map(({ name, externalId }) => ({ firstName: name, externalId }))
          yield* refused(createLeads(leads), 409, "external_id_taken")
        }
      })
    )

    it.effect("warns of duplicates among stored records and among its own", () =>
      Effect.gen(function* () {
        const { call, createLeads } = yield* open
        const mia = { firstName: "Mia", workEmail: "mia@acme.example" }
        const first = yield* createLeads([mia])
        assert.isNull(first.headers.get("service-warning"))
        const leads = [{ firstName: "Bo" }, mia, { firstName: "Cy", workEmail: "cy@x.example" }]
        const next = yield* createLeads([...leads, { firstName: "Cy", workEmail: "CY@x.example" }])
        const [stored, own] = [first.body.records[0].id, next.body.records[2].id]
        assert.strictEqual(
          next.headers.get("service-warning"),
          `Possible duplicates: leads[1] of lead ${stored} (same email); leads[3] of lead ${own} (same email). If so, merge them (merge_leads, POST /v1/leads/{id}/merge).`
        )
        const told = yield* call("bulk_create_leads", { leads: many(15, () => mia) })
        assert.strictEqual(told.created, 15)
        assert.include(told.warnings[0], "and 5 more")
      })
    )

    it.effect("can be tried out, repeated and undone", () =>
      Effect.gen(function* () {
        const { count, createDeals, createLeads, post } = yield* open
        const leads = many(3, (index) => ({ firstName: `Mia ${index}` }))
        const { dryRun } = yield* ok(createLeads(leads, { "dry-run": "true" }))
        assert.deepInclude(dryRun.changes[0], { resource: "lead", change: "created", count: 3 })
        assert.strictEqual(yield* count("leads"), 0)
        const key = { "idempotency-key": "batch" }
        const done = yield* createLeads(leads, key)
        const again = yield* createLeads(leads, key)
        assert.deepStrictEqual([done.status, again.text], [201, done.text])
        assert.strictEqual(yield* count("leads"), 3)
        const made = yield* createDeals(many(3, (index) => ({ name: `Deal ${index}` })))
        for (const { headers } of [done, made]) {
          const requestId = headers.get("service-request-id")
          yield* ok(post("/v1/undo", { requestId }))
        }
        assert.deepStrictEqual([yield* count("deals"), yield* count("leads")], [0, 0])
      })
    )

    it.effect("takes names of the board, stages and owners in a tool, and finds the wrong one", () =>
      Effect.gen(function* () {
        const { call, count, get, user } = yield* open
        const named = { stageId: "proposal", ownerId: user.email }
        const deals = [{ name: "A", ...named }, { name: "B", ...named }, { name: "C" }]
        const made = yield* call("bulk_create_deals", { boardId: "sales", deals })
        assert.deepStrictEqual(
          [made.created, made.records.map(({ name }: { name: string }) => name)],
          [3, ["A", "B", "C"]]
        )
        const read = yield* ok(get(`/v1/deals/${made.records[1].id}`))
        assert.deepStrictEqual([read.stage.name, read.ownerId], ["Proposal", user.id])
        const wrong = yield* call("bulk_create_deals", {
          deals: [{ name: "A" }, { name: "B", stageId: "No" }]
        })
        assert.include(wrong.error.message, "deals[1].stageId")
        assert.strictEqual(yield* count("deals"), 3)
      })
    )

    it.effect("leaves bulk changes as they are if a name in ids is unclear, unknown or repeated", () =>
      Effect.gen(function* () {
        const { call, createDeals, createLeads, get } = yield* open
        const deals = yield* created(
          createDeals(["Fleet", "Pilot", "Pilot", "Café"].map((name) => ({ name })))
        )
        const [fleet, pilot] = deals.records
        const update = (ids: ReadonlyArray<string>) => call("bulk_update_deals", { ids, addLabels: ["x"] })
        for (const [name, said] of [
          ["Pilot", "ids[1]: 2 deals match Pilot"],
          ["Flee", "ids[1]: 1 deal matches only in part"],
          ["Nope", "ids[1]: There is no deal Nope"],
          [fleet.id, "ids[1] is the same deal as ids[0]"]
        ] as const) {
          const { error } = yield* update(["Fleet", name])
          assert.include(error.message, said)
        }
        assert.deepStrictEqual((yield* ok(get(`/v1/deals/${fleet.id}`))).labels, [])
        assert.deepStrictEqual(yield* update(["fleet", "cafe", pilot.id]), { updated: 3, unchanged: 0 })
        const moved = yield* call("bulk_move_deals", { ids: ["Fleet", "Café"], toStageId: "Won" })
        assert.deepStrictEqual(moved, { updated: 2, unchanged: 0 })
        yield* created(createLeads([{ firstName: "Mia" }, { companyName: "Acme" }]))
        const triage = { ids: ["mia", "Acme"], triageStatus: "contacted" }
        assert.deepStrictEqual(yield* call("bulk_triage_leads", triage), { updated: 2, unchanged: 0 })
      })
    )
  },
  {},
  { overrides: outbox.layer }
)
