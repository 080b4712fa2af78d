/** A lead with the internal data that answers do not show. */
import type { FormId, UserId } from "../../../schema/Id.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { Doubt } from "../../../schema/LeadBackground.ts"
import * as EnrichmentHistory from "./EnrichmentHistory.ts"

/** Who last claimed the lead for enrichment, and when. */
export interface Claim {
  readonly by: string
  readonly at: string
}

export interface LeadRecord {
  readonly lead: Lead
  /** The form it came in by; a promotion falls back to the form's default owner. */
  readonly formId: FormId | null
  /** When its triage status last changed. */
  readonly triagedAt: string
  readonly junkedBy: UserId | null
  readonly claim: Claim | null
  /** Why it was doubtful when it came in; some doubts make it suspect. */
  readonly doubt: Doubt | null
  /** The size of its whole history; `lead` holds only the newest entries. */
  readonly history: EnrichmentHistory.Extent
}

/** Doubts that suggest a bot. The others mark leads that a person may well have written. */
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
