/** The client as a project elsewhere has it. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { temporaryDirectory } from "../server/TestServer.ts"

/** Runs a program of Node to its end. */
export const node = (args: ReadonlyArray<string>, cwd = process.cwd(), env: Record<string, string> = {}) =>
  Effect.promise(() => promisify(execFile)(process.execPath, args, { cwd, env: { ...process.env, ...env } }))

/** Of this process, since others may build, too. */
const dist = resolve("node_modules/.cache/client", String(process.pid))

let done = false

/** The folder of the built client, made once. */
export const built = Effect.suspend(() => {
  if (done) return Effect.succeed(dist)
  process.on("exit", () => rmSync(dist, { recursive: true, force: true }))
  return Effect.map(node(["scripts/client/build.ts", dist]), () => {
    done = true
    return dist
  })
})

/** A project that has the package as npm would install it, and others: copies of their own, or links. */
export const project = Effect.fnUntraced(function* (
  copied: ReadonlyArray<string> = [],
  linked: ReadonlyArray<string> = []
) {
  const made = yield* built
  const folder = yield* temporaryDirectory
  const at = (name: string) => join(folder, "node_modules", name)
  mkdirSync(at("@sales-pipeline/client"), { recursive: true })
  cpSync("client/typescript/package.json", join(at("@sales-pipeline/client"), "package.json"))
  cpSync(made, join(at("@sales-pipeline/client"), "dist"), { recursive: true })
  for (const name of copied) cpSync(join("node_modules", name), at(name), { recursive: true })
  for (const name of linked) symlinkSync(resolve("node_modules", name), at(name))
  writeFileSync(join(folder, "package.json"), '{"type":"module"}')
  return folder
})
