/**
 * `npm test` runs the checks, and all tests that need only npm and at most a minute. `npm run test:full` adds browsers, other processes,
 * generated clients, allocations, fuzzing and faults. File names select tests. Tests run on the embedded server; those that use a database
 * in this process then also run on other servers, if available. TEST_DATABASE selects a single server.
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
const reporters = [reporter ?? (process.stdout.isTTY ? "default" : "dot")].flat()
const totals = new Totals()
const scope = Scope.makeUnsafe()

/** The values of TEST_DATABASE, with their labels in the output. */
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
    const vitest = await startVitest([...files], {
      ...options,
      watch: false,
      reporters: [...reporters, totals]
    })
    await vitest.close()
    // Reporters don't see a failed global setup.
    if (process.exitCode !== 0 && totals.failed === before) totals.failed += 1
  } catch (error) {
    totals.failed += 1
    console.error(error)
  }
}

/**
 * On a cluster every statement behaves differently, so all tests that send statements run there. On another PostgreSQL the differences
 * don't justify the time of tests that only send requests, so only tests that also use the database directly run there.
 */
const usesDatabase = (kind: Kind) =>
  kind.startsWith("cluster") ? /TestDatabase|TestService|server\/Contract\.ts/u : /TestDatabase|TestService/u

/** Processes and browsers take most of the time, and most of their statements are also covered by tests in this process. */
const startsOthers = /server\/Process\.ts|node:child_process|pages\/Browser\.ts|backups\/Cluster\.ts/u

/** Tests that start other processes, and alone cover some statements. */
const isAlone =
  /scripts\/admin\/(?:Admin|Doctor|people)|signIn\/(?:Passkeys|ProviderSignIn|Setup)\.|pages\/Import\./u

/** Tests that set their own time limit are slow. */
const takesLong = /^\s+\d{2,3}_000$|\btimeout: \d/mu

const all = globSync("test/**/*.test.ts").map((file) => ({ file, text: readFileSync(file, "utf8") }))
const chosen =
  filter.length > 0
    ? all.filter(({ file }) => filter.some((part) => file.includes(part)))
    : all.filter(({ text }) => isFull || !(startsOthers.test(text) || takesLong.test(text)))

/** On another PostgreSQL, these tests send requests to the built service in a separate process (`TestService`). */
const isForBuilt = /^test\/(?:surfaces\/mcp|(?:boards|deals|leads)\/pages)\//u

const built = JSON.stringify(["scripts/run.mjs", "src/main.ts"])

/** Tests that send only statements that other tests also send. */
const isCovered =
  /^test\/(?:(?!identity)\w+\/pages\/|oauth\/(?!Authorization|Registration|Tokens)|surfaces\/(?:http|web)\/)/u

const runsAgain = (kind: Kind) =>
  chosen
    .filter(
      ({ file, text }) =>
        usesDatabase(kind).test(text) &&
        (isAlone.test(file) ||
          (kind.startsWith("cluster")
            ? !startsOthers.test(text)
            : isForBuilt.test(file) || !(startsOthers.test(text) || isCovered.test(file))))
    )
    .map(({ file }) => file)

/** Starts a Redis container for the tests, unless TEST_REDIS_URL is set or no container engine is running. */
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

const otherServers = async (): Promise<ReadonlyArray<Kind>> => {
  const isQuick = filter.length === 0 && !isFull
  const hasEngine = !isQuick && (await Effect.runPromise(Container.answers))
  const one = (name: string, kind: Kind, container: Kind) =>
    process.env[name] ? [kind] : hasEngine ? [container] : []
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

/** Runs an npm script and shows its output when it ends. */
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
    // The fault tests take four minutes, mostly waiting, so they run in parallel with the rest.
    const faults = script("system", "--", "faults", "--short", "--seed", "140671")
    await script("generators")
    // The number of allocated bytes is stable even on a busy machine.
    await script("bench", "--", "--guard", "--bytes")
    // A fixed seed makes a failed run reproducible; other seeds are tried by hand.
    await script("system", "--", "fuzz", "--seconds", "60", "--seed", "135233233")
    await faults
  }
}

await startRedis()
const files = chosen.map(({ file }) => file)
if ((only ?? "embedded") === "embedded") await pass("embedded", files.length > 0 ? files : filter)
const kinds = only === undefined ? await otherServers() : only === "embedded" ? [] : [only]
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
if (isFull) console.log(`Slowest files, in seconds:\n${totals.slowest.join("\n")}`)
for (const failure of totals.failures) console.log(`FAILED ${failure}`)
console.log(totals.line)
