import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { Agent, get } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { CredentialChanges } from "../../../layers/identity/CredentialChanges.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { ok, api } from "../../support/server/Contract.ts"
import { createUntilGone, createWhile } from "../../support/hostile/Load.ts"
import * as Process from "../../support/server/Process.ts"
import * as Redis from "../../support/fakes/Redis.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { sender } from "../../support/server/TestService.ts"

/** Three processes are slow to start on a busy machine. */
const patience = 60_000

const clients = 12

const running = Effect.fnUntraced(function* (settings: Record<string, string> = {}) {
  const site = yield* Process.site
  const service = yield* Process.start({ ...site, WORKERS: "2", ...settings })
  const client = api(sender(service.url, service.token))
  const [board] = (yield* ok(client.get("/v1/boards"))).data
  return { ...service, token: service.token!, client, board: board.id as string }
})

type Running = Effect.Success<ReturnType<typeof running>>

interface Answer {
  readonly status: number
  readonly limits: string
  readonly text: string
}

/** A client with one connection, and so one worker. */
const connect = ({ token, url }: Running) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const headers = { authorization: `Bearer ${token}` }
      const ask = (path: string) =>
        Effect.promise(
          () =>
            new Promise<Answer>((done, fail) => {
              get(url + path, { agent, headers }, (response) => {
                let text = ""
                response.on("data", (chunk) => (text += chunk))
                const limits = String(response.headers["ratelimit"])
                response.on("end", () => done({ status: response.statusCode ?? 0, limits, text }))
              }).on("error", fail)
            })
        )
      return { agent, ask }
    }),
    ({ agent }) => Effect.sync(() => agent.destroy())
  )

/** Connections to each of two workers, told apart by their /metrics. */
const toBoth = Effect.fnUntraced(function* (service: Running) {
  const known = new Map<string, Effect.Success<ReturnType<typeof connect>>>()
  const look = Effect.gen(function* () {
    const connection = yield* connect(service)
    yield* connection.ask("/healthz")
    const { text } = yield* connection.ask("/metrics")
    const workers = new Set(Array.from(text.matchAll(/worker="(\d+)"/gu), ([, id = ""]) => id))
    assert.strictEqual(workers.size, 1, text)
    known.set([...workers][0]!, connection)
  })
  const looks = Effect.all([look, look, look, look, look, look], { concurrency: "unbounded" })
  yield* within(
    "both workers answer",
    Effect.andThen(
      looks,
      Effect.sync(() => known.size === 2)
    )
  )
  return [...known.values()]
})

const within = <E, R>(what: string, holds: Effect.Effect<boolean, E, R>) =>
  holds.pipe(
    Effect.repeat({ until: (is) => is, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOrElse({ duration: "20 seconds", orElse: () => Effect.die(new Error(`never: ${what}`)) })
  )

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const keysOf = ApiKeys.layer.pipe(Layer.provide(CredentialChanges.layer), Layer.provide(Ids.layer))

const names = Effect.fnUntraced(function* (prefix: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT name FROM deals WHERE name LIKE ${`${prefix}-%`}`
  return rows.map((row) => row.name)
})

describe.skipIf(process.platform !== "linux")("a service of two workers", () => {
  it.live(
    "shares its port and limits, hears of a revocation within a second, and ends with its first process",
    () =>
      Effect.gen(function* () {
        const limit = 60
        const redis = Redis.isThere ? { REDIS_URL: process.env["TEST_REDIS_URL"]! } : {}
        const service = yield* running({ RATE_LIMIT_PER_KEY: String(limit), ...redis })
        const connections = yield* Effect.replicateEffect(connect(service), 18)
        const both = yield* toBoth(service)
        const me = yield* ok(service.client.get("/v1/me"))

        const answers = yield* Effect.forEach(
          Array.from({ length: 200 }, (_, index) => [...both, ...connections][index % 20]!),
          ({ ask }) => ask("/v1/me"),
          { concurrency: "unbounded" }
        )
        const passed = answers.filter(({ status }) => status === 200)
        const left = passed.map(({ limits }) => Number(/"key";r=(\d+)/u.exec(limits)?.[1]))
        // Two requests were sent before.
        const places = Array.from({ length: limit - 2 }, (_, index) => index)
        if (Redis.isThere) assert.sameMembers(left, places)
        else assert.isAtMost(left.length, limit)

        const revoked = yield* Effect.flatMap(ApiKeys, (keys) => keys.revoke(me.apiKey.id)).pipe(
          Effect.provide(keysOf),
          Effect.provideService(Tenant, { workspaceId: me.workspace.id })
        )
        assert.isTrue(revoked)
        const [took] = yield* Effect.timed(
          Effect.forEach(
            both,
            ({ ask }) =>
              within(
                "the key is refused",
                Effect.map(ask("/v1/me"), ({ status }) => status === 401)
              ),
            { concurrency: 2 }
          )
        )
        assert.isBelow(Duration.toMillis(took), 1_000)

        const workers = Process.childrenOf(service.pid)
        assert.deepStrictEqual(workers.map(isAlive), [true, true])
        yield* service.kill("SIGKILL")
        yield* service.exit
        yield* within(
          "the workers end",
          Effect.sync(() => !workers.some(isAlive))
        )
        const answer = yield* Effect.promise(() => fetch(`${service.url}/healthz`).catch(() => undefined))
        assert.isUndefined(answer)
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live(
    "loses only the requests in flight on a killed worker, replaces it, and ends without a failure",
    () =>
      Effect.gen(function* () {
        const service = yield* running()
        const { board, exit, kill, pid, token, url } = service
        for (const { ask } of yield* toBoth(service)) {
          assert.match((yield* ask("/v1/me")).limits, /"key";r=49\d{4};.*"workspace";r=49\d{4};/u)
        }
        const before = Process.childrenOf(pid)
        const flows = yield* Deferred.make<void>()
        let goesOn = true
        const load = yield* Effect.forkChild(
          createWhile({ url, clients }, token, board, (_, count) => {
            if (count === 100) Effect.runSync(Deferred.succeed(flows, undefined))
            return goesOn
          })
        )
        yield* Deferred.await(flows)
        process.kill(before[0]!, "SIGKILL")
        const isReplaced = () => {
          const now = Process.childrenOf(pid)
          return now.length === 2 && !now.includes(before[0]!) && now.includes(before[1]!)
        }
        yield* within("another takes its place", Effect.sync(isReplaced))
        goesOn = false
        const { prefix, sent } = yield* Fiber.join(load)
        const lost = sent.filter((one) => one.status !== 201)
        assert.isAtMost(lost.length, clients)
        for (const one of lost) assert.isUndefined(one.status)
        const made = yield* names(prefix)
        assert.includeMembers(
          made,
          sent.filter((one) => one.status === 201).map((one) => one.name)
        )
        assert.strictEqual(new Set(made).size, made.length)

        // A terminal's Ctrl-C and some supervisors send the signal to every process of the service.
        const flowsAgain = yield* Deferred.make<void>()
        const again = yield* Effect.forkChild(
          createUntilGone({ url, clients }, token, board, (count) => {
            if (count === 100) Effect.runSync(Deferred.succeed(flowsAgain, undefined))
          })
        )
        yield* Deferred.await(flowsAgain)
        for (const worker of Process.childrenOf(pid)) process.kill(worker, "SIGTERM")
        yield* kill("SIGTERM")
        const [took, { code, stderr }] = yield* Effect.timed(exit)
        const ended = yield* Fiber.join(again)
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.isBelow(Duration.toMillis(took), 10_000)
        assert.deepStrictEqual(
          ended.sent.filter((one) => one.status !== 201 && one.error !== "ECONNREFUSED"),
          []
        )
        assert.sameMembers(
          yield* names(ended.prefix),
          ended.sent.filter((one) => one.status === 201).map((one) => one.name)
        )
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live(
    "replaces a stopped worker, logs it once, and leaves healthy workers alone",
    () =>
      Effect.gen(function* () {
        const { pid, said } = yield* running()
        const [stopped, well] = Process.childrenOf(pid)
        process.kill(stopped!, "SIGSTOP")
        yield* within(
          "another takes its place",
          Effect.sync(
            () => Process.childrenOf(pid).length === 2 && !Process.childrenOf(pid).includes(stopped!)
          )
        )
        assert.include(Process.childrenOf(pid), well)
        const lines = said().split("\n")
        assert.lengthOf(
          lines.filter((line) => line.includes(`worker ${stopped} was silent for 8 s, and was killed`)),
          1,
          said()
        )
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live(
    "ends with code 1 and one line if no worker can start",
    () =>
      Effect.gen(function* () {
        const busy = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const server = createServer().listen(0, "127.0.0.1")
            await once(server, "listening")
            return server
          }),
          (server) => Effect.sync(() => server.close())
        )
        const { port } = busy.address() as AddressInfo
        const site = { ...(yield* Process.site), WORKERS: "2", PORT: String(port) }
        const { code, stderr, stdout } = yield* Process.run(site)
        assert.deepStrictEqual([code, stdout], [1, ""], stderr)
        assert.match(
          stderr,
          new RegExp(`^sales-pipeline: Cannot listen on 127\\.0\\.0\\.1:${port}[^\\n]+\\n$`, "u")
        )
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )
})
