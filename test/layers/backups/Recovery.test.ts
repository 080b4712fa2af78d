import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import * as Recovery from "../../../layers/backups/wal/Recovery.ts"
import * as Cluster from "../../support/backups/Cluster.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

layer(Cluster.ground(), { excludeTestServices: true })("a recovery", (it) => {
  it.effect(
    "has all that was shipped, or what was there at a moment, and goes on to ship",
    () =>
      Effect.gen(function* () {
        const [dataDir, toEnd, toMoment, again, late, wal] = yield* Effect.replicateEffect(
          temporaryDirectory,
          6
        )
        const moment = yield* Effect.scoped(
          Effect.gen(function* () {
            const server = yield* Cluster.start(dataDir!)
            const shipping = yield* Cluster.ship(server, wal!)
            yield* server.write("before")
            yield* Cluster.backup(server, toEnd!, toMoment!, again!, late!)
            yield* server.write("after")
            const [row] = yield* server.sql<{ now: Date }>`SELECT clock_timestamp() AS now`
            yield* Effect.sleep("20 millis")
            yield* server.write("late")
            // Fills a segment.
            yield* server.sql`INSERT INTO kept (filler) SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) n`
            yield* server.sql`DELETE FROM kept WHERE length(filler) > 100`
            yield* server.write("last")
            yield* shipping.caughtUp
            return row!.now
          })
        )
        const system = readdirSync(wal!)
        assert.strictEqual(system.length, 1)
        assert.isTrue(readdirSync(join(wal!, system[0]!)).some((name) => name.endsWith(".gz")))

        // The backup alone must not pass for all that was written.
        const elsewhere = { dataDir: toEnd!, wal: yield* temporaryDirectory }
        const { message } = yield* Effect.flip(Recovery.recover(elsewhere))
        assert.match(message, /has no log of this database: name the place .*\(--wal\)/u)
        const short = { dataDir: toEnd!, wal, endLsn: "FF/0" }
        assert.match((yield* Effect.flip(Recovery.recover(short))).message, /ends before this backup does/u)
        const early = { dataDir: toEnd!, wal, at: new Date(0) }
        assert.match(
          (yield* Effect.flip(Recovery.recover(early))).message,
          /is before the end of this backup/u
        )

        const end = yield* Recovery.recover({ dataDir: toEnd!, wal })
        assert.strictEqual(end.timeline, 2)
        assert.isAbove(Date.parse(end.reachedTime!), moment.getTime())
        yield* Effect.scoped(
          Effect.gen(function* () {
            const server = yield* Cluster.start(toEnd!)
            assert.deepStrictEqual(yield* server.all, ["before", "after", "late", "last"])
            const shipping = yield* Cluster.ship(server, wal!)
            yield* server.write("on timeline 2")
            yield* shipping.caughtUp
          })
        )

        yield* Effect.flip(Recovery.recover({ dataDir: late!, wal, at: new Date("2100-01-01") })).pipe(
          Effect.map(({ message }) =>
            assert.match(
              message,
              /^2100\S+ is after the last transaction of the log, which was at \S+Z: leave --at out/u
            )
          )
        )
        const then = yield* Recovery.recover({ dataDir: toMoment!, wal, at: moment, timeline: 1 })
        assert.strictEqual(then.timeline, 3)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const server = yield* Cluster.start(toMoment!)
            assert.deepStrictEqual(yield* server.all, ["before", "after"])
          })
        )

        yield* Recovery.recover({ dataDir: again!, wal })
        yield* Effect.scoped(
          Effect.gen(function* () {
            const server = yield* Cluster.start(again!)
            assert.deepStrictEqual(yield* server.all, ["before", "after", "late", "last", "on timeline 2"])
          })
        )
      }),
    90_000
  )
})
