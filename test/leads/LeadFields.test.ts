/** Every field that a lead is submitted with keeps its value on every way a lead takes. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as LeadFields from "../../schema/LeadFields.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { callHere, run as admin } from "../support/server/Admin.ts"
import { as, created, ok } from "../support/server/Contract.ts"
import { made } from "../support/server/ImportCommand.ts"
import * as Second from "../support/server/Second.ts"
import { TestService } from "../support/server/TestService.ts"

/** Values that the schema doesn't take as any text. */
const others: { readonly [Name in (typeof LeadFields.inputNames)[number]]?: unknown } = {
  workEmail: "mia@acme.example",
  consent: true,
  source: "form"
}

const sent = Object.fromEntries(
  LeadFields.inputNames.map((name) => [name, others[name] ?? `${name} of a lead`])
)

/** The values that a lead has, by the names of their inputs. */
const valuesOf = ({ attribution, contact }: any) => {
  const { email, ...rest } = contact
  return { ...rest, workEmail: email, ...attribution }
}

const setUp = Effect.gen(function* () {
  const mine = yield* SignedIn.make()
  const api = yield* as(mine.apiKey.token)
  const lead = yield* created(api.post("/v1/leads", { boardId: mine.board.id, ...sent }))
  return { ...mine, api, lead, path: `/v1/leads/${lead.id}` }
})

layer(TestService.layer(), { excludeTestServices: true })("each field of a lead", (it) => {
  it.effect("is answered as it was sent, listed, and back after the undo of a deletion", () =>
    Effect.gen(function* () {
      const { api, lead, path } = yield* setUp
      assert.deepStrictEqual(valuesOf(lead), sent)
      assert.deepStrictEqual(yield* ok(api.get(path)), lead)
      assert.deepStrictEqual((yield* ok(api.get("/v1/leads"))).data, [lead])
      const removed = yield* api.delete(path)
      assert.strictEqual(removed.status, 200)
      yield* ok(api.post("/v1/undo", { requestId: removed.headers.get("service-request-id") }))
      assert.deepStrictEqual(yield* ok(api.get(path)), lead)
    })
  )

  it.effect("is in the inbox's file, which an import reads, and an import changes it", () =>
    Effect.gen(function* () {
      const { browser } = yield* setUp
      const file = yield* Effect.promise(() => browser.send("/leads/csv"))
      const elsewhere = yield* (yield* TestService).workspace()
      const flags = ["--workspace", elsewhere.workspace.id, "--file", made("lead-fields.csv", file.text)]
      const { stdout } = yield* callHere(["import", "leads", ...flags, "--json"])
      assert.strictEqual(JSON.parse(stdout).created, 1, stdout)
      const there = yield* as(elsewhere.apiKey.token)
      const [imported] = (yield* ok(there.get("/v1/leads"))).data
      // Where it came from then is the import.
      assert.deepStrictEqual(valuesOf(imported), { ...sent, source: "import" })
      const corrected = Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [
          name,
          typeof value === "string" && others[name as "phone"] === undefined ? `${value}, corrected` : value
        ])
      )
      const rows = [{ ...corrected, externalId: imported.id }]
      const done = yield* there.post("/v1/imports/leads", { rows })
      assert.strictEqual(done.body.updated, 1, done.text)
      const path = `/v1/leads/${imported.id}`
      assert.deepStrictEqual(valuesOf(yield* ok(there.get(path))), corrected)
      yield* ok(there.post("/v1/undo", { requestId: done.headers.get("service-request-id") }))
      assert.deepStrictEqual(valuesOf(yield* ok(there.get(path))), { ...sent, source: "import" })
    })
  )

  it.effect("moves with the workspace", () =>
    Effect.gen(function* () {
      const { apiKey, lead, path, workspace } = yield* setUp
      assert.deepStrictEqual(yield* Second.readMoved(workspace.id, apiKey.token, path), lead)
    }).pipe(Effect.scoped)
  )

  it.effect("is gone with the person", () =>
    Effect.gen(function* () {
      const { workspace } = yield* setUp
      yield* admin("person erase", { email: "mia@acme.example", workspace: workspace.id, confirm: "true" })
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT id FROM leads WHERE workspace_id = ${workspace.id}`, [])
    })
  )
})
