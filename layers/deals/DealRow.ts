/** A deal as a row of `deals`: read, inserted and updated by the columns of its model. */
import type { PgClient } from "@effect/sql-pg"
import type { ActorRef } from "../../schema/Actor.ts"
import { Deal } from "../../schema/Deal.ts"
import * as DealFields from "../../schema/DealFields.ts"
import * as Model from "../../schema/Model.ts"
import type { Region } from "../../schema/Stage.ts"
import * as MatchKey from "../../src/domain/deals/MatchKey.ts"
import * as StageEntry from "../../src/domain/deals/StageEntry.ts"
import * as RowText from "../platform/database/RowText.ts"
import * as Search from "../platform/Search.ts"

export type Row = Model.Row<typeof DealFields.fields> & {
  readonly stage_name: string
  readonly region: Region
  readonly owner_name: string | null
}

const { columns } = DealFields

/** Columns of `Row`, from deals `d` joined with `joins`. */
export const selectedOf = (some: ReadonlyArray<Model.Column>) =>
  `${some.map(({ name }) => `d.${name}`).join(", ")}, s.name AS stage_name, s.region, u.name AS owner_name`

/** All columns of `Row`. */
export const selected = selectedOf(columns)

export const joins = `JOIN stages s
  ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
  LEFT JOIN users u ON u.id = d.owner_id`

/** Makes deals of rows with these columns. */
export const readerOf =
  (some: ReadonlyArray<Model.Column>) =>
  (row: Row): Deal => {
    const { owner_name, region, stage_id, stage_name } = row
    return {
      ...(Model.assemble(some, ({ name }) => row[name as keyof Row]) as Deal),
      stage: { id: stage_id, name: stage_name, region, isAnchor: region === "anchor" },
      ownerName: owner_name
    }
  }

export const toDeal = readerOf(columns)

/** Rows of the columns of `selected`, and any others, as the JSON of deals. */
export const text = RowText.compile<Deal, Row>(Deal, {
  ...(Model.assemble(columns, ({ name }) => name) as RowText.Places<Deal, Row>),
  stage: {
    id: "stage_id",
    name: "stage_name",
    region: "region",
    isAnchor: { column: "region", is: "anchor" }
  },
  ownerName: "owner_name"
})

/** Columns that are computed from a deal, and their types. */
const computed = {
  status: "text",
  contact_email_lower: "text",
  contact_email_domain: "text",
  search: "text",
  words: "text",
  active_on: "date"
}

export const searched = ({ company, name, primaryContact: { email, ...contact } }: Deal) => ({
  contact_email_lower: email === null ? null : MatchKey.email(email),
  contact_email_domain: email === null ? null : MatchKey.emailDomain(email),
  search: Search.text(name, company),
  words: Search.words(name, company, contact.name, email)
})

const computedOf = (deal: Deal): Readonly<Record<keyof typeof computed, string | null>> => ({
  status: StageEntry.status(deal.stage.region),
  active_on: deal.updatedAt.slice(0, 10),
  ...searched(deal)
})

type Values = Readonly<Record<string, unknown>>

const valuesOf = (deal: Deal, of: ReadonlyArray<Model.Column>): Values => ({
  ...Object.fromEntries(of.map((column) => [column.name, Model.get(column, deal)])),
  ...computedOf(deal)
})

/** Parameters of a statement: a number is sent as a float unless it is a bigint. */
const parametersOf = (deal: Deal, of: ReadonlyArray<Model.Column>): Record<string, unknown> => {
  const { amountCents } = deal
  return { ...valuesOf(deal, of), amount_cents: amountCents === null ? null : BigInt(amountCents) }
}

const changeableColumns = columns.filter(({ isFixed }) => isFixed !== true)

/** The columns that an update may change. */
export const changeable = (deal: Deal) => parametersOf(deal, changeableColumns)

/** All columns of a new deal. */
export const newOf = (workspaceId: string, deal: Deal): Record<string, unknown> => ({
  workspace_id: workspaceId,
  ...parametersOf(deal, columns)
})

interface Deletion {
  readonly deletedAt: string | null
  readonly deletedBy: ActorRef | null
}

/** A deal with its deletion, which clients never see. */
export interface State {
  readonly deal: Deal
  readonly deletion?: Deletion
}

const types: Readonly<Record<string, string>> = {
  ...Object.fromEntries(columns.map(({ name, type }) => [name, type])),
  ...computed,
  deleted_at: "timestamptz",
  deleted_by: "jsonb"
}

const stateOf = ({ deal, deletion }: State): Values => ({
  ...valuesOf(deal, changeableColumns),
  ...(deletion && { deleted_at: deletion.deletedAt, deleted_by: deletion.deletedBy })
})

/** The statement that writes each column that differs in any of these deals; none if no column does. */
export const rewriting = (
  sql: PgClient.PgClient,
  workspaceId: string,
  changes: ReadonlyArray<{ readonly before: State; readonly after: State }>
) => {
  const states = changes.map(({ after, before }) => ({
    id: after.deal.id,
    old: stateOf(before),
    new: stateOf(after)
  }))
  const isChanged = (name: string) =>
    states.some((state) => JSON.stringify(state.old[name]) !== JSON.stringify(state.new[name]))
  const changed = Object.keys(types).filter(isChanged)
  const rows = states.map((state) => ({
    id: state.id,
    ...Object.fromEntries(changed.map((name) => [name, state.new[name]]))
  }))
  const set = changed.map((name) => `${name} = v.${name}`).join(", ")
  const typed = ["id", ...changed].map((name) => `${name} ${types[name]}`).join(", ")
  if (changed.length === 0) return []
  return [
    sql`UPDATE deals d SET ${sql.literal(set)}
      FROM jsonb_to_recordset(${sql.json(rows)}::jsonb) AS v (${sql.literal(typed)})
      WHERE d.workspace_id = ${workspaceId} AND d.id = v.id`
  ]
}
