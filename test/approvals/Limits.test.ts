import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { agentOf, asked } from "../support/approvals/Agents.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

contract("a limit", (it) => {
  it.effect("of writes an hour is exact, however many come at once", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { writesPerHour: 5 })
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => `Deal ${index}`),
        (name) => agent.post("/v1/deals", { boardId: mine.board.id, name }),
        { concurrency: "unbounded" }
      )
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      assert.deepStrictEqual([count(201), count(202)], [5, 15])
      assert.lengthOf((yield* ok(mine.get("/v1/deals"))).data, 5)
      const { approval } = answers.find(({ status }) => status === 202)!.body
      assert.include(approval.why, "5 writes an hour")
      const { approval: done } = yield* ok(mine.post(`/v1/approvals/${approval.id}/approve`))
      assert.strictEqual(done.status, "done")
    })
  )

  it.effect("of amounts and of records asks for what goes beyond it, and only for that", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { amountChangePercent: 20, records: 2 })
      const ids: Array<string> = []
      for (const name of ["One", "Two", "Three"]) {
        const body = { boardId: mine.board.id, name, amountCents: 1000 }
        ids.push((yield* created(agent.post("/v1/deals", body))).id)
      }
      const path = `/v1/deals/${ids[0]}`
      yield* ok(agent.patch(path, { amountCents: 1200 }))
      const approval = yield* asked(agent.patch(path, { amountCents: 1500 }))
      assert.include(approval.why, "20 %")
      yield* asked(agent.patch(path, { amountCents: null }))
      assert.strictEqual((yield* ok(mine.get(path))).amountCents, 1200)
      yield* asked(agent.post("/v1/deals/bulk-update", { ids: ids.slice(0, 2), amountPercent: 30 }))
      yield* ok(agent.post("/v1/deals/bulk-update", { ids: ids.slice(0, 2), addLabels: ["a"] }))
      const many = yield* asked(agent.post("/v1/deals/bulk-update", { ids, addLabels: ["b"] }))
      assert.include(many.why, "3 records")
    })
  )

  it.effect(
    "of amounts counts all changes of a deal within a day, but what was approved, and a first amount",
    () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const agent = yield* agentOf(mine, { amountChangePercent: 20 })
        const make = (amountCents: number | null) =>
          created(mine.post("/v1/deals", { boardId: mine.board.id, name: "Fleet", amountCents }))
        const [one, two] = [yield* make(1000), yield* make(1000)]
        const [path, other] = [`/v1/deals/${one.id}`, `/v1/deals/${two.id}`]
        const bulk = (amountPercent: number) =>
          agent.post("/v1/deals/bulk-update", { ids: [one.id, two.id], amountPercent })
        yield* ok(agent.patch(path, { amountCents: 1100 }))
        yield* ok(mine.patch(path, { amountCents: 5000 }))
        const dry = yield* ok(agent.patch(path, { amountCents: 5600 }, { "dry-run": "true" }))
        assert.match(dry.dryRun.notRehearsed.join(), /approve the call first/u)
        const approval = yield* asked(agent.patch(path, { amountCents: 5600 }))
        assert.include(approval.why, "24 hours")
        const { approval: done } = yield* ok(mine.post(`/v1/approvals/${approval.id}/approve`))
        assert.strictEqual(done.status, "done")
        // By the agent itself the deal has changed by 10 %, the other by nothing.
        yield* ok(bulk(-10))
        yield* asked(bulk(1))
        yield* ok(agent.patch(other, { amountCents: 990 }))
        yield* ok(agent.patch(other, { amountCents: 990, company: "Acme" }))
        yield* asked(agent.patch(path, { amountCents: 5041 }))
        const { id } = yield* make(null)
        yield* asked(agent.patch(`/v1/deals/${id}`, { amountCents: 1 }))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE audit SET at = at - interval '1 day' WHERE workspace_id = ${mine.workspace.id}`
        yield* ok(bulk(-20))
      })
  )

  it.effect("is set by names that exist, and of what waits there are at most 100", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { default: "ask" })
      const path = `/v1/rules/${agent.key}`
      const wrong = (name: string) =>
        refused(mine.put(path, { operations: { [name]: "ask" } }), 400, "invalid_rule")
      assert.include((yield* wrong("deals.remove")).message, "deals.")
      assert.include((yield* wrong("leads.triage")).message, "a form of leads.update")
      assert.include((yield* wrong("deals.list")).message, "is a read")
      const answers = yield* Effect.forEach(
        Array.from({ length: 103 }, (_, index) => `Deal ${index}`),
        (name) => agent.post("/v1/deals", { boardId: mine.board.id, name }),
        { concurrency: 8 }
      )
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      assert.deepStrictEqual([count(202), count(429)], [100, 3])
    })
  )
})
