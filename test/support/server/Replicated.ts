/** A primary and its streaming replica, two nodes on them, and what callers and operators see of both. */
import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../../layers/database/Database.ts"
import * as Migrations from "../../../layers/database/migration/Migrations.ts"
import * as Redis from "../fakes/Redis.ts"
import { type Api, ok } from "./Contract.ts"
import * as Standby from "../database/Standby.ts"
import { TestDatabase } from "../database/TestDatabase.ts"
import { administer } from "./TestServer.ts"
import { TestService } from "./TestService.ts"

/** Why there is none; undefined if there is. */
export const lacks = Standby.lacks ?? (Redis.isThere ? undefined : "TEST_REDIS_URL is not set")

export class Pair extends Context.Service<Pair, Standby.Standby>()("pipeline/test/Pair") {
  static readonly layer = Layer.effect(
    Pair,
    Effect.tap(Standby.make, ({ primary }) =>
      Effect.orDie(
        Effect.scoped(Effect.provide(Migrations.migrate, Database.connect(Redacted.make(primary.url))))
      )
    )
  )
}

type Line = Effect.Success<typeof Redis.proxied>

/** The way of each node to Redis: of the first, and of the other. */
export class Lines extends Context.Service<Lines, Readonly<Record<"first" | "other", Line>>>()(
  "pipeline/test/Lines"
) {
  static readonly layer = Layer.effect(Lines, Effect.all({ first: Redis.proxied, other: Redis.proxied }))
}

/** A node on the primary, that reads from the replica. */
const node = (line: "first" | "other") =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { primary, replica } = yield* Pair
      const { url } = (yield* Lines)[line]
      const database = Database.connect(Redacted.make(primary.url)).pipe(
        Layer.provideMerge(Layer.succeed(TestDatabase, { name: "postgres", url: primary.url }))
      )
      const settings = {
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URL: replica.url,
        REDIS_URL: Redacted.value(url)
      }
      return Layer.fresh(TestService.layer(settings, { database }))
    })
  )

export class Other extends Context.Service<Other, TestService["Service"]>()("pipeline/test/Other") {
  static readonly layer = Layer.effect(
    Other,
    Effect.map(Layer.build(node("other")), (context) => Context.get(context, TestService))
  )
}

/** The first node as the service of the test, and the other. */
export const nodes = Other.layer.pipe(
  Layer.provideMerge(node("first")),
  Layer.provideMerge(Lines.layer),
  Layer.provideMerge(Pair.layer)
)

export const soon = <A, E, R>(check: Effect.Effect<A, E, R>) =>
  Effect.catchDefect(check, Effect.fail).pipe(
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.timeout("20 seconds"),
    Effect.orDie
  )

/** How many reads went where, from /metrics. */
export const counted = (caller: Api, labels: string) =>
  Effect.map(caller.get("/metrics"), ({ text }) => {
    const line = text
      .split("\n")
      .find(
        (one) =>
          one.startsWith("replica_reads_total{") && labels.split(" ").every((label) => one.includes(label))
      )
    return Number(line?.split(" ").at(-1) ?? 0)
  })

export const names = (caller: Api, filter = "") =>
  Effect.map(ok(caller.get(`/v1/deals?limit=100${filter}`)), ({ data }) =>
    (data as ReadonlyArray<{ name: string }>).map(({ name }) => name)
  )

export const replay = (how: "pause" | "resume") =>
  Effect.flatMap(Pair, ({ replica }) =>
    administer(
      replica.url,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`SELECT pg_wal_replay_${how}()`))
    )
  )

export const state = (caller: Api) => Effect.map(ok(caller.get("/readyz")), ({ replica }) => replica.state)

/** Until the replica answers reads of this credential. */
export const inUse = (caller: Api) =>
  soon(
    Effect.gen(function* () {
      const before = yield* counted(caller, 'to="replica"')
      yield* names(caller)
      assert.isAbove(yield* counted(caller, 'to="replica"'), before)
    })
  )
