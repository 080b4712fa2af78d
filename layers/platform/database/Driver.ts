/** What a connection of the driver can do beyond its interface. */
import type { PgConnection } from "@effect/sql-pg"
import { type Duration, Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Duplex } from "node:stream"

export interface Output {
  readonly result: PgConnection.Result
  readonly values: ReadonlyArray<ReadonlyArray<unknown>>
}

/**
 * `PgConnectionImpl` of @effect/sql-pg 4.0.5. `pipelineCycle` is how it sends statements of several callers at once; here
 * they are those of one transaction.
 */
export interface Driver {
  readonly pipelineCycle: (
    sql: string,
    params: ReadonlyArray<unknown>,
    wantRows: boolean,
    cache: object | undefined
  ) => Effect.Effect<Output, SqlError.SqlError>
  /** The statements that it keeps prepared; undefined if it keeps none. */
  readonly prepared: object | undefined
  readonly pipelineIsIdle: () => boolean
  readonly waitPipelineIdle: Effect.Effect<void>
  readonly cancel: Effect.Effect<void>
  readonly session: { readonly socket: Duplex }
  readonly fatal: (error: SqlError.SqlError) => void
  /** Who may send: a reserved connection is its owner, and `pipelineCycle` becomes it for each statement. */
  readonly owner: {
    readonly take: (permits: number) => Effect.Effect<number>
    readonly release: (permits: number) => Effect.Effect<number>
  }
}

/** Asks the server to end what still runs after a moment, as the driver does it, and waits until it has, or for `most`. */
export const stop = (driver: Driver, most?: Duration.Input): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (driver.pipelineIsIdle()) return Effect.void
    const grace = Effect.callback<void>((resume) => {
      const timer = setTimeout(() => resume(Effect.void), 10)
      return Effect.sync(() => clearTimeout(timer))
    })
    const { waitPipelineIdle } = driver
    const ended = most === undefined ? waitPipelineIdle : Effect.timeoutOption(waitPipelineIdle, most)
    const stopped = Effect.suspend(() =>
      driver.pipelineIsIdle() ? Effect.void : Effect.andThen(driver.cancel, Effect.asVoid(ended))
    )
    return Effect.andThen(Effect.raceFirst(driver.waitPipelineIdle, grace), stopped)
  })
