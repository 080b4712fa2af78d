/** manifest.json of a backup: what is in it, for programs and people. docs/operations/backup.md describes it. */
import { Schema } from "effect"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
const Text = Schema.String.check(Schema.isMaxLength(1_000))

const Part = Schema.Struct({ path: Text, bytes: Count, sha256: Sha256 })

const Postgres = Schema.Struct({
  /** The server's version. */
  version: Text,
  /** Of a physical backup: the cluster it is of, and the range of its log. */
  systemId: Schema.optionalKey(Text),
  timeline: Schema.optionalKey(Count),
  startLsn: Schema.optionalKey(Text),
  endLsn: Schema.optionalKey(Text)
})

export const Manifest = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literals(["physical", "logical"]),
  service: Schema.Struct({ name: Text, version: Text }),
  startedAt: Text,
  finishedAt: Text,
  schema: Schema.Struct({ migrations: Count, last: Text }),
  postgres: Postgres,
  /** The encryption key, sealed by a passphrase; null if it was left out. */
  key: Schema.NullOr(Part),
  /** Stored files: each has the SHA-256 of its content as its name. `sha256` is of the list `path bytes sha256\n`. */
  files: Schema.Struct({
    stored: Schema.Literals(["directory", "s3"]),
    count: Count,
    bytes: Count,
    sha256: Sha256,
    /** Those whose content was not what their name says when they were copied; at most 20. */
    damaged: Schema.Array(Text)
  }),
  /** Rows when the backup began; exact in a logical one. */
  counts: Schema.Record(Schema.String, Count),
  /** All other files, in their order. */
  parts: Schema.Array(Part)
})

export type Manifest = typeof Manifest.Type
export type Part = typeof Part.Type

/** The database's files, and those that the service stores, are under these names. */
export const folders = { database: "database/", files: "files/" } as const

/** Bytes that unpacking takes. */
export const sizeOf = ({ files, parts }: Manifest): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, files.bytes)
