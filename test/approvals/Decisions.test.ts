import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeys } from "../../layers/identity/ApiKeys.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { agentOf, asked } from "../support/approvals/Agents.ts"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"

const statuses = (all: ReadonlyArray<{ readonly status: string }>) =>
  Object.fromEntries(
    [...Map.groupBy(all, ({ status }) => status)].map(([status, some]) => [status, some.length])
  )

contract("deciding", (it) => {
  it.effect("carries 40 writes out, of which 10 went stale", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { operations: { "deals.update": "ask" } })
      const deals: Array<any> = []
      for (let index = 0; index < 40; index++) {
        const body = { boardId: mine.board.id, name: `Deal ${index}`, amountCents: 100 }
        deals.push(yield* created(mine.post("/v1/deals", body)))
      }
      const approvals = yield* Effect.forEach(
        deals,
        ({ id }) => asked(agent.patch(`/v1/deals/${id}`, { amountCents: 200 })),
        { concurrency: 4 }
      )
      for (const { id } of deals.slice(0, 10)) yield* ok(mine.patch(`/v1/deals/${id}`, { amountCents: 150 }))
      const { alike, approval, left } = yield* ok(
        mine.post(`/v1/approvals/${approvals[0].id}/approve`, { alike: true })
      )
      assert.strictEqual(left, 0)
      assert.deepStrictEqual(statuses([approval, ...alike]), { stale: 10, done: 30 })
      for (const [index, { id }] of deals.entries()) {
        const { amountCents } = yield* ok(mine.get(`/v1/deals/${id}`))
        assert.strictEqual(amountCents, index < 10 ? 150 : 200)
        const told = yield* ok(agent.get(`/v1/approvals/${approvals[index].id}`))
        assert.strictEqual(told.status, index < 10 ? "stale" : "done")
        if (index >= 10) assert.strictEqual(told.answer.body.amountCents, 200)
        else {
          const { error } = told.answer.body
          assert.strictEqual(error.code, "approval_stale")
          assert.include(error.message, `Since this was asked: deal ${id} has changed (amountCents)`)
        }
      }
    })
  )

  it.effect("has one outcome, however many decide", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const admin = yield* member(mine.workspace.id, "admin")
      const agent = yield* agentOf(mine, { default: "ask" })
      for (let round = 0; round < 5; round++) {
        const { id } = yield* asked(
          agent.post("/v1/deals", { boardId: mine.board.id, name: `Round ${round}` })
        )
        const before = (yield* ok(mine.get("/v1/deals"))).data.length
        const answers = yield* Effect.all(
          [
            mine.post(`/v1/approvals/${id}/approve`),
            admin.post(`/v1/approvals/${id}/approve`),
            admin.post(`/v1/approvals/${id}/decline`)
          ],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
        const { status } = yield* ok(mine.get(`/v1/approvals/${id}`))
        const after = (yield* ok(mine.get("/v1/deals"))).data.length
        assert.strictEqual(after - before, status === "done" ? 1 : 0)
      }
    })
  )

  it.effect("of all alike leaves each to one of those who decide at the same time, and nobody waits", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { default: "ask" })
      for (let round = 1; round <= 3; round++) {
        const ids: Array<string> = []
        for (let index = 0; index < 12; index++) {
          const body = { boardId: mine.board.id, name: `Round ${round}, ${index}` }
          ids.push((yield* asked(agent.post("/v1/deals", body))).id)
        }
        const answers = yield* Effect.forEach(
          [ids[11], ids[5], ids[0]],
          (id) => mine.post(`/v1/approvals/${id}/approve`, { alike: true }),
          { concurrency: "unbounded" }
        )
        for (const { body, status, text } of answers) {
          if (status !== 200)
            assert.deepStrictEqual([status, body.error.code], [409, "approval_decided"], text)
        }
        const decided = answers.flatMap(({ body, status }) =>
          status === 200 ? [body.approval, ...body.alike] : []
        )
        assert.deepStrictEqual(statuses(decided), { done: 12 })
        assert.deepStrictEqual(decided.map(({ id }) => id).toSorted(), ids.toSorted())
      }
    })
  )

  it.effect("leaves what someone else holds to them: named it is a 409, among others it is left out", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const sql = yield* SqlClient.SqlClient
      const agent = yield* agentOf(mine, { default: "ask" })
      const ask = (name: string) => asked(agent.post("/v1/deals", { boardId: mine.board.id, name }))
      const [one, two, three] = [yield* ask("One"), yield* ask("Two"), yield* ask("Three")]
      const approve = (id: string) => mine.post(`/v1/approvals/${id}/approve`, { alike: true })
      const others = Effect.gen(function* () {
        yield* sql`SELECT id FROM approvals WHERE workspace_id = ${mine.workspace.id} AND id = ${two.id} FOR UPDATE`
        yield* refused(approve(two.id), 409, "approval_decided")
        return yield* ok(approve(three.id))
      })
      const { alike, left } = yield* sql.withTransaction(others)
      assert.deepStrictEqual([alike.map(({ id }: any) => id), left], [[one.id], 1])
      assert.strictEqual((yield* ok(approve(two.id))).approval.status, "done")
    })
  )

  it.effect("is for admins without rules, and never for whoever asked; others see nothing", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const theirs = yield* workspace()
      const viewer = yield* member(mine.workspace.id, "viewer")
      const colleague = yield* member(mine.workspace.id, "member")
      const agent = yield* agentOf(mine, { default: "ask" }, "admin")
      const { id } = yield* asked(agent.post("/v1/deals", { boardId: mine.board.id, name: "Fleet" }))
      const path = `/v1/approvals/${id}`
      yield* refused(agent.post(`${path}/approve`), 403, "credential_has_rules")
      yield* refused(agent.put(`/v1/rules/${agent.key}`, {}), 403, "credential_has_rules")
      yield* refused(colleague.post(`${path}/approve`), 403, "admin_required")
      yield* refused(theirs.post(`${path}/approve`), 404, "approval_not_found")
      yield* refused(theirs.put(`/v1/rules/${agent.key}`, {}), 404, "credential_not_found")
      for (const other of [viewer, colleague, theirs]) {
        yield* refused(other.get(path), 404, "approval_not_found")
        assert.lengthOf((yield* ok(other.get("/v1/approvals"))).data, 0)
        assert.lengthOf((yield* ok(other.get(`/v1/approvals?credential=${agent.key}`))).data, 0)
        const { data } = yield* ok(other.get("/v1/events"))
        assert.isFalse(data.some(({ type }: any) => type.startsWith("approval.")))
      }
      assert.lengthOf((yield* ok(mine.get("/v1/approvals?status=pending"))).data, 1)
      assert.lengthOf((yield* ok(mine.get("/v1/rules"))).data, 1)
      assert.lengthOf((yield* ok(theirs.get("/v1/rules"))).data, 0)
      // Without its rules it is an admin's like others, but not of what it asked for itself.
      yield* ok(mine.put(`/v1/rules/${agent.key}`, {}))
      yield* refused(agent.post(`${path}/approve`), 403, "own_approval")
    })
  )

  it.effect("does nothing for a key that is revoked, or that may no longer do it", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const agent = yield* agentOf(mine, { default: "ask" })
      const ask = (name: string) => asked(agent.post("/v1/deals", { boardId: mine.board.id, name }))
      const [one, two] = [yield* ask("One"), yield* ask("Two")]
      yield* ok(mine.put(`/v1/rules/${agent.key}`, { default: "deny" }))
      const { approval } = yield* ok(mine.post(`/v1/approvals/${one.id}/approve`))
      assert.deepStrictEqual([approval.status, approval.answer.body.error.code], ["failed", "denied_by_rule"])
      const revoke = (yield* ApiKeys).revoke(agent.key as never)
      yield* Effect.provideService(revoke, Tenant, { workspaceId: mine.workspace.id })
      const { approval: gone } = yield* ok(mine.post(`/v1/approvals/${two.id}/approve`))
      assert.strictEqual(gone.status, "failed")
      assert.include(gone.answer.body.error.message, "revoked")
      assert.lengthOf((yield* ok(mine.get("/v1/deals"))).data, 0)
    })
  )

  it.effect("is over after 24 hours, whether or not the job came by", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const sql = yield* SqlClient.SqlClient
      const agent = yield* agentOf(mine, { default: "ask" })
      const body = { boardId: mine.board.id, name: "Fleet" }
      const key = { "idempotency-key": "k" }
      const { createdAt, expiresAt, id } = yield* asked(agent.post("/v1/deals", body, key))
      assert.strictEqual(Date.parse(expiresAt) - Date.parse(createdAt), 86_400_000)
      // As if the 24 hours were over: every loop of the service would run through them on a test clock.
      yield* sql`UPDATE approvals SET expires_at = created_at WHERE workspace_id = ${mine.workspace.id}`
      assert.strictEqual((yield* ok(agent.get(`/v1/approvals/${id}`))).status, "expired")
      assert.lengthOf((yield* ok(mine.get("/v1/approvals?status=pending"))).data, 0)
      yield* refused(mine.post(`/v1/approvals/${id}/approve`), 409, "approval_decided")
      yield* JobCommands.run("expire-approvals", undefined)
      const told = yield* ok(agent.get(`/v1/approvals/${id}`))
      assert.strictEqual(told.answer.body.error.code, "approval_expired")
      const again = yield* asked(agent.post("/v1/deals", body, key))
      assert.notStrictEqual(again.id, id)
      const { data } = yield* ok(agent.get("/v1/events"))
      assert.deepStrictEqual(
        data.map(({ type }: any) => type),
        ["approval.pending", "approval.expired", "approval.pending"]
      )
      const later = new Date(Date.parse(createdAt) + 31 * 86_400_000).toISOString()
      yield* JobCommands.run("expire-approvals", later)
      const left: ReadonlyArray<any> = (yield* ok(mine.get("/v1/approvals"))).data
      assert.deepStrictEqual(
        left.map((one) => [one.id, one.status]),
        []
      )
    })
  )
})
