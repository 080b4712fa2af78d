import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryDirectory } from "../support/server/TestServer.ts"

/** A fake npm that installs what the lock file names, and records its arguments. */
const npm = `#!/bin/sh
mkdir -p node_modules/one
case "$*" in
  *--omit=dev*) rm -rf node_modules/tool ;;
  *) mkdir -p node_modules/tool ;;
esac
cp package-lock.json node_modules/.package-lock.json
echo "$*" >> calls
`

/** A lock file as npm writes it: a package, a development tool, and a package for another platform. */
const lockOf = (version: string) => ({
  packages: {
    "": { version },
    "node_modules/one": { version },
    "node_modules/tool": { version, dev: true },
    "node_modules/other": { version, optional: true, os: ["none"], cpu: ["none"] }
  }
})

/** A project that records each installation. */
const project = Effect.map(temporaryDirectory, (root) => {
  for (const directory of ["scripts", "src", "bin"]) mkdirSync(join(root, directory))
  copyFileSync("scripts/run.mjs", join(root, "scripts/run.mjs"))
  for (const entry of ["src/main.ts", "src/stdio.ts", "scripts/admin.ts", "scripts/test.ts"])
    writeFileSync(join(root, entry), "")
  writeFileSync(join(root, "bin/npm"), npm)
  chmodSync(join(root, "bin/npm"), 0o755)
  const set = (version: string) => {
    writeFileSync(join(root, "package.json"), JSON.stringify({ version, type: "module" }))
    writeFileSync(join(root, "package-lock.json"), JSON.stringify(lockOf(version)))
    writeFileSync(join(root, "calls"), "")
  }
  const run = (entry: string) =>
    new Promise<void>((resolve, reject) =>
      execFile(
        process.execPath,
        ["scripts/run.mjs", entry],
        { cwd: root, env: { PATH: `${join(root, "bin")}:${process.env["PATH"]}` } },
        (error) => (error === null ? resolve() : reject(error))
      )
    )
  const kinds = () =>
    readFileSync(join(root, "calls"), "utf8")
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        assert.match(line, /^install --no-save --(omit|include)=dev --ignore-scripts /u)
        return line.includes("--omit=dev") ? "lean" : "whole"
      })
  /** Writes what `npm ci` would leave for a version. */
  const put = (version: string, packages: ReadonlyArray<string>) => {
    for (const name of packages) mkdirSync(join(root, "node_modules", name), { recursive: true })
    const there = Object.entries(lockOf(version).packages).filter(([path]) =>
      packages.includes(path.replace("node_modules/", ""))
    )
    writeFileSync(
      join(root, "node_modules/.package-lock.json"),
      JSON.stringify({ packages: Object.fromEntries(there) })
    )
  }
  return { set, run, kinds, put }
})

describe("scripts/run.mjs", () => {
  it("names files that exist, since it skips the build where there is no builder", () => {
    const named = readFileSync("scripts/run.mjs", "utf8").matchAll(/join\(root, ((?:"\w[\w.]*"(?:, )?)+)\)/gu)
    const files = Array.from(named, ([, parts = ""]) =>
      join(...parts.split(", ").map((part) => part.slice(1, -1)))
    )
    const sources = files.filter((file) => /\.(?:ts|mjs)$/u.test(file))
    assert.include(sources, join("scripts", "build", "build.ts"))
    for (const file of sources) assert.isTrue(existsSync(file), file)
  })
})

describe("running from a fresh clone", () => {
  it.effect("installs what a start needs, then what a test needs as well, and neither twice", () =>
    Effect.gen(function* () {
      const { kinds, run, set } = yield* project
      const [start, test] = ["src/main.ts", "scripts/test.ts"]
      yield* Effect.promise(async () => {
        set("1")
        for (const entry of [start, start, "src/stdio.ts", "scripts/admin.ts"]) await run(entry)
        assert.deepStrictEqual(kinds(), ["lean"])
        for (const entry of [test, start, test, start]) await run(entry)
        assert.deepStrictEqual(kinds(), ["lean", "whole"])
        // At another version installed tools are kept, whichever command runs first.
        set("2")
        for (const entry of [start, test, start]) await run(entry)
        assert.deepStrictEqual(kinds(), ["whole"])
      })
      const fresh = yield* project
      yield* Effect.promise(async () => {
        fresh.set("1")
        for (const entry of [test, start, test]) await fresh.run(entry)
        assert.deepStrictEqual(fresh.kinds(), ["whole"])
        const other = fresh
        other.set("2")
        await other.run(start)
        assert.deepStrictEqual(other.kinds(), ["whole"])
      })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("keeps what npm itself has installed, if it is enough", () =>
    Effect.gen(function* () {
      const [start, test] = ["src/main.ts", "scripts/test.ts"]
      const whole = yield* project
      const lean = yield* project
      yield* Effect.promise(async () => {
        whole.set("1")
        whole.put("1", ["one", "tool"])
        for (const entry of [start, test, start]) await whole.run(entry)
        assert.deepStrictEqual(whole.kinds(), [])
        lean.set("1")
        lean.put("1", ["one"])
        await lean.run(start)
        assert.deepStrictEqual(lean.kinds(), [])
        await lean.run(test)
        assert.deepStrictEqual(lean.kinds(), ["whole"])
      })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("never removes installed development tools", () =>
    Effect.gen(function* () {
      const { kinds, put, run, set } = yield* project
      set("2")
      put("1", ["one", "tool"])
      yield* Effect.promise(() => run("src/main.ts"))
      assert.deepStrictEqual(kinds(), ["whole"])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
