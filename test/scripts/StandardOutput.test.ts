import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import * as Process from "../support/server/Process.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

layer(TestDatabase.layer, { excludeTestServices: true })("standard output", (it) => {
  it.effect(
    "holds what a command was told to write there, and nothing else",
    () =>
      Effect.gen(function* () {
        const site = yield* Process.site
        const run = (...words: ReadonlyArray<string>) => Process.run(site, ["scripts/admin.ts", ...words])
        const owner = ["--name=Test", "--plan=free", "--owner-email=mia@test.example", "--owner-name=Mia"]
        const made = JSON.parse((yield* run("workspace", "create", ...owner, "--json")).stdout)
        const [log, person, bundle, errors] = yield* Effect.all(
          [
            run("audit", "export", `--workspace=${made.workspace.id}`, "--to=-"),
            run("person", "export", "--email=zoe@test.example", "--to=-", "--json"),
            run("doctor", "--bundle=-"),
            run("import", "deals", `--workspace=${made.workspace.id}`, "--file=none.csv", "--errors=-")
          ],
          { concurrency: 2 }
        )
        for (const line of log.stdout.split("\n").slice(0, -1)) assert.property(JSON.parse(line), "operation")
        assert.deepInclude(JSON.parse(person.stdout), { email: "zoe@test.example", workspaces: [] })
        assert.property(JSON.parse(bundle.stdout), "settings")
        assert.match(bundle.stderr, /data directory: .+\d+ ok/su)
        assert.strictEqual(errors.code, 1)
        assert.include(errors.stderr, "standard output has the answer")
        assert.isFalse(existsSync("-"))
      }),
    120_000
  )
})
