import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import * as Process from "../support/Process.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** A process takes its time to start on a busy machine. */
const patience = 60_000

/** The one line that says why the service did not start. */
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

describe("a start that cannot be", () => {
  const wrong: Record<string, readonly [environment: Record<string, string>, says: RegExp]> = {
    "a setting that is wrong": [{ RATE_LIMIT_PER_KEY: "many" }, /: RATE_LIMIT_PER_KEY must be an integer$/mu],
    "a database that is not there": [
      { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/sales" },
      /"sales" at 127\.0\.0\.1:1 cannot be reached/u
    ],
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
    "ends with code 1 and one line where a migration fails, and leaves the database as it was",
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
    "behind a declared proxy serves an outside address, and refuses what came in the clear",
    () =>
      Effect.gen(function* () {
        const site = yield* Process.site
        const { url } = yield* Process.start({ ...site, HOST: "0.0.0.0", TRUST_PROXY: "true", DEMO: "0" })
        const port = new URL(url).port
        const statusOf = (protocol: string) =>
          Effect.promise(async () => {
            const headers = { "x-forwarded-proto": protocol }
            return (await fetch(`http://127.0.0.1:${port}/healthz`, { headers })).status
          })
        assert.strictEqual(yield* statusOf("https"), 200)
        for (const protocol of ["http", "HTTP", "http, https"]) {
          assert.strictEqual(yield* statusOf(protocol), 403, protocol)
        }
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )
})
