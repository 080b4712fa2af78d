/** The data that a deal takes over from its lead. */
import type { DealId } from "../../../schema/Id.ts"
import type { Lead } from "../../../schema/Lead.ts"
import * as FullName from "./FullName.ts"
import type { LeadRecord } from "./LeadRecord.ts"

const maxNameLength = 200

const filled = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === "" ? undefined : text

/** The name in the request, else the company, the person or the email address. Never blank. */
export const dealName = ({ contact }: Lead, sent: string | undefined): string => {
  const person = FullName.of(contact.firstName, contact.lastName)
  const name =
    filled(sent) ?? filled(contact.companyName) ?? filled(person) ?? filled(contact.email) ?? "New deal"
  return [...name].slice(0, maxNameLength).join("")
}

const isProfile = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^(?:.+\.)?linkedin\.com$/u.test(url.hostname) && /^\/in\/./u.test(url.pathname)
}

/** The first LinkedIn profile URL in a Markdown text. */
export const profileIn = (body: string): string | undefined =>
  Array.from(body.matchAll(/https?:\/\/[^\s<>"'`()[\]{}|\\]+/giu), ([url]) =>
    url.replace(/[.,;:!?*_~]+$/u, "")
  ).find(isProfile)

/** The deal's primary contact: the lead's own values, completed from the enrichment. */
export const contactOf = ({ contact, enrichment }: Lead) => {
  const found = enrichment.contact ?? {}
  return {
    primaryContactName:
      filled(FullName.of(contact.firstName, contact.lastName)) ?? filled(found.name) ?? null,
    primaryContactTitle: filled(found.title) ?? null,
    primaryContactEmail: filled(contact.email) ?? filled(found.email) ?? null,
    primaryContactPhone: filled(contact.phone) ?? filled(found.phone) ?? null,
    primaryContactLinkedin: filled(found.linkedin) ?? profileIn(enrichment.body ?? "") ?? null
  }
}

/** The lead after its promotion to the deal `dealId`. */
export const promote = (record: LeadRecord, dealId: DealId, now: string): LeadRecord => ({
  ...record,
  triagedAt: now,
  lead: { ...record.lead, suspect: false, triageStatus: "promoted", dealId, promotedAt: now }
})
