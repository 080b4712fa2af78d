import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { createHash } from "node:crypto"
import { readFileSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Archive from "../../../layers/backups/archive/Archive.ts"
import * as Backups from "../../../layers/backups/Backups.ts"
import * as BackupDirectory from "../../../layers/backups/BackupDirectory.ts"
import * as BackupReader from "../../../layers/backups/archive/BackupReader.ts"
import * as VerificationReport from "../../../layers/backups/VerificationReport.ts"

const day = (number: number) => `pipeline-2026050${number}T000000Z-physical.tar.zst`

const archive = (text: string, deals: number) =>
  Archive.encode(new Date(0), (writer) =>
    Effect.gen(function* () {
      const content = Buffer.from(text)
      const part = yield* writer.file("database/PG_VERSION", content.length, Stream.make(content))
      const manifest = {
        format: 1,
        kind: "physical",
        service: { name: "sales-pipeline", version: "0.1.0" },
        startedAt: "2026-05-01T00:00:00.000Z",
        finishedAt: "2026-05-01T00:00:01.000Z",
        schema: { migrations: 1, last: "0001_pipeline" },
        postgres: { version: "18.4" },
        files: {
          stored: "directory",
          count: 0,
          bytes: 0,
          sha256: createHash("sha256").digest("hex"),
          damaged: []
        },
        counts: { deals },
        parts: [part]
      } as const
      return { manifest, sealedKey: undefined, sign: () => "" }
    })
  )

/** A place with backups of three days, each found sound by a report. */
const place = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const site = yield* fs.makeTempDirectoryScoped()
  const store = BackupDirectory.make(site, fs)
  for (const number of [1, 2, 3]) {
    const name = day(number)
    yield* store.write(name, archive("18\n", number))
    const opened = yield* BackupReader.open(store, name)
    const found = {
      backup: name,
      manifestSha256: VerificationReport.hashOf(opened),
      bytes: opened.bytes,
      verifiedAt: "2026-05-04T00:00:00.000Z",
      version: "0.1.0",
      ok: true,
      checks: [],
      rows: {}
    }
    yield* Backups.report(store, name, true, JSON.stringify(VerificationReport.sign(found, undefined)))
  }
  return { store, path: (name: string) => join(site, name) }
})

const states = (found: ReadonlyArray<Backups.Backup>) =>
  found.map(({ isDamaged, isVerified }) => [isDamaged, isVerified])

describe("the list of backups", () => {
  it.effect("calls those verified that their reports are of, and not what took their names", () =>
    Effect.gen(function* () {
      const { store, path } = yield* place
      const before = yield* Backups.list(store)
      assert.deepStrictEqual(
        before.map(({ name }) => name),
        [day(3), day(2), day(1)]
      )
      assert.deepStrictEqual(
        states(before),
        Array.from({ length: 3 }, () => [false, true])
      )

      writeFileSync(path(day(2)), readFileSync(path(day(1))))
      // The end of a sound one, after other bytes.
      const whole = readFileSync(path(day(3)))
      const end = Archive.footer.read(whole.subarray(-Archive.footer.bytes))!
      const first = Buffer.alloc(end + 1_000)
      writeFileSync(
        path(day(3)),
        Buffer.concat([first, whole.subarray(end, -Archive.footer.bytes), Archive.footer.of(first.length)])
      )
      assert.deepStrictEqual(states(yield* Backups.list(store)), [
        [false, false],
        [false, false],
        [false, true]
      ])
      // Only what is as it was is taken from what was known.
      assert.isFalse((yield* Backups.list(store, before))[0]!.isVerified)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("tells those that were cut off, or are something else", () =>
    Effect.gen(function* () {
      const { store, path } = yield* place
      truncateSync(path(day(3)), readFileSync(path(day(3))).length - 1)
      writeFileSync(path(day(1)), "")
      assert.deepStrictEqual(states(yield* Backups.list(store)), [
        [true, false],
        [false, true],
        [true, false]
      ])
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
