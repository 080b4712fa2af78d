/** The examples as somebody copies them: into a project of their own, with the client from npm. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { node, project } from "../support/client/Installed.ts"
import * as Example from "../support/examples/Example.ts"

/** Those that use the client, and the program of each. */
const programs = ["qualifier-agent/qualifier.ts", "slack-on-wins/receiver.ts", "warehouse-sync/sync.ts"]

it.live(
  "examples are copied by changing the import of the client alone",
  () =>
    Effect.gen(function* () {
      const folder = yield* project(["@types/node", "undici-types"])
      cpSync("docs/examples", folder, { recursive: true, filter: (path) => !path.includes("extending") })
      const files = globSync("*/*.ts", { cwd: folder })
      assert.isAbove(files.length, 5)
      for (const file of files) {
        const text = readFileSync(join(folder, file), "utf8")
        const own = text.replace('"../../../client/typescript/src/index.ts"', '"@sales-pipeline/client"')
        assert.notInclude(own, '"../../', file)
        writeFileSync(join(folder, file), own)
      }
      const tsc = resolve("node_modules/typescript/bin/tsc")
      const options =
        "--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2024"
      yield* node([tsc, ...options.split(" "), "--types", "node", ...files], folder)
      for (const program of programs) {
        const { code, stderr } = yield* Effect.promise(() => Example.run([join(folder, program)], {}))
        assert.strictEqual(code, 2, stderr)
        assert.match(stderr, /^Set S\w+ to /u)
      }
    }).pipe(Effect.scoped),
  180_000
)
