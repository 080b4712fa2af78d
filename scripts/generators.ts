/**
 * Generates clients from openapi.json with the generators of test/generators, and type-checks the results. The generators are installed in
 * a temporary folder, so that nobody installs them with the service. `npm run generators`; it needs the registry.
 */
import { spawn } from "node:child_process"
import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "sales-pipeline-generators-"))

const run = (command: string, args: ReadonlyArray<string>) =>
  new Promise<void>((done, fail) => {
    const began = performance.now()
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, DO_NOT_TRACK: "1" } })
    let output = ""
    child.stdout.on("data", (chunk) => (output += chunk))
    child.stderr.on("data", (chunk) => (output += chunk))
    child.on("error", fail)
    child.on("close", (code) => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1).padStart(6)
      console.log(`${code === 0 ? "ok  " : "FAIL"} ${seconds} s  ${[basename(command), ...args].join(" ")}`)
      if (code === 0) done()
      else fail(new Error(output.slice(-20_000)))
    })
  })

/** Runs a generator's command with this version of Node. */
const generate = (name: string, ...args: ReadonlyArray<string>) =>
  run(process.execPath, [join("node_modules", ".bin", name), ...args])

try {
  cpSync(join(root, "test", "generators"), folder, { recursive: true })
  copyFileSync(join(root, "generated", "openapi.json"), join(folder, "openapi.json"))
  await run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"])
  const outcomes = await Promise.allSettled([
    generate("openapi-typescript", "openapi.json", "--output", "generated/openapi-typescript/api.ts"),
    generate("openapi-ts", "--input", "openapi.json", "--output", "generated/hey-api"),
    generate("orval", "--config", "orval.config.mjs"),
    generate("kubb", "generate", "--config", "kubb.config.mjs")
  ])
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", "."])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
