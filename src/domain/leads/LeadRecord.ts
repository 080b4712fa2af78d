/** A lead with what the service knows of it and does not show. */
import type { FormId, UserId } from "../../../schema/Id.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { Doubt } from "../../../schema/LeadBackground.ts"
import * as EnrichmentHistory from "./EnrichmentHistory.ts"

/** Who said last that it is enriching the lead, and when. */
export interface Claim {
  readonly by: string
  readonly at: string
}

export interface LeadRecord {
  readonly lead: Lead
  /** The form it came by, whose default owner a promotion falls back to. */
  readonly formId: FormId | null
  /** When it entered its triage status. */
  readonly triagedAt: string
  readonly junkedBy: UserId | null
  readonly claim: Claim | null
  /** What made it doubtful when it came in; some doubts make it suspect. */
  readonly doubt: Doubt | null
  /** The whole of its history, of which the lead shows the newest. */
  readonly history: EnrichmentHistory.Extent
}

/** Doubts that speak for a bot. The others are marks on what a person may well have written. */
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
