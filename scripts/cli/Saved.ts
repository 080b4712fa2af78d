/** The file with the saved sign-ins for each service. Only its owner may read it. */
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Failed, exits } from "./Failed.ts"
import { folderOf, Surroundings } from "./Surroundings.ts"

const SignIn = Schema.Struct({
  clientId: Schema.String,
  accessToken: Schema.String,
  /** Milliseconds since the Unix epoch. */
  expiresAt: Schema.Number,
  refreshToken: Schema.String
})
export type SignIn = typeof SignIn.Type

const Contents = Schema.Struct({
  /** The service that is used by default. */
  current: Schema.NullOr(Schema.String),
  services: Schema.Record(Schema.String, SignIn)
})
type Contents = typeof Contents.Type

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Contents))

const nothing: Contents = { current: null, services: {} }

const fileIn = (folder: string) => join(folder, "credentials.json")

const unreadable = (path: string, cause: unknown) =>
  new Failed({
    code: "credentials_unreadable",
    message: `${path} can't be used (${(cause as Error).message.split("\n")[0]}). Mend or delete it, then run: sales-pipeline login`,
    exit: exits.refused
  })

const isMissing = (cause: unknown) => (cause as NodeJS.ErrnoException).code === "ENOENT"

const readIn = (folder: string) =>
  Effect.try({
    try: (): Contents => {
      try {
        return decode(readFileSync(fileIn(folder), "utf8"))
      } catch (cause) {
        if (isMissing(cause)) return nothing
        throw cause
      }
    },
    catch: (cause) => unreadable(fileIn(folder), cause)
  })

/** A temporary file is renamed, so that no other command reads a half-written one. */
const writeIn = (folder: string, contents: Contents) =>
  Effect.try({
    try: () => {
      const file = fileIn(folder)
      const draft = `${file}.${randomUUID()}`
      writeFileSync(draft, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 })
      chmodSync(draft, 0o600)
      renameSync(draft, file)
    },
    catch: (cause) => unreadable(fileIn(folder), cause)
  })

const folder = Effect.map(Surroundings, folderOf)

export const path = Effect.map(folder, fileIn)

export const read = Effect.flatMap(folder, readIn)

/** The lock of a crashed command is removed once it is older than any refresh takes. */
const [stale, patience, turn] = [60_000, 70_000, 50]

const take = (lock: string) => {
  try {
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
    mkdirSync(lock)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause
    const modifiedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (modifiedAt !== undefined && Date.now() - modifiedAt > stale)
      rmSync(lock, { recursive: true, force: true })
    return false
  }
}

const locked = Effect.fnUntraced(function* (lock: string) {
  const until = Date.now() + patience
  while (!(yield* Effect.try({ try: () => take(lock), catch: (cause) => unreadable(lock, cause) }))) {
    if (Date.now() > until) return yield* unreadable(lock, new Error("another command holds it"))
    yield* Effect.sleep(turn)
  }
})

/** Changes the file under a lock: a refresh token is valid for one use, and a second use would end the sign-in. */
export const change = <A, E, R>(
  make: (contents: Contents) => Effect.Effect<readonly [A, Contents], E, R>
): Effect.Effect<A, E | Failed, R> =>
  Effect.gen(function* () {
    const at = yield* folder
    const lock = join(at, "lock")
    return yield* Effect.acquireUseRelease(
      locked(lock),
      () =>
        Effect.gen(function* () {
          const [answer, contents] = yield* make(yield* readIn(at))
          yield* writeIn(at, contents)
          return answer
        }),
      () => Effect.sync(() => rmSync(lock, { recursive: true, force: true }))
    )
  })

export const withSignIn = (contents: Contents, url: string, signIn: SignIn): Contents => ({
  current: url,
  services: { ...contents.services, [url]: signIn }
})

export const without = ({ current, services }: Contents, url: string): Contents => {
  const { [url]: _, ...rest } = services
  return { current: current === url ? null : current, services: rest }
}
