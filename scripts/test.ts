/** Runs the suite on the embedded server, then the tests that use the database again on another server, if there is one. */
import { Effect } from "effect"
import { globSync, readFileSync } from "node:fs"
import { parseCLI, startVitest } from "vitest/node"
import * as Container from "../test/support/server/Container.ts"
import { Totals } from "../test/support/server/Totals.ts"

const { filter, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)])
const totals = new Totals()

const pass = async (kind: "embedded" | "container" | "given", files: ReadonlyArray<string>) => {
  process.env["TEST_DATABASE"] = kind
  process.exitCode = 0
  const before = totals.failed
  try {
    const reporters = [process.stdout.isTTY ? "default" : "dot", totals]
    const vitest = await startVitest([...files], { ...options, watch: false, reporters })
    await vitest.close()
    // Reporters don't see a failed global setup.
    if (process.exitCode !== 0 && totals.failed === before) totals.failed += 1
  } catch (error) {
    totals.failed += 1
    console.error(error)
  }
}

const databaseBound = () =>
  globSync("test/**/*.test.ts").filter(
    (file) =>
      /TestDatabase|TestService/u.test(readFileSync(file, "utf8")) &&
      (filter.length === 0 || filter.some((part) => file.includes(part)))
  )

const other = async () => {
  if (process.env["TEST_DATABASE_URL"]) return "given"
  return (await Effect.runPromise(Container.answers)) ? "container" : undefined
}

await pass("embedded", filter)
const kind = await other()
const files = databaseBound()
if (kind && files.length > 0) {
  console.log(`\nAgain, on ${kind === "given" ? "TEST_DATABASE_URL" : "a container"}: ${files.length} files`)
  await pass(kind, files)
}

process.exitCode = totals.ok ? 0 : 1
for (const failure of totals.failures) console.log(`FAILED ${failure}`)
console.log(totals.line)
