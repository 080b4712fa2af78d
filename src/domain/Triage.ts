/** Which triage moves a PATCH may make, and what each stamps. */
import { Result } from "effect"
import { Invalid } from "../../schema/Fault.ts"
import type { UserId } from "../../schema/Id.ts"
import type { TriageStatus } from "../../schema/Lead.ts"
import type { LeadRecord } from "./LeadRecord.ts"

const terminal: ReadonlySet<TriageStatus> = new Set(["promoted", "junk", "bad_fit"])

const promoted = new Invalid({
  code: "promoted_not_settable",
  message:
    "triageStatus cannot be set to promoted: a lead is promoted into a deal. Use POST /v1/leads/{id}/promote instead.",
  meta: { issues: [{ path: "triageStatus", message: "must not be promoted" }] }
})

const over = (from: TriageStatus, to: TriageStatus) =>
  new Invalid({
    code: "invalid_triage_transition",
    message: `A lead that is ${from} cannot become ${to}: only new, contacted and stale leads can be triaged.`,
    meta: { from, to }
  })

/** Where a lead of this status may be moved by triage. */
export const targets = (from: TriageStatus): ReadonlyArray<TriageStatus> =>
  terminal.has(from)
    ? []
    : (["new", "contacted", "junk", "bad_fit", "stale"] as const).filter((to) => to !== from)

/** Moves a lead to `to`; the status it is in already changes nothing. */
export const move = (
  record: LeadRecord,
  to: TriageStatus,
  by: UserId,
  now: string
): Result.Result<LeadRecord, Invalid> => {
  const from = record.lead.triageStatus
  if (to === "promoted") return Result.fail(promoted)
  if (to === from) return Result.succeed(record)
  if (terminal.has(from)) return Result.fail(over(from, to))
  return Result.succeed({
    ...record,
    triagedAt: now,
    junkedBy: to === "junk" ? by : record.junkedBy,
    lead: {
      ...record.lead,
      triageStatus: to,
      contactedAt: to === "contacted" ? now : record.lead.contactedAt,
      junkedAt: to === "junk" ? now : record.lead.junkedAt
    }
  })
}
