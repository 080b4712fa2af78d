/** `totals verify`: whether what reports read is what the deals come to. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Sql from "../../layers/platform/database/Sql.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import { group, make } from "./Command.ts"
import * as Flags from "./Flags.ts"

const all = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Sql.orDie(sql<{ id: WorkspaceId }>`SELECT id FROM workspaces ORDER BY id`)
  return rows.map(({ id }) => id)
})

const verify = make(
  "verify",
  "Recounts what reports read, of one workspace or of all.",
  {
    workspace: Flags.optional(Flags.workspace),
    repair: Flags.toggle("repair", "Mends what differs")
  },
  Effect.fnUntraced(function* ({ repair, workspace }) {
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
)

export const totals = group("totals", "The sums that reports read", [verify])
