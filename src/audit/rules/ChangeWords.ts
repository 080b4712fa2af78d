/** The vocabulary for describing changes. This is English; pages have other languages. */
import type { AuditResource } from "../../../schema/Audit.ts"
import type { Currency } from "../../../schema/Field.ts"
import * as Money from "../../shared/Money.ts"

export interface ChangeWords {
  readonly nothing: string
  readonly yes: string
  readonly no: string
  readonly money: (cents: number, currency: Currency) => string
  readonly moment: (iso: string) => string
  readonly moreFields: (count: number) => string
  /** Translations of the API's field names. Fields without one keep their name. */
  readonly fields: Readonly<Record<string, string>>
  readonly resources: Readonly<Record<AuditResource, string>>
  readonly title: (
    resource: AuditResource,
    verb: "made" | "removed" | "changed",
    count: number | undefined
  ) => string
}

const resources: ChangeWords["resources"] = {
  deal: "Deal",
  note: "Note",
  lead: "Lead",
  lead_history: "Lead's history",
  board: "Board",
  stage: "Stage",
  template: "Template",
  template_use: "Use of a template",
  saved_view: "Saved view",
  calendar: "Calendar address",
  webhook: "Webhook",
  form: "Contact page",
  inbound_address: "Address for email",
  rehearsal: "Rehearsal",
  api_key: "API key",
  app: "Connected app",
  member: "Member",
  invitation: "Invitation",
  workspace: "Workspace",
  approval: "Approval",
  rules: "Rules"
}

export const english: ChangeWords = {
  nothing: "nothing",
  yes: "yes",
  no: "no",
  money: Money.short,
  moment: (iso) => `${iso.slice(0, 16).replace("T", " ")} UTC`,
  moreFields: (count) => `and ${count} more fields`,
  fields: {
    amountCents: "amount",
    boardId: "board",
    contentText: "text",
    ownerId: "owner",
    stageId: "stage",
    urlFingerprint: "url ends in",
    urlOrigin: "sends to",
    userId: "person"
  },
  resources,
  title: (resource, verb, count) =>
    `${resources[resource]}${count === undefined ? "" : `s, ${count} of them,`} ${verb}`
}
