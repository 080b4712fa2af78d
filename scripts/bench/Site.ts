/** The bench's databases, on an embedded server or on the server that DATABASE_URL names. */
import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Effect, FileSystem, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { Database } from "../../layers/platform/database/Database.ts"
import { EmbeddedPostgres } from "../../layers/platform/database/EmbeddedPostgres.ts"
import { Limits } from "../../layers/platform/database/Limits.ts"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import { Settings } from "../../layers/platform/Settings.ts"
import * as App from "../../src/App.ts"
import * as TestServer from "../../test/support/server/TestServer.ts"
import { type Loaded, load } from "../../test/support/bench/load.ts"

export interface Site {
  /** The server's own database. */
  readonly url: string
  /** Holds the services' keys and the embedded server's files. */
  readonly directory: string
  /** The server's first process, if it runs on this machine. */
  readonly postmaster: number | undefined
  /** Whether databases stay for the next run. */
  readonly kept: boolean
}

export interface Filled {
  readonly url: string
  readonly loaded: Loaded
  readonly sample: Array<{ readonly id: string; readonly board: string; stage: string }>
}

/** Runs a server while the scope is open; its files stay in `keep` if given. */
export const make = Effect.fnUntraced(function* (keep: string | undefined, given: string | undefined) {
  const fs = yield* FileSystem.FileSystem
  const directory = keep ?? (yield* TestServer.temporaryDirectory)
  if (given !== undefined) return { url: given, directory, postmaster: undefined, kept: keep !== undefined }
  const { directory: files, url } = yield* EmbeddedPostgres.make({ dataDir: directory })
  const pid = Number((yield* fs.readFileString(join(files, "postmaster.pid"))).split("\n")[0])
  return { url: Redacted.value(url), directory, postmaster: pid, kept: keep !== undefined }
})

const insideOf =
  ({ directory }: Site, url: string) =>
  <A, E>(effect: Effect.Effect<A, E, any>) =>
    Effect.provide(effect, repositories(url, directory)) as Effect.Effect<A, E>

/** The service's repositories on a database. */
export const repositories = (url: string, directory: string) =>
  App.repositories.pipe(
    Layer.provideMerge(Layer.effectDiscard(Migrations.migrate)),
    Layer.provideMerge(Database.connect(Redacted.make(url))),
    // Filling takes longer than a request may.
    Layer.provide(Layer.succeed(Limits, { connections: 12, statement: 600_000, lock: 5_000, idle: 60_000 })),
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: directory }))),
    Layer.provide(NodeServices.layer)
  )

const sampleOf = Effect.fnUntraced(function* ({ workspace }: Loaded) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Filled["sample"][number]>`SELECT id, board_id AS board, stage_id AS stage FROM deals
    WHERE workspace_id = ${workspace.id} AND deleted_at IS NULL ORDER BY reverse(id::text) LIMIT 2000`
  return [...rows]
})

/** Makes a database of `deals` deals, or takes that of an earlier run. */
export const fill = Effect.fnUntraced(function* (site: Site, deals: number) {
  const fs = yield* FileSystem.FileSystem
  const name = `pipeline_bench_${deals}`
  const record = join(site.directory, `${name}.json`)
  const url = TestServer.withDatabase(site.url, name)
  const inside = insideOf(site, url)
  const known = site.kept && (yield* fs.exists(record))
  if (!known) {
    yield* TestServer.administer(site.url, Effect.andThen(TestServer.drop(name), TestServer.create(name)))
    yield* fs.writeFileString(record, JSON.stringify(yield* inside(load({ deals }))))
  }
  if (!site.kept)
    yield* Effect.addFinalizer(() => Effect.ignore(TestServer.administer(site.url, TestServer.drop(name))))
  const loaded: Loaded = JSON.parse(yield* fs.readFileString(record))
  return { url, loaded, sample: yield* inside(sampleOf(loaded)) } satisfies Filled
})
