/** A line of a file as a row of an import. */
import { hash } from "node:crypto"
import { mostLabels } from "../../../schema/Deal.ts"
import * as Amounts from "./Amounts.ts"
import type { Kind } from "./Columns.ts"
import * as Dates from "./Dates.ts"
import type { Mapping } from "./Mapping.ts"

export interface Line {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

export type Row = Record<string, string | number | Array<string>>

/** What the file with the lines that failed puts before what a spreadsheet would take for a formula. */
export const guarded = (cell: string): string => (/^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell)

const unguarded = (cell: string): string => (/^'[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell)

/** One more than a deal may have, so that the import says that they are too many. */
const labelsOf = (text: string): Array<string> =>
  [...new Set(text.split(/[;,|\n]/u, 10_000).map((label) => label.trim()))]
    .filter((label) => label !== "")
    .slice(0, mostLabels + 1)

/** HubSpot writes a person as `Mia Chen (mia@acme.example)`. */
const person = /^(.*\S)\s*\(([^\s()]+@[^\s()]+)\)/u

const named = (text: string): Row => {
  const [, name, email] = person.exec(text) ?? []
  return name === undefined
    ? { primaryContactName: text }
    : { primaryContactName: name, primaryContactEmail: email! }
}

const split = (text: string): Row => {
  const at = text.lastIndexOf(" ")
  return at < 0 ? { lastName: text } : { firstName: text.slice(0, at).trim(), lastName: text.slice(at + 1) }
}

/** The first of several, as exports list them. */
const first = (text: string) => text.split(/[,;\s]+/u, 2)[0]!

const read = (field: string, text: string, { dates, decimal }: Mapping): Row => {
  switch (field) {
    case "amount":
      return { amount: Amounts.plain(text, decimal) }
    case "createdAt":
    case "closedAt":
      return { [field]: Dates.iso(text, dates) }
    case "labels":
      return { labels: labelsOf(text) }
    case "status":
      return { status: text.toLowerCase() }
    case "currency":
      return { currency: text.toUpperCase() }
    case "workEmail":
    case "primaryContactEmail":
      return { [field]: first(text) }
    case "primaryContactName":
      return named(text)
    case "fullName":
      return split(text)
    default:
      return { [field]: text }
  }
}

const idOf = (kind: Kind, row: Row): string =>
  `line-${hash("sha256", JSON.stringify([kind, Object.entries(row).toSorted()])).slice(0, 32)}`

/** Reads lines of a file with these headers. A line without an id gets one made of what it holds. */
export const reader = (kind: Kind, headers: ReadonlyArray<string>, mapping: Mapping) => {
  const places = Object.entries(mapping.columns).map(([field, names]) => ({
    field,
    values: new Map(
      Object.entries(mapping.values?.[field] ?? {}).map(([theirs, ours]) => [
        theirs.trim().toLowerCase(),
        ours
      ])
    ),
    at: [names].flat().map((name) => headers.indexOf(name))
  }))
  return ({ cells, line }: Line): Row => {
    let row: Row = {}
    for (const { at, field, values } of places) {
      const text = at.map((index) => unguarded((cells[index] ?? "").trim())).find((cell) => cell !== "")
      if (text === undefined) continue
      const meant = values.get(text.toLowerCase()) ?? text
      if (meant !== "") row = { ...row, ...read(field, meant, mapping) }
    }
    const { externalId } = row
    const id = typeof externalId === "string" ? `${mapping.idPrefix ?? ""}${externalId}` : idOf(kind, row)
    return { ...row, externalId: id, line }
  }
}
