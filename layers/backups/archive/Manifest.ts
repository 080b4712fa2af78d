/** manifest.json lists the content of a backup. docs/operations/backup.md describes the format. */
import { Schema } from "effect"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
const Text = Schema.String.check(Schema.isMaxLength(1_000))

const Part = Schema.Struct({ path: Text, bytes: Count, sha256: Sha256 })

const Postgres = Schema.Struct({
  version: Text,
  /** Only in a physical backup: the cluster's identifier and the range of its WAL. */
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
  /** The encryption key, sealed with a passphrase; null if it was left out. */
  key: Schema.NullOr(Part),
  /** Stored files, named by the SHA-256 of their content. `sha256` is the hash of the lines `path bytes sha256\n`. */
  files: Schema.Struct({
    stored: Schema.Literals(["directory", "s3"]),
    count: Count,
    bytes: Count,
    sha256: Sha256,
    /** Files whose content didn't match their name when they were copied; at most 20. */
    damaged: Schema.Array(Text)
  }),
  /** Row counts at the start of the backup; exact in a logical one. */
  counts: Schema.Record(Schema.String, Count),
  /** All other files, in archive order. */
  parts: Schema.Array(Part)
})

export type Manifest = typeof Manifest.Type
export type Part = typeof Part.Type

/** Path prefixes of the database's files and of the stored files. */
export const folders = { database: "database/", files: "files/" } as const

/** Bytes needed to unpack the backup. */
export const sizeOf = ({ files, parts }: Manifest): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, files.bytes)
