/** Servers in containers, if a Docker engine answers: what else the suite can run on. */
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { StartedTestContainer } from "testcontainers"

export const images = {
  postgres: "postgres:18-alpine",
  citus: "citusdata/citus:13.2.0",
  redis: "redis:8.2.2-alpine"
}

/** Loaded only where they are needed: every worker loads this file, and they take a second. */
const testcontainers = Effect.promise(() => import("testcontainers"))
const postgresql = Effect.promise(() => import("@testcontainers/postgresql"))

/** Whether an engine answers: the docker command alone is not enough. */
export const answers = Effect.flatMap(testcontainers, ({ getContainerRuntimeClient }) =>
  Effect.tryPromise(() => getContainerRuntimeClient()).pipe(
    Effect.timeout("3 seconds"),
    Effect.match({ onFailure: () => false, onSuccess: () => true })
  )
)

/** Runs a container while the scope is open. One of a process that is killed is removed by the library. */
const run = <A extends StartedTestContainer>(container: { readonly start: () => Promise<A> }) =>
  Effect.acquireRelease(
    Effect.tryPromise(() => container.start()),
    (started) => Effect.ignore(Effect.tryPromise(() => started.stop()))
  )

const addressOf = (started: StartedTestContainer, port: number) =>
  `${started.getHost()}:${started.getMappedPort(port)}`

/** Arguments of a server whose data nobody needs after the run. */
const flags = (settings: ReadonlyArray<string>) => [
  "postgres",
  ...["fsync=off", "synchronous_commit=off", "full_page_writes=off", ...settings].flatMap((_) => ["-c", _])
]

/** Ports are open to the network. */
const password = randomUUID()

export const url = Effect.gen(function* () {
  const { PostgreSqlContainer } = yield* postgresql
  const container = new PostgreSqlContainer(images.postgres)
    .withDatabase("postgres")
    .withUsername("postgres")
    .withPassword(password)
    .withCommand(flags([]))
  return (yield* run(container)).getConnectionUri()
})

/** A cluster of one node. While the image initialises, it serves only a Unix socket: an answer over TCP means that it is done. */
export const citusUrl = Effect.gen(function* () {
  const { GenericContainer, Wait } = yield* testcontainers
  const container = new GenericContainer(images.citus)
    .withExposedPorts(5432)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(flags(["max_prepared_transactions=200", "citus.enable_stat_counters=on"]))
    .withWaitStrategy(Wait.forSuccessfulCommand("pg_isready --host=127.0.0.1"))
  return `postgres://postgres:${password}@${addressOf(yield* run(container), 5432)}/postgres`
})

export const redisUrl = Effect.gen(function* () {
  const { GenericContainer, Wait } = yield* testcontainers
  const container = new GenericContainer(images.redis)
    .withExposedPorts(6379)
    .withCommand(["redis-server", "--requirepass", password])
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/u))
  return `redis://:${password}@${addressOf(yield* run(container), 6379)}`
})
