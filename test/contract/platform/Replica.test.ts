import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../../layers/platform/database/Database.ts"
import * as Migrations from "../../../layers/platform/database/Migrations.ts"
import * as Redis from "../../support/fakes/Redis.ts"
import { type Api, api, created, member, ok, workspace } from "../../support/server/Contract.ts"
import * as Standby from "../../support/server/Standby.ts"
import { TestDatabase } from "../../support/server/TestDatabase.ts"
import { administer } from "../../support/server/TestServer.ts"
import { TestService } from "../../support/server/TestService.ts"

const lacks = Standby.lacks ?? (Redis.isThere ? undefined : "TEST_REDIS_URL is not set")

class Pair extends Context.Service<Pair, Standby.Standby>()("pipeline/test/Pair") {
  static readonly layer = Layer.effect(
    Pair,
    Effect.tap(Standby.make, ({ primary }) =>
      Effect.orDie(
        Effect.scoped(Effect.provide(Migrations.migrate, Database.connect(Redacted.make(primary.url))))
      )
    )
  )
}

/** A node on the primary, that reads from the replica. */
const node = Layer.unwrap(
  Effect.map(Pair, ({ primary, replica }) => {
    const database = Database.connect(Redacted.make(primary.url)).pipe(
      Layer.provideMerge(Layer.succeed(TestDatabase, { name: "postgres", url: primary.url }))
    )
    const settings = {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.url,
      REDIS_URL: process.env["TEST_REDIS_URL"] ?? ""
    }
    return Layer.fresh(TestService.layer(settings, { database }))
  })
)

class Other extends Context.Service<Other, TestService["Service"]>()("pipeline/test/Other") {
  static readonly layer = Layer.effect(
    Other,
    Effect.map(Layer.build(node), (context) => Context.get(context, TestService))
  )
}

const soon = <A, E, R>(check: Effect.Effect<A, E, R>) =>
  Effect.catchDefect(check, Effect.fail).pipe(
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.timeout("20 seconds"),
    Effect.orDie
  )

/** How many reads went where, from /metrics. */
const counted = (caller: Api, labels: string) =>
  Effect.map(caller.get("/metrics"), ({ text }) => {
    const line = text
      .split("\n")
      .find(
        (one) =>
          one.startsWith("replica_reads_total{") && labels.split(" ").every((label) => one.includes(label))
      )
    return Number(line?.split(" ").at(-1) ?? 0)
  })

const names = (caller: Api, filter = "") =>
  Effect.map(ok(caller.get(`/v1/deals?limit=100${filter}`)), ({ data }) =>
    (data as ReadonlyArray<{ name: string }>).map(({ name }) => name)
  )

const replay = (how: "pause" | "resume") =>
  Effect.flatMap(Pair, ({ replica }) =>
    administer(
      replica.url,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`SELECT pg_wal_replay_${how}()`))
    )
  )

const state = (caller: Api) => Effect.map(ok(caller.get("/readyz")), ({ replica }) => replica.state)

/** Until the replica answers reads of this credential. */
const inUse = (caller: Api) =>
  soon(
    Effect.gen(function* () {
      const before = yield* counted(caller, 'to="replica"')
      yield* names(caller)
      assert.isAbove(yield* counted(caller, 'to="replica"'), before)
    })
  )

describe.skipIf(lacks !== undefined)(`a replica${lacks === undefined ? "" : `: ${lacks}`}`, () => {
  layer(Layer.provideMerge(Layer.provideMerge(Other.layer, node), Pair.layer), {
    excludeTestServices: true,
    timeout: "2 minutes"
  })("of the database", (it) => {
    it.effect("answers reads, and a credential's own writes are always among them, on every node", () =>
      Effect.gen(function* () {
        const here = yield* workspace()
        const there = api((yield* Other).as(here.apiKey.token))
        yield* inUse(here)
        assert.strictEqual(yield* state(here), "in_use")
        for (let index = 0; index < 15; index++) {
          const name = `D${index}`
          const [writer, reader] = index % 2 === 0 ? [here, there] : [there, here]
          yield* created(writer.post("/v1/deals", { boardId: here.board.id, name }))
          assert.include(yield* names(reader), name)
          assert.include(yield* names(writer), name)
        }
        yield* inUse(there)
      })
    )

    it.effect(
      "that stops replaying shows others what is old for a while only, and writers what they wrote",
      () =>
        Effect.gen(function* () {
          const here = yield* workspace()
          const there = api((yield* Other).as(here.apiKey.token))
          const reader = yield* member(here.workspace.id, "viewer")
          yield* inUse(reader)
          yield* replay("pause")
          yield* Effect.gen(function* () {
            const deal = yield* created(here.post("/v1/deals", { boardId: here.board.id, name: "Unseen" }))
            const [own, elsewhere, others, notes, changed] = yield* Effect.all(
              [
                names(here),
                names(there),
                names(reader),
                ok(reader.get(`/v1/deals/${deal.id}/notes`)),
                names(reader, "&updatedSince=2020-01-01")
              ],
              { concurrency: 5 }
            )
            assert.deepStrictEqual([own, elsewhere, others], [["Unseen"], ["Unseen"], []])
            // What it doesn't find at all, and what changed since a time, come from the primary.
            assert.deepStrictEqual([notes.data, changed], [[], ["Unseen"]])
            // Beyond the bound, everyone reads from the primary.
            yield* soon(Effect.map(names(reader), (found) => assert.deepStrictEqual(found, ["Unseen"])))
            yield* soon(Effect.map(state(here), (found) => assert.strictEqual(found, "behind")))
            assert.deepStrictEqual(yield* names(here), ["Unseen"])
            assert.isAbove(yield* counted(here, 'to="primary" reason="behind"'), 0)
          }).pipe(Effect.ensuring(Effect.ignore(replay("resume"))))
          yield* inUse(here)
          assert.deepStrictEqual(yield* names(here), ["Unseen"])
        })
    )

    it.effect("that dies leaves the reads to the primary until it is back", () =>
      Effect.gen(function* () {
        const here = yield* workspace()
        const { replica } = yield* Pair
        yield* created(here.post("/v1/deals", { boardId: here.board.id, name: "Kept" }))
        yield* inUse(here)
        yield* replica.kill
        for (let index = 0; index < 20; index++) assert.deepStrictEqual(yield* names(here), ["Kept"])
        yield* soon(Effect.map(state(here), (found) => assert.strictEqual(found, "away")))
        yield* replica.start
        yield* inUse(here)
      })
    )

    it.effect("answers reports, lanes, notes, leads and the audit log as the primary does", () =>
      Effect.gen(function* () {
        const here = yield* workspace()
        const deal = yield* created(here.post("/v1/deals", { boardId: here.board.id, name: "One" }))
        yield* created(here.post("/v1/leads", { firstName: "Bo" }))
        yield* inUse(here)
        const paths = [
          `/v1/reports/weighted-pipeline?board_id=${here.board.id}`,
          `/v1/reports/this-month?board_id=${here.board.id}`,
          `/v1/boards/${here.board.id}/lanes`,
          `/v1/deals/${deal.id}/notes`,
          `/v1/deals/${deal.id}/activity`,
          "/v1/leads",
          "/v1/audit"
        ]
        for (const path of paths) {
          const before = yield* counted(here, 'to="replica"')
          const failed = yield* counted(here, 'to="primary" reason="failed"')
          yield* ok(here.get(path))
          assert.deepStrictEqual(
            [yield* counted(here, 'to="replica"'), yield* counted(here, 'to="primary" reason="failed"')],
            [before + 1, failed],
            path
          )
        }
      })
    )
  })
})
