/** Caches an initialized and migrated database, which the next service with `--ephemeral` starts from a copy of. */
import { Effect, Layer } from "effect"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Settings } from "../../layers/settings/Settings.ts"
import { version } from "../../layers/runtime/Version.ts"
import { migrations } from "../../migrations/index.ts"
import * as App from "../service/App.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The cache of a clone, or else of the user. */
const caches = () => {
  const modules = join(root, "node_modules")
  const own = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache")
  return existsSync(modules) ? join(modules, ".cache", "ephemeral") : join(own, "sales-pipeline", "ephemeral")
}

/** The migrations' sources. A package doesn't have them, but there the version is enough. */
const sources = () => {
  const folder = join(root, "migrations")
  if (!existsSync(folder)) return []
  return readdirSync(folder, { encoding: "utf8", recursive: true }).map(
    (name) => `${name} ${statSync(join(folder, name)).mtimeMs}`
  )
}

const nameOf = () => {
  const made = [version, process.arch, process.getuid?.() ?? "", ...Object.keys(migrations), ...sources()]
  return createHash("sha256").update(made.join("\n")).digest("hex").slice(0, 16)
}

/** Preserves the owner, which may differ from that of this process. */
const copy = (from: string, to: string) => {
  if (process.platform === "win32") return cpSync(from, to, { recursive: true })
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" })
  if (status !== 0) throw new Error(stderr.trim())
}

/** Removes templates of other versions. A concurrent copy of one fails, and its database is created from scratch. */
const removeOthers = (folder: string, kept: string) => {
  for (const name of readdirSync(folder))
    if (name !== kept && !name.includes(".")) rmSync(join(folder, name), { recursive: true, force: true })
}

const keep = (database: string, folder: string, name: string) => {
  const draft = join(folder, `${name}.${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    copy(database, draft)
    if (!existsSync(join(folder, name))) renameSync(draft, join(folder, name))
    removeOthers(folder, name)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Without a template a start only takes a few seconds longer. */
const attempt = (what: string, run: () => void) =>
  Effect.try({ try: run, catch: String }).pipe(
    Effect.as(true),
    Effect.catch((reason) => Effect.as(Effect.logWarning(`${what}: ${reason}`), false))
  )

/** Fills the data directory before the database starts. */
export const fill = Effect.gen(function* () {
  const { dataDir } = yield* Settings
  const [folder, name] = [caches(), nameOf()]
  const template = join(folder, name)
  const database = join(dataDir, "postgres")
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (existsSync(template)) {
    const copied = yield* attempt("The template of the database could not be copied", () =>
      copy(template, database)
    )
    if (copied) return
    rmSync(database, { recursive: true, force: true })
  }
  yield* Effect.scoped(Layer.build(Layer.fresh(App.database)))
  yield* attempt("The template of the database could not be kept", () => keep(database, folder, name))
})
