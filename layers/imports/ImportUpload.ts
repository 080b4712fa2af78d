/** A file that a person imports through the page, and how far it is. */
import type { BoardId } from "../../schema/Id.ts"
import type { Imported } from "../../schema/Import.ts"
import type { Kind } from "../../src/domain/imports/Columns.ts"
import type { Line } from "../../src/domain/imports/FileRow.ts"
import type { Mapping } from "../../src/domain/imports/Mapping.ts"

/** A file arrives, its columns are chosen, it is tried, looked at, and imported; what was imported can be taken back. */
export type State = "arriving" | "choosing" | "trying" | "tried" | "importing" | "done" | "undoing" | "undone"

export interface Problem {
  readonly line: number
  readonly field?: string | undefined
  /** The cell's text, shortened. */
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
  /** The number of the batch whose turn it is. */
  readonly next: number
  readonly counts: Counts
  /** The first that failed. */
  readonly problems: ReadonlyArray<Problem>
}

/** What became of a batch. */
export interface Outcome {
  readonly counts: Counts
  readonly problems: ReadonlyArray<Problem>
  /** The lines of it that are kept. */
  readonly failures: ReadonlyArray<Line>
}

/** Failures that are listed on the page. */
export const mostProblems = 50

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
