/** Static checks: types, lint, format, imports between importBoundaries, customLint rules, Effect's diagnostics. */
import { spawn } from "node:child_process"
import { join } from "node:path"
import * as CustomLint from "./customLint.ts"
import * as ImportBoundaries from "./importBoundaries.ts"

interface Outcome {
  readonly ok: boolean
  readonly output: string
}

const tool = (name: string, ...args: ReadonlyArray<string>) =>
  new Promise<Outcome>((done) => {
    const child = spawn(join("node_modules", ".bin", name), args, { shell: process.platform === "win32" })
    let output = ""
    child.stdout.on("data", (chunk) => (output += chunk))
    child.stderr.on("data", (chunk) => (output += chunk))
    child.on("error", ({ message }) => done({ ok: false, output: message }))
    child.on("close", (code) => done({ ok: code === 0, output: output.trim() }))
  })

const none = async (violations: ReadonlyArray<string>): Promise<Outcome> => ({
  ok: violations.length === 0,
  output: violations.join("\n")
})

/** Without the language service plugin no file is checked and no error is found, so the files are counted. */
const diagnostics = async (): Promise<Outcome> => {
  const { ok, output } = await tool(
    ...(["effect-tsgo", "diagnostics", "--project", "tsconfig.json", "--format", "text"] as const)
  )
  return { ok: ok && /Checked [1-9]\d* files/u.test(output), output }
}

const steps: Readonly<Record<string, () => Promise<Outcome>>> = {
  types: () => tool("tsc", "--noEmit"),
  effect: diagnostics,
  lint: () => tool("oxlint", "--deny-warnings"),
  format: () => tool("oxfmt", "--check"),
  importBoundaries: () => none(ImportBoundaries.violations()),
  customLint: () => none(CustomLint.violations(CustomLint.sources()))
}

const results = await Promise.all(
  Object.entries(steps).map(async ([name, step]) => {
    const started = performance.now()
    const { ok, output } = await step()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${ok ? "ok  " : "FAIL"} ${name.padEnd(8)} ${seconds} s`)
    if (!ok) console.log(output)
    return ok
  })
)

process.exitCode = results.every(Boolean) ? 0 : 1
