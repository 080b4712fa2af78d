import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { call } from "../../support/server/Admin.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

/** What a command prints on a server without Citus. */
const refused = Effect.fnUntraced(function* (words: string, environment: Record<string, string>) {
  const settings = { DATA_DIR: yield* temporaryDirectory, ...environment }
  const { code, stdout } = yield* Effect.provideService(
    call([...words.split(" "), "--json"]),
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromUnknown(settings)
  )
  assert.strictEqual(code, 1)
  return JSON.parse(stdout).error as { readonly code: string; readonly message: string }
})

const workspace = "0190a0b0-c0d0-7000-8000-00000000abcd"

const commands = [
  "database distribute",
  "database distribute --plan",
  `database isolate --workspace ${workspace}`,
  "database rebalance",
  "database rebalance --plan"
]

layer(TestDatabase.layerEmpty, { excludeTestServices: true })("the commands of a cluster", (it) => {
  it.effect("are refused without the extension, and change nothing", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      for (const words of commands) {
        const { code, message } = yield* refused(words, { DATABASE_URL: url })
        assert.strictEqual(code, "no_citus", words)
        assert.match(message, /^The database has no extension citus: [^\n]+$/u)
      }
    })
  )

  it.effect("are refused on the embedded database, which they don't start", () =>
    Effect.gen(function* () {
      for (const words of [...commands, "database status"]) {
        assert.strictEqual((yield* refused(words, {})).code, "embedded", words)
      }
    })
  )

  it.effect("show that one server is not distributed", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const shown = yield* Effect.provideService(
        call(["database", "status", "--json"]),
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({ DATABASE_URL: url, DATA_DIR: yield* temporaryDirectory })
      )
      assert.deepStrictEqual(JSON.parse(shown.stdout), { citus: null, distributed: false })
    })
  )
})
