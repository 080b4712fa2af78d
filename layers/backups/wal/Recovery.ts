/** Recovers an unpacked base backup to a point in time: PostgreSQL replays the archived WAL and starts a new timeline. */
import { PgClient } from "@effect/sql-pg"
import { Effect, FileSystem, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { join, resolve } from "node:path"
import * as Wal from "../../../src/shared/database/Wal.ts"
import * as Binaries from "../../postgres/Binaries.ts"
import * as Cluster from "../../postgres/Cluster.ts"
import { EmbeddedPostgresError } from "../../postgres/EmbeddedPostgresError.ts"
import * as OsUser from "../../postgres/OsUser.ts"
import * as PostgresServer from "../../postgres/PostgresServer.ts"
import { BackupError } from "../BackupError.ts"
import * as Replication from "./Replication.ts"
import * as WalFeed from "./WalFeed.ts"
import * as WalArchive from "./WalArchive.ts"

export interface Options {
  /** The service's data directory. The backup is unpacked in its `postgres` folder. */
  readonly dataDir: string
  /** Location of the archived WAL (BACKUP_WAL_TO). Without it, recovery ends where the backup ends. */
  readonly wal?: string | undefined
  /** Recovery target time; by default the end of the WAL. */
  readonly at?: Date | undefined
  /** Timeline to follow; by default the newest. Each restore with recovery starts one. */
  readonly timeline?: number | undefined
  /** Where the backup's own WAL ends. The archived WAL must continue from there. */
  readonly endLsn?: string | undefined
}

interface RecoveryResult {
  readonly reachedLsn: string
  /** Commit time of the last transaction in ISO 8601; null if none was committed after the backup began. */
  readonly reachedTime: string | null
  /** The new timeline of the database. */
  readonly timeline: number
}

const refuse = (code: string, message: string) => new BackupError({ code, message })

/** Reads the backup label that the server wrote. */
const labelOf = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* fs
    .readFileString(join(directory, "backup_label"))
    .pipe(
      Effect.mapError(() =>
        refuse(
          "backup_incomplete",
          `${directory} is not an unpacked base backup, or was recovered before: unpack the backup into an empty directory.`
        )
      )
    )
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "mu").exec(text)?.[1] ?? ""
  return {
    startedAt: new Date(field("START TIME").replace(" UTC", "Z").replace(" ", "T")),
    startLsn: Wal.parseLsn(field("START WAL LOCATION").split(" ", 1)[0] ?? ""),
    timeline: Number(field("START TIMELINE"))
  }
})

type Label = Effect.Success<ReturnType<typeof labelOf>>

/** pg_control starts with the cluster's identifier, in the machine's byte order. */
const systemIdOf = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  const control = yield* fs.readFile(join(directory, "global", "pg_control"))
  return String(Buffer.from(control).readBigUInt64LE(0))
})

/** The newest timeline that continues this backup. PostgreSQL's own "latest" stops at the first timeline number that was never archived. */
const newest = Effect.fnUntraced(function* (kept: WalArchive.WalArchive, label: Label) {
  for (const timeline of yield* kept.timelines) {
    const history = Wal.parseHistory(String(yield* kept.read(Wal.historyName(timeline))))
    if (history.some((one) => one.timeline === label.timeline && one.left > label.startLsn)) return timeline
  }
  return label.timeline
})

/** Without this check, a restore without any archived WAL would look complete. */
const mustReach = Effect.fnUntraced(function* (kept: WalArchive.WalArchive, end: bigint) {
  const reached = (yield* kept.pieces).map(Wal.endOf)
  if (reached.some((one) => one >= end)) return
  const found = reached.length === 0 ? "has no log of this database" : "ends before this backup does"
  return yield* refuse(
    "backup_wal",
    `${kept.place} ${found}: name the place that BACKUP_WAL_TO was when the backup was made (--wal), or restore the backup as it is (--without-wal).`
  )
})

const settingsOf = (command: string, at: Date | undefined, timeline: number) => ({
  restore_command: command,
  recovery_target_timeline: String(timeline),
  recovery_target_action: "promote",
  // PostgreSQL parses the time before it loads time zone abbreviations, which include Z.
  ...(at && { recovery_target_time: at.toISOString().replace("Z", "+00") }),
  hot_standby: "off"
})

const lastCommit = /last completed transaction was at log time (?<time>\S+ [\d:.]+)/u

/** Explains to the operator why recovery failed. */
const explain = (
  error: EmbeddedPostgresError,
  log: string,
  at: Date | undefined,
  trouble: string | undefined
) => {
  if (trouble !== undefined) return refuse("backup_wal", trouble)
  const moment = at?.toISOString() ?? ""
  if (/recovery ended before configured recovery target/u.test(error.message)) {
    const last = log.split("\n").findLast((line) => lastCommit.test(line)) ?? ""
    const time = lastCommit.exec(last)?.groups?.["time"]
    return refuse(
      "backup_after_end",
      `${moment} is after the last transaction of the log${time ? `, which was at ${time.replace(" ", "T")}Z` : ""}: leave --at out to restore all of it.`
    )
  }
  if (/before consistent recovery point/u.test(error.message)) return beforeEnd(moment)
  return error
}

const beforeEnd = (moment: string) =>
  refuse(
    "backup_before_end",
    `${moment} is before the end of this backup: take an earlier one (admin backup list).`
  )

/** Queries the promoted server. Its new slot retains the WAL of the new timeline from the start. */
const queryServer = Effect.fnUntraced(
  function* (url: Redacted.Redacted, wal: string | undefined) {
    const sql = yield* PgClient.makeClient({ url })
    const [row] = yield* sql<{ lsn: string | null; at: Date | null; segment: string }>`
    SELECT pg_last_wal_replay_lsn()::text AS lsn, pg_last_xact_replay_timestamp() AS at,
      pg_walfile_name(pg_current_wal_lsn()) AS segment`
    if (wal !== undefined)
      yield* sql`SELECT slot_name FROM pg_create_physical_replication_slot(${Replication.slot}, true)`
    const { at = null, lsn, segment = "" } = row ?? {}
    const timeline = Wal.parsePiece(`${segment}.gz`)?.timeline ?? 0
    return {
      reachedLsn: lsn ?? "",
      reachedTime: at?.toISOString() ?? null,
      timeline
    } satisfies RecoveryResult
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer)
)

/**
 * Recovers the database in `dataDir` and leaves it stopped, ready for `npm start`. The caller locks the directory and has set the files'
 * owner. After a failure the directory is unusable.
 */
export const recover = Effect.fn("Recovery.recover")(function* (options: Options) {
  const { at, dataDir, wal } = options
  const fs = yield* FileSystem.FileSystem
  const directory = join(resolve(dataDir), "postgres")
  const label = yield* labelOf(directory)
  if (at && at < label.startedAt) return yield* beforeEnd(at.toISOString())
  const kept = wal === undefined ? undefined : yield* WalArchive.at(wal, yield* systemIdOf(directory))
  if (kept)
    yield* mustReach(kept, options.endLsn === undefined ? label.startLsn : Wal.parseLsn(options.endLsn))
  const target = kept === undefined ? label.timeline : yield* newest(kept, label)
  const binaries = yield* Binaries.find()
  const osUser = yield* OsUser.resolve(resolve(dataDir), directory, binaries)
  yield* fs.writeFileString(join(directory, "recovery.signal"), "")
  const feed = yield* WalFeed.serve(kept, directory, osUser)
  const site: PostgresServer.Site = {
    directory,
    log: `${directory}.log`,
    binaries,
    osUser,
    durable: true,
    recovery: settingsOf(feed.command, at, options.timeline ?? target)
  }
  yield* Effect.addFinalizer(() => Effect.ignore(PostgresServer.stop(site), { log: "Warn" }))
  const password = yield* Cluster.ensure(directory, binaries, osUser, true)
  const { port } = yield* PostgresServer.adoptOrStart(site).pipe(
    Effect.catchTag("EmbeddedPostgresError", (error) =>
      Effect.flatMap(
        Effect.orElseSucceed(fs.readFileString(site.log), () => ""),
        (log) => Effect.fail(explain(error, log, at, feed.trouble.message))
      )
    )
  )
  return yield* queryServer(
    Redacted.make(`postgres://postgres:${Redacted.value(password)}@127.0.0.1:${port}/postgres`),
    wal
  )
}, Effect.scoped)
