/** A durable embedded server that ships its log, and what a recovery makes of it. */
import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, Layer, Ref, Schedule, Stream } from "effect"
import type { Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { execFileSync } from "node:child_process"
import { chownSync, mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import * as BaseBackup from "../../../layers/backups/BaseBackup.ts"
import * as WalShipping from "../../../layers/backups/wal/WalShipping.ts"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import type { Settings } from "../../../layers/settings/Settings.ts"
import { makeS3Listing } from "../fakes/S3.ts"
import { testSettings } from "../server/TestSettings.ts"

/** What the code under test needs around it. */
export const ground = (settings: Partial<Settings["Service"]> = {}) =>
  Layer.mergeAll(testSettings(settings), NodeServices.layer)

/** The same with a bucket. */
export const bucket = Layer.unwrap(Effect.map(makeS3Listing, (s3) => ground({ backupS3: s3 })))

const connect = (url: Redacted.Redacted) => Effect.provide(PgClient.makeClient({ url }), Reactivity.layer)

/** A server with a table `kept`, until the scope closes. */
export const start = Effect.fnUntraced(function* (dataDir: string) {
  const { url } = yield* EmbeddedPostgres.make({ dataDir })
  const sql = yield* connect(url)
  yield* sql`CREATE TABLE IF NOT EXISTS kept (id serial PRIMARY KEY, filler text)`
  return {
    url,
    sql,
    write: (filler: string) => Effect.asVoid(sql`INSERT INTO kept (filler) VALUES (${filler})`),
    all: Effect.map(sql<{ filler: string }>`SELECT filler FROM kept ORDER BY id`, (rows) =>
      rows.map(({ filler }) => filler)
    )
  }
})

type Server = Effect.Success<ReturnType<typeof start>>

const soon = { schedule: Schedule.spaced("20 millis"), times: 1_000 }

/** Ships the server's log until the scope closes or it fails; `caughtUp` waits for what was written so far. */
export const ship = Effect.fnUntraced(function* ({ sql, url }: Server, place: string) {
  const gaps = yield* Ref.make(0)
  const shipping = yield* WalShipping.ship({
    url,
    place,
    caughtUp: Effect.void,
    lost: () => Ref.update(gaps, (count) => count + 1)
  }).pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.forkScoped)
  const isBehind = Effect.gen(function* () {
    const rows = yield* sql`SELECT 1 FROM pg_stat_replication
      WHERE application_name = 'sales-pipeline backup' AND flush_lsn >= pg_current_wal_flush_lsn()`
    if (rows.length === 0) return yield* Effect.fail("not yet shipped")
  })
  return {
    caughtUp: Effect.raceFirst(Effect.retry(isBehind, soon), Fiber.join(shipping)),
    ended: Fiber.await(shipping),
    stop: Fiber.interrupt(shipping),
    gaps: Ref.get(gaps)
  }
})

/** Takes a base backup, and unpacks it as the database of each of the data directories. */
export const backup = Effect.fnUntraced(function* ({ url }: Server, ...dataDirs: ReadonlyArray<string>) {
  const backup = yield* BaseBackup.start(url, "the operator's")
  const input = Buffer.concat(yield* Stream.runCollect(backup.tar))
  for (const dataDir of dataDirs) {
    const directory = join(dataDir, "postgres")
    mkdirSync(directory, { mode: 0o700 })
    execFileSync("tar", ["-xf", "-", "-C", directory], { input })
    const { gid, uid } = statSync(join(directory, "PG_VERSION"))
    chownSync(directory, uid, gid)
  }
  return { startLsn: backup.startLsn, ...(yield* backup.ended) }
}, Effect.scoped)
