/** Makes a lead of a submission. */
import { Result } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import type { BoardId, LeadId } from "../../../schema/Id.ts"
import type { Attribution, Lead } from "../../../schema/Lead.ts"
import { consentOf, type Submission } from "../../../schema/LeadSubmission.ts"

const required = ["workEmail", "firstName", "lastName", "companyName", "message"] as const

/** Fails if a submission says neither who asks nor what for; blank fields do not count. */
export const check = (sent: Submission): Result.Result<Submission, Invalid> => {
  if (required.some((field) => (sent[field] ?? "").trim() !== "")) return Result.succeed(sent)
  const message = `At least one of ${required.join(", ")} is needed, and not blank.`
  return Result.fail(
    new Invalid({ code: "invalid_body", message, meta: { issues: [{ path: "", message }] } })
  )
}

/** Where a submission came from, with every key present. */
export const attribution = (sent: Submission): Attribution => ({
  source: sent.source ?? null,
  sourceUrl: sent.sourceUrl ?? null,
  pageTitle: sent.pageTitle ?? null,
  referrer: sent.referrer ?? null,
  utmSource: sent.utmSource ?? null,
  utmMedium: sent.utmMedium ?? null,
  utmCampaign: sent.utmCampaign ?? null,
  utmTerm: sent.utmTerm ?? null,
  utmContent: sent.utmContent ?? null,
  gclid: sent.gclid ?? null,
  fbclid: sent.fbclid ?? null,
  msclkid: sent.msclkid ?? null,
  consentText: sent.consentText ?? null
})

/** A new lead. An import has the source `form`; `attribution.source` keeps what was sent. */
export const create = (sent: Submission, boardId: BoardId, id: LeadId, now: string): Lead => ({
  id,
  boardId,
  triageStatus: "new",
  source: sent.source === "email" ? "email" : "form",
  dealId: null,
  suspect: false,
  contact: {
    firstName: sent.firstName ?? null,
    lastName: sent.lastName ?? null,
    email: sent.workEmail ?? null,
    phone: sent.phone ?? null,
    companyName: sent.companyName ?? null,
    companyWebsite: sent.companyWebsite ?? null,
    message: sent.message ?? null,
    howHeard: sent.howHeard ?? null,
    consent: sent.consent === undefined ? null : (consentOf(sent.consent) ?? null)
  },
  enrichment: { history: [] },
  attribution: attribution(sent),
  externalId: null,
  createdAt: now,
  contactedAt: null,
  promotedAt: null,
  junkedAt: null
})
