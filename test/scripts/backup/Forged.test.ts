import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Database } from "../../../layers/database/Database.ts"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import * as Migrations from "../../../layers/database/migration/Migrations.ts"
import { migrations } from "../../../migrations/index.ts"
import * as Cluster from "../../support/backups/Cluster.ts"
import { forge } from "../../support/backups/Forgery.ts"
import { backup, namesIn } from "../../support/server/Backup.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const key = "6".repeat(64)
const signature = "manifest.json.hmac-sha256"

/** A backup of a new database. */
const made = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const [dataDir, place] = yield* Effect.replicateEffect(temporaryDirectory, 2)
  yield* Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.make({ dataDir: dataDir! })
    yield* Effect.provide(Migrations.run(migrations), Database.connect(url))
  }).pipe(Effect.scoped)
  const here = { DATA_DIR: dataDir!, ENCRYPTION_KEY: key }
  const { name } = yield* backup(here, "create", "--to", place!, ...args)
  return { name: name as string, place: place!, file: join(place!, name) }
})

layer(Cluster.ground(), { excludeTestServices: true })("a forged backup", (it) => {
  it.effect(
    "is refused before anything of it is unpacked, and never brings commands to run",
    () =>
      Effect.gen(function* () {
        const { file, name, place } = yield* made()
        const root = yield* temporaryDirectory
        const [target, trace] = [join(root, "target"), join(place, "trace")]
        const evil = [
          "",
          `recovery_end_command = 'touch ${trace}'`,
          "archive_mode = on",
          `archive_command = 'touch ${trace}'`,
          ""
        ].join("\n")
        const append = {
          "database/postgresql.auto.conf": evil,
          "database/postgresql.conf": evil,
          "database/pg_hba.conf": "\nhost all all 127.0.0.1/32 trust\n"
        }
        const whole = readFileSync(file)

        for (const without of [[], [signature]]) {
          writeFileSync(file, forge(whole, { append, without }))
          const { code } = yield* Effect.flip(backup({}, "restore", file, "--data-dir", target, "--unsigned"))
          assert.strictEqual(code, "backup_forged")
          const unsound = yield* Effect.flip(backup({}, "verify", file))
          assert.match(unsound.message, /is not sound\. manifest: The backup was modified/u)
          assert.isFalse(existsSync(target))
          assert.deepStrictEqual(namesIn(place), [name, `${name}.failed.json`])
        }

        writeFileSync(file, forge(whole, { append, without: [signature, "encryption.key.sealed"] }))
        for (const command of [
          ["restore", file, "--data-dir", target],
          ["verify", file]
        ]) {
          const { code, message } = yield* Effect.flip(backup({}, ...command))
          assert.strictEqual(code, "backup_unsigned")
          assert.match(message, /it is not signed.* add --unsigned\.$/u)
        }
        assert.isFalse(existsSync(target))
        const taken = yield* backup({}, "restore", file, "--data-dir", target, "--unsigned")
        assert.match(taken.signature, /^not signed/u)
        const configuration = ["postgresql.conf", "postgresql.auto.conf", "pg_hba.conf"]
          .map((one) => readFileSync(join(target, "postgres", one), "utf8"))
          .join("\n")
        assert.notMatch(configuration, /trace|127\.0\.0\.1\/32\s+trust/u)
        assert.match(configuration, /127\.0\.0\.1\/32\s+scram-sha-256/u)
        assert.deepStrictEqual(namesIn(target), ["postgres"])
        assert.isFalse(existsSync(trace))
      }),
    180_000
  )

  it.effect(
    "is told from one without its key by the key that is set",
    () =>
      Effect.gen(function* () {
        const { file } = yield* made("--without-key")
        const [empty, root] = yield* Effect.replicateEffect(temporaryDirectory, 2)
        const restore = (environment: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
          backup(
            { DATA_DIR: empty!, ...environment },
            "restore",
            file,
            "--data-dir",
            join(root!, "to"),
            ...args
          )
        const unknown = yield* Effect.flip(restore({}))
        assert.strictEqual(unknown.code, "backup_unsigned")
        assert.match(unknown.message, /set ENCRYPTION_KEY/u)
        const another = yield* Effect.flip(restore({ ENCRYPTION_KEY: "7".repeat(64) }, "--unsigned"))
        assert.strictEqual(another.code, "backup_forged")
        const { signature } = yield* restore({ ENCRYPTION_KEY: key })
        assert.strictEqual(signature, "signed with this key")
      }),
    180_000
  )
})
