/** `totals verify`: compares the totals that reports use with the deals. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Sql from "../../layers/database/Sql.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"

const all = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Sql.orDie(sql<{ id: WorkspaceId }>`SELECT id FROM workspaces ORDER BY id`)
  return rows.map(({ id }) => id)
})

const verify = make(
  "verify",
  "Checks the totals that reports read against the deals, for one workspace or all.",
  {
    workspace: Flags.optional(Flags.workspace),
    repair: Flags.toggle("repair", "Corrects the totals that differ")
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
        message: `${differences.length} totals differ from the sums of the deals: ${key} of board ${boardId} is short by ${deals} deals and ${cents} cents. Correct them with --repair.`
      })
    }
    return { workspaces: ids.length, repaired: differences }
  })
)

export const totals = group("totals", "The totals that reports read", [verify])
