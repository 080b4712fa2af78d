/** Rows of a resource's model: their columns, values and types in statements. */
import { PgTypes } from "@effect/sql-pg"
import * as Model from "../../../schema/Model.ts"
import type { Sql } from "./Sql.ts"

type Columns = ReadonlyArray<Model.Column>

/** Values by the names of their columns, as JSON has them. */
export type Values = Readonly<Record<string, unknown>>

/** The types of columns in PostgreSQL. */
export type Types = Readonly<Record<string, string>>

export const valuesOf = (columns: Columns, resource: object): Values => {
  const values: Record<string, unknown> = {}
  for (const column of columns) values[column.name] = Model.get(column, resource)
  return values
}

export const typesOf = (columns: Columns): Types =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type]))

/** Values as parameters of a statement: a bigint is no float, and json, unlike jsonb, keeps the order of keys. */
export const parametersOf = (values: Values, types: Types): Record<string, unknown> => {
  const parameters: Record<string, unknown> = {}
  for (const name of Object.keys(values)) {
    const value = values[name]
    const type = types[name]
    if (type === "bigint" && typeof value === "number") parameters[name] = BigInt(value)
    else if (type === "json" && value !== null) parameters[name] = PgTypes.json(value)
    else parameters[name] = value
  }
  return parameters
}

interface Change {
  readonly id: string
  readonly before: Values
  readonly after: Values
}

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The statement that writes each column that differs in any of these rows; none if no column does. */
export const rewriting = (
  sql: Sql,
  table: string,
  types: Types,
  workspaceId: string,
  changes: ReadonlyArray<Change>
) => {
  const changed = Object.keys(types).filter((name) =>
    changes.some(({ after, before }) => !isSame(before[name], after[name]))
  )
  if (changed.length === 0) return []
  const rows = changes.map(({ after, id }) => ({
    id,
    ...Object.fromEntries(changed.map((name) => [name, after[name]]))
  }))
  const set = changed.map((name) => `${name} = v.${name}`).join(", ")
  const typed = changed.map((name) => `, ${name} ${types[name]}`).join("")
  return [
    sql`UPDATE ${sql(table)} t SET ${sql.literal(set)}
      FROM json_to_recordset(${PgTypes.json(rows)}) AS v (id uuid${sql.literal(typed)})
      WHERE t.workspace_id = ${workspaceId} AND t.id = v.id`
  ]
}
