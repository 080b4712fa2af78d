import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { type Api, api, ok } from "../../support/server/Contract.ts"
import { createUntilGone, type Sent } from "../../support/hostile/Load.ts"
import { makeProxy } from "../../support/fakes/Proxy.ts"
import * as Process from "../../support/server/Process.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { sender } from "../../support/server/TestService.ts"

const clients = 12

/** A process is slow to start on a busy machine. */
const patience = 60_000

/** A running service with a client of its demo workspace. */
const running = Effect.gen(function* () {
  const site = yield* Process.site
  const service = yield* Process.start(site)
  const token = service.token!
  const client = api(sender(service.url, token))
  const board: string = (yield* ok(client.get("/v1/boards"))).data[0].id
  return { site, service, token, client, board }
})

/** The names with this prefix, and the number of deals for each. */
const countsOf = Effect.fnUntraced(function* (client: Api, prefix: string) {
  const counts = new Map<string, number>()
  let cursor = ""
  do {
    const page = yield* ok(client.get(`/v1/deals?status=all&limit=100&q=${prefix}${cursor}`))
    for (const { name } of page.data) counts.set(name, (counts.get(name) ?? 0) + 1)
    cursor = page.hasMore ? `&cursor=${page.nextCursor}` : ""
  } while (cursor !== "")
  return counts
})

/** Sends load, and then `signal`. */
const underLoad = Effect.fnUntraced(function* (
  { board, service, token }: Effect.Success<typeof running>,
  signal: NodeJS.Signals
) {
  const flows = yield* Deferred.make<void>()
  const load = yield* Effect.forkChild(
    createUntilGone({ url: service.url, clients }, token, board, (count) => {
      if (count === 100) Effect.runSync(Deferred.succeed(flows, undefined))
    })
  )
  yield* Deferred.await(flows)
  yield* service.kill(signal)
  const [took, exit] = yield* Effect.timed(service.exit)
  return { took: Duration.toMillis(took), exit, ...(yield* Fiber.join(load)) }
})

const acknowledged = (sent: ReadonlyArray<Sent>) => sent.filter((one) => one.status === 201)

describe("a service that is told to end", () => {
  it.live(
    "fails no accepted request under load, and exits with 0 within 10 s",
    () =>
      Effect.gen(function* () {
        const made = yield* running
        const { exit, prefix, sent, took } = yield* underLoad(made, "SIGTERM")
        assert.deepStrictEqual([exit.code, exit.stderr], [0, ""])
        assert.isBelow(took, 10_000)
        const failed = sent.filter((one) => one.status !== 201 && one.error !== "ECONNREFUSED")
        assert.deepStrictEqual(failed, [])
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ name: string }>`SELECT name FROM deals WHERE name LIKE ${`${prefix}-%`}`
        assert.sameMembers(
          rows.map((row) => row.name),
          acknowledged(sent).map((one) => one.name)
        )
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live(
    "finishes requests in flight, accepts no new ones, and treats a Ctrl-C sent twice as one",
    () =>
      Effect.gen(function* () {
        const { board, client, service } = yield* running
        const sql = yield* SqlClient.SqlClient
        const slow = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT 1 FROM boards WHERE id = ${board} FOR UPDATE`
            const pending = yield* Effect.forkChild(client.patch(`/v1/boards/${board}`, { name: "Late" }))
            yield* Effect.repeat(
              sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
            AND datname = current_database()`,
              { until: (rows) => rows.length > 0 }
            )
            yield* service.kill("SIGINT")
            yield* service.kill("SIGINT")
            yield* Effect.sleep("1 second")
            return pending
          })
        )
        const answer = yield* Fiber.join(slow)
        assert.deepStrictEqual([answer.status, answer.body.name], [200, "Late"])
        assert.strictEqual((yield* service.exit).code, 0)
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )
})

describe("a service that is told to end while its database is silent", () => {
  for (const workers of ["1", "2"]) {
    it.live(
      `ends all the same, with ${workers} ${workers === "1" ? "process" : "workers"}`,
      () =>
        Effect.gen(function* () {
          const site = yield* Process.site
          const address = new URL(site.DATABASE_URL)
          const proxy = yield* makeProxy(address.hostname, Number(address.port))
          address.host = `127.0.0.1:${proxy.port}`
          const service = yield* Process.start({
            ...site,
            DATABASE_URL: address.toString(),
            WORKERS: workers
          })
          const client = api(sender(service.url, service.token))
          yield* ok(client.get("/v1/me"))
          proxy.silence()
          const waiting = yield* Effect.forkChild(client.get("/v1/deals"))
          yield* service.kill("SIGTERM")
          const [took, exit] = yield* Effect.timed(service.exit)
          // Only the promised limit can end it.
          assert.isBelow(Duration.toMillis(took), 16_000)
          assert.isNull(exit.signal)
          yield* Fiber.interrupt(waiting)
        }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
      patience
    )
  }
})

describe("a service that is given time to leave", () => {
  it.live(
    "says that it is draining, and serves until the time is over, each connection once more, and whoever waits for changes",
    () =>
      Effect.gen(function* () {
        const service = yield* Process.start({ ...(yield* Process.site), SHUTDOWN_DELAY: "3" })
        const client = api(sender(service.url, service.token))
        yield* ok(client.get("/readyz"))
        const waiting = yield* Effect.forkChild(ok(client.get("/v1/events?wait=20&since=2999-01-01")))
        yield* service.kill("SIGTERM")
        const said = yield* Effect.repeat(client.get("/readyz"), { until: ({ status }) => status !== 200 })
        assert.deepStrictEqual([said.status, said.body.error.meta], [503, { status: "draining" }])
        const served = yield* client.get("/v1/me")
        assert.deepStrictEqual([served.status, served.headers.get("connection")], [200, "close"])
        yield* Fiber.join(waiting)
        assert.strictEqual((yield* service.exit).code, 0)
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )
})

describe("a service that is killed", () => {
  it.live(
    "has every acknowledged write once when it is back, and accepts the others again",
    () =>
      Effect.gen(function* () {
        const made = yield* running
        const { exit, prefix, sent } = yield* underLoad(made, "SIGKILL")
        assert.strictEqual(exit.signal, "SIGKILL")
        assert.isAbove(acknowledged(sent).length, 50)
        const again = yield* Process.start(made.site)
        assert.isUndefined(again.token)
        const client = api(sender(again.url, made.token))
        const counts = yield* countsOf(client, prefix)
        for (const { name } of acknowledged(sent)) assert.strictEqual(counts.get(name), 1, name)
        for (const { name } of sent.filter((one) => one.status === undefined)) {
          yield* client.post("/v1/deals", { boardId: made.board, name }, { "idempotency-key": name })
        }
        const after = yield* countsOf(client, prefix)
        assert.strictEqual(after.size, sent.length)
        assert.deepStrictEqual([...new Set(after.values())], [1])
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )
})
