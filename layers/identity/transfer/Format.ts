/** Lines of an exported workspace that aren't records: the first, the last, and pieces of files. */
import type { WorkspaceId } from "../../../schema/Id.ts"
import { migrations } from "../../../migrations/index.ts"
import { version as service } from "../../runtime/Version.ts"

export const format = "sales-pipeline-workspace"

/** The version of the line format. The tables' version is `schema`. */
export const version = 1

/** The migrations that this version knows, oldest first. */
export const schemas: ReadonlyArray<string> = Object.keys(migrations).sort()

/** The latest migration, which the tables of this version are at. */
export const schema = schemas.at(-1)!

/** Bytes of a file in one line. */
export const pieceSize = 48 * 1_024

/** The maximum bytes of a line, which is the largest row that PostgreSQL's driver accepts. */
export const maxLineLength = 16 * 1_048_576

/** The scrypt parameters for deriving a key from the passphrase, and an encrypted text that verifies the passphrase. */
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

/** The number of records of each kind. */
export type Counts = Readonly<Record<string, number>>

export type End = {
  readonly kind: "end"
  /** The number of lines before this one. */
  readonly lines: number
  readonly counts: Counts
  /** Of all bytes before this line, in hex. */
  readonly sha256: string
}

export type Piece = {
  readonly kind: "piece"
  readonly file: string
  /** Counted from 0. */
  readonly piece: number
  /** Base64. */
  readonly data: string
}

/** Replaces the service's own address before a file's id. */
export const fileScheme = "sales-pipeline-file:"
