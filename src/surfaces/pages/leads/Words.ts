/** The names of a lead's states for people, and the verbs that lead to them. */
import type { Lead, TriageStatus } from "../../../../schema/Lead.ts"
import type { Doubt } from "../../../../schema/LeadBackground.ts"
import * as FullName from "../../../domain/leads/FullName.ts"
import * as PlainText from "../../../domain/platform/PlainText.ts"

/** A lead as an operation returns it. */
export type Shown = typeof Lead.Encoded

export const statuses: Readonly<Record<TriageStatus, string>> = {
  new: "New",
  contacted: "Contacted",
  promoted: "Promoted",
  junk: "Junk",
  bad_fit: "Bad fit",
  stale: "Stale"
}

export const doubts: Readonly<Record<Doubt, string>> = {
  trap: "Suspect: a field of the form was filled in that people do not see.",
  forged: "Suspect: the form's own time stamp was changed.",
  quick: "Suspect: the form was sent within two seconds, quicker than anybody types.",
  auto_reply: "Suspect: it looks like an automatic reply.",
  bulk: "Suspect: it was sent as bulk mail.",
  list: "It came through a mailing list.",
  machine: "A program sent it for somebody, as websites' forms do."
}

export const sources: Readonly<Record<Shown["source"], string>> = { form: "Form", email: "Email" }

/** The keys that triage the focused lead. */
export const keys = { contacted: "c", junk: "x", bad_fit: "b", stale: "s" } as const

/** States that triage never leaves, only an undo: not triage. */
export const final: ReadonlyArray<string> = ["junk", "bad_fit"]

export const isKeyed = (status: TriageStatus): status is keyof typeof keys => status in keys

const longestName = 120

/** A lead's name: the person, or else the email address, or else the company. */
export const nameOf = ({ contact, enrichment }: Shown): string => {
  const found = enrichment.contact?.name?.trim()
  const person = FullName.of(contact.firstName, contact.lastName) ?? found
  return PlainText.cut(person || contact.email || contact.companyName || "Unnamed lead", longestName)
}

/** The company, unless it is the lead's name. */
export const companyOf = (lead: Shown): string | undefined => {
  const company = PlainText.cut(lead.contact.companyName ?? "", longestName)
  return company.trim() === "" || company === nameOf(lead) ? undefined : company
}
