/** A line of a file as a row of an import. */
import { Effect, Option } from "effect"
import { hash } from "node:crypto"
import { mostLabels } from "../../../schema/Deal.ts"
import type { Imported } from "../../../schema/Import.ts"
import * as PersonName from "../leads/PersonName.ts"
import * as Amounts from "./Amounts.ts"
import type { Kind } from "./Columns.ts"
import * as Dates from "./Dates.ts"
import type { Mapping } from "./Mapping.ts"

export interface Line {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  /** Why it can't be read, or was not imported. */
  readonly problem?: string | undefined
}

export type Row = Record<string, string | number | Array<string>>

/** Why a line can't be imported as it is. */
interface Flaw {
  readonly field?: string
  readonly message: string
}

export interface Read {
  readonly row: Row
  readonly flaw: Flaw | undefined
}

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
const person = /^(.*?\S)\s*\(([^\s()]+@[^\s()]+)\)/u

const named = (text: string): Row => {
  const one = firstOf(text)
  const [, name, email] = person.exec(one) ?? []
  return name === undefined
    ? { primaryContactName: one }
    : { primaryContactName: name, primaryContactEmail: email! }
}

/** What a spreadsheet shows in place of a value. */
const isError = (cell: string) =>
  /^(?:#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)|#{3,})$/iu.test(cell)

/** Fields that may have several lines, or list several values on lines of their own. */
const ofSeveralLines = new Set([
  ...["labels", "keyTerms", "message", "howHeard", "phone", "workEmail"],
  ...["primaryContactPhone", "primaryContactEmail"]
])

const flawIn = (field: string, cell: string): Flaw | undefined => {
  if (isError(cell))
    return { field, message: `${field} is ${cell}, an error of a spreadsheet. Mend or empty the cell.` }
  return !ofSeveralLines.has(field) && /[\r\n]/u.test(cell)
    ? { field, message: `${field} has a line break: a quote may be missing there, or be one too many.` }
    : undefined
}

const isList = (text: string) => text.includes(";") || text.split("@").length > 2

/** A person by their whole name, and the company that it may stand with. */
const split = (text: string): Row => {
  const { companyName, firstName, lastName } = PersonName.read(text)
  const parts = { firstName, lastName, companyName }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Row
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
  const cellOf = (field: string, cells: ReadonlyArray<string>) =>
    places
      .find((place) => place.field === field)
      ?.at.map((index) => cells[index] ?? "")
      .join("") ?? ""
  return ({ cells, line, problem }: Line): Read => {
    let row: Row = {}
    let flaw: Flaw | undefined = problem === undefined ? undefined : { message: problem }
    const lists = new Set<string>()
    for (const { at, field, values } of places) {
      const text = at
        .map((index) =>
          mapping.own === true
            ? unguarded(cells[index] ?? "")
            : unguarded(unformulated((cells[index] ?? "").trim()))
        )
        .find((cell) => cell !== "")
      if (text === undefined) continue
      if (mapping.own !== true) flaw ??= flawIn(field, text)
      if (isList(text)) lists.add(field)
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
      // What a column of its own says counts: a whole name is for who has no parts of it.
      else if (field === "fullName") row = { ...found, ...row }
      else if (field !== "primaryContactEmail" || row[field] === undefined) row = { ...row, ...found }
    }
    // Which address is whose, two lists don't tell.
    const isMixed = lists.has("primaryContactName") && lists.has("primaryContactEmail")
    if (isMixed && !/@/u.test(cellOf("primaryContactName", cells))) delete row["primaryContactEmail"]
    const { externalId } = row
    if (mapping.own === true && externalId === undefined)
      flaw ??= {
        message: "The line lacks the column id, by which the record is found. Download the list anew."
      }
    const id = typeof externalId === "string" ? `${mapping.idPrefix ?? ""}${externalId}` : idOf(kind, row)
    return { row: { ...row, externalId: id, line }, flaw }
  }
}

const outcomes = { created: 0, updated: 0, unchanged: 0, failed: 0 }

/** Imports the rows that could be read, by `run`; the others fail beside them, in their places. */
export const send = <E, R>(
  all: ReadonlyArray<Read>,
  run: (rows: ReadonlyArray<Row>) => Effect.Effect<Imported, E, R>
): Effect.Effect<Imported, E, R> => {
  const rows = all.flatMap(({ flaw, row }) => (flaw === undefined ? [row] : []))
  const done = rows.length === 0 ? Effect.succeed({ ...outcomes, rows: [] }) : run(rows)
  return Effect.map(done, (imported): Imported => {
    let next = 0
    return {
      ...imported,
      failed: imported.failed + all.length - rows.length,
      rows: all.map(({ flaw, row }) =>
        flaw === undefined
          ? imported.rows[next++]!
          : { line: Number(row["line"]), externalId: null, outcome: "failed" as const, ...flaw }
      )
    }
  })
}
