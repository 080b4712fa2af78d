import { assert, describe, it } from "@effect/vitest"
import { createClient } from "@redis/client"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import * as Container from "../support/database/Container.ts"
import { administer } from "../support/server/TestServer.ts"

/** Whether the docker command finds one. */
const hasEngine = spawnSync("docker", ["info"], { timeout: 10_000 }).status === 0

const ask = (url: string, query: string) =>
  administer(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ version: string }>(query))
  )

describe("servers in containers", { timeout: 300_000 }, () => {
  it.live("are there if a Docker engine answers", () =>
    Effect.map(Container.answers, (answers) => assert.strictEqual(answers, hasEngine))
  )

  it.live.skipIf(!hasEngine)("are a PostgreSQL and a Citus, reached by their URLs", () =>
    Effect.gen(function* () {
      const [postgres] = yield* ask(yield* Container.url, "SELECT version()")
      assert.match(postgres!.version, /^PostgreSQL 18/u)
      const [citus] = yield* ask(yield* Container.citusUrl, "SELECT citus_version() AS version")
      assert.match(citus!.version, /^Citus 13/u)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!hasEngine)("are a Redis, reached by its URL", () =>
    Effect.gen(function* () {
      const url = yield* Container.redisUrl
      yield* Effect.promise(async () => {
        const client = await createClient({ url }).connect()
        assert.strictEqual(await client.ping(), "PONG")
        client.destroy()
      })
    }).pipe(Effect.scoped)
  )
})
