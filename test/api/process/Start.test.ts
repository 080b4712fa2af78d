import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import * as Process from "../../support/server/Process.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

/** A process is slow to start on a busy machine. */
const patience = 60_000

/** Returns the one line that says why the service did not start. */
const complaint = (environment: Readonly<Record<string, string>>) =>
  Effect.map(Process.run(environment), ({ code, stderr, stdout }) => {
    assert.deepStrictEqual([code, stdout], [1, ""], stderr)
    assert.match(stderr, /^sales-pipeline: [^\n]+\n$/u)
    assert.notMatch(stderr, /Error:|\.ts|node_modules|undefined|\[object/u)
    return stderr
  })

const busyPort = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }),
  (server) => Effect.sync(() => server.close())
)

describe("a start that must fail", () => {
  const wrong: Record<string, readonly [environment: Record<string, string>, says: RegExp]> = {
    "a setting that is wrong": [{ RATE_LIMIT_PER_KEY: "many" }, /: RATE_LIMIT_PER_KEY must be an integer$/mu],
    "a database that is not there": [
      { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/sales" },
      /"sales" at 127\.0\.0\.1:1 cannot be reached/u
    ],
    "a database that is set to nothing": [{ DATABASE_URL: "" }, /DATABASE_URL is set but empty/u],
    "a key that is set to nothing": [{ ENCRYPTION_KEY: "" }, /ENCRYPTION_KEY is set but empty/u],
    "an address that is none": [{ DATABASE_URL: "not an address" }, /DATABASE_URL/u]
  }
  for (const [what, [environment, says]] of Object.entries(wrong)) {
    it.live(
      `ends with code 1 and one line for ${what}`,
      () =>
        Effect.map(complaint(environment), (line) => {
          assert.match(line, says)
          assert.notInclude(line, "hunter2")
        }),
      patience
    )
  }

  it.live(
    "ends with code 1 and one plain line if there is no database, or no place to write to",
    () =>
      Effect.gen(function* () {
        const http = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const server = createServer((socket) => {
              socket.on("error", () => {})
              socket.on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"))
            }).listen(0, "127.0.0.1")
            await once(server, "listening")
            return server
          }),
          (server) => Effect.sync(() => server.close())
        )
        const { port } = http.address() as AddressInfo
        const halfMade = yield* temporaryDirectory
        mkdirSync(join(halfMade, "postgres"))
        const [foreign, half, readOnly] = yield* Effect.all(
          [
            complaint({ DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/sales` }),
            complaint({ DATA_DIR: halfMade }),
            complaint({ DATA_DIR: "/dev/null/sales" })
          ],
          { concurrency: 3 }
        )
        assert.match(foreign, /"sales" at .* cannot be reached: what answers there is not PostgreSQL/u)
        assert.match(half, /not a complete database: PG_VERSION is missing/u)
        assert.match(readOnly, /DATA_DIR \/dev\/null\/sales cannot be written to \(ENOTDIR\)/u)
      }).pipe(Effect.scoped),
    patience
  )

  it.live(
    "ends with code 1 and one line for an outside address without HTTPS, and for a busy port",
    () =>
      Effect.gen(function* () {
        const site = yield* Process.site
        const { port } = (yield* busyPort).address() as AddressInfo
        const [outside, busy] = yield* Effect.all(
          [complaint({ ...site, HOST: "0.0.0.0" }), complaint({ ...site, PORT: String(port) })],
          { concurrency: 2 }
        )
        assert.match(outside, /HOST.*TLS_CERT.*TLS_KEY.*TRUST_PROXY/u)
        assert.match(busy, new RegExp(`127\\.0\\.0\\.1:${port}.*PORT`, "u"))
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live(
    "ends with code 1 and one line on a database that a newer version has migrated",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO schema_migrations (migration_id, name) VALUES (9999, 'later')`
        const line = yield* complaint(yield* Process.site)
        assert.match(line, /newer version.*9999_later.*restore the backup/u)
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live(
    "ends with code 1 and one line if the key is not the one the database was sealed with, and changes nothing",
    () =>
      Effect.gen(function* () {
        const [ours, other] = ["a".repeat(64), "b".repeat(64)]
        const site = yield* Process.site
        const keyed = (ENCRYPTION_KEY: string) => ({ ...site, ENCRYPTION_KEY })
        const begun = (keys: string) =>
          Effect.scoped(Effect.flatMap(Process.start(keyed(keys)), ({ kill }) => kill("SIGTERM")))
        yield* begun(ours)
        assert.match(yield* complaint(keyed(other)), /ENCRYPTION_KEY.*not the key/u)
        assert.match(
          yield* complaint({ ...site, DATA_DIR: yield* temporaryDirectory }),
          /ENCRYPTION_KEY.*not the key/u
        )
        // A rotation needs both keys; afterwards the new key is enough.
        yield* begun(`${other},${ours}`)
        assert.match(yield* complaint(keyed(ours)), /ENCRYPTION_KEY.*not the key/u)
        yield* begun(other)
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live(
    "ends with code 1 and one line if a migration fails, and leaves the database as it was",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM schema_migrations`
        const line = yield* complaint(yield* Process.site)
        assert.match(line, /could not be migrated: .*already exists/u)
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM schema_migrations`, [])
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )
})

describe("a start", () => {
  it.live(
    "behind a declared proxy serves an outside address, and refuses plain HTTP",
    () =>
      Effect.gen(function* () {
        const site = yield* Process.site
        const outside = { ...site, HOST: "0.0.0.0", TRUST_PROXY: "true" }
        const first = yield* Process.start(outside)
        assert.match(first.said(), /No demo workspace was made, because others can reach this address/u)
        assert.match(first.said(), /\/setup\?code=/u)
        yield* first.kill("SIGTERM")
        yield* first.exit
        const { said, url } = yield* Process.start({ ...outside, DEMO: "1" })
        assert.match(
          said(),
          /A demo workspace is ready\..*\n\n {4}npm run -s admin -- user reset --email ada@/u
        )
        assert.notMatch(said(), /svc_live_|ada@demo\.example {3}/u)
        const port = new URL(url).port
        const statusOf = (protocol: string) =>
          Effect.promise(async () => {
            const headers = { "x-forwarded-proto": protocol }
            const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers })
            assert.strictEqual(answer.headers.get("strict-transport-security"), "max-age=31536000")
            return answer.status
          })
        assert.strictEqual(yield* statusOf("https"), 200)
        for (const protocol of ["http", "HTTP", "http, https"]) {
          assert.strictEqual(yield* statusOf(protocol), 403, protocol)
        }
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )
})
