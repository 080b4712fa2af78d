/** The choice of a field for each column of a file, as a person makes it. */
import { DealRow, LeadRow } from "../../../schema/Import.ts"
import * as Field from "../../../schema/Field.ts"
import * as Columns from "./Columns.ts"
import type { Mapping } from "./Mapping.ts"

const rows = { deals: DealRow, leads: LeadRow } as const

/** Of fields whose title needs its group beside it, or that have none. */
const names: Readonly<Record<string, string>> = {
  externalId: "Id in the other system",
  currency: "Currency",
  board: "Board",
  stage: "Stage",
  status: "Status (open, won or lost)",
  owner: "Owner",
  fullName: "First and last name",
  createdAt: "Created",
  closedAt: "Closed (won or lost)",
  primaryContactName: "Contact’s name",
  primaryContactTitle: "Contact’s title",
  primaryContactEmail: "Contact’s email",
  primaryContactPhone: "Contact’s phone",
  primaryContactLinkedin: "Contact’s LinkedIn",
  sourceUrl: "Page it was sent from",
  gclid: "Google click id"
}

export const nameOf = (kind: Columns.Kind, field: string): string => {
  const schema = (rows[kind] as Readonly<Record<string, Parameters<typeof Field.about>[0]>>)[field]
  return names[field] ?? (schema === undefined ? undefined : Field.about(schema).title) ?? field
}

/** The fields that a column may fill. */
export const fields = (kind: Columns.Kind): ReadonlyArray<string> => Object.keys(Columns.of[kind])

/** The columns of a field. */
export const headersOf = ({ columns }: Mapping, field: string) => [columns[field] ?? []].flat()

/** The field that a column fills; empty if it fills none. */
export const fieldOf = (mapping: Mapping, header: string): string =>
  Object.keys(mapping.columns).find((field) => headersOf(mapping, field).includes(header)) ?? ""

/** The columns of a field, by name. */
export const columnsOf = (mapping: Mapping, field: string): string => headersOf(mapping, field).join(" or ")

interface Chosen {
  /** By column, in the order of the headers. */
  readonly fields: ReadonlyArray<string>
  readonly decimal: string
  readonly dates: string
}

/** A mapping by what was chosen. Of several columns for a field, those that were there keep their order. */
export const mappingOf = (before: Mapping, headers: ReadonlyArray<string>, chosen: Chosen): Mapping => {
  const { columns: _, dates: __, decimal: ___, ...rest } = before
  const rank = (field: string, header: string) => {
    const at = headersOf(before, field).indexOf(header)
    return at < 0 ? headers.length : at
  }
  const columns: Record<string, Array<string>> = {}
  headers.forEach((header, index) => {
    const field = chosen.fields[index] ?? ""
    if (field !== "") (columns[field] ??= []).push(header)
  })
  const ordered = Object.entries(columns).map(([field, some]) => [
    field,
    some.toSorted((a, b) => rank(field, a) - rank(field, b))
  ])
  return {
    ...rest,
    columns: Object.fromEntries(ordered) as Mapping["columns"],
    ...((chosen.decimal === "." || chosen.decimal === ",") && { decimal: chosen.decimal }),
    ...((chosen.dates === "dmy" || chosen.dates === "mdy") && { dates: chosen.dates })
  }
}

/** Columns that one field takes at most. */
const mostOfOne = 20

/** What is wrong with a choice; undefined if nothing is. */
export const problem = (kind: Columns.Kind, mapping: Mapping): string | undefined => {
  const some = Object.keys(mapping.columns).map((field) => ({ field, headers: headersOf(mapping, field) }))
  const crowded = some.find(({ headers }) => headers.length > mostOfOne)
  if (crowded !== undefined)
    return `${nameOf(kind, crowded.field)} takes at most ${mostOfOne} columns. Leave some of them out.`
  const ids = headersOf(mapping, "externalId")
  return ids.length > 1
    ? `${nameOf(kind, "externalId")} takes one column, and ${ids.length} are chosen for it: ${ids.join(", ")}.`
    : undefined
}
