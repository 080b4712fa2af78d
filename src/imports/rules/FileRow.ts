/** Parses a line of a file into a row of an import. */
import { Effect, Option } from "effect"
import { hash } from "node:crypto"
import * as Model from "../../../schema/Model.ts"
import * as LeadFields from "../../../schema/LeadFields.ts"
import * as DealFields from "../../../schema/DealFields.ts"
import type { Imported } from "../../../schema/Import.ts"
import * as PersonName from "../../leads/rules/PersonName.ts"
import * as ImportedAmounts from "./ImportedAmounts.ts"
import type { Kind } from "./Columns.ts"
import * as Dates from "./Dates.ts"
import * as Mapping from "./Mapping.ts"

export interface Line {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  /** The reason why the line can't be parsed, or wasn't imported. */
  readonly problem?: string | undefined
}

export type Row = Record<string, string | number | Array<string>>

/** A row, and the error if it can't be imported. */
export interface ParsedLine {
  readonly row: Row
  readonly error: { readonly field?: string; readonly message: string } | undefined
}

/** Matches cells that a spreadsheet would run as a formula, and those already escaped with apostrophes. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u

/** Escapes a cell that a spreadsheet would run as a formula. */
export const escapeFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

/** Spreadsheets preserve text such as `0012` if it is written as `="0012"`. */
const unquoteText = (cell: string): string =>
  /^="(?:[^"]|"")*"$/u.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell

/** Labels as in the downloaded list of deals: as JSON if one contains a separator. */
export const labelsCell = (labels: ReadonlyArray<string>): string =>
  labels.some((label) => /[;,|\n[\]]/u.test(label) || label !== label.trim())
    ? JSON.stringify(labels)
    : labels.join("; ")

/** Returns at most one label more than a deal can have, so that the operation rejects the row. */
const parseLabels = (text: string): Array<string> => {
  const json = text.startsWith("[")
    ? Option.liftThrowable(() => JSON.parse(text) as unknown)()
    : Option.none()
  if (Option.isSome(json) && Array.isArray(json.value) && json.value.every((one) => typeof one === "string"))
    return json.value
  const labels = text.split(/[;,|\n]/u, 10_000).map((label) => label.trim())
  return [...new Set(labels)].filter((label) => label !== "").slice(0, DealFields.maxLabels + 1)
}

/** Separators in fields whose cells can list several values. Only the first value is imported. */
const separators: Readonly<Record<string, RegExp>> = {
  company: /;/u,
  companyName: /;/u,
  primaryContactName: /;/u,
  phone: /[;,\n]/u,
  primaryContactPhone: /[;,\n]/u,
  workEmail: /[,;\s]+/u,
  primaryContactEmail: /[,;\s]+/u
}

const multilineFields = [...DealFields.columns, ...LeadFields.columns]
  .flatMap(Model.inputsOf)
  .flatMap(({ isLong, sent }) => (isLong === true || sent === "labels" ? [sent] : []))

const spreadsheetError = /^(?:#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)|#{3,})$/iu

const checkCell = (field: string, cell: string): ParsedLine["error"] => {
  if (spreadsheetError.test(cell))
    return { field, message: `${field} is ${cell}, an error of a spreadsheet. Mend or empty the cell.` }
  const isMultiline = multilineFields.includes(field) || separators[field]?.test("\n") === true
  return !isMultiline && /[\r\n]/u.test(cell)
    ? { field, message: `${field} has a line break: a quote may be missing there, or be one too many.` }
    : undefined
}

const isList = (text: string) => text.includes(";") || text.split("@").length > 2

const statuses: Readonly<Record<string, string>> = { offen: "open", gewonnen: "won", verloren: "lost" }

/** Parses a cell that fills several fields, or whose value differs from its text. */
const parseCell = (field: string, cell: string, mapping: Mapping.Mapping, zone: string): Row => {
  const { currency, dates, decimal, own } = mapping
  if (field === "amount") return { ...ImportedAmounts.read(cell, decimal, currency) }
  if (field === "labels") return { labels: parseLabels(cell) }
  if (Dates.fields.some((name) => name === field)) {
    const date = Dates.iso(cell, dates, zone)
    return date === "" ? {} : { [field]: date }
  }
  if (own === true) return { [field]: cell }
  const separator = separators[field]
  const text = separator === undefined ? cell : cell.split(separator, 1)[0]!.trim()
  switch (field) {
    case "status":
      return { status: statuses[text.toLowerCase()] ?? text.toLowerCase() }
    case "currency":
      return { currency: text.toUpperCase() }
    case "fullName": {
      const { companyName, firstName, lastName } = PersonName.read(text)
      const parts = Object.entries({ firstName, lastName, companyName })
      return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as Row
    }
    case "primaryContactName": {
      // HubSpot writes a person as `Mia Chen (mia@acme.example)`.
      const [, name, email] = /^(.*?\S)\s*\(([^\s()]+@[^\s()]+)\)/u.exec(text) ?? []
      return name === undefined ? { [field]: text } : { [field]: name, primaryContactEmail: email! }
    }
    default:
      return { [field]: text }
  }
}

/** The id for a line without one. Lines with the same content get the same id. */
const contentId = (kind: Kind, row: Row): string =>
  `line-${hash("sha256", JSON.stringify([kind, Object.entries(row).toSorted()])).slice(0, 32)}`

/** Creates a parser for lines of a file with these headers. Times without an offset are in `zone`. */
export const makeParser = (
  kind: Kind,
  headers: ReadonlyArray<string>,
  mapping: Mapping.Mapping,
  zone: string
) => {
  const isOwn = mapping.own === true
  const clean = (cell: string) => unescapeFormula(isOwn ? cell : unquoteText(cell.trim()))
  const columns = Object.keys(mapping.columns).map((field) => ({
    field,
    indexes: Mapping.headersOf(mapping, field).map((header) => headers.indexOf(header)),
    values: new Map(
      Object.entries(mapping.values?.[field] ?? {}).map(([theirs, ours]) => [
        theirs.trim().toLowerCase(),
        ours
      ])
    )
  }))
  return ({ cells, line, problem }: Line): ParsedLine => {
    let row: Row = {}
    let error: ParsedLine["error"] = problem === undefined ? undefined : { message: problem }
    const lists = new Set<string>()
    for (const { field, indexes, values } of columns) {
      const texts = indexes.map((index) => cells[index] ?? "")
      const text = texts.map(clean).find((cell) => cell !== "")
      if (text === undefined) continue
      if (!isOwn) error ??= checkCell(field, text)
      // If the names contain addresses, it is clear who has which address.
      const hasAddresses = field === "primaryContactName" && texts.some((cell) => cell.includes("@"))
      if (isList(text) && !hasAddresses) lists.add(field)
      const value =
        values.get(text.toLowerCase()) ??
        values.get(text.replace(/\s*\([^()]*\)$/u, "").toLowerCase()) ??
        text
      if (value === "") continue
      const parsed = parseCell(field, value, mapping, zone)
      const { currency } = row
      if (currency !== undefined && parsed["currency"] !== undefined && currency !== parsed["currency"])
        // The amount's own currency differs from the currency column. The operation rejects the text instead of converting it.
        row = { ...row, ...parsed, amount: text }
      // A column for a single field takes precedence over part of another cell.
      else if (field === "fullName") row = { ...parsed, ...row }
      else if (field !== "primaryContactEmail" || row[field] === undefined) row = { ...row, ...parsed }
    }
    // With a list of names and a list of addresses, it is unclear who has which address.
    if (lists.has("primaryContactName") && lists.has("primaryContactEmail")) delete row["primaryContactEmail"]
    const { externalId } = row
    if (isOwn && externalId === undefined)
      error ??= {
        message: "The line lacks the column id, by which the record is found. Download the list anew."
      }
    const id =
      typeof externalId === "string" ? `${mapping.idPrefix ?? ""}${externalId}` : contentId(kind, row)
    return { row: { ...row, externalId: id, line }, error }
  }
}

/** Imports the valid rows with `run`, and returns the results of all lines in order. */
export const importParsed = <E, R>(
  lines: ReadonlyArray<ParsedLine>,
  run: (rows: ReadonlyArray<Row>) => Effect.Effect<Imported, E, R>
): Effect.Effect<Imported, E, R> => {
  const rows = lines.flatMap(({ error, row }) => (error === undefined ? [row] : []))
  const imported: Effect.Effect<Imported, E, R> =
    rows.length === 0
      ? Effect.succeed({ created: 0, updated: 0, unchanged: 0, failed: 0, rows: [] })
      : run(rows)
  return Effect.map(imported, (result) => {
    const results = result.rows.values()
    return {
      ...result,
      failed: result.failed + lines.length - rows.length,
      rows: lines.map(({ error, row }) =>
        error === undefined
          ? results.next().value!
          : { line: Number(row["line"]), externalId: null, outcome: "failed" as const, ...error }
      )
    }
  })
}
