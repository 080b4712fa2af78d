/** Maps a resource's model to columns, values and types of statements. */
import { PgTypes } from "@effect/sql-pg"
import * as Model from "../../../schema/Model.ts"
import * as Sql from "../Sql.ts"

type Columns = ReadonlyArray<Model.Column>

/** JSON values by column. */
export type Values = Readonly<Record<string, unknown>>

/** PostgreSQL types by column. */
export type Types = Readonly<Record<string, string>>

export const valuesOf = (columns: Columns, resource: object): Values => {
  const values: Record<string, unknown> = {}
  for (const column of columns) values[column.name] = Model.get(column, resource)
  return values
}

export const typesOf = (columns: Columns): Types =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type]))

/** SQL for the approximate bytes of the long texts and documents of a row `alias`. */
export const sizeOf = (columns: Columns, alias: string): string =>
  columns
    .flatMap(({ isLong, name, type }) => {
      if (type === "json") return [Sql.bytesOf.json(`${alias}.${name}`)]
      return isLong === true ? [Sql.bytesOf.text(`${alias}.${name}`)] : []
    })
    .join(" + ")

/** Converts values to statement parameters: bigint columns, and JSON that keeps the order of keys. */
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

/** Updates every column that changed in at least one row, in one statement; none if nothing changed. */
export const rewriting = (
  sql: Sql.Sql,
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
