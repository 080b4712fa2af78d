import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Process from "../../support/server/Process.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

describe("a service with secrets in files", () => {
  it.live(
    "starts with workers, and warns once of each variable that looks like a setting, without its value",
    () =>
      Effect.gen(function* () {
        const { DATABASE_URL, ...site } = yield* Process.site
        const directory = yield* temporaryDirectory
        const file = (name: string, secret: string) => {
          const path = join(directory, name)
          writeFileSync(path, `${secret}\n`, { mode: 0o600 })
          return path
        }
        const service = yield* Process.start({
          ...site,
          DATABASE_URL_FILE: file("database", DATABASE_URL),
          ENCRYPTION_KEY_FILE: file("key", "7".repeat(64)),
          WORKERS: "2",
          DATABASE_POOL: "6",
          REQUEST_TIMEOUT: "20",
          REDIS_URI: "redis://:hunter2@cache.example"
        })
        const answer = yield* Effect.promise(() => fetch(`${service.url}/readyz`))
        assert.strictEqual(answer.status, 200)
        yield* service.kill("SIGTERM")
        const { code, stderr, stdout } = yield* service.exit
        assert.strictEqual(code, 0)
        const said = stdout + stderr
        assert.lengthOf(said.match(/REDIS_URI is not a setting\. Did you mean REDIS_URL\?/gu) ?? [], 1)
        assert.notInclude(said, "hunter2")
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    60_000
  )
})
