/** The one database server of a test run, with a migrated template on it that every test file clones. */
import { PgClient } from "@effect/sql-pg"
import { Config, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "../../../layers/platform/database/Database.ts"
import { EmbeddedPostgres } from "../../../layers/platform/database/EmbeddedPostgres.ts"
import * as Migrations from "../../../layers/platform/database/Migrations.ts"
import * as Container from "./Container.ts"

/** The data for `TestDatabase`: plain text, because vitest passes it to its workers. */
export interface TestServer {
  readonly url: string
  readonly template: string
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
  const kind = yield* Config.Literals(["embedded", "container", "given"], "TEST_DATABASE").pipe(
    Config.withDefault("embedded" as const)
  )
  if (kind === "given") return yield* Config.NonEmptyString("TEST_DATABASE_URL")
  return yield* kind === "container" ? Container.url : embedded
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

export const create = (name: string, template?: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    template === undefined
      ? sql`CREATE DATABASE ${sql(name)}`
      : sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`
  )

export const drop = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`)

/** Lasts as long as the scope. */
export const make = Effect.gen(function* () {
  const url = yield* pick
  const template = `pipeline_template_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  yield* Effect.acquireRelease(administer(url, create(template)), () =>
    Effect.ignore(administer(url, drop(template)))
  )
  yield* Migrations.migrate.pipe(
    Effect.provide(Database.connect(Redacted.make(withDatabase(url, template)))),
    Effect.scoped
  )
  return { url, template } satisfies TestServer
})
