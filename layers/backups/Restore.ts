/** Restores a physical backup into an empty DATA_DIR, or a dump into an empty database. */
import { Effect, FileSystem, Queue, type Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { Database } from "../database/Database.ts"
import * as Sql from "../database/Sql.ts"
import { BackupError, ofFile } from "./BackupError.ts"
import { folders } from "./archive/Manifest.ts"
import type { BackupReader } from "./archive/BackupReader.ts"
import * as PostgresPrograms from "./PostgresPrograms.ts"
import * as Recovery from "./wal/Recovery.ts"
import * as Secrets from "./archive/Secrets.ts"
import type { VerifiedBackup } from "./archive/Signature.ts"
import * as RestoreTarget from "./RestoreTarget.ts"
import * as Extract from "./archive/Extract.ts"

interface RestoreOptions {
  readonly backup: VerifiedBackup
  readonly dataDir: string
  /** The empty database to restore a logical backup into. */
  readonly database: Redacted.Redacted | undefined
  /** Doesn't restore the encryption key. */
  readonly withoutKey: boolean
  readonly replace: boolean
  /**
   * Recovers a physical backup to a point in time, or to the end of the archived WAL, on a new timeline so that new WAL can't mix with the
   * old. Absent for verification.
   */
  readonly recovery?: Omit<Recovery.Options, "dataDir" | "endLsn">
}

const refuse = (code: string, message: string) => new BackupError({ code, message })

/** Returns the reason why the backup can't be restored there. */
const problemOf = ({ database, backup: { opened }, recovery }: RestoreOptions) => {
  if (opened.manifest.kind === "physical" && database !== undefined) {
    return refuse(
      "backup_kind",
      "This backup is of the embedded server, and is restored into DATA_DIR: unset DATABASE_URL."
    )
  }
  if (opened.manifest.kind === "logical" && database === undefined) {
    return refuse(
      "backup_kind",
      "This backup is of an external database: set DATABASE_URL to an empty one (createdb), for it to be restored into."
    )
  }
  const { at, timeline, wal } = recovery ?? {}
  if (
    (at !== undefined || timeline !== undefined) &&
    (wal === undefined || opened.manifest.kind === "logical")
  ) {
    return refuse(
      "backup_wal",
      "--at and --timeline need the database's log, which the embedded server's is kept at BACKUP_WAL_TO: set it, or add --wal with the place."
    )
  }
  return undefined
}

/** The dump as pg_dump wrote it. */
const dumpOf = (opened: BackupReader) =>
  Stream.callback<Uint8Array, BackupError>(
    (queue) =>
      opened
        .entries(({ isDirectory, path }, content) =>
          isDirectory || !path.startsWith(folders.database)
            ? Effect.void
            : Stream.runForEach(content, (piece) => Queue.offer(queue, piece))
        )
        .pipe(Effect.andThen(Queue.end(queue))),
    { bufferSize: 16 }
  )

/** Fails if the database has tables other than those of extensions. Returns the server's major version. */
const emptyDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { name } = yield* Database
  const [table] = yield* sql<{ name: string }>`SELECT c.oid::regclass::text AS name FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_|^information_schema$' AND c.relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') LIMIT 1`
  if (table !== undefined) {
    return yield* refuse(
      "database_not_empty",
      `The database ${name} is not empty (it has the table ${table.name}): make an empty one (createdb), and set DATABASE_URL to it.`
    )
  }
  const [row] = yield* sql<{
    major: number
  }>`SELECT current_setting('server_version_num')::int / 10000 AS major`
  return Number(row?.major)
}).pipe(Sql.orDie)

/** Finds pg_restore and checks that it can restore the dump, without changing anything. */
const prepare = Effect.fn("Restore.prepare")(function* (opened: BackupReader, database: Redacted.Redacted) {
  const major = yield* Effect.provide(emptyDatabase, Database.connect(database))
  // pg_restore can't read an archive of a newer pg_dump, whatever the server's version is.
  const written = Number.parseInt(opened.manifest.postgres.version, 10)
  const program = yield* PostgresPrograms.find("pg_restore", Math.max(major, written))
  return PostgresPrograms.restore(program, database, dumpOf(opened))
})

const writeKey = Effect.fnUntraced(function* (directory: string, key: string) {
  const fs = yield* FileSystem.FileSystem
  const path = join(directory, Secrets.keyFile)
  const failed = ofFile(`${path} could not be written`)
  const file = yield* Effect.mapError(fs.open(path, { flag: "wx", mode: 0o600 }), failed)
  yield* Effect.mapError(Effect.andThen(file.writeAll(Buffer.from(key)), file.sync), failed)
}, Effect.scoped)

/**
 * Restores all of the backup, the database last. Until then a draft directory keeps the service from starting, so that an interrupted
 * restore is not taken for a complete one.
 */
export const restore = Effect.fn("Restore.restore")(function* (options: RestoreOptions) {
  const { backup, database, dataDir, recovery, replace, withoutKey } = options
  const { opened } = backup
  const problem = problemOf(options)
  if (problem !== undefined) return yield* problem
  const key = withoutKey || opened.sealedKey === undefined ? undefined : backup.key
  const load = database === undefined ? Effect.void : yield* prepare(opened, database)
  const { aside, draft } = yield* RestoreTarget.take(dataDir, replace)
  const fill = Effect.gen(function* () {
    const damaged = yield* Extract.into(opened, draft)
    if (key !== undefined) yield* writeKey(draft, key)
    if (opened.manifest.kind === "logical") return { damaged, reached: undefined }
    yield* RestoreTarget.own(draft, join(draft, "postgres"))
    const { endLsn } = opened.manifest.postgres
    const reached = recovery && (yield* Recovery.recover({ ...recovery, dataDir: draft, endLsn }))
    return { damaged, reached }
  })
  const { damaged, reached } = yield* Effect.onError(fill, () => RestoreTarget.undo(dataDir, aside))
  yield* RestoreTarget.settle(dataDir)
  // By now all of the backup has been read and verified, so the load can't fail because of a damaged backup.
  yield* load
  yield* RestoreTarget.release(dataDir)
  return { aside, damaged, hasKey: key !== undefined, reached }
}, Effect.scoped)
