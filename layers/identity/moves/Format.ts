/** The lines of an exported workspace that are no records: its first and last, and the pieces of files. */
import type { WorkspaceId } from "../../../schema/Id.ts"
import { migrations } from "../../../migrations/index.ts"
import { version as service } from "../../runtime/Version.ts"

export const format = "sales-pipeline-workspace"

/** Of the lines' meaning. What tables hold is told by `schema`. */
export const version = 1

/** The migrations that this version knows, oldest first. */
export const schemas: ReadonlyArray<string> = Object.keys(migrations).sort()

/** The one its tables are at. */
export const schema = schemas.at(-1)!

/** Bytes of a file in a line. */
export const pieceSize = 48 * 1_024

/** The longest line that is read: PostgreSQL's driver takes no longer row. */
export const longestLine = 16 * 1_048_576

/** How the passphrase becomes a key: scrypt's parameters, and a sealed text that shows whether it is the right one. */
export interface Seal {
  readonly kdf: "scrypt"
  readonly n: number
  readonly r: number
  readonly p: number
  readonly check: string
}

export type Header = {
  readonly kind: "header"
  readonly format: string
  readonly version: number
  readonly service: string
  readonly schema: string
  readonly workspace: WorkspaceId
  /** Null for an export without secrets. */
  readonly seal: Seal | null
}

export const headerOf = (workspace: WorkspaceId, seal: Seal | null): Header => ({
  kind: "header",
  format,
  version,
  service,
  schema,
  workspace,
  seal
})

/** How many records there are of each kind. */
export type Counts = Readonly<Record<string, number>>

export type End = {
  readonly kind: "end"
  /** Lines before this one. */
  readonly lines: number
  readonly counts: Counts
  /** Of all bytes before this line, in hex. */
  readonly sha256: string
}

export type Piece = {
  readonly kind: "piece"
  readonly file: string
  /** From 0. */
  readonly piece: number
  /** In base64. */
  readonly data: string
}

/** Stands for the service's own address before a file's id. */
export const fileScheme = "sales-pipeline-file:"
