import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as DataDir from "../../../layers/runtime/DataDir.ts"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe("the data directory", () => {
  it.effect("is created closed to other users, and closed if an earlier version left it open", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const [fresh, older, foreign] = ["fresh/deep", "older", "foreign"].map((name) => join(root, name))
      for (const path of [older!, foreign!]) {
        mkdirSync(path)
        chmodSync(path, 0o755)
      }
      for (const name of ["encryption.key", "postgres.lock"]) writeFileSync(join(older!, name), "")
      writeFileSync(join(foreign!, "somebody's letter"), "")
      for (const path of [fresh!, older!, foreign!]) yield* DataDir.make(path)
      assert.deepStrictEqual([fresh!, join(root, "fresh"), older!, foreign!].map(modeOf), [
        "700",
        "700",
        "700",
        "755"
      ])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live(
    "is closed with a database in it, whichever user runs the database",
    () =>
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryDirectory, ".data")
        yield* EmbeddedPostgres.make({ dataDir, durable: false })
        assert.strictEqual(modeOf(dataDir), "700")
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
    60_000
  )
})
