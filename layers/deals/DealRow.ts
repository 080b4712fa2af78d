/** A deal as a row of `deals`: read, inserted and updated by the columns of its model. */
import type { ActorRef } from "../../schema/Actor.ts"
import { Deal } from "../../schema/Deal.ts"
import * as DealFields from "../../schema/DealFields.ts"
import * as Model from "../../schema/Model.ts"
import type { Region } from "../../schema/Stage.ts"
import * as MatchKey from "../../src/domain/deals/MatchKey.ts"
import * as StageEntry from "../../src/domain/deals/StageEntry.ts"
import * as ModelRows from "../platform/database/ModelRows.ts"
import * as RowText from "../platform/database/RowText.ts"
import type { Sql } from "../platform/database/Sql.ts"
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

interface Deletion {
  readonly deletedAt: string | null
  readonly deletedBy: ActorRef | null
}

/** A deal with its deletion, which clients never see. */
interface State {
  readonly deal: Deal
  readonly deletion?: Deletion
}

/** The types of all columns but the workspace's, with those that are computed from a deal. */
const types: ModelRows.Types = {
  ...ModelRows.typesOf(columns),
  status: "text",
  contact_email_lower: "text",
  contact_email_domain: "text",
  search: "text",
  words: "text",
  active_on: "date",
  deleted_at: "timestamptz",
  deleted_by: "jsonb"
}

const valuesOf = (deal: Deal, of: ReadonlyArray<Model.Column>): ModelRows.Values => {
  const { company, name, primaryContact, stage, updatedAt } = deal
  const { email } = primaryContact
  return {
    ...ModelRows.valuesOf(of, deal),
    status: StageEntry.status(stage.region),
    contact_email_lower: email === null ? null : MatchKey.email(email),
    contact_email_domain: email === null ? null : MatchKey.emailDomain(email),
    search: Search.text(name, company),
    words: Search.words(name, company, primaryContact.name, email),
    active_on: updatedAt.slice(0, 10)
  }
}

const changeableColumns = columns.filter(({ isFixed }) => isFixed !== true)

/** The columns that an update may change. */
export const changeable = (deal: Deal) => ModelRows.parametersOf(valuesOf(deal, changeableColumns), types)

/** All columns of a new deal. */
export const newOf = (workspaceId: string, deal: Deal): Record<string, unknown> => ({
  workspace_id: workspaceId,
  ...ModelRows.parametersOf(valuesOf(deal, columns), types)
})

const stateOf = ({ deal, deletion }: State): ModelRows.Values => ({
  ...valuesOf(deal, changeableColumns),
  ...(deletion && { deleted_at: deletion.deletedAt, deleted_by: deletion.deletedBy })
})

/** The write of what differs in these deals. */
export const rewriting = (
  sql: Sql,
  workspaceId: string,
  changes: ReadonlyArray<{ readonly before: State; readonly after: State }>
) => {
  const states = changes.map(({ after, before }) => ({
    id: after.deal.id,
    before: stateOf(before),
    after: stateOf(after)
  }))
  return ModelRows.rewriting(sql, "deals", types, workspaceId, states)
}
