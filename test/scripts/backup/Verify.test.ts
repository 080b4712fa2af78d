import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Database } from "../../../layers/database/Database.ts"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import * as Migrations from "../../../layers/database/migration/Migrations.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { migrations } from "../../../migrations/index.ts"
import * as Doctor from "../../../scripts/admin/doctor/backups.ts"
import * as Cluster from "../../support/backups/Cluster.ts"
import { backupMetrics } from "../../support/deploy/BackupMetrics.ts"
import { gallery } from "../../support/fakes/Gallery.ts"
import { eventually } from "../../support/fakes/Receiver.ts"
import { makeS3Listing } from "../../support/fakes/S3.ts"
import { backup, namesIn } from "../../support/server/Backup.ts"
import * as Process from "../../support/server/Process.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"
import { sender } from "../../support/server/TestService.ts"

const patience = 180_000

/** On the embedded server of a data directory, which may run already. */
const within = <A, E, R>(dataDir: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.make({ dataDir })
    return yield* Effect.provide(effect, Database.connect(url))
  }).pipe(Effect.scoped)

const statements = (...all: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(all, (one) => sql.unsafe(one)))

/** The stored files of a data directory, by their paths. */
const filesOf = (dataDir: string) => {
  const root = join(dataDir, "files")
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name).slice(root.length))
    .sort()
}

layer(Cluster.ground(), { excludeTestServices: true })("backups of the embedded server", (it) => {
  it.effect(
    "are verified and restored from a bucket with stored files; what is wrong in one is named",
    () =>
      Effect.gen(function* () {
        const [root, dataDir] = yield* Effect.all([temporaryDirectory, temporaryDirectory])
        const pictures = yield* gallery
        const service = yield* Process.start({
          DATA_DIR: dataDir,
          DEMO: "true",
          OUTBOUND_ALLOW_PRIVATE: "true"
        })
        const send = sender(service.url, service.token)
        const { body: lead } = yield* Effect.promise(() => send("POST", "/v1/leads", { firstName: "A" }))
        const enrichment = {
          screenshot: `${pictures.url}/1.png`,
          attachments: [{ url: `${pictures.url}/2.png` }]
        }
        const { status } = yield* Effect.promise(() => send("PATCH", `/v1/leads/${lead.id}`, { enrichment }))
        assert.strictEqual(status, 200)
        assert.strictEqual(filesOf(dataDir).length, 2)
        const sealed = yield* Process.run({ DATA_DIR: dataDir }, [
          "scripts/admin.ts",
          "job",
          "run",
          "seal-audit"
        ])
        assert.strictEqual(sealed.code, 0, sealed.stderr)

        const s3 = yield* makeS3Listing
        const bucket = {
          BACKUP_TO: "s3://files/of-the-night",
          BACKUP_S3_ENDPOINT: s3.endpoint,
          BACKUP_S3_REGION: s3.region,
          BACKUP_S3_ACCESS_KEY_ID: "S3RVER",
          BACKUP_S3_SECRET_ACCESS_KEY: "S3RVER"
        }
        const { name } = yield* backup({ ...bucket, DATA_DIR: dataDir }, "create")
        const file = `${bucket.BACKUP_TO}/${name}`
        const report = yield* backup(bucket, "verify")
        assert.deepStrictEqual(
          report.checks.map(({ check, ok }: any) => [check, ok]),
          ["manifest", "content", "storage", "totals", "secrets", "audit", "files"].map((one) => [one, true])
        )
        const found = (wanted: string) => report.checks.find(({ check }: any) => check === wanted).found
        assert.match(found("audit"), /^[1-9]\d* entries under \d+ seals$/u)
        assert.strictEqual(found("files"), "2 files, each with its content")
        const { backups } = yield* backup(bucket, "list")
        assert.deepStrictEqual(
          backups.map((one: any) => [one.name, one.verified]),
          [[name, true]]
        )

        const other = join(root, "other")
        const wrong = { ...bucket, BACKUP_PASSPHRASE: "another passphrase" }
        const refused = yield* Effect.flip(backup(wrong, "restore", file, "--data-dir", other))
        assert.match(refused.message, /passphrase/u)
        yield* backup(bucket, "restore", file, "--data-dir", other)
        assert.deepStrictEqual(filesOf(other), filesOf(dataDir))
        for (const path of filesOf(other)) {
          const [here, there] = [dataDir, other].map((one) => readFileSync(join(one, "files", path)))
          assert.isTrue(here!.equals(there!))
        }

        yield* within(
          dataDir,
          statements(
            "UPDATE deal_totals SET deals = deals + 1 WHERE ctid = (SELECT max(ctid) FROM deal_totals)",
            "UPDATE audit SET actor_name = 'Someone else' WHERE operation = 'leads.create'"
          )
        )
        const [lost] = filesOf(dataDir)
        rmSync(join(dataDir, "files", lost!))
        const place = join(root, "place")
        const made = yield* backup({ DATA_DIR: dataDir }, "create", "--to", place)
        const unsound = yield* Effect.flip(backup({}, "verify", join(place, made.name)))
        yield* service.kill("SIGTERM")
        yield* service.exit
        assert.strictEqual(unsound.exit, 1)
        assert.strictEqual(unsound.code, "backup_unsound")
        assert.match(
          unsound.message,
          /totals: \S+ of board \S+ differs\. audit: in workspace \S+ entry \S+ of \S+ was altered/u
        )
        assert.include(unsound.message, `files: the file ${lost!.slice(1)} is missing`)
        assert.deepStrictEqual(namesIn(place), [made.name, `${made.name}.failed.json`])
      }),
    patience
  )

  it.effect(
    "of an older version are verified, restored, and brought up to date by the start",
    () =>
      Effect.gen(function* () {
        const [dataDir, place, other, root] = yield* Effect.replicateEffect(temporaryDirectory, 4)
        const all = Object.entries(migrations)
        const older = Object.fromEntries(all.slice(0, Math.max(1, all.length - 3)))
        yield* within(dataDir!, Migrations.run(older))
        const { name } = yield* backup(
          { DATA_DIR: dataDir!, ENCRYPTION_KEY: "6".repeat(64) },
          "create",
          "--to",
          place!
        )
        const file = join(place!, name)
        const settings = yield* Settings
        const states = Effect.fnUntraced(function* (days: number, backupTo = place) {
          const found = yield* Doctor.look({ ...settings, backupTo }, Date.now() + days * 86_400_000)
          return found.map(({ state }) => state)
        })
        assert.deepStrictEqual(yield* states(0), ["warn"])
        assert.isTrue((yield* backup({}, "verify", file)).ok)
        assert.deepStrictEqual(yield* states(0), ["ok"])
        assert.deepStrictEqual(yield* states(3), ["fail"])
        assert.deepStrictEqual(yield* states(0, other), ["fail"])
        yield* backup({}, "restore", file, "--data-dir", other!)
        const service = yield* Process.start({
          DATA_DIR: other!,
          BACKUP_TO: place!,
          BACKUP_WITHOUT_KEY: "true",
          BACKUP_WAL_TO: join(root!, "log")
        })
        const ready = yield* Effect.promise(() => fetch(`${service.url}/readyz`))
        assert.strictEqual(ready.status, 200)
        const rows = yield* within(other!, statements("SELECT count(*)::int AS count FROM schema_migrations"))
        assert.deepStrictEqual(rows[0], [{ count: all.length }])
        const isTold = yield* eventually(async () => {
          const text = await (await fetch(`${service.url}/metrics`)).text()
          return backupMetrics.every((one) => new RegExp(`^${one} \\d`, "mu").test(text)) || undefined
        })
        assert.isTrue(isTold)
        yield* service.kill("SIGTERM")
        yield* service.exit
      }),
    patience
  )
})
