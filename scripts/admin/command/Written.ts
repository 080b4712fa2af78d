/** Writes a command's output to a new file, which gets its final name once it is complete, or to standard output for `-`. */
import { Data, Effect } from "effect"
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from "node:fs"

class NotWritten extends Data.TaggedError("NotWritten")<{
  readonly code: string
  readonly message: string
}> {}

export const notWritten = (path: string) => (error: unknown) =>
  new NotWritten({ code: "file_not_written", message: `${path}: ${String(error)}` })

type Write = (text: string) => Effect.Effect<void, NotWritten>

const toStdout: Write = (text) =>
  Effect.callback((resume) => {
    process.stdout.write(text, (error) =>
      resume(error ? Effect.fail(notWritten("standard output")(error)) : Effect.void)
    )
  })

const toFile = <A, E, R>(path: string, use: (write: Write) => Effect.Effect<A, E, R>) => {
  const attempt = <B>(act: () => B) => Effect.try({ try: act, catch: notWritten(path) })
  const draft = `${path}.part`
  return Effect.acquireUseRelease(
    attempt(() => {
      if (existsSync(path)) throw new Error("there is such a file already; name another, or remove it")
      return openSync(draft, "w", 0o600)
    }),
    (file) =>
      Effect.tap(
        use((text) => attempt(() => void writeSync(file, text))),
        attempt(() => renameSync(draft, path))
      ),
    (file) =>
      Effect.sync(() => {
        closeSync(file)
        rmSync(draft, { force: true })
      })
  )
}

/** The command's result; nothing for `-`, because standard output contains only the file. */
export const into = <A, E, R>(path: string, use: (write: Write) => Effect.Effect<A, E, R>) =>
  path === "-" ? Effect.asVoid(use(toStdout)) : toFile(path, use)
