import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Process from "../support/server/Process.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

/** Prints the address of each module as it is loaded. */
const printing =
  'import { registerHooks } from "node:module"; registerHooks({ load: (url, context, next) => (console.error(url), next(url, context)) })'

/** The packages that a start may load beside those within the build. All others are for the first request that needs them. */
const expected = new Set([".cache", "otpauth", "tar", "uqr", "ws"])

layer(TestDatabase.layer)("a start", (it) => {
  it.effect(
    "loads the service as it was built, and nothing that is rarely used",
    () =>
      Effect.gen(function* () {
        const { code, stderr } = yield* Process.run({}, ["scripts/build.ts"])
        assert.deepStrictEqual([code, stderr], [0, ""])
        const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(printing)}`
        const { said, url } = yield* Process.start({ ...(yield* Process.site), NODE_OPTIONS })
        const answer = yield* Effect.promise(() => fetch(`${url}/openapi.json`))
        assert.strictEqual(answer.status, 200)
        const loaded = said()
          .split("\n")
          .filter((line) => line.startsWith("file:"))
        const packages = loaded.flatMap(
          (file) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1] ?? []
        )
        assert.deepStrictEqual(
          packages.filter((name) => !expected.has(name)),
          []
        )
        const sources = loaded.filter((file) => !file.includes("/node_modules/"))
        assert.deepStrictEqual(
          sources.map((file) => file.replace(/.*\/(?=src\/)/u, "")),
          ["src/main.ts", "src/Built.ts"]
        )
      }),
    // A build and a start, on a machine with other work.
    180_000
  )
})
