/** Creates the embedded server's files and password, completely or not at all. */
import { Effect, FileSystem, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import * as OsUser from "./OsUser.ts"
import type { Binaries } from "./Binaries.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { BeforePostgresWork } from "./BeforePostgresWork.ts"

const passwordFile = "service.password"

/** Major version of the included PostgreSQL. */
export const major = "18"

/** Name of an upgraded copy until it replaces the original files. */
export const upgradedOf = (directory: string): string => `${directory}.upgraded`

/** Major version that wrote the files. */
export const versionOf = Effect.fn("Cluster.versionOf")(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  return (yield* fs.readFileString(join(directory, "PG_VERSION"))).trim()
})

export const passwordOf = Effect.fn("Cluster.passwordOf")(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  return Redacted.make(yield* fs.readFileString(join(directory, passwordFile)))
})

/**
 * Locales that let trigram indexes recognize letters of every script; the first available is used. `C` only knows ASCII, so rare non-ASCII
 * terms are slower. Order and case don't depend on it: they use the `builtin` provider.
 */
const letterLocales = ["C.UTF-8", "en_US.UTF-8", "C"]

const initArguments = (directory: string, passwordFile: string, durable: boolean, letters: string) => [
  "--pgdata",
  directory,
  "--username=postgres",
  "--auth=scram-sha-256",
  `--pwfile=${passwordFile}`,
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  `--lc-ctype=${letters}`,
  // The password has 24 random bytes, so more rounds don't make it harder to guess. The default of 4096 costs 3 ms per connection.
  "--set=scram_iterations=1",
  ...(durable ? [] : ["--no-sync", "--no-data-checksums"])
]

const reasonOf = (output: string): string =>
  (output.split("\n").findLast((line) => /error|FATAL/u.test(line)) ?? output).trim()

/** Initializes a temporary directory and renames it, so that an interrupted start leaves nothing that looks complete. */
const initialise = Effect.fn("Cluster.initialise")(function* (
  directory: string,
  binaries: Binaries,
  osUser: OsUser.OsUser,
  durable: boolean
) {
  const fs = yield* FileSystem.FileSystem
  const draft = `${directory}.new`
  const [files, password] = [join(draft, "files"), join(draft, passwordFile)]
  yield* fs.remove(draft, { recursive: true, force: true })
  yield* fs.makeDirectory(draft, { recursive: true, mode: 0o700 })
  yield* fs.writeFileString(password, randomBytes(24).toString("base64url"), { mode: 0o600 })
  if (osUser.uid !== undefined && osUser.gid !== undefined) {
    yield* fs.chown(password, osUser.uid, osUser.gid)
    yield* fs.chown(draft, osUser.uid, osUser.gid)
  }
  ;(yield* BeforePostgresWork)()
  const made = (letters: string) =>
    OsUser.run(osUser, { program: binaries.initdb, args: initArguments(files, password, durable, letters) })
  let { code, output } = yield* made(letterLocales[0]!)
  for (const letters of letterLocales.slice(1)) {
    if (code === 0 || !/locale|encoding mismatch/iu.test(reasonOf(output))) break
    ;({ code, output } = yield* made(letters))
  }
  if (code !== 0) {
    return yield* new EmbeddedPostgresError({
      message: `The database files could not be created under ${directory}: ${reasonOf(output)}`
    })
  }
  yield* fs.rename(password, join(files, passwordFile))
  yield* fs.rename(files, directory)
  yield* fs.remove(draft, { recursive: true, force: true })
})

/** Adds the configuration files of a new cluster to files that have none. */
export const configure = Effect.fn("Cluster.configure")(function* (
  directory: string,
  binaries: Binaries,
  osUser: OsUser.OsUser
) {
  const fs = yield* FileSystem.FileSystem
  const fresh = `${directory}.fresh`
  yield* initialise(fresh, binaries, osUser, false)
  for (const name of ["postgresql.conf", "postgresql.auto.conf", "pg_hba.conf", "pg_ident.conf"])
    yield* fs.rename(join(fresh, name), join(directory, name))
  yield* fs.remove(fresh, { recursive: true })
})

/** Creates the files if they don't exist, and returns the server's password. */
export const ensure = Effect.fn("Cluster.ensure")(function* (
  directory: string,
  binaries: Binaries,
  osUser: OsUser.OsUser,
  durable: boolean
) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(directory)) && (yield* fs.exists(upgradedOf(directory)))) {
    yield* fs.rename(upgradedOf(directory), directory)
  }
  if (!(yield* fs.exists(directory))) yield* initialise(directory, binaries, osUser, durable)
  for (const file of ["PG_VERSION", passwordFile]) {
    if (yield* fs.exists(join(directory, file))) continue
    return yield* new EmbeddedPostgresError({
      message: `${directory} is not a complete database: ${file} is missing. Replace it with a backup, or move it away to start with an empty database.`
    })
  }
  const version = yield* versionOf(directory)
  if (version !== major) {
    return yield* new EmbeddedPostgresError({
      message: `${directory} was made by PostgreSQL ${version}, but this service includes PostgreSQL ${major}: run npm run -s admin -- database upgrade, or start the version that made it.`
    })
  }
  return yield* passwordOf(directory)
})
