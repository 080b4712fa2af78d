import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as BaseBackup from "../../../layers/backups/BaseBackup.ts"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import * as Cluster from "../../support/backups/Cluster.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const Manifest = Schema.fromJsonString(
  Schema.Struct({
    Files: Schema.Array(Schema.Struct({ Path: Schema.String, Size: Schema.Finite, Checksum: Schema.String }))
  })
)

describe("a base backup", () => {
  it.live("starts by itself with all that was written before it, taken while more is written", () =>
    Effect.gen(function* () {
      const server = yield* Cluster.start(yield* temporaryDirectory)
      const insert = server.sql`INSERT INTO kept (filler) SELECT repeat('x', 1000) FROM generate_series(1, 100)`
      yield* insert
      const writing = yield* Effect.forkChild(Effect.forever(insert))
      const dataDir = yield* temporaryDirectory
      const backup = yield* Cluster.backup(server, dataDir)
      yield* Fiber.interrupt(writing)

      const { Files } = yield* Schema.decodeUnknownEffect(Manifest)(Buffer.from(backup.manifest).toString())
      for (const { Checksum, Path, Size } of Files) {
        const bytes = readFileSync(join(dataDir, "postgres", Path))
        assert.strictEqual(bytes.length, Size, Path)
        assert.strictEqual(createHash("sha256").update(bytes).digest("hex"), Checksum, Path)
      }
      assert.isAbove(Files.length, 500)

      const { length } = yield* (yield* Cluster.start(dataDir)).all
      assert.isAtLeast(length, 100)
      assert.strictEqual(length % 100, 0)
    })
  )

  it.live("leaves nothing at the server when its reader goes away in the middle", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* Cluster.start(yield* temporaryDirectory)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const backup = yield* BaseBackup.start(url, "broken off")
          yield* Stream.runDrain(Stream.take(backup.tar, 3))
          const error = yield* Effect.flip(backup.ended)
          assert.strictEqual(error.message, "The base backup failed: its archive was not read to the end")
        })
      )
      const left = sql<{ n: number }>`SELECT (SELECT count(*) FROM pg_replication_slots)
        + (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'walsender') AS n`
      yield* left.pipe(
        Effect.repeat({ until: ([row]) => Number(row!.n) === 0 }),
        Effect.timeout("20 seconds")
      )
    })
  )

  it.live("says why the server refuses it", () =>
    Effect.gen(function* () {
      const { url } = yield* EmbeddedPostgres.make({ dataDir: yield* temporaryDirectory })
      const wrong = Redacted.make(Redacted.value(url).replace(/:[^:@]*@/u, ":wrong@"))
      const error = yield* Effect.flip(Effect.scoped(BaseBackup.start(wrong, "refused")))
      assert.match(
        error.message,
        /^The database accepts no replication connection: password authentication failed/u
      )
    })
  )
})
