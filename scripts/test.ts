/**
 * `npm test`: the checks, and every test that needs nothing but npm and no more than a minute. `npm run test:full` adds
 * browsers, other processes, generated clients, allocations, fuzzing and faults. With names of files: only their tests.
 * Tests run on the embedded server; those that use a database in this process then run on other servers, if there are
 * any. With TEST_DATABASE, only the pass on that server.
 */
import { Effect, Exit, Scope } from "effect"
import { spawn } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { parseCLI, startVitest } from "vitest/node"
import * as Container from "../test/support/database/Container.ts"
import { Totals } from "../test/support/server/Totals.ts"

const isFull = process.argv.includes("--full")
const parsed = parseCLI(["vitest", "run", ...process.argv.slice(2).filter((one) => one !== "--full")])
const { filter } = parsed
const { reporter, ...options } = parsed.options
const shown = [reporter ?? (process.stdout.isTTY ? "default" : "dot")].flat()
const totals = new Totals()
const scope = Scope.makeUnsafe()

/** The values of TEST_DATABASE, with what is said of them. */
const servers = {
  embedded: "the embedded server",
  container: "a container",
  given: "TEST_DATABASE_URL",
  cluster: "the cluster of TEST_CITUS_URL",
  clusterContainer: "a container with Citus"
}
type Kind = keyof typeof servers

const pass = async (kind: Kind, files: ReadonlyArray<string>) => {
  process.env["TEST_DATABASE"] = kind
  process.exitCode = 0
  const before = totals.failed
  try {
    const vitest = await startVitest([...files], { ...options, watch: false, reporters: [...shown, totals] })
    await vitest.close()
    // Reporters don't see a failed global setup.
    if (process.exitCode !== 0 && totals.failed === before) totals.failed += 1
  } catch (error) {
    totals.failed += 1
    console.error(error)
  }
}

/**
 * Each statement is another one on a cluster, so all that send some run there. Another PostgreSQL differs less than the time
 * is worth that tests which only send requests take: there run those that look into the database too.
 */
const usesDatabase = (kind: Kind) =>
  kind.startsWith("cluster") ? /TestDatabase|TestService|server\/Contract\.ts/u : /TestDatabase|TestService/u

/** Processes and browsers cost most of the suite, and most of what they ask the database tests in this process ask too. */
const startsOthers = /server\/Process\.ts|node:child_process|pages\/Browser\.ts|backups\/Cluster\.ts/u

/** Those that start others, and are alone with some of their statements. */
const isAlone =
  /scripts\/admin\/(?:Admin|Doctor|people)|signIn\/(?:Passkeys|ProviderSignIn|Setup)\.|pages\/Import\./u

/** A test that sets its own time limit takes long. */
const takesLong = /^\s+\d{2,3}_000$|\btimeout: \d/mu

const all = globSync("test/**/*.test.ts").map((file) => ({ file, text: readFileSync(file, "utf8") }))
const chosen =
  filter.length > 0
    ? all.filter(({ file }) => filter.some((part) => file.includes(part)))
    : all.filter(({ text }) => isFull || !(startsOthers.test(text) || takesLong.test(text)))

/** On another PostgreSQL, these send their requests to the built service, in a process of its own (`TestService`). */
const isForBuilt = /^test\/(?:surfaces\/mcp|(?:boards|deals|leads)\/pages)\//u
const built = JSON.stringify(["scripts/run.mjs", "src/main.ts"])

const runsAgain = (kind: Kind) =>
  chosen
    .filter(
      ({ file, text }) =>
        usesDatabase(kind).test(text) &&
        (!startsOthers.test(text) ||
          isAlone.test(file) ||
          (!kind.startsWith("cluster") && isForBuilt.test(file)))
    )
    .map(({ file }) => file)

/** Tests use the Redis of TEST_REDIS_URL: a container, if none is given and an engine answers. */
const startRedis = async () => {
  const isUsed = chosen.some(({ text }) => /fakes\/Redis|server\/Replicated|TEST_REDIS_URL/u.test(text))
  if (process.env["TEST_REDIS_URL"] || !isUsed || !(await Effect.runPromise(Container.answers))) return
  try {
    process.env["TEST_REDIS_URL"] = await Effect.runPromise(Scope.provide(Container.redisUrl, scope))
  } catch (error) {
    totals.failed += 1
    console.error(error)
  }
}

const others = async (): Promise<ReadonlyArray<Kind>> => {
  const isQuick = filter.length === 0 && !isFull
  const hasEngine = !isQuick && (await Effect.runPromise(Container.answers))
  const one = (name: string, given: Kind, container: Kind) =>
    process.env[name] ? [given] : hasEngine ? [container] : []
  return [
    ...one("TEST_DATABASE_URL", "given", "container"),
    ...one("TEST_CITUS_URL", "cluster", "clusterContainer")
  ]
}

const only = process.env["TEST_DATABASE"] as Kind | undefined
if (only !== undefined && !(only in servers)) {
  console.error(`TEST_DATABASE must be one of ${Object.keys(servers).join(", ")}`)
  process.exit(1)
}

/** Runs an npm script. What it prints is shown when it ends. */
const script = (...args: ReadonlyArray<string>) =>
  new Promise<void>((done) => {
    const child = spawn("npm", ["run", "--silent", ...args], { shell: process.platform === "win32" })
    const output: Array<Buffer> = []
    child.stdout.on("data", (chunk) => output.push(chunk))
    child.stderr.on("data", (chunk) => output.push(chunk))
    child.on("close", (code) => {
      console.log(`\nnpm run ${args.join(" ")}\n${Buffer.concat(output).toString().trimEnd()}`)
      if (code !== 0) {
        totals.failed += 1
        totals.failures.push(`npm run ${args.join(" ")}`)
      }
      done()
    })
  })

if (filter.length === 0 && only === undefined) {
  await script("check")
  if (isFull) {
    // Most of the four minutes of the faults are spent waiting.
    const faults = script("system", "--", "faults", "--short", "--seed", "140671")
    await script("generators")
    // Allocated bytes are steady on a busy machine.
    await script("bench", "--", "--guard", "--bytes")
    // One seed, so that a red run is red again; others by hand.
    await script("system", "--", "fuzz", "--seconds", "60", "--seed", "135233233")
    await faults
  }
}

await startRedis()
const files = chosen.map(({ file }) => file)
if ((only ?? "embedded") === "embedded") await pass("embedded", files.length > 0 ? files : filter)
const kinds = only === undefined ? await others() : only === "embedded" ? [] : [only]
for (const kind of kinds) {
  const again = runsAgain(kind)
  const toBuilt = again.filter((file) => !kind.startsWith("cluster") && isForBuilt.test(file))
  for (const [some, service] of [
    [again.filter((file) => !toBuilt.includes(file)), undefined],
    [toBuilt, built]
  ] as const) {
    if (some.length === 0) continue
    console.log(`\nOn ${servers[kind]}${service === undefined ? "" : ", built"}: ${some.length} files`)
    if (service !== undefined) process.env["TEST_SERVICE"] = service
    await pass(kind, some)
    delete process.env["TEST_SERVICE"]
  }
}
await Effect.runPromise(Scope.close(scope, Exit.void))

process.exitCode = totals.ok ? 0 : 1
for (const failure of totals.failures) console.log(`FAILED ${failure}`)
console.log(totals.line)
