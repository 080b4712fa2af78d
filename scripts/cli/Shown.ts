/** Prints results for people: a list as a table that fits the terminal, everything else as lines. */
import { CliOutput } from "effect/cli"
import * as Output from "../admin/command/Output.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The fields by which people know a nested record, such as a deal's stage. */
const callings = ["name", "companyName", "email", "id"]

const short = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map((one) => (isFields(one) ? (short(one) ?? one) : one)).filter((one) => !isFields(one))
  if (!isFields(value)) return value
  return callings.map((one) => value[one]).find((one) => typeof one === "string") ?? value
}

/** Converts minor units of the service to major units for people. */
const digits = (currency: string) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2

const inWhole = (cents: unknown, currency: string) =>
  typeof cents === "number"
    ? `${(cents / 10 ** digits(currency)).toFixed(digits(currency))} ${currency}`
    : null

const amounts = (row: Fields): Fields => {
  const { amountCents, currency } = row
  if (amountCents === undefined || typeof currency !== "string") return row
  const entries = Object.entries(row).flatMap(([key, value]): ReadonlyArray<[string, unknown]> => {
    if (key === "amountCents") return [["amount", inWhole(value, currency)]]
    return key === "currency" ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

const time = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}\.\d{3}Z$/u

/** A column holds one line. Nested values without a name, and ids of other records, are shown only by `get` or `--json`. */
const columnsOf = (row: Fields) =>
  new Map(
    Object.entries(amounts(row)).flatMap(([key, value]): ReadonlyArray<[string, string]> => {
      const text = short(value)
      if (isFields(text) || /.(?:Id|_id)$/u.test(key)) return []
      return [[key, Output.cell(text).replace(time, "$1 $2")]]
    })
  )

/** Long texts are cut; `get` shows them in full. */
const maxWidth = 40

const cut = (text: string) => {
  if (CliOutput.displayWidth(text) <= maxWidth) return text
  const characters = Array.from(text).slice(0, maxWidth - 1)
  while (CliOutput.displayWidth(characters.join("")) > maxWidth - 1) characters.pop()
  return `${characters.join("")}…`
}

const padded = (text: string, width: number) =>
  text + " ".repeat(Math.max(0, width - CliOutput.displayWidth(text)))

/** Ids come first, because the next command needs them. Empty columns, and those that don't fit, are omitted. */
const table = (rows: ReadonlyArray<Fields>, columns: number | undefined): string => {
  const rowCells = rows.map(columnsOf)
  const names = [...new Set(rowCells.flatMap((row) => [...row.keys()]))]
  const filled = names.filter((name) =>
    rowCells.some((row) => (row.get(name) ?? "-") !== "-" && row.get(name) !== "")
  )
  const table = filled.map((name) => {
    const cells = [
      name,
      ...rowCells.map((row) => (name === "id" ? (row.get(name) ?? "-") : cut(row.get(name) ?? "-")))
    ]
    return { cells, width: Math.max(...cells.map(CliOutput.displayWidth)) }
  })
  let room = columns ?? Number.POSITIVE_INFINITY
  const fits = table.filter(({ width }, place) => {
    room -= width + (place === 0 ? 0 : 2)
    return place === 0 || room >= 0
  })
  return (table[0]?.cells ?? [])
    .map((_, line) =>
      fits
        .map(({ cells, width }) => padded(cells[line]!, width))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** Puts lists of plain values on one line, where Output would put them below, and omits empty values. */
const inLine = (document: Fields): Fields =>
  Object.fromEntries(
    Object.entries(document).flatMap(([key, value]): ReadonlyArray<[string, unknown]> => {
      if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return []
      if (isFields(value)) return [[key, inLine(value)]]
      return [[key, Array.isArray(value) && !value.some(isFields) ? value.join(", ") : value]]
    })
  )

/** The effects of a dry run; `--json` has the complete result. */
const rehearsed = ({ answer: _, plan, replayed: __, ...told }: Fields): string =>
  `Nothing was done. It would have this effect:\n\n${Output.format(told, false)}\n\nplan  ${plan}`

/** `columns` of the terminal; undefined to show all. */
export const format = (document: unknown, columns: number | undefined): string => {
  if (Array.isArray(document)) return format({ data: document }, columns)
  if (!isFields(document)) return String(document)
  if (isFields(document["dryRun"])) return rehearsed(document["dryRun"])
  const { data, hasMore: _, nextCursor: __, ...rest } = document
  if (!Array.isArray(data)) return Output.format(inLine(amounts(document)), false)
  const head = Object.keys(rest).length === 0 ? "" : `${Output.format(inLine(rest), false)}\n\n`
  if (data.length === 0) return `${head}none`
  return head + (data.every(isFields) ? table(data, columns) : data.map(Output.cell).join("\n"))
}
