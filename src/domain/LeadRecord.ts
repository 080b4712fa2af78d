/** A lead with what the service knows of it and does not show. */
import type { FormId, UserId } from "../../schema/Id.ts"
import type { Lead } from "../../schema/Lead.ts"

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
}

export const fresh = (lead: Lead, formId: FormId | null): LeadRecord => ({
  lead,
  formId,
  triagedAt: lead.createdAt,
  junkedBy: null,
  claim: null
})
