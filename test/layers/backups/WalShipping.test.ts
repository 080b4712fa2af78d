import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import * as Recovery from "../../../layers/backups/wal/Recovery.ts"
import * as WalArchive from "../../../layers/backups/wal/WalArchive.ts"
import * as Wal from "../../../src/shared/database/Wal.ts"
import * as Cluster from "../../support/backups/Cluster.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const reasonOf = (exit: Exit.Exit<unknown, { readonly message: string }>) =>
  Exit.isFailure(exit) ? Option.getOrThrow(Cause.findErrorOption(exit.cause)).message : "nothing failed"

const systemOf = (wal: string) => readdirSync(wal)[0]!

/** Checks that the kept log is the server's, byte for byte, without a hole. */
const matches = Effect.fnUntraced(function* (dataDir: string, wal: string, system: string) {
  const kept = yield* WalArchive.at(wal, system)
  const pieces = yield* kept.pieces
  const segments = [...new Set(pieces.map(({ segment }) => segment))].sort((a, b) => (a < b ? -1 : 1))
  for (const [index, segment] of segments.entries()) {
    assert.strictEqual(segment, segments[0]! + BigInt(index * Wal.segmentBytes))
    const bytes = yield* kept.assemble(pieces.filter((piece) => piece.segment === segment))
    const isLast = index === segments.length - 1
    assert.strictEqual(bytes.length === Wal.segmentBytes, !isLast)
    const file = join(dataDir, "postgres", "pg_wal", Wal.segmentName(1, segment))
    if (isLast) assert.isTrue(bytes.equals(readFileSync(file).subarray(0, bytes.length)))
  }
  return pieces
})

const fill = ({ sql }: { readonly sql: Effect.Success<ReturnType<typeof Cluster.start>>["sql"] }) =>
  Effect.andThen(
    sql`INSERT INTO kept (filler) SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) n`,
    sql`DELETE FROM kept WHERE length(filler) > 100`
  )

layer(Cluster.ground(), { excludeTestServices: true })("shipping the log to a directory", (it) => {
  it.effect(
    "goes on where it stopped, in few parts, and tells of a gap, which no recovery passes over",
    () =>
      Effect.gen(function* () {
        const [dataDir, restored, wal] = yield* Effect.replicateEffect(temporaryDirectory, 3)
        const server = yield* Cluster.start(dataDir!)
        for (const run of ["first", "second"]) {
          const shipping = yield* Cluster.ship(server, wal!)
          for (let turn = 0; turn < 20; turn += 1) {
            yield* server.write(`${run} ${turn}`)
            yield* shipping.caughtUp
          }
          yield* shipping.stop
          const parts = yield* matches(dataDir!, wal!, systemOf(wal!))
          assert.isAtMost(parts.length, 18)
        }
        yield* Cluster.backup(server, restored!)

        // Nothing but the slot makes the server keep what is not shipped.
        yield* server.sql`SELECT pg_drop_replication_slot('wal_shipping')`
        yield* fill(server)
        yield* server.sql`SELECT pg_switch_wal()::text`
        yield* server.sql`CHECKPOINT`
        const shipping = yield* Cluster.ship(server, wal!)
        yield* server.write("after the gap")
        yield* shipping.caughtUp
        assert.strictEqual(yield* shipping.gaps, 1)
        const failed = yield* Effect.flip(Recovery.recover({ dataDir: restored!, wal }))
        assert.match(
          failed.message,
          /^The log at \S+ has a gap: .* is missing\. Restore a backup taken after it/u
        )

        const { startLsn } = yield* Cluster.backup(server)
        yield* shipping.caughtUp
        const { removed } = yield* WalArchive.prune(wal!, systemOf(wal!), startLsn)
        assert.isAbove(removed, 0)
        const kept = yield* WalArchive.at(wal!, systemOf(wal!))
        for (const { segment } of yield* kept.pieces) {
          assert.isTrue(segment >= Wal.segmentStart(Wal.parseLsn(startLsn)))
        }
      }),
    90_000
  )

  it.effect(
    "refuses to mix with the log of a copy that went its own way",
    () =>
      Effect.gen(function* () {
        const [dataDir, wal] = yield* Effect.replicateEffect(temporaryDirectory, 2)
        const copy = join(yield* temporaryDirectory, "copy")
        yield* Effect.scoped(Effect.flatMap(Cluster.start(dataDir!), ({ write }) => write("same")))
        execFileSync("cp", ["-a", dataDir!, copy])
        yield* Effect.scoped(
          Effect.gen(function* () {
            const server = yield* Cluster.start(dataDir!)
            const shipping = yield* Cluster.ship(server, wal!)
            yield* server.write("only in the first".repeat(1_000))
            yield* shipping.caughtUp
          })
        )
        const before = readdirSync(join(wal!, systemOf(wal!)))
        const server = yield* Cluster.start(copy)
        const ahead = yield* Cluster.ship(server, wal!)
        const first = reasonOf(yield* ahead.ended)
        yield* server.write("only in the copy".repeat(100_000))
        const other = yield* Cluster.ship(server, wal!)
        const second = reasonOf(yield* other.ended)
        assert.match(
          first,
          /has the log of another copy of this database \(it goes on to .*, this one ends at/u
        )
        assert.match(second, /has the log of another copy of this database \(it differs in 0{7}1/u)
        assert.deepStrictEqual(readdirSync(join(wal!, systemOf(wal!))), before)
      }),
    90_000
  )

  it.effect(
    "holds nobody up while the place is away, and misses nothing once it is back",
    () =>
      Effect.gen(function* () {
        const [dataDir, wal] = yield* Effect.replicateEffect(temporaryDirectory, 2)
        const server = yield* Cluster.start(dataDir!)
        const place = join(wal!, "place")
        writeFileSync(place, "not a directory")
        const away = yield* Cluster.ship(server, place)
        assert.match(reasonOf(yield* away.ended), /place/u)
        yield* fill(server)
        yield* server.sql`CHECKPOINT`
        yield* server.write("meanwhile")
        rmSync(place)
        const shipping = yield* Cluster.ship(server, place)
        yield* shipping.caughtUp
        assert.strictEqual(yield* shipping.gaps, 0)
        yield* matches(dataDir!, place, systemOf(place))

        const second = yield* Cluster.ship(server, place)
        assert.isTrue(Exit.isSuccess(yield* second.ended), "one process ships, the other leaves it alone")
      }),
    90_000
  )
})

layer(Cluster.bucket, { excludeTestServices: true })("shipping the log to a bucket", (it) => {
  it.effect(
    "keeps it, and a recovery reads it from there",
    () =>
      Effect.gen(function* () {
        const [dataDir, restored] = yield* Effect.replicateEffect(temporaryDirectory, 2)
        const wal = "s3://files/log"
        yield* Effect.scoped(
          Effect.gen(function* () {
            const server = yield* Cluster.start(dataDir!)
            const shipping = yield* Cluster.ship(server, wal)
            yield* Cluster.backup(server, restored!)
            yield* fill(server)
            yield* server.write("last")
            yield* shipping.caughtUp
          })
        )
        yield* Recovery.recover({ dataDir: restored!, wal })
        const server = yield* Cluster.start(restored!)
        assert.deepStrictEqual(yield* server.all, ["last"])
      }),
    90_000
  )
})
