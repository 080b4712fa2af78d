/** The form to select a field for each column of a file. */
import { DealRow, LeadRow } from "../../../schema/Import.ts"
import * as Field from "../../../schema/Field.ts"
import * as Columns from "./Columns.ts"
import * as Mapping from "./Mapping.ts"

const rows = { deals: DealRow, leads: LeadRow } as const

/** Names of fields without a title, and of those whose title is only clear within its group. */
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

/** The fields that a column can fill. */
export const fields = (kind: Columns.Kind): ReadonlyArray<string> => Object.keys(Columns.of[kind])

/** The field that a column fills; empty if none. */
export const fieldOf = (mapping: Mapping.Mapping, header: string): string =>
  Object.keys(mapping.columns).find((field) => Mapping.headersOf(mapping, field).includes(header)) ?? ""

/** A field's columns as text. */
export const columnsOf = (mapping: Mapping.Mapping, field: string): string =>
  Mapping.headersOf(mapping, field).join(" or ")

interface FormValues {
  /** The field of each column, in the order of the headers. */
  readonly fields: ReadonlyArray<string>
  readonly decimal: string
  readonly dates: string
}

/** The mapping for a form's values. Columns that already belonged to a field come first, in their order. */
export const mappingOf = (
  { columns, dates: _, decimal: __, ...rest }: Mapping.Mapping,
  headers: ReadonlyArray<string>,
  { dates, decimal, fields }: FormValues
): Mapping.Mapping => {
  const rank = (field: string, header: string) => {
    const index = Mapping.headersOf({ columns }, field).indexOf(header)
    return index < 0 ? headers.length : index
  }
  const byField = Map.groupBy(headers, (header) => fields[headers.indexOf(header)] ?? "")
  byField.delete("")
  const entries = [...byField].map(([field, names]) => [
    field,
    names.toSorted((a, b) => rank(field, a) - rank(field, b))
  ])
  return {
    ...rest,
    columns: Object.fromEntries(entries) as Mapping.Mapping["columns"],
    ...((decimal === "." || decimal === ",") && { decimal }),
    ...((dates === "dmy" || dates === "mdy") && { dates })
  }
}

const maxHeaders = 20

/** Explains why a mapping is invalid; undefined if it is valid. */
export const problem = (kind: Columns.Kind, mapping: Mapping.Mapping): string | undefined => {
  const count = (field: string) => Mapping.headersOf(mapping, field).length
  const crowded = Object.keys(mapping.columns).find((field) => count(field) > maxHeaders)
  if (crowded !== undefined)
    return `${nameOf(kind, crowded)} takes at most ${maxHeaders} columns. Leave some of them out.`
  return count("externalId") > 1
    ? `${nameOf(kind, "externalId")} takes one column, and ${count("externalId")} are chosen for it: ${Mapping.headersOf(mapping, "externalId").join(", ")}.`
    : undefined
}
