/** `backup verify`: restores a backup into a scratch directory, checks all of it, and writes a signed report next to it. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, FileSystem, Layer, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { BackupError } from "../../layers/backups/BackupError.ts"
import * as Backups from "../../layers/backups/Backups.ts"
import * as BackupChecks from "../../layers/backups/BackupChecks.ts"
import type { BackupStore } from "../../layers/backups/BackupStore.ts"
import * as BackupReader from "../../layers/backups/archive/BackupReader.ts"
import * as VerificationReport from "../../layers/backups/VerificationReport.ts"
import * as Restore from "../../layers/backups/Restore.ts"
import * as Secrets from "../../layers/backups/archive/Secrets.ts"
import * as Signature from "../../layers/backups/archive/Signature.ts"
import { Database } from "../../layers/database/Database.ts"
import { EmbeddedPostgres } from "../../layers/database/EmbeddedPostgres.ts"
import * as Migrations from "../../layers/database/migration/Migrations.ts"
import { Files } from "../../layers/files/Files.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import { now } from "../../layers/runtime/Now.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { build } from "../../layers/runtime/Version.ts"
import type { Encryption } from "../../layers/encryption/Encryption.ts"
import * as App from "../../src/service/App.ts"
import * as Batches from "../../src/jobs/Batches.ts"

interface VerifyOptions {
  readonly store: BackupStore
  readonly name: string
  readonly passphrase: string | undefined
  /** Whether to accept a backup whose signature can't be checked. */
  readonly unsigned: boolean
  /** The server for the scratch database of a dump; without one, an embedded server is used. */
  readonly server: Redacted.Redacted | undefined
}

/** A separate database on a server, dropped when the scope closes. */
const scratchDatabase = Effect.fnUntraced(function* (server: Redacted.Redacted) {
  const name = `pipeline_verify_${(yield* (yield* Ids).token(12)).toLowerCase()}`
  const administer = (statement: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
      Effect.provide(Database.connect(server)),
      Effect.scoped
    )
  yield* Effect.acquireRelease(administer(`CREATE DATABASE ${name}`), () =>
    Effect.ignore(administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`), { log: "Warn" })
  )
  const url = new URL(Redacted.value(server))
  url.pathname = `/${name}`
  return Redacted.make(url.toString())
})

/** Restores into a scratch directory and returns the address of the database. */
const restored = Effect.fnUntraced(function* (
  backup: Signature.VerifiedBackup,
  scratch: string,
  server: Redacted.Redacted | undefined
) {
  const wanted = {
    backup,
    dataDir: join(scratch, "data"),
    withoutKey: true,
    replace: false
  }
  if (backup.opened.manifest.kind === "physical") {
    const { damaged } = yield* Restore.restore({ ...wanted, database: undefined })
    const { url } = yield* EmbeddedPostgres.make({ dataDir: wanted.dataDir, durable: false })
    return { damaged, dataDir: wanted.dataDir, url }
  }
  const embedded = EmbeddedPostgres.make({ dataDir: join(scratch, "server"), durable: false })
  const url = server === undefined ? (yield* embedded).url : yield* scratchDatabase(server)
  const { damaged } = yield* Restore.restore({ ...wanted, database: url })
  return { damaged, dataDir: wanted.dataDir, url }
})

/** Checks the restored database with the service's own code, after migrating it. */
const checked = (
  opened: BackupReader.BackupReader,
  url: Redacted.Redacted,
  dataDir: string,
  key: string | undefined
) =>
  Effect.gen(function* () {
    const { auditKeepDays } = yield* Settings
    const dropped = Batches.keptFrom("month", yield* now, auditKeepDays)
    return { rows: yield* BackupChecks.rows, checks: yield* BackupChecks.all(dropped, key !== undefined) }
  }).pipe(
    Effect.provide(
      Layer.merge(
        App.repositories,
        opened.manifest.files.stored === "s3" ? Files.layerS3 : Files.layerLocal
      ).pipe(
        Layer.provideMerge(Ids.layer),
        Layer.provideMerge(Database.operator),
        Layer.provideMerge(Migrations.layer),
        Layer.provideMerge(Database.connect(url)),
        Layer.provide(NodeFileSystem.layer)
      )
    ),
    Effect.updateService(Settings, (settings) => ({
      ...settings,
      dataDir,
      databaseUrl: url,
      ...(key !== undefined && { encryptionKey: Redacted.make(key) })
    }))
  )

/** Writes the report next to the backup. Fails if a check failed. */
const conclude = Effect.fnUntraced(function* (
  { store, name }: VerifyOptions,
  opened: BackupReader.BackupReader,
  encryption: Encryption["Service"] | undefined,
  checks: ReadonlyArray<BackupChecks.Check>,
  rows: VerificationReport.Found["rows"]
) {
  const report = VerificationReport.sign(
    {
      backup: name,
      manifestSha256: VerificationReport.hashOf(opened),
      bytes: opened.bytes,
      verifiedAt: yield* now,
      version: build,
      ok: checks.every(({ ok }) => ok),
      checks,
      rows
    },
    encryption
  )
  const file = yield* Backups.report(store, name, report.ok, `${JSON.stringify(report, null, 2)}\n`)
  const wrong = checks.filter(({ ok }) => !ok)
  if (wrong.length === 0) return { ...report, report: file }
  return yield* new BackupError({
    code: "backup_unsound",
    message: `${name} is not sound. ${wrong.map(({ check, found }) => `${check}: ${found}`).join(". ")}. The report: ${store.place}/${file}`
  })
})

/** Verifies a backup and writes the report next to it. */
export const verify = Effect.fnUntraced(function* (wanted: VerifyOptions) {
  const { store, name, passphrase, server, unsigned } = wanted
  const fs = yield* FileSystem.FileSystem
  const opened = yield* BackupReader.open(store, name)
  const verified = yield* Effect.result(
    Signature.verify(opened, { passphrase, allowUnsigned: unsigned, preferConfiguredKey: false })
  )
  if (Result.isFailure(verified)) {
    const { failure } = verified
    if (!(failure instanceof BackupError) || failure.code !== "backup_forged") return yield* failure
    const check = { check: "manifest", ok: false, found: failure.message.replace(/\.$/u, "") }
    return yield* conclude(wanted, opened, undefined, [check], {})
  }
  const { key, signature, encryption } = verified.success
  const scratch = yield* fs.makeTempDirectoryScoped({ prefix: "pipeline-verify-" })
  const { damaged, dataDir, url } = yield* restored(verified.success, scratch, server)
  const { checks, rows } = yield* checked(opened, url, dataDir, key)
  const { manifest } = opened
  const all: ReadonlyArray<BackupChecks.Check> = [
    { check: "manifest", ok: true, found: signature },
    {
      check: "content",
      ok: damaged.length === 0,
      found:
        damaged.length === 0
          ? `${manifest.parts.length} parts and ${manifest.files.count} files have the hashes of the manifest`
          : `damaged before the backup was made: ${damaged.slice(0, 3).join(", ")}`
    },
    ...checks
  ]
  return yield* conclude(wanted, opened, encryption, all, rows)
}, Effect.scoped)

/** Verifies a report's signature and, if a backup is given, that the report is about it. */
export const checkReport = Effect.fnUntraced(function* (
  text: string,
  opened: BackupReader.BackupReader | undefined,
  passphrase: string | undefined
) {
  const key =
    opened === undefined
      ? yield* Secrets.key
      : yield* Signature.keyFor(opened, { passphrase, preferConfiguredKey: false })
  if (key === undefined) {
    return yield* new BackupError({
      code: "backup_key",
      message:
        "The key that signed the report is not here: set ENCRYPTION_KEY or DATA_DIR, or name the backup too, whose key the passphrase opens."
    })
  }
  const found = yield* VerificationReport.check(text, yield* Secrets.vaultOf(key))
  const sha256 = opened && VerificationReport.hashOf(opened)
  if (sha256 === undefined || sha256 === found.manifestSha256) return found
  return yield* new BackupError({
    code: "report_invalid",
    message: `The report is of another backup than this: of ${found.backup}, with another manifest.`
  })
})
