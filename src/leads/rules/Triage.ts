/** The triage changes that an update can make, and the dates that each sets. */
import { Result } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import type { UserId } from "../../../schema/Id.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { TriageStatus } from "../../../schema/TriageStatus.ts"
import type { LeadRecord } from "./LeadRecord.ts"

const terminal: ReadonlySet<TriageStatus> = new Set(["promoted", "junk", "bad_fit"])

const promoted = new Invalid({
  code: "promoted_not_settable",
  message:
    "triageStatus cannot be set to promoted: a lead is promoted by making it a deal. Use promote_lead (POST /v1/leads/{id}/promote).",
  meta: { issues: [{ path: "triageStatus", message: "must not be promoted" }] }
})

const over = (from: TriageStatus, to: TriageStatus) =>
  new Invalid({
    code: "invalid_triage_transition",
    message: `A lead that is ${from} cannot become ${to}: only new, contacted and stale leads can be triaged.${from === "promoted" ? "" : " If it is a good lead after all, promote it (promote_lead, POST /v1/leads/{id}/promote), or undo its triage (undo, POST /v1/undo)."}`,
    meta: { from, to }
  })

/** The statuses that triage can set. Setting a suspect lead's current status clears it. */
export const targets = ({
  suspect,
  triageStatus: from
}: Pick<Lead, "suspect" | "triageStatus">): ReadonlyArray<TriageStatus> =>
  terminal.has(from)
    ? []
    : (["new", "contacted", "junk", "bad_fit", "stale"] as const).filter((to) => suspect || to !== from)

/** Clears a suspect lead, because somebody has decided that it isn't from a bot. */
export const clear = (record: LeadRecord): LeadRecord =>
  record.lead.suspect ? { ...record, lead: { ...record.lead, suspect: false } } : record

/** Whether webhooks announce a suspect lead after triage. They don't for junk and bad fits. */
export const isWanted = ({ lead }: LeadRecord): boolean =>
  lead.triageStatus !== "junk" && lead.triageStatus !== "bad_fit"

/** Sets the triage status. Setting the current status only clears a suspect lead. */
export const move = (
  record: LeadRecord,
  to: TriageStatus,
  by: UserId,
  now: string
): Result.Result<LeadRecord, Invalid> => {
  const from = record.lead.triageStatus
  if (to === "promoted") return Result.fail(promoted)
  if (to === from) return Result.succeed(clear(record))
  if (terminal.has(from)) return Result.fail(over(from, to))
  return Result.succeed({
    ...record,
    triagedAt: now,
    junkedBy: to === "junk" ? by : record.junkedBy,
    lead: {
      ...record.lead,
      suspect: false,
      triageStatus: to,
      contactedAt: to === "contacted" ? now : record.lead.contactedAt,
      junkedAt: to === "junk" ? now : record.lead.junkedAt
    }
  })
}
