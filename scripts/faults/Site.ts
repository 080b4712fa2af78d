/** Shared by all faults of a run: a PostgreSQL with a database to clone, a receiver, and a directory. */
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { Workplace } from "./Mix.ts"
import { Postgres } from "./Postgres.ts"
import { Receiver } from "./Receiver.ts"
import type { Environment } from "./Service.ts"

export const encryptionKey = "5a".repeat(32)

/** Settings of every service of a run: no rate limits, and receivers on loopback. */
export const settings = {
  ENCRYPTION_KEY: encryptionKey,
  DEMO: "0",
  OUTBOUND_ALLOW_PRIVATE: "true",
  WEBHOOK_RETRY_SCALE: "0.001",
  RATE_LIMIT_PER_KEY: "1000000000",
  RATE_LIMIT_PER_WORKSPACE: "1000000000",
  RATE_LIMIT_PER_ADDRESS: "1000000000"
}

export interface Place extends Workplace {
  readonly workspaceId: string
}

export interface Places {
  readonly main: Place
  readonly capped: Place
}

export interface Site {
  readonly directory: string
  readonly postgres: Postgres
  readonly receiver: Receiver
  /** The workspaces in the database `template`; every fault works on a clone of it. */
  readonly places: Places
  readonly close: () => Promise<void>
}

/** In memory if there is room: other work on a shared disk would distort the figures. */
export const root = () => {
  const memory = "/dev/shm"
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 * 2 ** 30 ? memory : tmpdir()
}

export const directoryIn = (directory: string, name: string): string => {
  const path = join(directory, name)
  mkdirSync(path, { recursive: true, mode: 0o755 })
  return path
}

/** Runs an admin command of the code in a folder, and returns what it prints. */
export const adminOf = async (
  code: string,
  environment: Environment,
  ...words: ReadonlyArray<string>
): Promise<any> => {
  const { HOME = "", NODE_COMPILE_CACHE = "", PATH = "" } = process.env
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "scripts/admin.ts", ...words, "--json"],
    {
      cwd: code,
      env: { HOME, NODE_COMPILE_CACHE, PATH, ENCRYPTION_KEY: encryptionKey, ...environment },
      stdio: ["ignore", "pipe", "ignore"]
    }
  )
  const said = JSON.parse(await text(child.stdout))
  if (said.error !== undefined) throw new Error(`admin ${words.join(" ")}: ${said.error.message}`)
  return said
}

export const place = async (
  environment: Environment,
  plan: string,
  name = plan,
  code = process.cwd()
): Promise<Place> => {
  const options = ["--name", name, "--plan", plan, "--owner-email", `${name}@acme.example`]
  const { apiKey, board, workspace } = await adminOf(code, environment, "workspace", "create", ...options)
  return { token: apiKey.token, boardId: board.id, workspaceId: workspace.id }
}

/** Creates workspaces in a database, and so migrates it. */
export const placesIn = async (environment: Environment): Promise<Places> => ({
  main: await place(environment, "standard"),
  capped: await place(environment, "free")
})

/** The same with the code of this checkout. */
export const admin = (environment: Environment, ...words: ReadonlyArray<string>): Promise<any> =>
  adminOf(process.cwd(), environment, ...words)

export const open = async (): Promise<Site> => {
  const directory = mkdtempSync(join(root(), "pipeline-faults-"))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    const postgres = await Postgres.make(directoryIn(directory, "postgres"))
    await postgres.query("CREATE DATABASE template")
    const data = directoryIn(directory, "operator")
    const places = await placesIn({ DATABASE_URL: postgres.url("template"), DATA_DIR: data })
    const receiver = await Receiver.start()
    const close = async () => {
      await receiver.close()
      await postgres.stop("SIGQUIT")
      remove()
    }
    return { directory, postgres, receiver, places, close }
  } catch (error) {
    remove()
    throw error
  }
}
