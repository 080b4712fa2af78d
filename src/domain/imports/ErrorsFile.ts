/** The lines that failed, as a file to mend and import again: a last column says why. */
import type { ImportedRow } from "../../../schema/Import.ts"
import * as Columns from "./Columns.ts"
import { guarded, type Line } from "./FileRow.ts"

const quoted = (cell: string) => `"${guarded(cell).replaceAll('"', '""')}"`

/** A line of a file, safe to open in a spreadsheet. */
export const lineOf = (cells: ReadonlyArray<string>) => `${cells.map(quoted).join(",")}\r\n`

/** With a byte order mark, by which spreadsheets see that it is UTF-8. */
export const head = (headers: ReadonlyArray<string>): string =>
  `\ufeff${lineOf([...headers, ...Columns.added])}`

export const kept = (headers: ReadonlyArray<string>, lines: ReadonlyArray<Line>): string =>
  lines
    .map(({ cells, line, problem = "" }) =>
      lineOf([...headers.map((_, at) => cells[at] ?? ""), String(line), problem])
    )
    .join("")

/** Those of `lines` that failed, which `rows` tell of in the same order. */
export const failures = (
  headers: ReadonlyArray<string>,
  lines: ReadonlyArray<Line>,
  rows: ReadonlyArray<ImportedRow>
): string =>
  kept(
    headers,
    lines.flatMap((line, index) => {
      const { message, outcome } = rows[index]!
      return outcome === "failed" ? [{ ...line, problem: message }] : []
    })
  )
