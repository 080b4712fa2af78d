/** A file that a person imports on the page, and its progress. */
import type { BoardId } from "../../schema/Id.ts"
import type { Imported } from "../../schema/Import.ts"
import type { Kind } from "../../src/imports/rules/Columns.ts"
import type { Line } from "../../src/imports/rules/FileRow.ts"
import type { Mapping } from "../../src/imports/rules/Mapping.ts"

/** The states follow each other in this order; an import can be undone once it is done. */
export type State = "arriving" | "choosing" | "trying" | "tried" | "importing" | "done" | "undoing" | "undone"

export interface Problem {
  readonly line: number
  readonly field?: string | undefined
  /** The cell of the field, shortened. */
  readonly cell?: string | undefined
  readonly message: string
}

type Counts = Pick<Imported, "created" | "updated" | "unchanged" | "failed">

export interface File {
  readonly kind: Kind
  readonly boardId: BoardId
  readonly fileName: string
  readonly headers: ReadonlyArray<string>
}

export interface ImportUpload extends File {
  readonly id: string
  readonly state: State
  readonly mapping: Mapping
  readonly lines: number
  readonly batches: number
  /** The number of the next batch. */
  readonly next: number
  readonly counts: Counts
  /** The problems of the first lines that failed. */
  readonly problems: ReadonlyArray<Problem>
}

/** The outcome of a batch. */
export interface Outcome {
  readonly counts: Counts
  readonly problems: ReadonlyArray<Problem>
  /** The lines to keep for the file of failed lines. */
  readonly failures: ReadonlyArray<Line>
}

/** The maximum number of problems that the page lists. */
export const maxProblems = 50

export interface Row extends Counts {
  readonly id: string
  readonly kind: Kind
  readonly board_id: BoardId
  readonly file_name: string
  readonly state: State
  readonly headers: string
  readonly mapping: string
  readonly lines: number
  readonly batches: number
  readonly next: number
  readonly problems: string
}

export const uploadOf = (row: Row): ImportUpload => ({
  ...{ id: row.id, kind: row.kind, state: row.state, boardId: row.board_id, fileName: row.file_name },
  ...{ lines: row.lines, batches: row.batches, next: row.next },
  headers: JSON.parse(row.headers) as ReadonlyArray<string>,
  mapping: JSON.parse(row.mapping) as Mapping,
  counts: { created: row.created, updated: row.updated, unchanged: row.unchanged, failed: row.failed },
  problems: JSON.parse(row.problems) as ReadonlyArray<Problem>
})

export const linesOf = (text: string) => JSON.parse(text) as ReadonlyArray<Line>
