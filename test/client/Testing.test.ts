import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, vi } from "vitest"
import { type Service, start, type StartOptions } from "../../client/typescript/src/testing.ts"
import * as Fences from "../support/docs/Fences.ts"
import * as Installed from "../support/client/Installed.ts"
import * as Process from "../support/server/Process.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const directory = process.cwd()
const started: Array<Service> = []
const begin = async (options: StartOptions = {}) => {
  const service = await start({ directory, env: Process.compileCache, ...options })
  started.push(service)
  return service
}
afterAll(() => Promise.all(started.map(({ stop }) => stop())))

/** Python and pytest may be missing on a machine: then that test is skipped, which the report says. */
const hasPytest = spawnSync("python3", ["-c", "import pytest"]).status === 0

const now = "2026-01-01T00:00:00.000Z"

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A process that has ended is there until its parent has heard of it. */
const gone = (pid: number) => vi.waitFor(() => assert.isFalse(alive(pid)), { timeout: 60_000, interval: 50 })

/** Of the database server that serves this data. */
const databaseOf = ({ dataDir }: Service) =>
  Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])

/** What a test would see of a first deal. */
const firstDeal = async ({ boardId, client }: Pick<Service, "boardId" | "client">) => {
  const { createdAt, id } = await client.deals.create({ boardId, name: "First" })
  return { boardId, createdAt, id }
}

describe("a service for tests", { timeout: 180_000 }, () => {
  it("makes the same ids at the same time in each run, and leaves nothing behind", async () => {
    const runs = []
    for (const _ of [1, 2]) {
      const service = await begin({ seed: 7, now })
      const [database, folder] = [databaseOf(service), dirname(service.dataDir)]
      runs.push([service.apiKey, await firstDeal(service)])
      assert.isTrue(alive(database) && existsSync(folder))
      await service.stop()
      assert.deepStrictEqual([alive(service.pid), existsSync(folder)], [false, false])
      await gone(database)
    }
    assert.deepStrictEqual(runs[0], runs[1])
    const [key, deal] = runs[0] as [string, { readonly createdAt: string; readonly id: string }]
    assert.match(key, /^svc_live_0+70000\d\d$/u)
    assert.strictEqual(deal.createdAt, now)
    assert.match(deal.id, /^00000000-0000-7000-8000-0000070000\d\d$/u)
  })

  it("has workspaces that see nothing of each other, and a clock that is moved", async () => {
    const service = await begin({ now })
    const [one, other] = [await service.workspace(), await service.workspace({ plan: "free" })]
    const { id } = await firstDeal(one)
    const found = await other.client.deals.get.safe({ id })
    assert.strictEqual(!found.ok && found.error.code, "deal_not_found")
    assert.strictEqual((await other.client.me.get()).workspace.plan, "free")
    assert.strictEqual(await service.advance(86_400_000), "2026-01-02T00:00:00.000Z")
    assert.strictEqual(await service.moveTo("2026-02-01T00:00:00Z"), "2026-02-01T00:00:00.000Z")
    await one.client.notes.create({ id, contentText: "A month later." })
    const { updatedAt } = await one.client.deals.update({ id, company: "Acme" })
    assert.strictEqual(updatedAt, "2026-02-01T00:00:00.000Z")
    await service.moveTo("2026-01-01").then(
      () => assert.fail("it went back"),
      ({ message }) => assert.include(message, "forward only")
    )
    await service.moveTo("tomorrow").then(
      () => assert.fail("it is no time"),
      ({ message }) => assert.include(message, "is no time")
    )
    await service.stop()
    await service.workspace().then(
      () => assert.fail("it has ended"),
      ({ message }) => assert.include(message, "The service ended")
    )
  })

  it("leaves nothing behind when it is killed", async () => {
    const service = await begin()
    const [database, folder] = [databaseOf(service), dirname(service.dataDir)]
    await service.advance(1).then(
      () => assert.fail("the clock is the machine's"),
      ({ message }) => assert.include(message, "--now")
    )
    process.kill(service.pid, "SIGKILL")
    await vi.waitFor(() => assert.isFalse(existsSync(folder)), { timeout: 60_000, interval: 50 })
    await gone(database)
  })

  it("says why it can't be started", async () => {
    const refused = (options: StartOptions) => start({ directory, ...options }).then(() => "started", String)
    assert.include(await refused({ seed: -1 }), "--seed is -1: it must be a whole number")
    assert.include(await refused({ now: "soon" }), "soon is no time")
    assert.include(await refused({ env: { DATABASE_URL: "postgres://x" } }), "unset DATABASE_URL")
    assert.include(await refused({ env: { PORT: "many" } }), "PORT")
    assert.include(await refused({ directory: "/" }), "/ is not the folder of the service")
  })

  it.live("starts the program that the package names", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryDirectory
      writeFileSync(join(folder, "package.json"), '{"bin":{"sales-pipeline":"elsewhere.mjs"}}')
      writeFileSync(join(folder, "elsewhere.mjs"), 'console.error("elsewhere", process.argv[2])')
      yield* Effect.promise(() =>
        start({ directory: folder }).then(
          () => assert.fail("it is no service"),
          ({ message }) => assert.include(message, "elsewhere start")
        )
      )
      if (!hasPytest) return
      const code = `from sales_pipeline.testing import Service; Service(${JSON.stringify(folder)})`
      const env = { ...process.env, PYTHONPATH: "client/python/src", PYTHONDONTWRITEBYTECODE: "1" }
      const { stderr } = spawnSync("python3", ["-c", code], { encoding: "utf8", env })
      assert.include(stderr, "elsewhere start")
    }).pipe(Effect.scoped)
  )

  it.live("is used as its documentation shows", () =>
    Effect.gen(function* () {
      const folder = yield* Installed.project([], ["vitest"])
      const [code = ""] = Fences.codes("docs/testing-your-integration.md", "ts")
      writeFileSync(join(folder, "deals.test.ts"), code)
      const vitest = join(directory, "node_modules", "vitest", "vitest.mjs")
      const env = { SALES_PIPELINE_DIR: directory, VITEST: "", NO_COLOR: "1" }
      const { stdout } = yield* Installed.node([vitest, "run", "--root", folder], folder, env)
      assert.match(stdout, /Tests +2 passed/u)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!hasPytest)("has fixtures for pytest, used as its documentation shows", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryDirectory
      const [fixtures = "", tests = ""] = Fences.codes("docs/testing-your-integration.md", "python")
      writeFileSync(join(folder, "conftest.py"), fixtures)
      writeFileSync(join(folder, "test_deals.py"), tests)
      const env = {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
        PYTHONPATH: join(directory, "client/python/src"),
        PYTHONDONTWRITEBYTECODE: "1",
        SALES_PIPELINE_DIR: directory
      }
      const run = promisify(execFile)
      const { stdout } = yield* Effect.promise(() =>
        run("python3", ["-W", "error", "-m", "pytest", "-q"], { cwd: folder, env })
      )
      assert.match(stdout, /^2 passed/mu)
    }).pipe(Effect.scoped)
  )

  it.live("prints one line of JSON, or where it is in words, on its own", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* Process.run({ DATA_DIR: "", WORKERS: "2" }, [
        "src/main.ts",
        "--ephemeral"
      ])
      assert.deepStrictEqual(
        [code, stderr],
        [1, "sales-pipeline: --ephemeral runs in one process: unset WORKERS\n"]
      )
      const unknown = yield* Process.run({ DATA_DIR: "" }, ["src/main.ts", "--ephemeral", "--sed", "1"])
      assert.include(unknown.stderr, "Unknown option --sed")
    })
  )
})
