/** Prepares a process for `--ephemeral`: a temporary directory, and defaults for tests. */
import { spawn } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Options from "./Options.ts"

const memory = "/dev/shm"

/** Minimum free bytes to use /dev/shm. The database of a few tests needs a tenth. */
const minFreeBytes = 512 * 2 ** 20

const root = () => {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > minFreeBytes ? memory : tmpdir()
}

/** Waits for the end of its input, which closes however the service ends. Then it stops a remaining database and removes the directory. */
const reaping = `
read _
pid=$(head -n 1 "$1/data/postgres/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then
  kill -QUIT "$pid" 2>/dev/null
  tries=0
  while kill -0 "$pid" 2>/dev/null && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
  kill -KILL "$pid" 2>/dev/null
fi
tries=0
until rm -rf "$1" 2>/dev/null && [ ! -e "$1" ]; do
  tries=$((tries + 1)); [ $tries -gt 100 ] && exit 1
  sleep 0.05
done
`

const reap = (directory: string) => {
  const child = spawn("/bin/sh", ["-c", reaping, "sh", directory], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  child.on("error", () => {})
  child.unref()
  // A pipe to a child is a Socket, although its type doesn't say so.
  if (child.stdin instanceof Socket) child.stdin.unref()
}

/** Defaults for tests, unless the variable is set. */
const defaults = (json: boolean): Readonly<Record<string, string>> => ({
  PORT: "0",
  DEMO: "false",
  OUTBOUND_ALLOW_PRIVATE: "true",
  RATE_LIMIT_PER_KEY: "1000000",
  RATE_LIMIT_PER_WORKSPACE: "1000000",
  RATE_LIMIT_PER_ADDRESS: "1000000",
  ...(json ? { LOG_LEVEL: "error" } : {})
})

/** A service that ignored a mistyped argument would write to permanent data. */
const refuse = (word: string) => {
  const shown = JSON.stringify(word).slice(1, -1)
  process.stderr.write(
    `sales-pipeline: Unknown option ${shown}: there is --ephemeral, alone or with --json, --control, --seed and --now; all else is set by environment variables\n`
  )
  return process.exit(2)
}

const read = () => {
  const words = process.argv.slice(2)
  const word = Options.unknown(words)
  if (word !== undefined) return refuse(word)
  try {
    return Options.read(words, process.env)
  } catch (error) {
    process.stderr.write(`sales-pipeline: ${(error as Error).message}\n`)
    return process.exit(1)
  }
}

/** Sets the environment from which the settings are read. */
export const prepare = (): void => {
  const options = read()
  if (options === undefined) return
  const directory = mkdtempSync(join(root(), "sales-pipeline-"))
  // A database that root starts runs as another user.
  if (process.getuid?.() === 0) chmodSync(directory, 0o755)
  if (process.platform !== "win32") reap(directory)
  process.on("exit", () => {
    const isLeft = existsSync(join(directory, "data", "postgres", "postmaster.pid"))
    if (!isLeft) rmSync(directory, { recursive: true, force: true })
  })
  for (const [name, value] of Object.entries(defaults(options.json))) process.env[name] ||= value
  process.env["DATA_DIR"] = join(directory, "data")
}
