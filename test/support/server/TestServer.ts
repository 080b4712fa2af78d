/** The one database server of a test run, with a migrated template on it that every test file clones. */
import { PgClient } from "@effect/sql-pg"
import { Config, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "../../../layers/database/Database.ts"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import * as Migrations from "../../../layers/database/migration/Migrations.ts"
import * as Container from "../database/Container.ts"
import * as TestCluster from "../database/TestCluster.ts"

/** The data for `TestDatabase`: plain text, because vitest passes it to its workers. */
export interface TestServer {
  readonly url: string
  readonly template: string
  /** The other nodes of the cluster; undefined if it is a server alone. */
  readonly workers?: ReadonlyArray<string> | undefined
}

const memory = "/dev/shm"
const roomy = 2 * 2 ** 30

/** In memory if there is room: a clone is 300 files, which a disk creates slowly just after deleting another clone. */
const temporaryRoot = () => {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > roomy ? memory : tmpdir()
}

/** A temporary directory that other users may enter: the embedded server may run as one. */
export const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(temporaryRoot(), "pipeline-test-"))
    chmodSync(path, 0o755)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const embedded = Effect.gen(function* () {
  const dataDir = yield* temporaryDirectory
  const { url } = yield* EmbeddedPostgres.make({ dataDir, durable: false })
  return Redacted.value(url)
})

/** `scripts/test.ts` chooses the server; vitest started by hand gets the embedded server. */
const pick = Effect.gen(function* () {
  const kinds = ["embedded", "container", "given", "cluster", "clusterContainer"] as const
  const kind = yield* Config.Literals(kinds, "TEST_DATABASE").pipe(Config.withDefault("embedded" as const))
  const urls = {
    embedded,
    container: Container.url,
    given: Config.NonEmptyString("TEST_DATABASE_URL"),
    cluster: Config.NonEmptyString("TEST_CITUS_URL"),
    clusterContainer: Container.citusUrl
  }
  const url = yield* urls[kind]
  if (!kind.startsWith("cluster")) return { url }
  return { url, workers: yield* administer(url, TestCluster.workers(url)) }
})

/** The same URL with another database. */
export const withDatabase = (url: string, database: string) => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

/** Runs statements on the server's own database, over a separate connection. */
export const administer = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))

/** Copying a template's files costs half of logging its pages, unless each file has to reach a disk: then no commit waits for it either. */
const copy = Effect.fnUntraced(function* (name: string, template: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ fsync: string }>`SHOW fsync`
  const isDurable = row?.fsync !== "off"
  const strategy = sql.literal(isDurable ? "WAL_LOG" : "FILE_COPY")
  // Fails while the server has no free connection, or a session is still connected to the template.
  yield* Effect.retry(sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)} STRATEGY ${strategy}`, {
    times: 3
  })
  if (isDurable) yield* sql`ALTER DATABASE ${sql(name)} SET synchronous_commit = off`
})

export const create = (name: string, template?: string) =>
  template === undefined
    ? Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE DATABASE ${sql(name)}`)
    : copy(name, template)

/** Again if its sessions need longer to end than the five seconds that the server waits, as on a busy cluster. */
export const drop = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.retry(sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`, { times: 3 })
  )

/** Runs the same on the server, or on all nodes at once. */
const everywhere = <A, E>(
  { url, workers = [] }: Pick<TestServer, "url" | "workers">,
  effect: Effect.Effect<A, E, SqlClient.SqlClient>,
  database?: string
) =>
  Effect.forEach(
    [url, ...workers],
    (one) => administer(database === undefined ? one : withDatabase(one, database), effect),
    { concurrency: "unbounded", discard: true }
  )

/** A clone of the template, or an empty database, while the scope is open. */
export const clone = Effect.fnUntraced(function* (server: TestServer, from: "template" | "nothing") {
  const { template, url, workers } = server
  const name = `pipeline_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const isEmpty = from === "nothing"
  const on = isEmpty ? { url } : server
  yield* Effect.acquireRelease(everywhere(on, create(name, isEmpty ? undefined : template)), () =>
    Effect.ignore(everywhere(on, drop(name)))
  )
  const address = withDatabase(url, name)
  if (!isEmpty && workers !== undefined) yield* administer(address, TestCluster.limit)
  return { name, url: address }
})

/** An empty database on all nodes of the cluster while the scope is open: their addresses, the coordinator's first. */
export const emptyCluster = Effect.fnUntraced(function* (server: TestServer) {
  const name = `pipeline_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  yield* Effect.acquireRelease(everywhere(server, create(name)), () =>
    Effect.ignore(everywhere(server, drop(name)))
  )
  yield* everywhere(server, TestCluster.extend, name)
  const { url, workers = [] } = server
  const coordinator = withDatabase(url, name)
  yield* administer(coordinator, TestCluster.introduce(coordinator, workers))
  return [coordinator, ...workers.map((worker) => withDatabase(worker, name))]
})

/** Lasts as long as the scope. */
export const make = Effect.gen(function* () {
  const server = yield* pick
  const { url, workers } = server
  const template = `pipeline_template_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const address = withDatabase(url, template)
  yield* Effect.acquireRelease(everywhere(server, create(template)), () =>
    Effect.ignore(everywhere(server, drop(template)))
  )
  if (workers !== undefined) {
    yield* everywhere(server, TestCluster.extend, template)
    yield* administer(address, TestCluster.introduce(address, workers))
  }
  yield* Migrations.migrate.pipe(Effect.provide(Database.connect(Redacted.make(address))), Effect.scoped)
  if (workers !== undefined) {
    yield* administer(address, TestCluster.distribute)
    yield* everywhere(server, TestCluster.freeze(template))
  }
  return { ...server, template } satisfies TestServer
})
