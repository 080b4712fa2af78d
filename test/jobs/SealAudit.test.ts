import { assert } from "@effect/vitest"
import { Effect, Layer, Logger, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "../../layers/audit/Audit.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import { Seals } from "../../layers/audit/Seals.ts"
import { Transaction } from "../../layers/database/Transaction.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import * as App from "../../src/service/App.ts"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { seal, sealed, vaultOf, within } from "../support/audit/Sealed.ts"
import { run as admin } from "../support/server/Admin.ts"
import { contract } from "../support/server/Contract.ts"

const run = Effect.gen(function* () {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push([message].flat().map(String).join(" ")))
  yield* Effect.provide(JobCommands.run("seal-audit", undefined), Logger.layer([logger]))
  const metrics = (yield* Metric.snapshot).flatMap(({ id, state }) =>
    id.startsWith("audit_") && "value" in state ? [[id, state.value] as const] : []
  )
  return { lines, metrics: Object.fromEntries(metrics) }
})

contract(
  "the job seal-audit",
  (it) => {
    it.effect("publishes heads, and tells of one that was changed", () =>
      Effect.gen(function* () {
        const { id, sql } = yield* sealed
        const { head } = (yield* within(
          id,
          Effect.flatMap(Seals, (seals) => seals.head)
        ))!
        const before = yield* run
        assert.include(before.lines, `The audit log of workspace ${id} has the head ${head}`)
        assert.deepInclude(before.metrics, { audit_seals: 2, audit_heads_changed: 0 })
        yield* sql`UPDATE audit_heads SET purged_seq = 1 WHERE workspace_id = ${id}`
        const after = yield* run
        assert.isTrue(after.lines.some((line) => line.endsWith(`admin audit verify --workspace ${id}`)))
        assert.deepInclude(after.metrics, { audit_heads_changed: 1 })
      })
    )

    it.effect("is not waited for by commands: what they write is sealed when they end", () =>
      Effect.gen(function* () {
        const { workspace } = yield* admin("workspace create", {
          name: "A",
          plan: "free",
          ownerEmail: "a@b.example"
        })
        assert.strictEqual(yield* seal(workspace.id), 0)
        const { workspaces } = yield* admin("audit verify", { workspace: workspace.id })
        assert.deepInclude(workspaces[0], { seals: 1, unsealed: 0 })
      })
    )

    it.effect("finds nothing of a command with another key, which writes nothing", () =>
      Effect.gen(function* () {
        const { id } = yield* sealed
        const sql = yield* SqlClient.SqlClient
        const auditContext = {
          operation: "admin.key.create",
          surface: "admin",
          doer: AuditActors.operator
        } as const
        const failure = yield* Effect.flatMap(Audit, ({ runAudited: around }) =>
          within(id, around(auditContext, Effect.void))
        ).pipe(
          Effect.provide(
            Layer.fresh(
              Audit.layer.pipe(
                Layer.provide(Layer.mergeAll(Ids.layer, Transaction.layer, vaultOf("6".repeat(64))))
              )
            )
          ),
          Effect.catchDefect(Effect.succeed)
        )
        assert.match(String(failure), /ENCRYPTION_KEY/u)
        const [row] =
          yield* sql`SELECT 1 FROM audit WHERE workspace_id = ${id} AND operation = 'admin.key.create'`
        assert.isUndefined(row)
      })
    )
  },
  {},
  { serving: App.served }
)
