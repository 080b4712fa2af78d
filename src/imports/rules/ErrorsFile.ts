/** The file of failed lines, which people correct and import again. Its last column explains each error. */
import type { ImportedRow } from "../../../schema/Import.ts"
import * as Columns from "./Columns.ts"
import { escapeFormula, type Line } from "./FileRow.ts"

/** A line of a CSV file that is safe to open in a spreadsheet. */
export const lineOf = (cells: ReadonlyArray<string>) =>
  `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(",")}\r\n`

/** The byte order mark tells spreadsheets that the file is UTF-8. */
export const head = (headers: ReadonlyArray<string>): string =>
  `\ufeff${lineOf([...headers, ...Columns.errorColumns])}`

export const body = (headers: ReadonlyArray<string>, lines: ReadonlyArray<Line>): string =>
  lines
    .map(({ cells, line, problem = "" }) =>
      lineOf([...headers.map((_, index) => cells[index] ?? ""), String(line), problem])
    )
    .join("")

/** The failed lines. `rows` holds the results of `lines` in the same order. */
export const failures = (lines: ReadonlyArray<Line>, rows: ReadonlyArray<ImportedRow>): ReadonlyArray<Line> =>
  lines.flatMap((line, index) => {
    const { message, outcome } = rows[index]!
    return outcome === "failed" ? [{ ...line, problem: message }] : []
  })
