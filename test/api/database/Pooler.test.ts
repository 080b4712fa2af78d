import { assert } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { describe } from "vitest"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Deadline } from "../../../src/surfaces/http/Deadline.ts"
import { makeReceiver } from "../../support/fakes/Receiver.ts"
import {
  type Api,
  api,
  contract,
  created,
  member,
  ok,
  refused,
  workspace
} from "../../support/server/Contract.ts"
import * as PgBouncer from "../../support/database/PgBouncer.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { administer } from "../../support/server/TestServer.ts"
import { TestService } from "../../support/server/TestService.ts"

let pgbouncer: PgBouncer.PgBouncer

const database = PgBouncer.layer((running) => (pgbouncer = running))

const soon = <A, E, R>(check: Effect.Effect<A, E, R>, seconds = 10) =>
  Effect.catchDefect(check, Effect.fail).pipe(
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.timeout(`${seconds} seconds`),
    Effect.orDie
  )

const name = "deals, leads and their lists"

describe.skipIf(PgBouncer.lacks !== undefined)(
  `a pooler in transaction mode${PgBouncer.lacks === undefined ? "" : `: ${PgBouncer.lacks}`}`,
  () => {
    contract(
      "through it the service",
      (it) => {
        it.effect(`serves ${name} to many at once`, () =>
          Effect.gen(function* () {
            const api = yield* workspace()
            const one = (index: number) =>
              Effect.gen(function* () {
                const deal = yield* created(
                  api.post("/v1/deals", { boardId: api.board.id, name: `D${index}` })
                )
                yield* ok(api.patch(`/v1/deals/${deal.id}`, { company: "Acme" }))
                yield* created(api.post("/v1/leads", { firstName: `Lead ${index}` }))
                yield* ok(api.get("/v1/deals?limit=5"))
                yield* ok(api.get(`/v1/reports/weighted-pipeline?board_id=${api.board.id}`))
                return yield* ok(api.get(`/v1/deals/${deal.id}`))
              })
            const deals = yield* Effect.forEach(
              Array.from({ length: 30 }, (_, index) => index),
              one,
              {
                concurrency: 12
              }
            )
            assert.strictEqual(new Set(deals.map(({ id }) => id)).size, 30)
            assert.isTrue(deals.every(({ company }) => company === "Acme"))
          })
        )

        it.effect("replays a write that repeats its idempotency key, also if both run at once", () =>
          Effect.gen(function* () {
            const api = yield* workspace()
            const key = { "idempotency-key": "pooled" }
            const write = api.post("/v1/deals", { boardId: api.board.id, name: "Once" }, key)
            const answers = yield* Effect.all([write, write, write], { concurrency: 3 })
            assert.deepStrictEqual(
              answers.map(({ status }) => status),
              [201, 201, 201]
            )
            assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
            assert.strictEqual((yield* ok(api.get("/v1/deals"))).data.length, 1)
          })
        )

        it.effect("delivers webhooks", () =>
          Effect.gen(function* () {
            const api = yield* workspace()
            const receiver = yield* makeReceiver()
            const url = receiver.url
            yield* created(api.post("/v1/webhooks", { boardId: api.board.id, url, events: ["deal.created"] }))
            for (let index = 0; index < 5; index++) {
              yield* created(api.post("/v1/deals", { boardId: api.board.id, name: `Told ${index}` }))
            }
            yield* soon(Effect.sync(() => assert.strictEqual(receiver.received.length, 5)))
          })
        )

        it.effect("refuses a revoked key within a second", () =>
          Effect.gen(function* () {
            const same = yield* TestDatabase
            const through = PgBouncer.connected(pgbouncer, same.url).pipe(
              Layer.provideMerge(Layer.succeed(TestDatabase, same))
            )
            const other = yield* Layer.build(Layer.fresh(TestService.layer({}, { database: through })))
            const owner = yield* workspace()
            const person = yield* member(owner.workspace.id, "member")
            const elsewhere = api(Context.get(other, TestService).as(person.token))
            const me = yield* ok(elsewhere.get("/v1/me"))
            yield* Effect.provideService(
              Effect.flatMap(ApiKeys, (keys) => keys.revoke(me.apiKey.id)),
              Tenant,
              { workspaceId: owner.workspace.id }
            )
            yield* soon(refused(elsewhere.get("/v1/me"), 401, "invalid_credential"), 1)
          })
        )

        it.effect("ends a wait for a lock by the server's limit, and goes on", () =>
          Effect.gen(function* () {
            const api = yield* workspace()
            const deal = yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "Held" }))
            const { url } = yield* TestDatabase
            const held = Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              yield* sql`SELECT 1 FROM deals WHERE workspace_id = ${api.workspace.id} AND id = ${deal.id} FOR UPDATE`
              yield* refused(api.patch(`/v1/deals/${deal.id}`, { company: "Late" }), 503, "unavailable")
            })
            yield* administer(
              url,
              Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(held))
            )
            yield* ok(api.patch(`/v1/deals/${deal.id}`, { company: "Acme" }))
          })
        )

        it.effect("loses no acknowledged write when the pooler is killed under load, and recovers", () =>
          Effect.gen(function* () {
            const api = yield* workspace()
            const kept = yield* load(
              api,
              Effect.gen(function* () {
                yield* pgbouncer.kill
                yield* soon(refused(api.get("/v1/deals"), 503, "unavailable"))
                yield* pgbouncer.start
                yield* soon(ok(api.get("/readyz")))
              })
            )
            const found = yield* namesIn(api)
            assert.isAbove(kept.length, 10)
            assert.deepStrictEqual([...found].toSorted(), [...new Set(found)].toSorted(), "none is doubled")
            assert.deepStrictEqual(
              kept.filter((one) => !found.includes(one)),
              []
            )
          })
        )
      },
      { OUTBOUND_ALLOW_PRIVATE: "true" },
      { database, overrides: Layer.succeed(Deadline, { usual: 8_000, long: 8_000 }) }
    )
  }
)

/** The names of the deals that writers were told of while `meanwhile` ran; each repeats a write until it is answered. */
const load = Effect.fnUntraced(function* (
  api: Api & { readonly board: { readonly id: string } },
  meanwhile: Effect.Effect<void>
) {
  const kept: Array<string> = []
  let isOver = false
  const writer = (who: number) =>
    Effect.gen(function* () {
      for (let index = 0; !isOver; index++) {
        const name = `W${who}-${index}`
        const write = api.post("/v1/deals", { boardId: api.board.id, name }, { "idempotency-key": name })
        yield* Effect.repeat(write, {
          until: ({ status }) => {
            assert.include([201, 503], status)
            return status === 201
          },
          schedule: Schedule.spaced("50 millis")
        })
        kept.push(name)
      }
    })
  const writers = yield* Effect.forkChild(
    Effect.forEach([1, 2, 3, 4, 5, 6], writer, { concurrency: "unbounded", discard: true })
  )
  yield* soon(Effect.sync(() => assert.isAbove(kept.length, 20)))
  yield* meanwhile
  const before = kept.length
  yield* soon(Effect.sync(() => assert.isAbove(kept.length, before + 20)))
  isOver = true
  yield* Fiber.join(writers)
  return kept
})

const namesIn = Effect.fnUntraced(function* (api: Api) {
  const names: Array<string> = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { data: ReadonlyArray<{ name: string }>; nextCursor: string | null } = yield* ok(
      api.get(`/v1/deals?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`)
    )
    names.push(...page.data.map(({ name }) => name))
    cursor = page.nextCursor
  }
  return names
})
