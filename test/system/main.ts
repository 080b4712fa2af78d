/** Runs a test of the whole system: `npm run system -- <name> [options]` (docs/testing.md). */

const names = ["faults", "fuzz", "drill", "rolling", "rehearse"]

const [name = ""] = process.argv.splice(2, 1)
if (names.includes(name)) await import(`./${name}/main.ts`)
else {
  console.error(`npm run system -- <${names.join(" | ")}> [options]`)
  process.exitCode = 2
}
