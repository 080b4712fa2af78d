/** A lead with internal data that responses don't contain. */
import type { FormId, UserId } from "../../../schema/Id.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { Doubt } from "../../../schema/LeadBackground.ts"
import * as EnrichmentHistory from "./EnrichmentHistory.ts"

/** The last claim of the lead for enrichment. */
export interface Claim {
  readonly by: string
  readonly at: string
}

export interface LeadRecord {
  readonly lead: Lead
  /** The form that the lead came in by. A promotion falls back to the form's default owner. */
  readonly formId: FormId | null
  /** The time at which the triage status last changed. */
  readonly triagedAt: string
  readonly junkedBy: UserId | null
  readonly claim: Claim | null
  /** The doubt about the lead at intake. Some doubts make it suspect. */
  readonly doubt: Doubt | null
  /** The size of the whole history. `lead` contains only the newest entries. */
  readonly history: EnrichmentHistory.Extent
}

/** Doubts that suggest a bot. Leads with other doubts may well come from a person. */
const suspicious: ReadonlySet<Doubt> = new Set(["trap", "forged", "quick", "auto_reply", "bulk"])

export const fresh = (lead: Lead, formId: FormId | null, doubt: Doubt | null = null): LeadRecord => ({
  lead: { ...lead, suspect: doubt !== null && suspicious.has(doubt) },
  formId,
  triagedAt: lead.createdAt,
  junkedBy: null,
  claim: null,
  doubt,
  history: EnrichmentHistory.none
})
