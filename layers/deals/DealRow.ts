/** A deal as a row of `deals`, by the columns of its model. */
import { Struct } from "effect"
import type { ActorRef } from "../../schema/Actor.ts"
import { Deal } from "../../schema/Deal.ts"
import * as DealFields from "../../schema/DealFields.ts"
import * as Model from "../../schema/Model.ts"
import type { Region } from "../../schema/Stage.ts"
import * as ForecastCategory from "../../src/deals/rules/ForecastCategory.ts"
import * as MatchKey from "../../src/deals/rules/MatchKey.ts"
import * as StageEntry from "../../src/deals/rules/StageEntry.ts"
import * as ModelRows from "../database/rows/ModelRows.ts"
import * as RowText from "../database/rows/RowText.ts"
import type { Sql } from "../database/Sql.ts"
import * as Search from "../records/Search.ts"

export type Row = Model.Row<typeof DealFields.fields> & {
  readonly stage_name: string
  readonly region: Region
  readonly owner_name: string | null
}

const { columns } = DealFields

const joinedColumns = "s.name AS stage_name, s.region, u.name AS owner_name"

/** The column's value. The default of a forecast category isn't stored. */
export const expressionOf = ({ name }: Pick<Model.Column, "name">): string =>
  name === "forecast_category"
    ? `coalesce(d.${name}, ${ForecastCategory.sqlDefault}) AS ${name}`
    : `d.${name}`

/** The columns of `Row` for these fields, from deals `d` with `joins`. `valueOf` can replace single columns. */
export const select = (
  fields: ReadonlyArray<string>,
  valueOf: (column: Model.Column) => string = expressionOf
): string => {
  const own = columns.filter(({ field }) => fields.includes(field)).map(valueOf)
  return [...own, joinedColumns].join(", ")
}

const allFields = Struct.keys(Deal.fields)

/** All columns of `Row`. */
export const selected = select(allFields)

export const joins = `JOIN stages s
  ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
  LEFT JOIN users u ON u.id = d.owner_id`

/** Returns a function that reads these fields of a deal from a row. */
export const readerOf = <Field extends keyof Deal>(fields: ReadonlyArray<Field>) => {
  const names: ReadonlyArray<string> = fields
  const own = columns.filter(({ field }) => names.includes(field))
  return (row: Row): Pick<Deal, Field> => {
    const { owner_name: ownerName, region, stage_id: id, stage_name: name } = row
    const stage = { id, name, region, isAnchor: region === "anchor" }
    const read = Model.assemble(own, ({ name }) => row[name as keyof Row])
    return Object.assign(read as Pick<Deal, Field>, { stage, ownerName })
  }
}

export const toDeal: (row: Row) => Deal = readerOf(allFields)

/** Converts rows with the columns of `selected` to the JSON of deals. Other columns are ignored. */
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

/** The types of the model's columns and of the computed ones. */
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
  return Object.assign(ModelRows.valuesOf(of, deal), {
    status: StageEntry.status(stage.region),
    forecast_category: ForecastCategory.chosen(deal),
    contact_email_lower: email === null ? null : MatchKey.email(email),
    contact_email_domain: email === null ? null : MatchKey.emailDomain(email),
    search: Search.text(name, company),
    words: Search.words(name, company, primaryContact.name, email),
    active_on: updatedAt.slice(0, 10)
  })
}

const changeableColumns = columns.filter(({ isFixed }) => isFixed !== true)

/** The columns that an update may change. */
export const changeable = (deal: Deal) => ModelRows.parametersOf(valuesOf(deal, changeableColumns), types)

/** All columns of a new deal. */
export const newOf = (workspaceId: string, deal: Deal): Record<string, unknown> =>
  Object.assign(ModelRows.parametersOf(valuesOf(deal, columns), types), { workspace_id: workspaceId })

const stateOf = ({ deal, deletion }: State): ModelRows.Values => ({
  ...valuesOf(deal, changeableColumns),
  ...(deletion && { deleted_at: deletion.deletedAt, deleted_by: deletion.deletedBy })
})

/** Updates the columns that differ in these deals. */
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
