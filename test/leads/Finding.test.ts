import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

contract("finding leads", (it) => {
  it.effect("filters by score and time, in both orders", () =>
    Effect.gen(function* () {
      const { get, patch, post, workspace: own } = yield* workspace()
      const sql = yield* SqlClient.SqlClient
      const scores: Record<string, number | undefined> = { A: 90, B: 50, C: 70, D: undefined }
      for (const [companyName, score] of Object.entries(scores)) {
        const { id } = yield* created(post("/v1/leads", { companyName }))
        if (score !== undefined) yield* ok(patch(`/v1/leads/${id}`, { enrichment: { score } }))
      }
      yield* sql`UPDATE leads SET created_at = '2026-04-30T23:59:59.999Z'
        WHERE workspace_id = ${own.id} AND company_name = 'A'`
      const names = (query: string) =>
        Effect.map(ok(get(`/v1/leads?${query}`)), ({ data }) =>
          data.map((lead: any) => lead.contact.companyName).join(" ")
        )
      assert.strictEqual(yield* names("scoreMin=50"), "C B A")
      assert.strictEqual(yield* names("scoreMin=50.5&sort=score"), "A C")
      assert.strictEqual(yield* names("scoreMin=0"), "C B A")
      assert.strictEqual(yield* names("createdAfter=2026-05-01"), "D C B")
      assert.strictEqual(yield* names("createdAfter=2026-05-01&scoreMin=60&sort=score"), "C")
      const { nextCursor } = yield* ok(get("/v1/leads?scoreMin=50&limit=1"))
      assert.lengthOf((yield* ok(get(`/v1/leads?scoreMin=50&limit=1&cursor=${nextCursor}`))).data, 1)
      yield* refused(get(`/v1/leads?scoreMin=51&limit=1&cursor=${nextCursor}`), 400, "invalid_cursor")
      yield* refused(get("/v1/leads?scoreMin=101"), 400, "invalid_query")
    })
  )
})
