/** A deal as a row of `deals`. */
import type { PgClient } from "@effect/sql-pg"
import { Deal } from "../../schema/Deal.ts"
import type { BoardId, DealId, LeadId, StageId, UserId } from "../../schema/Id.ts"
import type { Region } from "../../schema/Stage.ts"
import * as MatchKey from "../../src/domain/deals/MatchKey.ts"
import * as StageEntry from "../../src/domain/deals/StageEntry.ts"
import * as RowText from "../platform/database/RowText.ts"
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
  readonly next_step: string | null
  readonly next_step_at: string | null
  readonly lead_id: LeadId | null
  readonly external_id: string | null
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

/** The columns of `Row`, from deals `d` joined with `joins`. */
export const selected = `d.id, d.board_id, d.name, d.company, d.amount_cents, d.currency, d.owner_id,
  d.labels, d.contact_name, d.contact_title, d.contact_email, d.contact_phone, d.contact_linkedin,
  d.key_terms, d.next_step, d.next_step_at, d.lead_id, d.external_id, d.stage_id, d.created_at, d.updated_at, d.stage_entered_at, d.commitment_at, d.won_at,
  d.dead_at, s.name AS stage_name, s.region, u.name AS owner_name`

export const joins = `JOIN stages s
  ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
  LEFT JOIN users u ON u.id = d.owner_id`

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
  nextStep: row.next_step,
  nextStepAt: row.next_step_at,
  leadId: row.lead_id,
  externalId: row.external_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  stageEnteredAt: row.stage_entered_at,
  commitmentAt: row.commitment_at,
  wonAt: row.won_at,
  deadAt: row.dead_at
})

/** Where `toDeal` finds each field. */
const places: RowText.Places<Deal, Row> = {
  id: "id",
  boardId: "board_id",
  name: "name",
  company: "company",
  amountCents: "amount_cents",
  currency: "currency",
  stage: {
    id: "stage_id",
    name: "stage_name",
    region: "region",
    isAnchor: { column: "region", is: "anchor" }
  },
  ownerId: "owner_id",
  ownerName: "owner_name",
  labels: "labels",
  primaryContact: {
    name: "contact_name",
    title: "contact_title",
    email: "contact_email",
    phone: "contact_phone",
    linkedin: "contact_linkedin"
  },
  keyTerms: "key_terms",
  nextStep: "next_step",
  nextStepAt: "next_step_at",
  leadId: "lead_id",
  externalId: "external_id",
  createdAt: "created_at",
  updatedAt: "updated_at",
  stageEnteredAt: "stage_entered_at",
  commitmentAt: "commitment_at",
  wonAt: "won_at",
  deadAt: "dead_at"
}

/** Rows of the columns of `selected`, and any others, as the JSON of deals. */
export const text = RowText.compile(Deal, places)

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
  next_step: deal.nextStep,
  next_step_at: deal.nextStepAt,
  external_id: deal.externalId,
  search: Search.text(deal.name, deal.company),
  words: Search.words(deal.name, deal.company, deal.primaryContact.name, deal.primaryContact.email),
  updated_at: deal.updatedAt,
  active_on: deal.updatedAt.slice(0, 10),
  stage_entered_at: deal.stageEnteredAt,
  commitment_at: deal.commitmentAt,
  won_at: deal.wonAt,
  dead_at: deal.deadAt
})

/** All columns of a new deal but the workspace. */
export const newOf = (deal: Deal) => ({
  id: deal.id,
  board_id: deal.boardId,
  currency: deal.currency,
  lead_id: deal.leadId,
  created_at: deal.createdAt,
  ...changeable(deal)
})

/** All of them with their types, for many deals at once, and whether they are deleted. */
export const wholeTypes = `id uuid, stage_id text, status text, name text, company text, amount_cents bigint, owner_id uuid,
  labels text[], contact_name text, contact_title text, contact_email text, contact_phone text, contact_linkedin text,
  contact_email_lower text, contact_email_domain text, key_terms text, next_step text, next_step_at timestamptz, external_id text, search text, words text, updated_at timestamptz,
  active_on date, stage_entered_at timestamptz, commitment_at timestamptz, won_at timestamptz, dead_at timestamptz,
  deleted_at timestamptz, deleted_by jsonb`

export const wholeOf = (
  deal: Deal,
  deletion: { readonly deletedAt: unknown; readonly deletedBy: unknown }
) => ({
  ...changeable(deal),
  id: deal.id,
  amount_cents: deal.amountCents,
  deleted_at: deletion.deletedAt,
  deleted_by: deletion.deletedBy
})

/** The write of all that may change in these deals. */
export const rewriting = (sql: PgClient.PgClient, workspaceId: string, deals: ReadonlyArray<Deal>) => {
  const rows = deals.map((deal) => ({
    ...changeable(deal),
    id: deal.id,
    amount_cents: deal.amountCents
  }))
  const set = Object.keys(rows[0]!).flatMap((name) => (name === "id" ? [] : [`${name} = v.${name}`]))
  const types = wholeTypes.replace(/,\s*deleted_at .*$/u, "")
  return sql`UPDATE deals d SET ${sql.literal(set.join(", "))}
    FROM jsonb_to_recordset(${sql.json(rows)}::jsonb) AS v (${sql.literal(types)})
    WHERE d.workspace_id = ${workspaceId} AND d.id = v.id`
}

/** The columns that a change of many deals may change, and their types. */
export const manyTypes = `id uuid, stage_id text, status text, amount_cents bigint, owner_id uuid, labels text[],
  updated_at timestamptz, active_on date, stage_entered_at timestamptz, commitment_at timestamptz, won_at timestamptz,
  dead_at timestamptz`

export const manyOf = (deal: Deal) => {
  const {
    active_on,
    commitment_at,
    dead_at,
    labels,
    owner_id,
    stage_entered_at,
    stage_id,
    status,
    updated_at,
    won_at
  } = changeable(deal)
  return {
    id: deal.id,
    amount_cents: deal.amountCents,
    active_on,
    commitment_at,
    dead_at,
    labels,
    owner_id,
    stage_entered_at,
    stage_id,
    status,
    updated_at,
    won_at
  }
}
