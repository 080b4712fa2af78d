import { assert, describe, it } from "@effect/vitest"
import { NodeFileSystem } from "@effect/platform-node"
import { ConfigProvider, Effect, Redacted } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Environment from "../../../layers/settings/Environment.ts"
import { Settings, tables } from "../../../layers/settings/Settings.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const within = <A, E, R>(env: Record<string, string>, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

const read = (env: Record<string, string>) => within(env, Effect.provide(Settings, Settings.layer))

const complaint = (env: Record<string, string>) =>
  Effect.map(Effect.flip(read(env)), ({ message }) => message)

/** Writes each value to a file, and returns the variables that name the files. */
const filed = (secrets: Record<string, string>) =>
  Effect.map(temporaryDirectory, (directory) =>
    Object.fromEntries(
      Object.entries(secrets).map(([name, value]) => {
        const path = join(directory, name.toLowerCase())
        writeFileSync(path, value)
        return [`${name}_FILE`, path] as const
      })
    )
  )

describe("a secret in a file", () => {
  it.effect("is read like one in the environment, without the newline at its end", () =>
    Effect.gen(function* () {
      const env = yield* filed({
        DATABASE_URL: "postgres://u:p@db.example/sales\n",
        ENCRYPTION_KEY: "a".repeat(64),
        REDIS_URL: "redis://cache.example:6379/1\r\n",
        S3_SECRET_ACCESS_KEY: " spaced \n\n"
      })
      const { databaseUrl, encryptionKey, redisUrl, s3 } = yield* read(env)
      assert.deepStrictEqual(
        [databaseUrl, encryptionKey, redisUrl, s3.secretAccessKey].map((one) => Redacted.value(one!)),
        ["postgres://u:p@db.example/sales", "a".repeat(64), "redis://cache.example:6379/1", " spaced "]
      )
    })
  )

  it.effect("is possible for every setting that is marked as secret", () =>
    Effect.gen(function* () {
      const secrets = Object.values(tables)
        .flatMap((table) => Object.values(table))
        .filter(({ isSecret }) => isSecret)
      assert.isAbove(secrets.length, 4)
      for (const one of secrets) {
        const env = { [Environment.fileOf(one.name)]: "/nowhere/secret" }
        const { message } = yield* Effect.flip(
          within(env, Effect.provide(Environment.read({ one }), NodeFileSystem.layer))
        )
        assert.strictEqual(
          message,
          `${one.name}_FILE names a file that cannot be read (NotFound): /nowhere/secret`
        )
      }
    })
  )

  it.effect("is refused in one line beside the setting itself, if it can't be read, is empty or wrong", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const path = join(directory, "secret")
      mkdirSync(path)
      const { DATABASE_URL_FILE: empty = "" } = yield* filed({ DATABASE_URL: "\n" })
      const wrong = yield* filed({ REDIS_URL: "hunter2" })
      assert.strictEqual(
        yield* complaint({ ENCRYPTION_KEY: "hunter2", ENCRYPTION_KEY_FILE: empty }),
        "ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set: unset one of them"
      )
      assert.match(
        yield* complaint({ DATABASE_URL_FILE: path }),
        /^DATABASE_URL_FILE names a file that cannot/u
      )
      assert.strictEqual(
        yield* complaint({ DATABASE_URL_FILE: empty }),
        `DATABASE_URL_FILE names an empty file: ${empty}`
      )
      const refused = yield* complaint(wrong)
      assert.match(refused, /^REDIS_URL must be an address such as/u)
      assert.notInclude(refused, "hunter2")
    })
  )
})
