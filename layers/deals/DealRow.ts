/** A deal as a row of `deals`. */
import type { Deal } from "../../schema/Deal.ts"
import type { BoardId, DealId, StageId, UserId } from "../../schema/Id.ts"
import type { Region } from "../../schema/Stage.ts"
import * as MatchKey from "../../src/domain/deals/MatchKey.ts"
import * as StageEntry from "../../src/domain/deals/StageEntry.ts"
import * as Search from "../platform/Search.ts"

export interface Row {
  readonly id: DealId
  readonly board_id: BoardId
  readonly name: string
  readonly company: string | null
  readonly amount_cents: number | null
  readonly currency: Deal["currency"]
  readonly owner_id: UserId
  readonly owner_name: string | null
  readonly labels: ReadonlyArray<string>
  readonly contact_name: string | null
  readonly contact_title: string | null
  readonly contact_email: string | null
  readonly contact_phone: string | null
  readonly contact_linkedin: string | null
  readonly key_terms: string | null
  readonly stage_id: StageId
  readonly stage_name: string
  readonly region: Region
  readonly created_at: string
  readonly updated_at: string
  readonly stage_entered_at: string
  readonly commitment_at: string | null
  readonly won_at: string | null
  readonly dead_at: string | null
}

export const toDeal = (row: Row): Deal => ({
  id: row.id,
  boardId: row.board_id,
  name: row.name,
  company: row.company,
  amountCents: row.amount_cents,
  currency: row.currency,
  stage: {
    id: row.stage_id,
    name: row.stage_name,
    region: row.region,
    isAnchor: row.region === "anchor"
  },
  ownerId: row.owner_id,
  ownerName: row.owner_name,
  labels: row.labels,
  primaryContact: {
    name: row.contact_name,
    title: row.contact_title,
    email: row.contact_email,
    phone: row.contact_phone,
    linkedin: row.contact_linkedin
  },
  keyTerms: row.key_terms,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  stageEnteredAt: row.stage_entered_at,
  commitmentAt: row.commitment_at,
  wonAt: row.won_at,
  deadAt: row.dead_at
})

/** The columns by which the contact's address is matched. */
const addressed = (email: string | null) => ({
  contact_email_lower: email === null ? null : MatchKey.email(email),
  contact_email_domain: email === null ? null : MatchKey.emailDomain(email)
})

/** The columns a PATCH or a move may change. */
export const changeable = (deal: Deal) => ({
  stage_id: deal.stage.id,
  status: StageEntry.status(deal.stage.region),
  name: deal.name,
  company: deal.company,
  amount_cents: deal.amountCents === null ? null : BigInt(deal.amountCents),
  owner_id: deal.ownerId,
  labels: deal.labels,
  contact_name: deal.primaryContact.name,
  contact_title: deal.primaryContact.title,
  contact_email: deal.primaryContact.email,
  contact_phone: deal.primaryContact.phone,
  contact_linkedin: deal.primaryContact.linkedin,
  ...addressed(deal.primaryContact.email),
  key_terms: deal.keyTerms,
  search: Search.text(deal.name, deal.company),
  words: Search.words(deal.name, deal.company, deal.primaryContact.name, deal.primaryContact.email),
  updated_at: deal.updatedAt,
  active_on: deal.updatedAt.slice(0, 10),
  stage_entered_at: deal.stageEnteredAt,
  commitment_at: deal.commitmentAt,
  won_at: deal.wonAt,
  dead_at: deal.deadAt
})
