import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const fixture = fileURLToPath(new URL("../../support/database/holdPostgres.ts", import.meta.url))

const soon = Schedule.spaced("50 millis")

const use = (dataDir: string) => EmbeddedPostgres.make({ dataDir, durable: false })

const query = <A extends object>(url: Redacted.Redacted, statement: string) =>
  Effect.scoped(Effect.flatMap(PgClient.makeClient({ url }), (sql) => sql.unsafe<A>(statement))).pipe(
    Effect.provide(Reactivity.layer)
  )

const pidOf = (dataDir: string) => {
  const file = join(dataDir, "postgres", "postmaster.pid")
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined
}

/** Another process that uses the server until it is told to end. */
const otherProcess = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly port: number
      readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
    }>((resume) => {
      const child = spawn(process.execPath, [fixture, dataDir], { stdio: ["ignore", "pipe", "inherit"] })
      const ended = new Promise<void>((done) => child.on("exit", () => done()))
      const kill = (signal: NodeJS.Signals) =>
        Effect.promise(() => {
          child.kill(signal)
          return ended
        })
      child.stdout.once("data", (line) => resume(Effect.succeed({ port: Number(line), kill })))
    }),
    ({ kill }) => kill("SIGTERM")
  )

describe("the embedded PostgreSQL", () => {
  it.live("keeps what was written from one start to the next", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      yield* Effect.scoped(
        Effect.flatMap(use(dataDir), ({ url }) => query(url, "CREATE TABLE kept AS SELECT 'é' AS word"))
      )
      assert.isUndefined(pidOf(dataDir))
      const rows = yield* Effect.scoped(
        Effect.flatMap(use(dataDir), ({ url }) =>
          query(url, "SELECT word, current_setting('server_encoding') AS encoding FROM kept")
        )
      )
      assert.deepStrictEqual(rows, [{ word: "é", encoding: "UTF8" }])
    })
  )

  it.live("indexes trigrams of every script, and orders by its own rules", () =>
    Effect.gen(function* () {
      const { url } = yield* use(yield* temporaryDirectory)
      yield* query(url, "CREATE EXTENSION pg_trgm")
      for (const word of [
        "renewal",
        "щукафъ",
        "ψυξθω",
        "ظغثضخ",
        "טזצפס",
        "更新合同",
        "レポート",
        "계약갱신",
        "ต่อสัญญา",
        "नवीनीकरण"
      ]) {
        const [row] = yield* query<{ count: number }>(
          url,
          `SELECT cardinality(show_trgm('${word}')) AS count`
        )
        assert.isAtLeast(row!.count, 4, word)
      }
      const [row] = yield* query(
        url,
        "SELECT datlocprovider AS provider, 'ä' > 'z' AS by_code FROM pg_database"
      )
      assert.deepStrictEqual(row, { provider: "b", by_code: true })
    })
  )

  it.live("repeats an interrupted initialisation", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      mkdirSync(join(dataDir, "postgres.new", "files"), { recursive: true })
      writeFileSync(join(dataDir, "postgres.new", "files", "PG_VERSION"), "18\n")
      const { url } = yield* use(dataDir)
      assert.deepStrictEqual(yield* query(url, "SELECT 1 AS one"), [{ one: 1 }])
    })
  )

  it.live("adopts a server whose service was killed, and stops it at the end", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      const other = yield* otherProcess(dataDir)
      const orphan = pidOf(dataDir)
      yield* other.kill("SIGKILL")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { port, url } = yield* use(dataDir)
          assert.strictEqual(port, other.port)
          assert.strictEqual(pidOf(dataDir), orphan)
          yield* query(url, "SELECT 1")
        })
      )
      assert.isUndefined(pidOf(dataDir))
    })
  )

  it.live("recovers after service and server were both killed", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      const other = yield* otherProcess(dataDir)
      yield* other.kill("SIGKILL")
      process.kill(pidOf(dataDir) ?? 0, "SIGKILL")
      const { url } = yield* use(dataDir)
      assert.deepStrictEqual(yield* query(url, "SELECT 1 AS one"), [{ one: 1 }])
    })
  )

  it.live("comes back on its port when killed under a running service", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      const { url } = yield* use(dataDir)
      process.kill(pidOf(dataDir) ?? 0, "SIGKILL")
      const rows = yield* query(url, "SELECT 1 AS one").pipe(Effect.retry({ times: 100, schedule: soon }))
      assert.deepStrictEqual(rows, [{ one: 1 }])
    })
  )

  it.live("is shared by two processes, and outlives the first to leave", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      yield* Effect.scoped(
        Effect.gen(function* () {
          const [mine, other] = yield* Effect.all([use(dataDir), otherProcess(dataDir)], { concurrency: 2 })
          assert.strictEqual(mine.port, other.port)
          yield* other.kill("SIGTERM")
          assert.deepStrictEqual(yield* query(mine.url, "SELECT 1 AS one"), [{ one: 1 }])
        })
      )
      assert.isUndefined(pidOf(dataDir))
    })
  )

  it.live("ignores an old pid file whose number now belongs to another program", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      yield* Effect.scoped(use(dataDir))
      const stale = `${process.pid}\n${dataDir}\n1\n5432\n\n\n\nready\n`
      writeFileSync(join(dataDir, "postgres", "postmaster.pid"), stale)
      const { port } = yield* use(dataDir)
      assert.notStrictEqual(port, 5432)
    })
  )

  it.live("fails with one line that says what to do about files of another version", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      yield* Effect.scoped(use(dataDir))
      writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "17\n")
      const { message } = yield* Effect.flip(Effect.scoped(use(dataDir)))
      assert.match(
        message,
        /^\S+ was made by PostgreSQL 17, .+ run npm run -s admin -- database upgrade, .+\.$/u
      )
    })
  )
})
