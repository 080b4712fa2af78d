/** The message to a chat tool about an event: a title, a few facts, and a link. */
import { inWords } from "../../../schema/Actor.ts"
import type { ApprovalStatus } from "../../../schema/Approval.ts"
import type { Deal } from "../../../schema/Deal.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { EventType } from "../../../schema/Webhook.ts"
import * as FullName from "../../leads/rules/FullName.ts"
import type { ApprovalEvent, Event, Sequel } from "./Event.ts"

export interface Fact {
  readonly name: string
  readonly value: string
}

/** The title and the values contain text from users. Names and the link don't. */
export interface ChatMessage {
  readonly title: string
  readonly facts: ReadonlyArray<Fact>
  readonly link: { readonly text: string; readonly url: string }
}

/** For example `12,500.00 USD`, with the currency's decimals. */
export const money = (minor: number, currency: string): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const plain = new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${plain.format(minor / 10 ** digits)} ${currency}`
}

const facts = (values: Readonly<Record<string, string | null>>): ReadonlyArray<Fact> =>
  Object.entries(values).flatMap(([name, value]) =>
    value === null || value.trim() === "" ? [] : [{ name, value }]
  )

const ofDeal = (deal: Deal, title: string, stage: string, base: string): ChatMessage => ({
  title: `${title}: ${deal.name}`,
  facts: facts({
    Company: deal.company,
    Amount: deal.amountCents === null ? null : money(deal.amountCents, deal.currency),
    Stage: stage,
    Owner: deal.ownerName
  }),
  link: { text: "Open the deal", url: `${base}/deals/${deal.id}` }
})

const nameOf = ({ contact }: Lead): string => {
  const name = FullName.of(contact.firstName, contact.lastName)
  return [name, contact.companyName, contact.email].find((text) => text?.trim()) ?? "no name given"
}

const ofLead = (lead: Lead, base: string): ChatMessage => {
  const { contact, id, source } = lead
  return {
    title: `New lead: ${nameOf(lead)}`,
    facts: facts({
      Company: contact.companyName,
      Email: contact.email,
      Phone: contact.phone,
      Message: contact.message,
      Source: source
    }),
    link: { text: "Open the lead", url: `${base}/leads/${id}` }
  }
}

const words: Readonly<Record<EventType, string>> = {
  "deal.created": "new deal",
  "deal.stage_changed": "deal moved",
  "deal.won": "deal won",
  "lead.created": "new lead",
  "approval.requested": "waiting for approval",
  "approval.decided": "decided"
}

const gone = "deleted"

/** The title differs from the original's, so that nobody reads a win twice. */
const ofSequel = (event: Sequel, base: string): ChatMessage => {
  const { original } = event
  const did = event.type.endsWith("_undone") ? "Undone" : "Holds again"
  const what = `${did} (${words[original.event]})`
  const announced = { Announced: `${original.created_at.slice(0, 16).replace("T", " ")} UTC` }
  if ("leadId" in event) {
    const { lead, leadId } = event
    return {
      title: lead === null ? what : `${what}: ${nameOf(lead)}`,
      facts: facts({ ...announced, "Lead now": lead === null ? gone : lead.triageStatus }),
      link: { text: "Open the lead", url: `${base}/leads/${leadId}` }
    }
  }
  const { deal, dealId, name } = event
  return {
    title: `${what}: ${name}`,
    facts: facts({ ...announced, "Stage now": deal === null ? gone : deal.stage.name }),
    link: { text: "Open the deal", url: `${base}/deals/${dealId}` }
  }
}

/** The page of a write that needs or needed approval. */
export const urlOf = (id: string, base: string): string => `${base}/approvals/${id}`

const outcomes: Readonly<Record<ApprovalStatus, string>> = {
  pending: "Waiting for approval",
  done: "Approved and done",
  declined: "Declined",
  expired: "Not decided in time",
  stale: "Approved, but no longer possible",
  failed: "Approved, but refused"
}

const ofApproval = ({ approval, type }: ApprovalEvent, base: string): ChatMessage => {
  const { askedBy, decidedBy, expiresAt, id, reason, status, summary, why } = approval
  const isOpen = type === "approval.requested"
  return {
    title: `${outcomes[status]}: ${summary}`,
    facts: facts({
      "Asked by": inWords(askedBy),
      Because: isOpen ? why : null,
      "Waits until": isOpen ? `${expiresAt.slice(0, 16).replace("T", " ")} UTC` : null,
      "Decided by": decidedBy === null ? null : inWords(decidedBy),
      Reason: reason
    }),
    link: { text: isOpen ? "Approve or decline" : "See what came of it", url: urlOf(id, base) }
  }
}

/** `base` is the service's address without a trailing slash. */
export const of = (event: Event | Sequel, base: string): ChatMessage => {
  switch (event.type) {
    case "deal.created":
      return ofDeal(event.deal, "New deal", event.deal.stage.name, base)
    case "deal.stage_changed":
      return ofDeal(event.deal, "Deal moved", `${event.from.name} → ${event.to.name}`, base)
    case "deal.won":
      return ofDeal(event.deal, "Deal won", event.to.name, base)
    case "lead.created":
      return ofLead(event.lead, base)
    case "deal.change_undone":
    case "deal.change_redone":
    case "lead.change_undone":
    case "lead.change_redone":
      return ofSequel(event, base)
    case "approval.requested":
    case "approval.decided":
      return ofApproval(event, base)
  }
}

/** The message that tests a subscription. */
export const test = (base: string): ChatMessage => ({
  title: "Sales Pipeline: test message",
  facts: [{ name: "Status", value: "This channel will get the events it is subscribed to." }],
  link: { text: "Open Sales Pipeline", url: base }
})
