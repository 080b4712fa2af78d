import { Effect, Metric } from "effect"
import * as Chain from "../../../layers/audit/Chain.ts"
import * as Seal from "../../../layers/audit/Seal.ts"
import { Seals } from "../../../layers/audit/Seals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import * as Batches from "../Batches.ts"
import * as Job from "../Job.ts"

/** Heads whose last entry is older than this many milliseconds have been logged before. */
const loggedMillis = 2 * 3_600_000

const sealsGauge = Metric.gauge("audit_seals", {
  description: "Seals that the audit logs of all workspaces ever had, on the node that last ran seal-audit"
})

const changedGauge = Metric.gauge("audit_heads_changed", {
  description:
    "Audit logs whose seals someone else than the service changed, on the node that last ran seal-audit"
})

/** Logs the head, so that there is a record that can't be changed through the database. */
const publish = Effect.fnUntraced(function* (asOf: string, sum: { made: number; changed: number }) {
  const { workspaceId } = yield* Tenant
  const found = yield* (yield* Seals).head
  if (found === undefined) return
  const { head, isOurs, lastAt } = found
  sum.made += Chain.seqOf(head)
  if (!isOurs) {
    sum.changed += 1
    yield* Effect.logError(
      `The seals of an audit log were changed: run admin audit verify --workspace ${workspaceId}`
    )
  } else if (Date.parse(lastAt ?? "1970") > Date.parse(asOf) - loggedMillis) {
    yield* Effect.logInfo(`The audit log of workspace ${workspaceId} has the head ${head}`)
  }
})

export const sealAudit = Job.make("seal-audit", {
  description:
    "Seals what is left of the audit log, from processes that ended and from admin commands, and logs its heads.",
  schedule: "20 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.sealAudit")(function* (asOf) {
    const seals = yield* Seals
    const heads = { made: 0, changed: 0 }
    let affected = 0
    const sum = yield* Batches.perWorkspace(
      () =>
        Effect.gen(function* () {
          affected += yield* seals.seal(Seal.overlap)
          yield* publish(asOf, heads)
          return 0
        }),
      "all"
    )
    yield* Metric.update(sealsGauge, heads.made)
    yield* Metric.update(changedGauge, heads.changed)
    return { ...sum, affected }
  })
})
