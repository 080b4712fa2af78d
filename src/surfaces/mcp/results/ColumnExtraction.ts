/**
 * Collects one field of a list's rows in a separate text, one line per row. Marks around untrusted text cost more than a short text itself,
 * so a single pair of tags for all rows saves half of a page.
 */
import { Schema } from "effect"
import type * as Operation from "../../../contract/Operation.ts"

type Row = Readonly<Record<string, unknown>>

/** The fields of a page and of its rows, without the collected field. */
export const describe = ({ gathers, row }: NonNullable<Operation.Any["compact"]>) => {
  if (gathers === undefined) return { row, beside: {} }
  const { [gathers.from]: _, ...fields } = (row as Schema.Struct<Schema.Struct.Fields>).fields
  return { row: Schema.Struct(fields), beside: { [gathers.as]: gathers.field } }
}

/** Rows without the field, and the text, in which each line begins with the row's number. */
export const of = ({ gathers }: NonNullable<Operation.Any["compact"]>, rows: ReadonlyArray<unknown>) => {
  if (gathers === undefined) return { data: rows }
  const lines = (rows as ReadonlyArray<Row>).flatMap(({ [gathers.from]: text }, index) =>
    typeof text === "string" ? [`${index + 1}. ${text}`] : []
  )
  return {
    data: (rows as ReadonlyArray<Row>).map(({ [gathers.from]: _, ...rest }) => rest),
    ...(lines.length === 0 ? {} : { [gathers.as]: lines.join("\n") })
  }
}
