/** Prints results as one JSON document, or as lines and tables for people. */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Flattens `{user: {id}}` to `user.id`, so that each nested value is a line or a column. */
const flat = (value: Readonly<Record<string, unknown>>, prefix = ""): ReadonlyArray<[string, unknown]> =>
  Object.entries(value).flatMap(([key, inner]) =>
    isRecord(inner) ? flat(inner, `${prefix}${key}.`) : [[`${prefix}${key}`, inner] as [string, unknown]]
  )

/** The text on one line, without characters that control a terminal or the text direction. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, " ")

/** The values of a record, without names and empty values. */
const brief = (record: Readonly<Record<string, unknown>>): string =>
  flat(record)
    .map(([, value]) => cell(value))
    .filter((text) => text !== "" && text !== "-")
    .join(" ")

/** A value on one line, with control characters removed. */
export const cell = (value: unknown): string => {
  if (value === null || value === undefined) return "-"
  if (!Array.isArray(value)) return plain(String(value))
  return value.some(isRecord)
    ? value.map((one) => (isRecord(one) ? brief(one) : cell(one))).join("; ")
    : plain(value.join(", "))
}

const aligned = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join("  ")
      .trimEnd()
  )
}

const table = (records: ReadonlyArray<Readonly<Record<string, unknown>>>): ReadonlyArray<string> => {
  const rows = records.map((record) => new Map(flat(record)))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return aligned([columns, ...rows.map((row) => columns.map((column) => cell(row.get(column))))])
}

const section = (name: string, values: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  if (values.length === 0) return [`${name}: none`]
  return values.every(isRecord) ? table(values) : values.map(cell)
}

const readable = (document: Readonly<Record<string, unknown>>): string => {
  const entries = flat(document)
  const lines = entries.filter(([, value]) => !Array.isArray(value)).map(([key, value]) => [key, cell(value)])
  const lists = entries.flatMap(([key, value]) => (Array.isArray(value) ? [section(key, value)] : []))
  return [...(lines.length > 0 ? [aligned(lines)] : []), ...lists].map((part) => part.join("\n")).join("\n\n")
}

export const format = (document: unknown, isJson: boolean): string =>
  isJson || !isRecord(document) ? JSON.stringify(document, null, 2) : readable(document)
