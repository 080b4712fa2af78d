import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import * as Version from "../../layers/runtime/Version.ts"
import manifest from "../../package.json" with { type: "json" }
import * as Process from "../support/server/Process.ts"

describe("admin version", () => {
  it.live("says the version and the commit that is checked out", () =>
    Effect.gen(function* () {
      const said = yield* Process.run({}, ["scripts/admin.ts", "version", "--json"])
      const asked = ["-c", "safe.directory=*", "rev-parse", "HEAD"]
      // A checkout without Git's folder knows no commit.
      const head = existsSync(".git/HEAD") ? execFileSync("git", asked, { encoding: "utf8" }).trim() : ""
      assert.deepStrictEqual(JSON.parse(said.stdout), {
        version: manifest.version,
        commit: head.slice(0, 12),
        node: process.versions.node
      })
      const suffix = head === "" ? "" : `+${head.slice(0, 12)}`
      assert.strictEqual(Version.build, `${manifest.version}${suffix}`)
    })
  )
})
