/** Derived data agrees with its rows. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { Tenant } from "../../../../layers/identity/Tenant.ts"
import { TotalsAudit } from "../../../../layers/deals/TotalsAudit.ts"
import { WorkspaceId } from "../../../../schema/Id.ts"
import type { Trial } from "../Trial.ts"
import type { Check } from "./Check.ts"

const auditing = (which: "differences" | "repairLate", url: string, workspaceId: string) =>
  Effect.flatMap(TotalsAudit, (audit) => audit[which]).pipe(
    Effect.provideService(Tenant, { workspaceId: WorkspaceId.make(workspaceId) }),
    Effect.provide(TotalsAudit.layer.pipe(Layer.provide(PgClient.layer({ url: Redacted.make(url) })))),
    Effect.runPromise
  )

/** After an upgrade: adds what nodes of a version that doesn't keep them left out of the newest totals. */
export const mend = async (trial: Trial): Promise<void> => {
  const rows = await trial.query("SELECT id FROM workspaces")
  await Promise.all(rows.map(({ id }) => auditing("repairLate", trial.database, id)))
}

export const checks: ReadonlyArray<Check> = [
  {
    name: "totals are the sums",
    run: async (trial) => {
      const rows = await trial.query("SELECT id FROM workspaces")
      const found = await Promise.all(rows.map(({ id }) => auditing("differences", trial.database, id)))
      return found
        .flat()
        .map(({ cents, deals, key }) => `the total ${key} lacks ${deals} deals and ${cents} cents`)
    }
  },
  {
    name: "caps of plans hold",
    run: async (trial) => {
      const rows = await trial.query(`SELECT w.name, count(*) AS open FROM deals d
        JOIN workspaces w ON w.id = d.workspace_id AND w.plan = 'free'
        WHERE d.status = 'open' AND d.deleted_at IS NULL GROUP BY w.name HAVING count(*) > 100`)
      return rows.map(
        ({ name, open }) => `the workspace ${name} has ${open} open deals, where 100 are the most`
      )
    }
  },
  {
    name: "positions are unique",
    run: async (trial) => {
      const rows = await trial.query(`SELECT board_id, position FROM stages
        GROUP BY workspace_id, board_id, position HAVING count(*) > 1`)
      return rows.map(({ position }) => `two stages of a board are at position ${position}`)
    }
  },
  {
    name: "every deal is in a stage of its board, as its status says",
    run: async (trial) => {
      const rows = await trial.query(`SELECT d.name, d.status, s.region FROM deals d LEFT JOIN stages s
        ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
        WHERE s.id IS NULL OR d.status <> CASE WHEN s.region IN ('won', 'dead') THEN s.region ELSE 'open' END`)
      return rows
        .slice(0, 3)
        .map(({ name, region, status }) => `${name} is ${status} in a stage of ${region}`)
    }
  }
]
