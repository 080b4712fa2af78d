/** The benchmark databases, on an embedded server or the one in DATABASE_URL, and the services that use them. */
import { Console, Effect, FileSystem, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { EmbeddedPostgres } from "../../layers/database/EmbeddedPostgres.ts"
import { load } from "../../test/support/bench/load.ts"
import * as TestServer from "../../test/support/server/TestServer.ts"
import { repositories } from "../../test/system/rig/Repositories.ts"
import { type Environment, type Options, Service, unlimited } from "../../test/system/rig/Service.ts"
import type { Contestant } from "./Compare.ts"
import type { Subject } from "./Scenarios.ts"

/** Runs a server while the scope is open. */
export const make = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* TestServer.temporaryDirectory
  const databaseUrl = process.env["DATABASE_URL"]
  if (databaseUrl !== undefined) return { url: databaseUrl, directory, postmaster: undefined }
  const { directory: files, url } = yield* EmbeddedPostgres.make({ dataDir: directory })
  const postmaster = Number.parseInt(yield* fs.readFileString(join(files, "postmaster.pid")), 10)
  return { url: Redacted.value(url), directory, postmaster }
})

/** `directory` contains the services' keys and the embedded server's files; `postmaster` is the server's main process if it runs here. */
export type Site = Effect.Success<typeof make>

const filling = Effect.fnUntraced(function* (deals: number) {
  const loaded = yield* load({ deals })
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<
    Subject["sample"][number]
  >`SELECT id, board_id AS board, stage_id AS stage FROM deals
    WHERE workspace_id = ${loaded.workspace.id} AND deleted_at IS NULL ORDER BY reverse(id::text) LIMIT 2000`
  return { loaded, sample: [...rows] }
})

/** Creates a database with this many deals. */
export const fill = Effect.fnUntraced(function* ({ directory, url: server }: Site, deals: number) {
  yield* Console.error(`Loading ${deals} deals`)
  const name = `pipeline_bench_${deals}`
  const url = TestServer.withDatabase(server, name)
  const drop = TestServer.drop(name)
  yield* TestServer.administer(server, Effect.andThen(drop, TestServer.create(name)))
  yield* Effect.addFinalizer(() => Effect.ignore(TestServer.administer(server, drop)))
  const subject = (yield* Effect.provide(filling(deals), repositories(url, directory))) as Subject
  return { url, directory, subject }
})

type Filled = Effect.Success<ReturnType<typeof fill>>

const open = (name: string, { subject, url }: Filled, settings: Environment, options: Options) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Contestant> => {
      const service = await Service.start({ DATABASE_URL: url, ...settings }, options)
      return { name, service, subject }
    }),
    ({ service }) => Effect.promise(() => service.end())
  )

/** The service on a database, without limits, built like by `npm start` if its sources have changed. */
export const service = (filled: Filled, name = "service", options: Options = {}) =>
  open(
    name,
    filled,
    { DATA_DIR: filled.directory, DEMO: "0", ...unlimited },
    { entry: ["scripts/run.mjs", "src/main.ts"], ...options }
  )

export const floor = (filled: Filled) => {
  const { user, workspace } = filled.subject.loaded
  const settings = { WORKSPACE_ID: workspace.id, USER_ID: user.id }
  return open("floor", filled, settings, { entry: ["scripts/bench/floor.ts"], flags: [] })
}
