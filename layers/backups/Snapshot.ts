/** Copies the database into a backup: the files of the embedded server, or a dump of an external one. */
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/Database.ts"
import * as Sql from "../database/Sql.ts"
import type { Writer } from "./archive/Archive.ts"
import { BackupError } from "./BackupError.ts"
import * as BaseBackup from "./BaseBackup.ts"
import * as Bytes from "./archive/Bytes.ts"
import { folders, type Manifest, type Part } from "./archive/Manifest.ts"
import * as PostgresPrograms from "./PostgresPrograms.ts"
import * as Tar from "./archive/Tar.ts"

/** Tables with row counts in the manifest, which operators check first. */
const countedTables = [
  "workspaces",
  "users",
  "boards",
  "deals",
  "notes",
  "leads",
  "webhooks",
  "files",
  "audit"
]

/** Row counts, schema version and server version. */
const details = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{
    name: string
  }>`SELECT name FROM unnest(${countedTables}::text[]) WITH ORDINALITY AS t(name, place)
    WHERE to_regclass(name) IS NOT NULL ORDER BY place`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = yield* sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql(name)}`
    counts[name] = Number(row?.rows)
  }
  const migrations = yield* sql<{ id: number; name: string }>`SELECT migration_id AS id, name
    FROM schema_migrations ORDER BY migration_id`
  const [server] = yield* sql<{ version: string }>`SELECT current_setting('server_version') AS version`
  const last = migrations.at(-1)
  return {
    counts,
    schema: {
      migrations: migrations.length,
      last: last === undefined ? "" : `${String(last.id).padStart(4, "0")}_${last.name}`
    },
    version: String(server?.version)
  }
})

/** The part of the manifest that the snapshot provides. */
type DatabaseSnapshot = Pick<Manifest, "counts" | "kind" | "postgres" | "schema"> & {
  readonly parts: ReadonlyArray<Part>
}

const copyFailed = (cause: { readonly message: string }) =>
  new BackupError({
    code: "backup_failed",
    message: `The database could not be copied: ${cause.message}`,
    cause
  })

/** The server's files and the WAL written meanwhile. Restored, it has the state at the end of the backup. */
const physical = Effect.fn("Snapshot.physical")(function* (writer: Writer, label: string) {
  const { counts, schema, version } = yield* details
  const { url } = yield* Database
  const base = yield* Effect.mapError(BaseBackup.start(url, label), copyFailed)
  const parts: Array<Part> = []
  yield* Tar.read(Stream.mapError(base.tar, copyFailed), (entry, content) =>
    Effect.gen(function* () {
      const path = `${folders.database}${entry.path.replace(/^(?:\.\/)+/u, "")}`
      if (entry.isDirectory) return yield* writer.directory(path)
      parts.push(yield* writer.file(path, entry.bytes, content))
    })
  )
  const { endLsn, manifest } = yield* Effect.mapError(base.ended, copyFailed)
  parts.push(yield* writer.file(`${folders.database}backup_manifest`, manifest.length, Stream.make(manifest)))
  const { startLsn, systemId, timeline } = base
  const postgres = { version, systemId, timeline, startLsn, endLsn }
  return { counts, kind: "physical", parts, postgres, schema } satisfies DatabaseSnapshot
}, Effect.scoped)

/** Bytes of one piece of a dump. A dump's size is only known at its end, but tar needs each size in advance. */
const pieceBytes = 16 * 2 ** 20

/** Splits the output of pg_dump, taken from one snapshot, into pieces. */
const logical = Effect.fn("Snapshot.logical")(
  function* (writer: Writer) {
    const sql = yield* SqlClient.SqlClient
    const { url } = yield* Database
    yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`
    // The transaction is idle while pg_dump runs, and has to keep the snapshot open.
    yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
    yield* sql`SET LOCAL statement_timeout = 0`
    const [row] = yield* sql<{ snapshot: string }>`SELECT pg_export_snapshot() AS snapshot`
    const { counts, schema, version } = yield* details
    const program = yield* PostgresPrograms.find("pg_dump", Number.parseInt(version, 10))
    const source = yield* Bytes.make(PostgresPrograms.dump(program, url, String(row?.snapshot)))
    const parts: Array<Part> = []
    for (
      let bytes = yield* source.exactly(pieceBytes);
      bytes.length > 0;
      bytes = yield* source.exactly(pieceBytes)
    ) {
      const name = `${folders.database}dump.${String(parts.length + 1).padStart(6, "0")}`
      parts.push(yield* writer.file(name, bytes.length, Stream.make(bytes)))
    }
    return { counts, kind: "logical", parts, postgres: { version }, schema } satisfies DatabaseSnapshot
  },
  Effect.scoped,
  (effect) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))
)

/** Writes the database to the archive. `label` is stored in the files of a physical backup. */
export const take = Effect.fn("Snapshot.take")(function* (
  writer: Writer,
  kind: Manifest["kind"],
  label: string
) {
  const snapshot: DatabaseSnapshot =
    kind === "physical" ? yield* physical(writer, label) : yield* logical(writer)
  return snapshot
}, Sql.orDie)
