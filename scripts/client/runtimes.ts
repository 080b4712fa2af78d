/**
 * Tests the built client in Node, Deno and Bun against its own service: `npm run client:runtimes`. Deno and Bun come from npm packages, 200
 * MB in node_modules/.cache/runtimes, which are nobody's dependencies.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { start } from "../../client/typescript/src/testing.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = join(root, "node_modules", ".cache", "runtimes")
const dist = join(folder, "client")
const versions = { deno: "2.9.6", bun: "1.4.5" }

/** The npm package with a runtime's program for this machine, and its path; undefined if there is none. */
const packages = (): Readonly<Record<"deno" | "bun", readonly [string, string] | undefined>> => {
  const on = `${process.platform}-${process.arch}`
  const ofDeno = on.startsWith("linux") ? `${on}-glibc` : on
  const ofBun = on.replace("win32", "windows").replace("arm64", "aarch64")
  const ending = process.platform === "win32" ? ".exe" : ""
  const isKnown = /^(?:linux|darwin|win32)-(?:x64|arm64)$/u.test(on)
  return {
    deno: isKnown ? [`@deno/${ofDeno}`, `deno${ending}`] : undefined,
    bun: isKnown ? [`@oven/bun-${ofBun}`, join("bin", `bun${ending}`)] : undefined
  }
}

const install = (name: "deno" | "bun"): string | undefined => {
  const found = packages()[name]
  if (found === undefined) return undefined
  const [wanted, path] = found
  const program = join(folder, "node_modules", wanted, path)
  const isCurrent = () =>
    existsSync(program) &&
    spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.includes(versions[name])
  if (isCurrent()) return program
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, "package.json")))
    writeFileSync(join(folder, "package.json"), '{"private":true}')
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${wanted}@${versions[name]}`]
  const { stderr } = spawnSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32"
  })
  if (isCurrent()) return program
  process.stderr.write(`${wanted} could not be installed:\n${stderr}`)
  return undefined
}

const script = join(root, "scripts", "client", "everywhere.mjs")

const runtimes: ReadonlyArray<
  readonly [name: string, program: string | undefined, args: ReadonlyArray<string>]
> = [
  [`Node ${process.versions.node}`, process.execPath, []],
  [`Deno ${versions.deno}`, install("deno"), ["run", "--no-prompt", "--allow-net", `--allow-read=${root}`]],
  [`Bun ${versions.bun}`, install("bun"), ["run"]]
]

const build = spawnSync(process.execPath, [join(root, "scripts", "client", "build.ts"), dist], {
  encoding: "utf8"
})
if (build.status !== 0) throw new Error(build.stdout + build.stderr)

/** Whether the script completes all its checks, which it prints at the end. */
const passes = (
  name: string,
  program: string,
  args: ReadonlyArray<string>,
  parameters: ReadonlyArray<string>
) => {
  const began = performance.now()
  const { status, stderr, stdout } = spawnSync(program, [...args, script, ...parameters], {
    encoding: "utf8"
  })
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  const count = stdout.match(/^ok (?!all)/gmu)?.length ?? 0
  const isRight = status === 0 && stdout.endsWith(`ok all ${count}\n`)
  console.log(`${isRight ? "ok  " : "FAIL"} ${name.padEnd(14)} ${count} uses in ${seconds} s`)
  if (!isRight) process.stderr.write(stdout + stderr)
  return isRight
}

const service = await start({ directory: root })
const scriptArguments = [service.url, service.apiKey, dist]
const results = runtimes.map(([name, program, args]) => {
  if (program !== undefined) return passes(name, program, args, scriptArguments)
  console.log(
    `none ${name.padEnd(14)} npm has no program of it for ${process.platform} ${process.arch}, or it could not be fetched`
  )
  return false
})
await service.stop()
process.exitCode = results.every(Boolean) ? 0 : 1
