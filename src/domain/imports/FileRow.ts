/** A line of a file as a row of an import. */
import { Option } from "effect"
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
export const guarded = (cell: string): string => (/^'*[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? `'${cell}` : cell)

const unguarded = (cell: string): string => (/^'+[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? cell.slice(1) : cell)

/** A text that a spreadsheet was told to leave as it is: `="0012"`. */
const unformulated = (cell: string): string =>
  /^="(?:[^"]|"")*"$/u.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell

/** Labels as the list of deals writes them into its file; as JSON if a separator is part of one. */
export const labelsCell = (labels: ReadonlyArray<string>): string =>
  labels.some((label) => /[;,|\n[\]]/u.test(label) || label !== label.trim())
    ? JSON.stringify(labels)
    : labels.join("; ")

const listedLabels = (text: string): Array<string> | undefined => {
  if (!text.startsWith("[")) return undefined
  const all = Option.liftThrowable(() => JSON.parse(text) as unknown)()
  return Option.isSome(all) && Array.isArray(all.value) && all.value.every((one) => typeof one === "string")
    ? all.value
    : undefined
}

/** One more than a deal may have, so that the import says that they are too many. */
const labelsOf = (text: string): Array<string> =>
  listedLabels(text) ??
  [...new Set(text.split(/[;,|\n]/u, 10_000).map((label) => label.trim()))]
    .filter((label) => label !== "")
    .slice(0, mostLabels + 1)

/** The first of several that a cell lists: what follows is of others, and must not be mixed with it. */
const firstOf = (text: string): string => text.split(";", 1)[0]!.trim()

/** HubSpot writes a person as `Mia Chen (mia@acme.example)`. */
const person = /^(.*\S)\s*\(([^\s()]+@[^\s()]+)\)/u

const named = (text: string): Row => {
  const one = firstOf(text)
  const [, name, email] = person.exec(one) ?? []
  return name === undefined
    ? { primaryContactName: one }
    : { primaryContactName: name, primaryContactEmail: email! }
}

const split = (text: string): Row => {
  const at = text.lastIndexOf(" ")
  return at < 0 ? { lastName: text } : { firstName: text.slice(0, at).trim(), lastName: text.slice(at + 1) }
}

/** The first of several, as exports list them. */
const first = (text: string) => text.split(/[,;\s]+/u, 2)[0]!

const statuses: Readonly<Record<string, string>> = { offen: "open", gewonnen: "won", verloren: "lost" }

const dateOf = (field: string, text: string, order: Dates.Order | undefined, zone: string): Row => {
  const date = Dates.iso(text, order, zone)
  return date === "" ? {} : { [field]: date }
}

const verbatim = new Set(["amount", "labels", "createdAt", "closedAt", "nextStepAt"])

const read = (field: string, text: string, { currency, dates, decimal, own }: Mapping, zone: string): Row => {
  if (own === true && !verbatim.has(field)) return { [field]: text }
  switch (field) {
    case "amount":
      return { ...Amounts.read(text, decimal, currency) }
    case "createdAt":
    case "closedAt":
    case "nextStepAt":
      return dateOf(field, text, dates, zone)
    case "labels":
      return { labels: labelsOf(text) }
    case "status":
      return { status: statuses[text.toLowerCase()] ?? text.toLowerCase() }
    case "company":
    case "companyName":
      return { [field]: firstOf(text) }
    case "phone":
    case "primaryContactPhone":
      return { [field]: text.split(/[;,\n]/u, 1)[0]!.trim() }
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

/**
 * Reads lines of a file with these headers, and times without an offset in a time zone. A line without an id gets one made of
 * what it holds.
 */
export const reader = (kind: Kind, headers: ReadonlyArray<string>, mapping: Mapping, zone: string) => {
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
      const text = at
        .map((index) =>
          mapping.own === true
            ? unguarded(cells[index] ?? "")
            : unguarded(unformulated((cells[index] ?? "").trim()))
        )
        .find((cell) => cell !== "")
      if (text === undefined) continue
      const meant =
        values.get(text.toLowerCase()) ??
        values.get(text.replace(/\s*\([^()]*\)$/u, "").toLowerCase()) ??
        text
      if (meant === "") continue
      const found = read(field, meant, mapping, zone)
      // A cell that names another currency than its column is refused, not converted.
      if (
        row["currency"] !== undefined &&
        found["currency"] !== undefined &&
        row["currency"] !== found["currency"]
      )
        row = { ...row, ...found, amount: text }
      else row = { ...row, ...found }
    }
    const { externalId } = row
    const id = typeof externalId === "string" ? `${mapping.idPrefix ?? ""}${externalId}` : idOf(kind, row)
    return { ...row, externalId: id, line }
  }
}
