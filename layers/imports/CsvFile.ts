/** Reads CSV files as a stream, and detects their encoding, their separator and the line of their headers. */
import { isUtf8 } from "node:buffer"
import { pipeline, Readable } from "node:stream"
import { Data, Effect, Stream } from "effect"
import * as Columns from "../../src/imports/rules/Columns.ts"
import type { Line } from "../../src/imports/rules/FileRow.ts"

/** In characters. A longer line has an unclosed quote, or the file isn't CSV. */
const maxLineLength = 1_000_000

const maxColumns = 500

/** The bytes at the beginning of a file by which encoding and separator are detected. */
const sampleSize = 65_536

export class Unreadable extends Data.TaggedError("Unreadable")<{ readonly message: string }> {}

/** The encodings that people can choose. */
export const encodings = ["windows-1252", "windows-1250", "windows-1251", "shift_jis", "utf-8"] as const
export type Encoding = (typeof encodings)[number]

/** Recognizes the encodings of Unicode; undefined for others. */
const detectEncoding = (sample: Buffer): string | undefined => {
  const zeros = (odd: number) => sample.filter((byte, index) => byte === 0 && index % 2 === odd).length
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le"
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be"
  if (zeros(1) > sample.length / 5) return "utf-16le"
  if (zeros(0) > sample.length / 5) return "utf-16be"
  // The sample may end within a character, so only its whole lines are checked.
  const whole = sample.length < sampleSize ? sample : sample.subarray(0, sample.lastIndexOf(10) + 1)
  return isUtf8(whole) ? "utf-8" : undefined
}

/** Decodes the first line that isn't ASCII in each encoding, so that people can see which is right. */
const decodings = (sample: Buffer): string =>
  encodings
    .filter((name) => name !== "utf-8")
    .map((name) => {
      const lines = new TextDecoder(name).decode(sample).split(/\r\n|\n|\r/u)
      const line = lines.find((text) => /\P{ASCII}/u.test(text)) ?? ""
      return `${name} reads ${JSON.stringify(line.slice(0, 80))}`
    })
    .join("; ")

const separators = [",", ";", "\t", "|"]

/** The lines at the beginning among which headers and separator are searched. */
const headLines = 20

/** A first line by which Excel declares the separator. */
const separatorLine = /^\ufeff?"?sep=([^"\r\n])"?(?:\r\n|\n|\r)/iu

/** The separator that occurs most often in one of the first lines, outside of quotes. */
const detectSeparator = (sample: string): string => {
  const separator = separatorLine.exec(sample)?.[1]
  if (separator !== undefined) return separator
  // A quoted cell may extend beyond the sample.
  const lines = sample.replaceAll(/"(?:[^"]|"")*(?:"|$)/gu, "").split(/\r\n|\n|\r/u, headLines)
  const count = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length))
  return separators.toSorted((a, b) => count(b) - count(a))[0]!
}

interface ParserOutput {
  readonly record: ReadonlyArray<string>
  readonly info: { readonly lines: number }
}

/** Reads chunks until they have the size of a sample. */
const readSample = async (source: AsyncIterator<Uint8Array>) => {
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

const unknownEncoding = (sample: Buffer) =>
  new Unreadable({
    message: `The file is not in UTF-8. Say which encoding it has, or save it as UTF-8: ${decodings(sample)}.`
  })

const wrongEncoding = (encoding: string) =>
  new Unreadable({
    message: `The file is not in ${encoding}. Say which encoding it has, or save it as UTF-8.`
  })

const lines = async function* (
  bytes: AsyncIterable<Uint8Array>,
  chosen: Encoding | undefined
): AsyncGenerator<Line> {
  const { parse } = await import("csv-parse")
  const source = bytes[Symbol.asyncIterator]()
  const sample = await readSample(source)
  const encoding = chosen ?? detectEncoding(sample.subarray(0, sampleSize))
  if (encoding === undefined) throw unknownEncoding(sample.subarray(0, sampleSize))
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw bytes === undefined || chosen !== undefined
        ? wrongEncoding(encoding)
        : unknownEncoding(Buffer.from(bytes))
    }
  }
  const first = new TextDecoder(encoding).decode(sample.subarray(0, sampleSize))
  const delimiter = detectSeparator(first)
  const texts = async function* () {
    yield decode(sample)
    for (let next = await source.next(); next.done !== true; next = await source.next())
      yield decode(next.value)
    yield decode()
  }
  const parser = parse({
    delimiter,
    info: true,
    from_line: separatorLine.test(first) ? 2 : 1,
    // Concatenated files may have several kinds of line ends.
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: maxLineLength,
    relax_column_count: true,
    // Allows `="0012"`. After a missing quote, a cell contains line breaks, which the parser of rows refuses.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true
  })
  pipeline(Readable.from(texts()), parser, () => undefined)
  for await (const { info, record } of parser as AsyncIterable<ParserOutput>) {
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
        ? `The file can't be read${at}: a line there has over ${maxLineLength} characters, or a quote is never closed. Mend it, or save the file as CSV anew.`
        : `The file can't be read as CSV${at}: ${message.slice(0, 300)}`
  })
}

export interface CsvFile {
  readonly headers: ReadonlyArray<string>
  /** The lines after the headers. */
  readonly lines: Stream.Stream<Line, Unreadable>
}

const empty = new Unreadable({ message: "The file has no lines: its first line is to name the columns." })

/** Makes the headers distinct, and names columns without a header. */
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

/** Control characters don't occur in text. */
const isBinary = ({ cells }: Line) => cells.some((cell) => /[^\P{Cc}\t\n\r]/u.test(cell))

/** Counts the cells of a line that are headers of systems we know. */
const countHeaders = ({ cells }: Line) => cells.filter((cell) => Columns.isHeaderName(cell)).length

/** Finds the line of the headers, which is the first unless a wider line near the beginning has known headers. */
const splitHead = async (all: AsyncGenerator<Line>) => {
  const beginning: Array<Line> = []
  for (let next = await all.next(); next.done !== true; next = await all.next()) {
    beginning.push(next.value)
    if (beginning.length === headLines || countHeaders(next.value) > 1) break
  }
  const [first] = beginning
  if (first === undefined) return undefined
  const last = beginning.at(-1)!
  const isLast = first.cells.length < last.cells.length && countHeaders(last) > 1
  const rest = async function* () {
    if (!isLast) yield* beginning.slice(1)
    yield* all
  }
  return { head: isLast ? last : first, rest: rest() }
}

/** Explains why a line can't be a row below these headers. */
const problemOf = (headers: ReadonlyArray<string>, cells: ReadonlyArray<string>) => {
  if (cells.length === 1 && headers.length > 2)
    return `The line has one cell instead of ${headers.length}: it looks like a note below the table.`
  return cells.slice(headers.length).some((cell) => cell.trim() !== "")
    ? `The line has ${cells.length} cells, and the first names ${headers.length} columns: a cell that holds the separator needs quotes around it.`
    : undefined
}

/** Opens a file. Columns that our file of failed lines added are left out. */
export const open = Effect.fnUntraced(function* (bytes: AsyncIterable<Uint8Array>, chosen?: Encoding) {
  const file = yield* Effect.tryPromise({ try: () => splitHead(lines(bytes, chosen)), catch: unreadable })
  if (file === undefined) return yield* empty
  const { head, rest } = file
  if (isBinary(head)) return yield* notCsv
  const headers = headersOf(head)
  const errorColumns = Columns.errorColumns.map(Columns.normalize)
  const indexes = [...headers.keys()].filter((at) => !errorColumns.includes(Columns.normalize(headers[at]!)))
  if (indexes.length > maxColumns)
    return yield* new Unreadable({
      message: `The file has ${indexes.length} columns, and may have ${maxColumns}. Export fewer properties.`
    })
  const textOf = (cells: ReadonlyArray<string>) => cells.join("\n").toLowerCase()
  const headText = textOf(head.cells)
  const toLine = ({ cells, line }: Line): Line => {
    const problem =
      textOf(cells) === headText ? "The line names the columns again." : problemOf(headers, cells)
    return { line, cells: indexes.map((at) => cells[at] ?? ""), ...(problem !== undefined && { problem }) }
  }
  return {
    headers: indexes.map((at) => headers[at]!),
    lines: Stream.map(Stream.fromAsyncIterable(rest, unreadable), toLine)
  } satisfies CsvFile
})
