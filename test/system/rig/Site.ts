/** Shared by all trials of a run: a PostgreSQL with a database to clone, a receiver, and a directory. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Workplace } from "./Mix.ts"
import { Postgres } from "./Postgres.ts"
import { Receiver } from "./Receiver.ts"
import { admin, type Environment, unlimited } from "./Service.ts"

export const encryptionKey = "5a".repeat(32)

/** Settings of every service of a run: no rate limits, and receivers on loopback. */
export const settings = {
  ENCRYPTION_KEY: encryptionKey,
  DEMO: "0",
  OUTBOUND_ALLOW_PRIVATE: "true",
  WEBHOOK_RETRY_SCALE: "0.001",
  ...unlimited
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

export const place = async (
  environment: Environment,
  plan: string,
  name = plan,
  code?: string
): Promise<Place> => {
  const options = ["--name", name, "--plan", plan, "--owner-email", `${name}@acme.example`]
  const { apiKey, board, workspace } = await operate(environment, ["workspace", "create", ...options], code)
  return { token: apiKey.token, boardId: board.id, workspaceId: workspace.id }
}

/** Creates workspaces in a database, and so migrates it. */
export const placesIn = async (environment: Environment, code?: string): Promise<Places> => ({
  main: await place(environment, "standard", "standard", code),
  capped: await place(environment, "free", "free", code)
})

/** Runs an admin command with the key of this run's services. */
export const operate = (
  environment: Environment,
  words: ReadonlyArray<string>,
  code?: string
): Promise<any> => admin({ ENCRYPTION_KEY: encryptionKey, ...environment }, words, code)

interface Options {
  /** The folder of the code that makes the database; this checkout by default. */
  readonly code?: string
  /** An empty database on a Citus coordinator, in place of `template`; the code distributes it. */
  readonly citus?: string | undefined
}

export const open = async ({ citus, code }: Options = {}): Promise<Site> => {
  const directory = mkdtempSync(join(root(), "pipeline-system-"))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    const postgres = await Postgres.make(directoryIn(directory, "postgres"))
    await postgres.query("CREATE DATABASE template")
    const url = citus ?? postgres.url("template")
    const environment = { DATABASE_URL: url, DATA_DIR: directoryIn(directory, "operator") }
    const places = await placesIn(environment, code)
    if (citus !== undefined) await operate(environment, ["database", "distribute"], code)
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
