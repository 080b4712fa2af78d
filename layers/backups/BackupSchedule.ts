/** Runs scheduled backups and tracks the age of the newest. */
import { Clock, Context, Effect, FileSystem, Layer, Metric, Ref } from "effect"
import * as Retention from "../../src/shared/time/Retention.ts"
import { Database } from "../database/Database.ts"
import { Ids } from "../runtime/Ids.ts"
import * as Loop from "../runtime/Loop.ts"
import { Settings } from "../settings/Settings.ts"
import { BackupError } from "./BackupError.ts"
import * as Backups from "./Backups.ts"
import * as BackupLocation from "./BackupLocation.ts"
import * as BackupReader from "./archive/BackupReader.ts"
import * as Secrets from "./archive/Secrets.ts"
import * as WalArchive from "./wal/WalArchive.ts"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const age = gauge(
  "backup_age_seconds",
  "Seconds since the newest backup at BACKUP_TO was begun; left out if there is none"
)
const verifiedAge = gauge(
  "backup_verified_age_seconds",
  "Seconds since the newest backup that admin backup verify found sound was begun; left out if there is none"
)
const size = gauge("backup_last_size_bytes", "Size of the newest backup at BACKUP_TO")
const took = gauge("backup_last_duration_seconds", "Seconds that the newest backup took")
const failures = Metric.counter("backup_failures_total", {
  description: "Scheduled backups that failed in this process",
  incremental: true
})

/** The status on /readyz, which is public: it shows the age of the backups but not their location. */
interface Status {
  readonly ageSeconds: number | null
  readonly verifiedAgeSeconds: number | null
}

/** The job runs every ten minutes. The tolerance keeps a backup from being skipped when the last one began moments after its run. */
const scheduleTolerance = 300_000

const none: ReadonlyArray<Backups.Backup> = []

const isGood = ({ isDamaged }: Backups.Backup) => !isDamaged

export class BackupSchedule extends Context.Service<
  BackupSchedule,
  {
    /** Makes a backup if one is due and removes expired ones. Returns how many it made and removed. */
    readonly run: (asOf: string) => Effect.Effect<number, { readonly message: string }>
    /** Undefined if backups are not scheduled. */
    readonly status: Effect.Effect<Status | undefined>
    readonly refresh: Effect.Effect<void, BackupError>
    /** Fails with a one-line message if the settings can't work. */
    readonly check: Effect.Effect<void, BackupError>
  }
>()("pipeline/layers/BackupSchedule") {
  static readonly layer = Layer.effect(
    BackupSchedule,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { backupEvery, backupKeep, backupTo, backupWalTo, backupWithoutKey } = settings
      const context = yield* Effect.context<Database | FileSystem.FileSystem | Ids | Settings>()
      const knownBackups = yield* Ref.make(none)
      const describedName = yield* Ref.make("")

      const store = Effect.suspend(() => BackupLocation.at(backupTo ?? ""))

      /** Lists the backups, and reads the manifest of the newest if it is new. */
      const refresh = Effect.gen(function* () {
        const found = yield* Backups.list(yield* store, yield* Ref.get(knownBackups))
        yield* Ref.set(knownBackups, found)
        const newest = found.find(isGood)
        if (newest === undefined || newest.name === (yield* Ref.get(describedName))) return
        const { manifest } = yield* BackupReader.open(yield* store, newest.name)
        yield* Metric.update(size, newest.bytes)
        yield* Metric.update(took, (Date.parse(manifest.finishedAt) - Date.parse(manifest.startedAt)) / 1_000)
        yield* Ref.set(describedName, newest.name)
      }).pipe(Effect.provideContext(context))

      const status = Effect.gen(function* () {
        const millis = yield* Clock.currentTimeMillis
        const found = (yield* Ref.get(knownBackups)).filter(isGood)
        const since = (one: Backups.Backup | undefined) =>
          one === undefined ? null : Math.max(0, Math.round((millis - Date.parse(one.at)) / 1_000))
        return {
          ageSeconds: since(found[0]),
          verifiedAgeSeconds: since(found.find(({ isVerified }) => isVerified))
        }
      })

      const updateMetrics = Effect.gen(function* () {
        const { ageSeconds, verifiedAgeSeconds } = yield* status
        yield* Metric.update(age, ageSeconds ?? Number.NaN)
        yield* Metric.update(verifiedAge, verifiedAgeSeconds ?? Number.NaN)
      })

      /** Removes archived WAL older than the oldest backup. */
      const pruneLog = Effect.fnUntraced(function* (oldest: Backups.Backup | undefined) {
        if (backupWalTo === undefined || oldest === undefined) return
        const { manifest } = yield* BackupReader.open(yield* store, oldest.name)
        const { startLsn, systemId } = manifest.postgres
        if (startLsn !== undefined && systemId !== undefined)
          yield* WalArchive.prune(backupWalTo, systemId, startLsn)
      })

      const make = Effect.gen(function* () {
        const passphrase = backupWithoutKey ? undefined : yield* Secrets.passphrase
        const options = { store: yield* store, passphrase, withoutKey: backupWithoutKey }
        yield* Effect.provide(Backups.create(options), Database.operator)
      }).pipe(Effect.tapCause(() => Metric.update(failures, 1)))

      const run = Effect.fn("BackupSchedule.run")(function* (asOf: string) {
        if (backupTo === undefined) return 0
        const place = yield* store
        const newest = (yield* Backups.list(place, yield* Ref.get(knownBackups))).find(isGood)
        const elapsed = newest === undefined ? Infinity : Date.parse(asOf) - Date.parse(newest.at)
        if (elapsed < Retention.millisOf(backupEvery) - scheduleTolerance) return 0
        yield* make
        // Every backup is read again, because what is removed below can't be restored.
        const all = yield* Backups.list(place)
        yield* Ref.set(knownBackups, all)
        const surplus = Retention.surplus(all, backupKeep, asOf)
        for (const { name } of surplus) yield* Backups.remove(place, name)
        yield* place.sweep(new Date(asOf))
        yield* pruneLog(all.findLast((one) => isGood(one) && !surplus.includes(one)))
        yield* Effect.andThen(refresh, updateMetrics)
        return 1 + surplus.length
      }, Effect.provideContext(context))

      const check = Effect.gen(function* () {
        if (backupTo === undefined) return
        yield* store
        if (backupWithoutKey || (yield* Secrets.passphrase) !== undefined) return
        return yield* new BackupError({
          code: "backup_key",
          message:
            "BACKUP_TO needs BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, which seals the encryption key in each backup; or BACKUP_WITHOUT_KEY=true, if you keep that key elsewhere"
        })
      }).pipe(Effect.provideContext(context))

      return BackupSchedule.of({
        run,
        status: backupTo === undefined ? Effect.succeed(undefined) : status,
        refresh: backupTo === undefined ? Effect.void : Effect.andThen(refresh, updateMetrics),
        check
      })
    })
  )

  /** Checks the settings and updates the metrics while the service runs. */
  static readonly reporting = Layer.effectDiscard(
    Effect.gen(function* () {
      const { check, refresh } = yield* BackupSchedule
      yield* check
      if ((yield* Settings).backupTo === undefined) return
      yield* Metric.update(failures, 0)
      const refreshLoop = Loop.forever("Looking at backups", (works) =>
        refresh.pipe(Effect.andThen(works), Effect.andThen(Effect.sleep("1 minute")))
      )
      yield* Effect.forkScoped(refreshLoop)
    })
  )
}
