/** Commands that create, list, restore and verify backups. */
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { Argument } from "effect/cli"
import { resolve } from "node:path"
import { BackupError } from "../../layers/backups/BackupError.ts"
import * as Backups from "../../layers/backups/Backups.ts"
import * as BackupLocation from "../../layers/backups/BackupLocation.ts"
import * as BackupReader from "../../layers/backups/archive/BackupReader.ts"
import * as Restore from "../../layers/backups/Restore.ts"
import * as Secrets from "../../layers/backups/archive/Secrets.ts"
import * as Signature from "../../layers/backups/archive/Signature.ts"
import { Database } from "../../layers/database/Database.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { checkReport, verify as verified } from "./backupVerify.ts"
import { group, makeOn } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { passphrase } from "./command/Password.ts"
import * as Services from "./command/Services.ts"

const ground = Effect.succeed(Services.bare)

const file = Argument.String("file").pipe(
  Argument.withDescription("The backup: a path, or s3://bucket/prefix/name")
)

const withoutKey = (what: string) => Flags.toggle("without-key", what)

const unsigned = Flags.toggle(
  "unsigned",
  "Takes a backup whose signature can't be checked: it runs whatever its maker wanted"
)

const place = (flag: string, description: string) => Flags.optional(Flags.name(description, flag))

/** The given location, or the one in the settings. */
const placeOr = Effect.fnUntraced(function* (place: string | undefined, flag: string) {
  const found = place ?? (yield* Settings).backupTo
  if (found !== undefined) return yield* BackupLocation.at(found)
  return yield* new BackupError({
    code: "backup_place",
    message: `Where are the backups? Add ${flag} with a directory or s3://bucket/prefix, or set BACKUP_TO.`
  })
})

const passphraseOr = (passphrase: string | undefined) =>
  passphrase === undefined ? Secrets.passphrase : Effect.succeed(passphrase)

const opened = Effect.fnUntraced(function* (file: string) {
  const { store, name } = yield* BackupLocation.ofFile(file)
  return yield* BackupReader.open(store, name)
})

/** The newest backup in BACKUP_TO. */
const newest = Effect.gen(function* () {
  const store = yield* placeOr(undefined, "the file")
  const [first] = yield* Backups.list(store)
  if (first !== undefined) return { store, name: first.name }
  return yield* new BackupError({
    code: "backup_missing",
    message: `There is no backup in ${store.place} yet.`
  })
})

const create = makeOn(
  ground,
  "create",
  "Backs up database, stored files and encryption key into one file, whether or not the service runs.",
  {
    to: place("to", "A directory, or s3://bucket/prefix; by default BACKUP_TO"),
    passphrase: Flags.optional(passphrase),
    withoutKey: withoutKey("Leaves the encryption key out: keep it elsewhere, or its secrets are lost")
  },
  Effect.fnUntraced(function* ({ passphrase, to, withoutKey }) {
    const store = yield* placeOr(to, "--to")
    const phrase = withoutKey ? undefined : yield* passphraseOr(passphrase)
    const creation = Backups.create({ store, passphrase: phrase, withoutKey })
    return yield* Effect.provide(creation, Layer.provideMerge(Database.operator, Database.layer))
  })
)

const list = makeOn(
  ground,
  "list",
  "Lists the backups in a place, newest first.",
  { from: place("from", "A directory, or s3://bucket/prefix; by default BACKUP_TO") },
  Effect.fnUntraced(function* ({ from }) {
    const store = yield* placeOr(from, "--from")
    const found = yield* Backups.list(store)
    return {
      place: store.place,
      backups: found.map(({ at, bytes, isDamaged, isVerified, name }) => ({
        name,
        at,
        bytes,
        verified: isVerified,
        damaged: isDamaged
      }))
    }
  })
)

const Moment = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/u, {
    expected: "a moment with its zone, such as 2026-11-22T12:00:00Z"
  }),
  Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text)) || "There is no such moment")
)
const Timeline = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(1))

const restore = makeOn(
  ground,
  "restore",
  "Restores a backup into an empty DATA_DIR, or a dump into the empty database of DATABASE_URL.",
  {
    file,
    dataDir: Flags.optional(Flags.name("The directory to restore into; by default DATA_DIR", "data-dir")),
    passphrase: Flags.optional(passphrase),
    withoutKey: withoutKey("Leaves the encryption key in the backup: ENCRYPTION_KEY will be set"),
    unsigned,
    replace: Flags.toggle("replace", "Moves what is in the directory aside first; nothing is deleted"),
    wal: place("wal", "Where the log is kept that follows the backup; by default BACKUP_WAL_TO"),
    withoutWal: Flags.toggle("without-wal", "Replays no log: the database becomes what it was in the backup"),
    at: Flags.optional(
      Flags.text(
        "at",
        Moment,
        "The moment to restore, such as 2026-11-22T12:00:00Z; by default the log's end"
      )
    ),
    timeline: Flags.optional(
      Flags.text("timeline", Timeline, "The timeline to follow; by default the one that began last")
    )
  },
  Effect.fnUntraced(function* ({
    at,
    dataDir,
    file,
    passphrase,
    replace,
    timeline,
    unsigned,
    wal,
    withoutKey,
    withoutWal
  }) {
    const settings = yield* Settings
    const unverified = yield* opened(file)
    const directory = resolve(dataDir ?? settings.dataDir)
    const log = withoutWal ? undefined : (wal ?? settings.backupWalTo)
    const phrase = yield* passphraseOr(passphrase)
    const backup = yield* Signature.verify(unverified, {
      passphrase: phrase,
      allowUnsigned: unsigned,
      preferConfiguredKey: withoutKey
    })
    const { aside, damaged, hasKey, reached } = yield* Restore.restore({
      backup,
      dataDir: directory,
      database: settings.databaseUrl,
      replace,
      withoutKey,
      recovery: {
        wal: log,
        at: at === undefined ? undefined : new Date(at),
        timeline
      }
    })
    const { finishedAt, service } = unverified.manifest
    return {
      asOf: reached?.reachedTime ?? finishedAt,
      ...(reached && { log: log ?? notReplayed, lsn: reached.reachedLsn, timeline: reached.timeline }),
      madeBy: service.version,
      signature: backup.signature,
      dataDir: directory,
      ...(aside !== undefined && { movedAside: aside }),
      ...(damaged.length > 0 && { damagedBefore: damaged }),
      next: nextOf(directory, hasKey, settings.encryptionKey !== undefined)
    }
  })
)

const verify = makeOn(
  ground,
  "verify",
  "Restores a backup into a scratch directory, checks all of it, and writes a signed report beside it.",
  {
    file: Argument.optional(file),
    passphrase: Flags.optional(passphrase),
    unsigned,
    databaseUrl: Flags.optional(
      Flags.name("A server where a dump is restored into a scratch database", "database-url")
    ),
    check: Flags.optional(Flags.name("A report to prove, instead of verifying", "check"))
  },
  Effect.fnUntraced(function* ({ check, databaseUrl, file, passphrase, unsigned }) {
    const phrase = yield* passphraseOr(passphrase)
    const fileName = Option.getOrUndefined(file)
    if (check !== undefined) {
      const { store, name } = yield* BackupLocation.ofFile(check)
      const text = yield* BackupLocation.textOf(store, name)
      return yield* checkReport(text, fileName === undefined ? undefined : yield* opened(fileName), phrase)
    }
    const { store, name } = fileName === undefined ? yield* newest : yield* BackupLocation.ofFile(fileName)
    return yield* verified({
      store,
      name,
      passphrase: phrase,
      unsigned,
      server: databaseUrl === undefined ? undefined : Redacted.make(databaseUrl)
    })
  })
)

const notReplayed = "not replayed: what was written after the backup is missing (--wal)"

/** The operator's next step. */
const nextOf = (dataDir: string, hasKey: boolean, isSet: boolean) => {
  const start = `Start the service with DATA_DIR=${dataDir}: it brings the schema up to its version.`
  if (!hasKey) return `Set ENCRYPTION_KEY to the key that the backup was made with. ${start}`
  return isSet
    ? `Unset ENCRYPTION_KEY, or set it to what ${dataDir}/encryption.key contains. ${start}`
    : start
}

export const backup = group("backup", "Backups", [create, list, restore, verify])
