import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { TriageStatus } from "../../schema/TriageStatus.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const settable = ["new", "contacted", "junk", "bad_fit", "stale"] as const
const open: ReadonlyArray<TriageStatus> = ["new", "contacted", "stale"]
const all: ReadonlyArray<TriageStatus> = [...settable, "promoted"]

const leadIn = Effect.fnUntraced(function* ({ send, workspace }: Client, status: TriageStatus) {
  const sql = yield* SqlClient.SqlClient
  const { body } = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
  yield* sql`UPDATE leads SET triage_status = ${status} WHERE workspace_id = ${workspace.id} AND id = ${body.id}`
  return body.id as string
})

layer(TestService.layer())("triage of leads", (it) => {
  it.effect("makes every allowed change of status, stamps it, and refuses every other", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const from of all) {
        for (const to of settable) {
          const id = yield* leadIn(client, from)
          const { body, status } = yield* Effect.promise(() =>
            client.send("PATCH", `/v1/leads/${id}`, { triageStatus: to })
          )
          const allowed = from === to || open.includes(from)
          assert.strictEqual(status, allowed ? 200 : 400, `${from} to ${to}`)
          if (!allowed) assert.strictEqual(body.error.code, "invalid_triage_transition")
          else {
            const stamps = [body.contactedAt, body.promotedAt, body.junkedAt].map((stamp) => stamp !== null)
            const moved = from !== to
            assert.strictEqual(body.triageStatus, to)
            assert.deepStrictEqual(stamps, [moved && to === "contacted", false, moved && to === "junk"])
          }
        }
      }
    })
  )

  it.effect("never sets promoted, not even on a promoted lead", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const from of all) {
        const id = yield* leadIn(client, from)
        const { body, status } = yield* Effect.promise(() =>
          client.send("PATCH", `/v1/leads/${id}`, { triageStatus: "promoted" })
        )
        assert.deepStrictEqual([status, body.error.code], [400, "promoted_not_settable"])
      }
      const id = yield* leadIn(client, "new")
      const { body } = yield* Effect.promise(() =>
        client.send("PATCH", `/v1/leads/${id}`, { triageStatus: "lost" })
      )
      assert.strictEqual(body.error.code, "invalid_body")
      assert.notInclude(body.error.message, "promoted")
    })
  )

  it.effect("keeps the stamps of earlier statuses, and records who marked junk", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { send, user, workspace } = yield* (yield* TestService).workspace()
      const { body: lead } = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
      const set = (triageStatus: string) =>
        Effect.map(
          Effect.promise(() => send("PATCH", `/v1/leads/${lead.id}`, { triageStatus })),
          ({ body }) => body
        )
      const contacted = yield* set("contacted")
      const stale = yield* set("stale")
      assert.strictEqual(stale.contactedAt, contacted.contactedAt)
      const junk = yield* set("junk")
      assert.strictEqual(junk.contactedAt, contacted.contactedAt)
      assert.match(junk.junkedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
      const rows =
        yield* sql`SELECT junked_by FROM leads WHERE workspace_id = ${workspace.id} AND id = ${lead.id}`
      assert.deepStrictEqual(rows, [{ junked_by: user.id }])
    })
  )

  it.effect("returns the lead unchanged for an empty body, and for no body", () =>
    Effect.gen(function* () {
      const { send } = yield* (yield* TestService).workspace()
      const { body: lead } = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
      for (const body of [{}, undefined, "null"]) {
        const answer = yield* Effect.promise(() => send("PATCH", `/v1/leads/${lead.id}`, body))
        assert.deepStrictEqual([answer.status, answer.body], [200, lead])
      }
      const misspelt = yield* Effect.promise(() => send("PATCH", `/v1/leads/${lead.id}`, { status: "junk" }))
      assert.strictEqual(misspelt.body.error.code, "unknown_field")
      assert.include(misspelt.body.error.message, "triageStatus")
    })
  )
})
