/** The npm packages of the service and of the client, packed, and used by the programs and tests of a project elsewhere. */
import { assert, describe, it } from "@effect/vitest"
import { execFile, spawn, spawnSync } from "node:child_process"
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, verify } from "node:crypto"
import { once } from "node:events"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, delimiter, join, resolve } from "node:path"
import { promisify } from "node:util"
import { list } from "tar"
import { afterAll } from "vitest"
import * as Outside from "../support/client/Outside.ts"
import * as Fences from "../support/docs/Fences.ts"

const { bin, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"))

const folder = mkdtempSync(join(tmpdir(), "pipeline-pack-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lazy = <A>(make: () => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** Each is built and packed once. */
const service = lazy(() => Outside.pack(".", folder))
const client = lazy(() => Outside.pack(Outside.client(join(folder, "client")), folder))

const others =
  /^dist\/(?:[\w-]+\.js|types\/(?:schema|src|layers|migrations)\/.+\.d\.ts|src\/(?:surfaces|\w+\/pages)\/.+\.(?:css|js|md|svg|png)|docs\/(?:.+\.(?:md|svg)|contents\.json)|CHANGELOG\.md)$/u

describe("the npm package of the service", () => {
  it(
    "holds the built service, its commands and what pages need, and nothing else",
    { timeout: 240_000 },
    () => {
      const { paths, size, unpackedSize } = service()
      const expected = [
        ...["LICENSE", "README.md", "CHANGELOG.md", "package.json", bin["sales-pipeline"], "dist/cli.js"],
        ...["fetchWal", "DrawingThread", "MailReaderThread"].map((name) => `dist/${name}.js`),
        ...["dist/src/surfaces/web/assets/style.css", "dist/src/surfaces/agents/skill/SKILL.md"]
      ]
      assert.includeMembers([...paths], expected)
      assert.deepStrictEqual(
        paths.filter((path) => !expected.includes(path) && !others.test(path)),
        []
      )
      assert.isBelow(paths.length, 480)
      assert.isBelow(unpackedSize, 12_000_000)
      assert.isBelow(size, 3_000_000)
    }
  )

  it("names no path of the machine that packed it", () => {
    const entry = readFileSync("dist/cli.js", "utf8")
    assert.notInclude(entry, process.cwd())
  })

  it("names the commands that the package has", () => {
    const built = globSync("dist/*.js")
      .map((file) => readFileSync(file, "utf8"))
      .join("\n")
    assert.include(built, "npx sales-pipeline admin user reset --email")
    assert.deepStrictEqual(built.match(/npm (?:start|run (?:-s )?(?:admin|cli|mcp)).{20}/gu) ?? [], [])
  })
})

describe("the types of the packages, for a project elsewhere", () => {
  it(
    "take what is right, and refuse a misspelt field, a missing fault and what is not public",
    { timeout: 300_000 },
    () => {
      assert.deepStrictEqual(
        client().paths.filter((path) => !/^(?:package\.json|dist\/.+\.(?:js|d\.ts))$/u.test(path)),
        []
      )
      const project = Outside.project(join(folder, "project"), {
        "sales-pipeline": service(),
        "@sales-pipeline/client": client()
      })
      for (const file of globSync(["test/support/client/outside/*.ts", "docs/examples/extending/*.ts"]))
        writeFileSync(join(project, basename(file)), readFileSync(file, "utf8"))
      assert.deepStrictEqual(Outside.complaints(project), [])

      // Whatever is expected to be refused is refused for what it says, and not since the types are not found.
      for (const file of globSync("test/support/client/outside/*.ts")) {
        const text = readFileSync(file, "utf8").replaceAll(/^ *\/\/ @ts-expect-error.*\n/gmu, "")
        writeFileSync(join(project, basename(file)), text)
      }
      const said = Outside.complaints(project)
      assert.isAtLeast(said.length, 18)
      for (const line of said)
        assert.notMatch(line, /TS7016|TS2307(?!.*sales-pipeline\/(?:layers\/identity|dist))/u)
    }
  )
})

/** What npm sets for this project's scripts, and settings of the service. */
const ours =
  /^(?:npm_(?!config_(?:registry|cache))|NODE_(?!EXTRA_CA)|INIT_CWD|VITEST|SALES_PIPELINE|DATABASE|TEST)/iu

const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))),
  XDG_CACHE_HOME: join(folder, "cache"),
  NO_COLOR: "1"
}

const run = (command: string, args: ReadonlyArray<string>, cwd: string) =>
  promisify(execFile)(command, args, { cwd, env: environment, shell: process.platform === "win32" })

/** The program of the package, as somebody runs it who has nothing else: neither this project's programs nor its Node. */
const startInstalled = async (project: string) => {
  const { HOME = "", PATH = "" } = process.env
  const path = PATH.split(delimiter).filter((one) => !one.startsWith(resolve("node_modules")))
  const env = { HOME, PATH: path.join(delimiter), PORT: "0", XDG_CONFIG_HOME: join(project, "config") }
  const program = join(project, "node_modules/.bin/sales-pipeline")
  const service = spawn(program, ["start"], { cwd: project, env, detached: true })
  const ended = once(service, "exit")
  try {
    let said = ""
    service.stdout.on("data", (chunk) => (said += String(chunk)))
    service.stderr.on("data", (chunk) => (said += String(chunk)))
    while (!said.includes("API reference")) {
      const more = await Promise.race([once(service.stdout, "data"), ended.then(() => undefined)])
      assert.isDefined(more, `the service ended: ${said}`)
    }
    const signedIn = {
      ...env,
      SALES_PIPELINE_URL: /is ready at (\S+)/u.exec(said)![1]!,
      SALES_PIPELINE_API_KEY: /svc_live_\w+/u.exec(said)![0]
    }
    const call = (args: ReadonlyArray<string>, input = "") => {
      const { status, stderr, stdout } = spawnSync(program, args, {
        ...{ cwd: project, env: signedIn, encoding: "utf8", input }
      })
      assert.strictEqual(status, 0, `${args.join(" ")}: ${stdout}${stderr}`)
      return stdout
    }
    assert.isNotEmpty(JSON.parse(call(["deals", "list", "--json"])).data)
    call(["deals", "create", "--name", "From the package"])
    const clientInfo = { name: "try", version: "1" }
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }
    const hello = { jsonrpc: "2.0", id: 0, method: "initialize", params }
    assert.include(call(["mcp"], `${JSON.stringify(hello)}\n`), '"serverInfo"')
  } finally {
    if (service.exitCode === null) process.kill(-service.pid!, "SIGTERM")
    await ended
  }
}

describe("the packages of the service and of the client, installed in an empty project", () => {
  it("run the tests that the documentation shows", { timeout: 900_000 }, async ({ skip }) => {
    const vitest = `vitest@${devDependencies.vitest}`
    const isThere = await run("npm", ["view", vitest, "version", "--fetch-retries=0"], folder).then(
      () => true,
      () => false
    )
    if (!isThere && process.env["CI"] === undefined) skip("the registry of npm does not answer")
    const project = join(folder, "installed")
    mkdirSync(project)
    writeFileSync(join(project, "package.json"), '{"type":"module","private":true}')
    const tarballs = [service(), client()].map(({ tarball }) => resolve(tarball))
    const options = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
    await run("npm", ["install", ...options, ...tarballs, vitest], project)
    const [code = ""] = Fences.codes("docs/testing-your-integration.md", "ts")
    writeFileSync(join(project, "deals.test.ts"), code)
    const { stdout } = await run(process.execPath, ["node_modules/vitest/vitest.mjs", "run"], project)
    assert.match(stdout, /Tests +2 passed/u)
    await startInstalled(project)
  })
})

/** What `npm run release` wrote to a folder. */
const release = (name: string) => {
  const target = join(folder, name)
  const key = join(folder, "key.pem")
  if (!existsSync(key)) {
    const { privateKey } = generateKeyPairSync("ed25519")
    writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }))
  }
  const script = resolve("scripts/release.ts")
  const args = [script, target, "--allow-changes", "--key", key]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" })
  assert.strictEqual(status, 0, stderr)
  const bytes = (path: string) => readFileSync(join(target, path))
  return { bytes, text: (path: string) => bytes(path).toString(), key: readFileSync(key), target }
}

const sumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")

describe("npm run release", () => {
  it("gives the same signed files twice, with what each of them promises", { timeout: 600_000 }, () => {
    const [first, second] = [release("first"), release("second")]
    const sums = first.text("SHA256SUMS")
    assert.strictEqual(second.text("SHA256SUMS"), sums)
    for (const [sum, path] of sums
      .trim()
      .split("\n")
      .map((line) => line.split("  ")))
      assert.strictEqual(sumOf(first.bytes(path!)), sum, path)
    const key = createPublicKey(createPrivateKey(first.key))
    assert.isTrue(verify(null, Buffer.from(sums), key, first.bytes("SHA256SUMS.sig")))
    assert.isFalse(verify(null, Buffer.from(`${sums}x`), key, first.bytes("SHA256SUMS.sig")))

    const { bomFormat, components, metadata } = JSON.parse(first.text("sbom.cdx.json"))
    assert.deepStrictEqual([bomFormat, metadata.component.name], ["CycloneDX", "sales-pipeline"])
    const { dependencies, version } = JSON.parse(readFileSync("package.json", "utf8"))
    const versions = components.map((one: { name: string; version: string }) => `${one.name} ${one.version}`)
    assert.includeMembers(
      versions,
      Object.entries(dependencies).map(([name, version]) => `${name} ${String(version)}`)
    )
    assert.notInclude(versions.join("\n"), "vitest")
    assert.strictEqual(first.text("LICENSES.txt").trim().split("\n").length, components.length)
    assert.match(first.text("NOTES.md"), /^## \d+\.\d+\.\d+ \(/u)

    const listed = (path: string) => {
      const files: Array<string> = []
      list({ file: join(first.target, path), sync: true, onReadEntry: (entry) => files.push(entry.path) })
      return files
    }
    assert.includeMembers(listed(`sales-pipeline-image-${version}.tar.gz`), [
      "Dockerfile",
      "package-lock.json",
      "src/main.ts",
      "scripts/build/link.ts"
    ])
    assert.include(listed(`sales-pipeline-chart-${version}.tgz`), "sales-pipeline/Chart.yaml")
    assert.include(
      listed(`sales-pipeline-python-${version}.tar.gz`),
      `sales-pipeline-python-${version}/pyproject.toml`
    )
  })
})
