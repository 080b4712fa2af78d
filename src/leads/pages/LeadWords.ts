/** A lead's names, and the keyboard shortcuts that triage it. */
import type { Lead } from "../../../schema/Lead.ts"
import type { TriageStatus } from "../../../schema/TriageStatus.ts"
import * as FullName from "../rules/FullName.ts"
import * as PlainText from "../../shared/PlainText.ts"
import type { Message } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

/** A lead as an operation returns it. */
export type ShownLead = typeof Lead.Encoded

/** The keys that triage the focused lead. */
export const keys = { contacted: "c", junk: "x", bad_fit: "b", stale: "s" } as const

/** The final statuses, which only an undo can change. */
export const final: ReadonlyArray<string> = ["junk", "bad_fit"]

export const isKeyed = (status: TriageStatus): status is keyof typeof keys => status in keys

const maxNameLength = 120

/** A lead's name: the person, or else the email address or the company. */
export const nameOf = ({ contact, enrichment }: ShownLead): string | Message => {
  const found = enrichment.contact?.name?.trim()
  const person = FullName.of(contact.firstName, contact.lastName) ?? found
  const name = person || contact.email || contact.companyName
  return name ? PlainText.cut(name, maxNameLength) : say.leads.unnamed
}

/** The company, unless it is the lead's name. */
export const companyOf = (lead: ShownLead): string | undefined => {
  const company = PlainText.cut(lead.contact.companyName ?? "", maxNameLength)
  return company.trim() === "" || company === nameOf(lead) ? undefined : company
}
