import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { inject } from "vitest"
import { BackupSchedule } from "../../../layers/backups/BackupSchedule.ts"
import * as PostgresPrograms from "../../../layers/backups/PostgresPrograms.ts"
import { Database } from "../../../layers/database/Database.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { backup, namesIn, passphrase } from "../../support/server/Backup.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import * as TestServer from "../../support/server/TestServer.ts"
import { TestService } from "../../support/server/TestService.ts"

const key = "5".repeat(64)

/** The major version of the server, and whether its programs are here. */
const programs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    major: number
  }>`SELECT current_setting('server_version_num')::int / 10000 AS major`
  const major = Number(row?.major)
  const found = yield* Effect.option(PostgresPrograms.find("pg_dump", major))
  return { major, isThere: found._tag === "Some" }
}).pipe(Effect.provide(NodeServices.layer))

/** An empty database on the test's server, for as long as the scope is open. */
const emptyDatabase = Effect.gen(function* () {
  const { url } = inject("testServer")
  const name = `pipeline_restored_${Math.random().toString(36).slice(2, 10)}`
  yield* Effect.acquireRelease(TestServer.administer(url, TestServer.create(name)), () =>
    Effect.ignore(TestServer.administer(url, TestServer.drop(name)))
  )
  return TestServer.withDatabase(url, name)
})

layer(TestService.layer(), { excludeTestServices: true })("backups of an external database", (it) => {
  it.effect(
    "are PostgreSQL's own dumps, which a restore and a verification read, or are refused where pg_dump is missing",
    () =>
      Effect.gen(function* () {
        const { board, send } = yield* (yield* TestService).workspace("standard")
        yield* Effect.promise(() =>
          send("POST", "/v1/deals", { boardId: board.id, name: "Kept", amountCents: 700 })
        )
        const { url } = yield* TestDatabase
        const directory = yield* TestServer.temporaryDirectory
        const place = join(directory, "out")
        const here = { DATABASE_URL: url, DATA_DIR: join(directory, "data"), ENCRYPTION_KEY: key }
        const { isThere, major } = yield* programs
        if (!isThere) {
          const { code, message } = yield* Effect.flip(backup(here, "create", "--to", place))
          assert.strictEqual(code, "pg_dump_missing")
          assert.match(
            message,
            new RegExp(
              `^pg_dump of PostgreSQL ${major} or newer .* apt install postgresql-client-${major};`,
              "u"
            )
          )
          return assert.deepStrictEqual(namesIn(place), [])
        }
        const { counts, name } = yield* backup(here, "create", "--to", place)
        assert.isAtLeast(counts.deals, 1)
        const file = join(place, name)

        const report = yield* backup(here, "verify", file, "--database-url", url)
        assert.isTrue(report.ok)
        assert.strictEqual(report.rows.deals, counts.deals)
        assert.deepStrictEqual(namesIn(place), [name, `${name}.verified.json`])

        const target = yield* emptyDatabase
        const elsewhere = { DATABASE_URL: target, DATA_DIR: join(directory, "restored") }
        yield* backup(elsewhere, "restore", file)
        assert.deepStrictEqual(namesIn(elsewhere.DATA_DIR), ["encryption.key"])
        const rows = yield* Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ name: string }>`SELECT name FROM deals WHERE name = 'Kept'`
        ).pipe(Effect.provide(Database.connect(Redacted.make(target))), Effect.scoped)
        assert.deepStrictEqual(rows, [{ name: "Kept" }])

        const full = yield* Effect.flip(
          backup(elsewhere, "restore", file, "--data-dir", join(directory, "third"))
        )
        assert.strictEqual(full.code, "database_not_empty")
        const none = yield* Effect.flip(backup({}, "restore", file, "--data-dir", join(directory, "fourth")))
        assert.match(none.message, /set DATABASE_URL to an empty one/u)
      }),
    240_000
  )

  it.effect(
    "are made by the job when one is due, and kept as BACKUP_KEEP says",
    () =>
      Effect.gen(function* () {
        if (!(yield* programs).isThere) return
        const { url } = yield* TestDatabase
        const directory = yield* TestServer.temporaryDirectory
        const place = join(directory, "out")
        const settings = {
          DATABASE_URL: url,
          DATA_DIR: directory,
          ENCRYPTION_KEY: key,
          BACKUP_TO: place,
          BACKUP_KEEP: "1",
          BACKUP_PASSPHRASE: passphrase,
          PATH: process.env["PATH"] ?? ""
        }
        const ground = BackupSchedule.layer.pipe(
          Layer.provide(Ids.layer),
          Layer.provideMerge(Settings.layer),
          Layer.provide(NodeServices.layer),
          Layer.provideMerge(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
        )
        yield* Effect.gen(function* () {
          const { run, status } = yield* BackupSchedule
          const now = Date.now()
          const later = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
          assert.strictEqual(yield* run(later(0)), 1)
          const [first] = namesIn(place)
          assert.strictEqual(yield* run(later(23)), 0)
          // Names have whole seconds.
          const soon = yield* Effect.retry(run(later(24)), { times: 200 })
          assert.strictEqual(soon, 2)
          assert.notInclude(namesIn(place), first)
          assert.strictEqual(namesIn(place).length, 1)
          assert.isAtMost((yield* status)!.ageSeconds!, 60)
          assert.isNull((yield* status)!.verifiedAgeSeconds)
        }).pipe(Effect.provide(ground, { local: true }))
      }),
    240_000
  )
})
