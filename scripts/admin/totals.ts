/** `totals verify`: whether what reports read is what the deals come to. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Sql from "../../layers/Sql.ts"
import { Tenant } from "../../layers/Tenant.ts"
import { TotalsAudit } from "../../layers/TotalsAudit.ts"
import { Refused } from "../../layers/Workspaces.ts"
import { WorkspaceId } from "../../schema/Id.ts"
import { make } from "./Command.ts"

const all = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Sql.orDie(sql<{ id: WorkspaceId }>`SELECT id FROM workspaces ORDER BY id`)
  return rows.map(({ id }) => id)
})

export const totalsVerify = make({
  words: "totals verify",
  summary: "Recounts what reports read, of one workspace or of all; --repair mends what differs.",
  options: { workspace: Schema.optionalKey(WorkspaceId), repair: Schema.optionalKey(Schema.Boolean) },
  run: Effect.fnUntraced(function* ({ repair = false, workspace }) {
    const audit = yield* TotalsAudit
    const ids = workspace === undefined ? yield* all : [workspace]
    const found = yield* Effect.forEach(ids, (workspaceId) =>
      (repair ? audit.repair : audit.differences).pipe(
        Effect.provideService(Tenant, { workspaceId }),
        Effect.map((differences) => differences.map((one) => ({ workspaceId, ...one })))
      )
    )
    const differences = found.flat()
    if (differences.length > 0 && !repair) {
      const [{ boardId, cents, deals, key }] = differences as [(typeof differences)[number]]
      return yield* new Refused({
        code: "totals_differ",
        message: `${differences.length} totals are not what the deals come to: ${key} of board ${boardId} lacks ${deals} deals and ${cents} cents. Mend them with --repair.`
      })
    }
    return { workspaces: ids.length, repaired: differences }
  })
})
