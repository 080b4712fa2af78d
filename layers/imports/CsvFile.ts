/** CSV files as spreadsheets write them: their encoding and separator are found out, and they are read as they stream. */
import { isUtf8 } from "node:buffer"
import { pipeline, Readable } from "node:stream"
import { Data, Effect, Stream } from "effect"
import * as Columns from "../../src/domain/imports/Columns.ts"
import type { Line } from "../../src/domain/imports/FileRow.ts"

/** The most characters of a line: what is longer is an unclosed quote, or no CSV file. */
const longestLine = 1_000_000

const mostColumns = 500

/** Bytes at the beginning that tell encoding and separator. */
const sampleSize = 65_536

export class Unreadable extends Data.TaggedError("Unreadable")<{ readonly message: string }> {}

/** The encodings that a file may be said to have. */
export const encodings = ["windows-1252", "windows-1250", "windows-1251", "shift_jis", "utf-8"] as const
export type Encoding = (typeof encodings)[number]

/** The encoding that a file shows; undefined if it is one of those that look alike. */
const encodingOf = (sample: Buffer): string | undefined => {
  const zeros = (odd: number) => sample.filter((byte, index) => byte === 0 && index % 2 === odd).length
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le"
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be"
  if (zeros(1) > sample.length / 5) return "utf-16le"
  if (zeros(0) > sample.length / 5) return "utf-16be"
  // Up to a whole line, since the sample may end within a character.
  const whole = sample.length < sampleSize ? sample : sample.subarray(0, sample.lastIndexOf(10) + 1)
  return isUtf8(whole) ? "utf-8" : undefined
}

/** The first lines with a letter beyond ASCII, as each encoding reads them. */
const readings = (sample: Buffer): string =>
  encodings
    .filter((name) => name !== "utf-8")
    .map((name) => {
      const lines = new TextDecoder(name).decode(sample).split(/\r\n|\n|\r/u)
      const line = lines.find((text) => /\P{ASCII}/u.test(text)) ?? ""
      return `${name} reads ${JSON.stringify(line.slice(0, 80))}`
    })
    .join("; ")

const separators = [",", ";", "\t", "|"]

/** Lines that may stand above the names of the columns. */
const mostAbove = 20

/** Excel's own first line, which says how cells are separated. */
const declared = /^\ufeff?"?sep=([^"\r\n])"?(?:\r\n|\n|\r)/iu

/** The separator that a line among the first has most of, outside of quotes. */
const separatorOf = (sample: string): string => {
  const said = declared.exec(sample)?.[1]
  if (said !== undefined) return said
  // A quote may end beyond the sample.
  const lines = sample.replaceAll(/"(?:[^"]|"")*(?:"|$)/gu, "").split(/\r\n|\n|\r/u, mostAbove)
  const count = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length))
  return separators.toSorted((a, b) => count(b) - count(a))[0]!
}

interface Parsed {
  readonly record: ReadonlyArray<string>
  readonly info: { readonly lines: number }
}

/** The beginning, up to the size of a sample, and what follows. */
const begin = async (source: AsyncIterator<Uint8Array>) => {
  const parts: Array<Uint8Array> = []
  let size = 0
  let next = await source.next()
  while (next.done !== true) {
    parts.push(next.value)
    size += next.value.length
    if (size >= sampleSize) break
    next = await source.next()
  }
  return Buffer.concat(parts)
}

const unsaid = (sample: Buffer) =>
  new Unreadable({
    message: `The file is not in UTF-8. Say which encoding it has, or save it as UTF-8: ${readings(sample)}.`
  })

const misencoded = (encoding: string) =>
  new Unreadable({
    message: `The file is not in ${encoding}. Say which encoding it has, or save it as UTF-8.`
  })

const lines = async function* (
  bytes: AsyncIterable<Uint8Array>,
  said: Encoding | undefined
): AsyncGenerator<Line> {
  const { parse } = await import("csv-parse")
  const source = bytes[Symbol.asyncIterator]()
  const sample = await begin(source)
  const encoding = said ?? encodingOf(sample.subarray(0, sampleSize))
  if (encoding === undefined) throw unsaid(sample.subarray(0, sampleSize))
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw bytes === undefined || said !== undefined ? misencoded(encoding) : unsaid(Buffer.from(bytes))
    }
  }
  const first = new TextDecoder(encoding).decode(sample.subarray(0, sampleSize))
  const delimiter = separatorOf(first)
  const texts = async function* () {
    yield decode(sample)
    for (let next = await source.next(); next.done !== true; next = await source.next())
      yield decode(next.value)
    yield decode()
  }
  const parser = parse({
    delimiter,
    info: true,
    from_line: declared.test(first) ? 2 : 1,
    // Told apart in each line: files that were put together have several.
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: longestLine,
    relax_column_count: true,
    // As in `="0012"`. Where a quote is missing, the cell that swallows other lines has line breaks.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true
  })
  pipeline(Readable.from(texts()), parser, () => undefined)
  for await (const { info, record } of parser as AsyncIterable<Parsed>) {
    const inside = record.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0)
    yield { line: info.lines - inside, cells: record }
  }
}

const unreadable = (cause: unknown) => {
  if (cause instanceof Unreadable) return cause
  const { code, lines, message } = cause as {
    readonly code?: string
    readonly lines?: number
    readonly message: string
  }
  const at = lines === undefined ? "" : ` at line ${lines}`
  return new Unreadable({
    message:
      code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED"
        ? `The file can't be read${at}: a line there has over ${longestLine} characters, or a quote is never closed. Mend it, or save the file as CSV anew.`
        : `The file can't be read as CSV${at}: ${message.slice(0, 300)}`
  })
}

export interface CsvFile {
  readonly headers: ReadonlyArray<string>
  /** All lines after the headers. */
  readonly lines: Stream.Stream<Line, Unreadable>
}

const empty = new Unreadable({ message: "The file has no lines: its first line is to name the columns." })

/** The columns, each by a name of its own. */
const headersOf = ({ cells }: Line): ReadonlyArray<string> => {
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const name = cell.trim() === "" ? `Column ${index + 1}` : cell.trim().slice(0, 200)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

const notCsv = new Unreadable({
  message: "This is no CSV file. Open it in a spreadsheet, and save it as CSV."
})

/** Signs that no text has. */
const isBinary = ({ cells }: Line) => cells.some((cell) => /[^\P{Cc}\t\n\r]/u.test(cell))

/** Counts the cells that are column names of a known system. */
const namesIn = ({ cells }: Line) => cells.filter((cell) => Columns.isHeaderName(cell)).length

/** The line that names the columns, the first unless a later one of the beginning has more names, and the lines after it. */
const headed = async (all: AsyncGenerator<Line>) => {
  const begun: Array<Line> = []
  for (let next = await all.next(); next.done !== true; next = await all.next()) {
    begun.push(next.value)
    if (begun.length === mostAbove || namesIn(next.value) > 1) break
  }
  const [first] = begun
  if (first === undefined) return undefined
  const last = begun.at(-1)!
  const at = first.cells.length < last.cells.length && namesIn(last) > 1 ? begun.length - 1 : 0
  const rest = async function* () {
    yield* begun.slice(at + 1)
    yield* all
  }
  return { first: begun[at]!, rest: rest() }
}

/** Opens a file, of which a line at the beginning names the columns. Those that we added to the lines that failed are left out. */
export const open = Effect.fnUntraced(function* (bytes: AsyncIterable<Uint8Array>, said?: Encoding) {
  const found = yield* Effect.tryPromise({ try: () => headed(lines(bytes, said)), catch: unreadable })
  if (found === undefined) return yield* empty
  const { first, rest: all } = found
  if (isBinary(first)) return yield* notCsv
  const headers = headersOf(first)
  const added = Columns.errorColumns.map(Columns.normalize)
  const kept = headers.flatMap((header, index) => (added.includes(Columns.normalize(header)) ? [] : [index]))
  if (kept.length > mostColumns)
    return yield* new Unreadable({
      message: `The file has ${kept.length} columns, and may have ${mostColumns}. Export fewer properties.`
    })
  const names = first.cells.join("\n").toLowerCase()
  const problemOf = (cells: ReadonlyArray<string>) => {
    if (cells.join("\n").toLowerCase() === names) return "The line names the columns again."
    if (cells.length === 1 && headers.length > 2)
      return `The line has one cell instead of ${headers.length}: it looks like a note below the table.`
    return cells.slice(headers.length).some((cell) => cell.trim() !== "")
      ? `The line has ${cells.length} cells, and the first names ${headers.length} columns: a cell that holds the separator needs quotes around it.`
      : undefined
  }
  const own = ({ cells, line }: Line): Line => {
    const problem = problemOf(cells)
    return { line, cells: kept.map((index) => cells[index] ?? ""), ...(problem !== undefined && { problem }) }
  }
  return {
    headers: kept.map((index) => headers[index]!),
    lines: Stream.map(Stream.fromAsyncIterable(all, unreadable), own)
  } satisfies CsvFile
})
