#!/usr/bin/env node
/** The program of the npm package. Plain JavaScript that old versions of Node can parse, so that it can find a newer one. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import * as module from "node:module"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const entry = fileURLToPath(new URL("../dist/cli.js", import.meta.url))
const args = process.argv.slice(2)

const say = (line) => process.stderr.write(`${line}\n`)

/** npm installs Node 24 along with the package on supported platforms. */
const packaged = () => {
  const platform = process.platform === "win32" ? "win" : process.platform
  const name = `node-${platform}-${process.arch}`
  const folders = module.createRequire(import.meta.url).resolve.paths(name) ?? []
  return folders
    .map((folder) => join(folder, name, "bin", process.platform === "win32" ? "node.exe" : "node"))
    .find((file) => existsSync(file))
}

const [major, minor] = process.versions.node.split(".").map(Number)
const isNew = major > 22 || (major === 22 && minor >= 19)

/** Node flags for the service: short-lived allocations are freed before they are promoted, and compiled code is kept. */
const lasting = ["--max-semi-space-size=32", "--no-memory-reducer"]

const inChild = (node, flags) => {
  const child = spawn(
    node,
    [...process.execArgv, ...flags, "--disable-warning=ExperimentalWarning", entry, ...args],
    { stdio: "inherit" }
  )
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("error", (error) => {
    say(`Node could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

if (!existsSync(entry)) {
  say(`${dirname(entry)} is missing. In a clone of the sources, run: npm run -s cli -- ${args.join(" ")}`)
  process.exitCode = 1
} else if (isNew) {
  if (args[0] === "start" && !lasting.every((flag) => process.execArgv.includes(flag)))
    inChild(process.execPath, lasting)
  else {
    process.argv[1] = entry
    module.enableCompileCache?.()
    await import(new URL("../dist/cli.js", import.meta.url).href)
  }
} else {
  const node = packaged()
  if (node !== undefined) inChild(node, args[0] === "start" ? lasting : [])
  else {
    say(
      `Node ${process.versions.node} is too old, and there is none for this platform in the package: install Node 24, then retry.`
    )
    process.exitCode = 1
  }
}
