/**
 * Locks between processes, which the kernel releases however a process ends. Node has no flock, so SQLite locks an empty file. A PID file
 * would go stale, because a restarted container reuses PIDs.
 */
import { Effect } from "effect"
import type { Scope } from "effect"
import { DatabaseSync } from "node:sqlite"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

type Kind = "shared" | "exclusive"

const begin: Record<Kind, string> = {
  shared: "BEGIN; SELECT count(*) FROM sqlite_schema",
  exclusive: "BEGIN EXCLUSIVE"
}

const SQLITE_BUSY = 5

const isBusy = (cause: unknown) =>
  typeof cause === "object" && cause !== null && "errcode" in cause && cause.errcode === SQLITE_BUSY

class LockBusy extends EmbeddedPostgresError {}

const failure = (file: string) => (cause: unknown) =>
  isBusy(cause)
    ? new LockBusy({ message: `${file} stays locked by another process: is a start or a stop stuck there?` })
    : new EmbeddedPostgresError({ message: `${file} cannot be locked: ${String(cause)}`, cause })

const take = Effect.fnUntraced(function* (file: string, kind: Kind) {
  const database = yield* Effect.try({
    try: () => new DatabaseSync(file, { timeout: 0 }),
    catch: failure(file)
  })
  yield* Effect.try({ try: () => database.exec(begin[kind]), catch: failure(file) }).pipe(
    Effect.tapError(() => Effect.sync(() => database.close()))
  )
  return database
})

const pause = Effect.interruptible(Effect.sleep("15 millis"))

const takeWithin = (
  attempts: number,
  file: string,
  kind: Kind
): Effect.Effect<DatabaseSync, EmbeddedPostgresError> =>
  take(file, kind).pipe(
    Effect.catchIf(
      (error) => error instanceof LockBusy && attempts > 0,
      () => Effect.andThen(pause, takeWithin(attempts - 1, file, kind))
    )
  )

/** Waits up to a minute for the lock, and holds it until the scope closes. */
export const acquire = (file: string, kind: Kind): Effect.Effect<void, EmbeddedPostgresError, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(takeWithin(4_000, file, kind), (database) => Effect.sync(() => database.close()))
  )

/** Whether no process holds the lock. */
export const isFree = (file: string): Effect.Effect<boolean, EmbeddedPostgresError> =>
  take(file, "exclusive").pipe(
    Effect.map((database) => {
      database.close()
      return true
    }),
    Effect.catchIf(
      (error) => error instanceof LockBusy,
      () => Effect.succeed(false)
    )
  )
