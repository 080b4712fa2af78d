import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { version } from "../../layers/runtime/Version.ts"
import { info } from "../../src/surfaces/mcp/Revisions.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const files = [
  "package.json",
  "package-lock.json",
  "CHANGELOG.md",
  "scripts/version.mjs",
  "deploy/mcp/manifest.json",
  "deploy/mcp/server.json",
  "client/typescript/package.json",
  "client/python/pyproject.toml",
  "client/python/src/sales_pipeline/_transport.py",
  "test/fixtures/release.json"
]

/** A git repository with the files that name the version. */
const repository = Effect.gen(function* () {
  const folder = yield* temporaryDirectory
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  const run = (program: string, ...args: ReadonlyArray<string>) =>
    spawnSync(program, args, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" })
  const commit = () => {
    run("git", "add", "-A")
    run("git", "-c", "user.name=t", "-c", "user.email=t@acme.example", "commit", "-qm", "all")
  }
  run("git", "init", "-q")
  run("git", "config", "user.name", "t")
  run("git", "config", "user.email", "t@acme.example")
  commit()
  const read = (file: string) => readFileSync(join(folder, file), "utf8")
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text)
    commit()
  }
  return { read, run, write }
})

describe("npm version", () => {
  it.live("releases what is unreleased under the version and the day, everywhere, and tags it", () =>
    Effect.gen(function* () {
      const { read, run, write } = yield* repository
      write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-01-02)\n\n- Old.\n")
      const released = run("npm", "version", "--ignore-scripts=false", "7.8.9")
      assert.strictEqual(released.status, 0, released.stderr)
      assert.match(
        read("CHANGELOG.md"),
        /^# Changelog\n\n## 7\.8\.9 \(\d{4}-\d\d-\d\d\)\n\n- New\.\n\n## 0\.1\.0 \(2026-01-02\)\n/u
      )
      for (const file of [
        "package.json",
        "package-lock.json",
        "deploy/mcp/manifest.json",
        "deploy/mcp/server.json",
        "client/typescript/package.json"
      ])
        assert.strictEqual(JSON.parse(read(file)).version, "7.8.9", file)
      for (const file of ["pyproject.toml", "src/sales_pipeline/_transport.py"])
        assert.match(read(`client/python/${file}`), /^(?:version|VERSION) = "7\.8\.9"$/mu)
      assert.deepStrictEqual(JSON.parse(read("test/fixtures/release.json")), {
        version: "7.8.9",
        ref: "v7.8.9"
      })
      assert.strictEqual(run("git", "status", "--porcelain").stdout, "")
      assert.strictEqual(run("git", "tag", "--points-at", "HEAD").stdout.trim(), "v7.8.9")

      const again = run("npm", "version", "--ignore-scripts=false", "7.9.0")
      assert.notStrictEqual(again.status, 0)
      assert.include(again.stderr, "no section")
    }).pipe(Effect.scoped)
  )

  it.live("can release this changelog", () =>
    Effect.gen(function* () {
      const { read, run } = yield* repository
      const released = run("npm", "version", "--ignore-scripts=false", "--allow-same-version", version)
      assert.strictEqual(released.status, 0, released.stderr)
      assert.match(read("CHANGELOG.md"), new RegExp(`^## ${version.replaceAll(".", "\\.")} \\(\\d{4}-`, "mu"))
    }).pipe(Effect.scoped)
  )

  it("is what the service says of itself", () => {
    assert.strictEqual(version, JSON.parse(readFileSync("package.json", "utf8")).version)
    assert.strictEqual(info.version, version)
  })
})
