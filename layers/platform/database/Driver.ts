/** What a connection of the driver can do beyond its interface. */
import type { PgConnection } from "@effect/sql-pg"
import { Deferred, type Duration, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import type { Duplex } from "node:stream"
import * as Prepared from "./Prepared.ts"
import { Columns, type Read, WireRow } from "./WireRow.ts"

export interface Output {
  readonly result: PgConnection.Result
  /** Unless rows were wanted as objects. */
  readonly values: ReadonlyArray<WireRow>
}

export type Ended = Exit.Exit<Output, SqlError.SqlError>

/** A statement as it goes to the server. */
export interface Asked {
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
  /** Rows as objects; otherwise as they come. */
  readonly wantRows: boolean
  readonly isPrepared: boolean
}

export const asked = (
  sql: string,
  params: ReadonlyArray<unknown>,
  isPrepared: boolean,
  wantRows = true
): Asked => ({ sql, params, isPrepared, wantRows })

export interface Plan {
  /** Whether it is prepared with this statement. */
  readonly parses: boolean
  /** Whether the server has forgotten what was prepared. */
  readonly stale: boolean
  readonly prepared: object | undefined
  /** What is sent, up to and with Sync. */
  readonly frame: Uint8Array
}

export interface Entry {
  readonly plan: Plan
  readonly deferred: Deferred.Deferred<Output, SqlError.SqlError>
  readonly machine: Pick<Machine, "readField" | "onMessage">
  abandoned: boolean
}

/** What reads the answer to a statement. */
export interface Machine {
  /** How it reads columns; undefined until the server has said what they are. */
  readField: Read | undefined
  readonly resultFields: PgConnection.Result["fields"]
  onMessage: (message: Message) => void
  /** Fails it, unless it is done. */
  readonly onFatal: (error: SqlError.SqlError) => void
}

/** What the server says; `status` of ReadyForQuery alone: `I` if no transaction is open, `E` if one failed, or else `T`. */
export interface Message {
  readonly _tag: string
  readonly status?: string
}

type Machines = new (
  driver: Driver,
  plan: Plan,
  wantRows: boolean,
  finish: (result: Ended) => void
) => Machine

/**
 * `PgConnectionImpl` of @effect/sql-pg 4.0.5. `pipelineCycle` is how it sends statements of several callers at once; here
 * they are those of one transaction, or light reads.
 */
export interface Driver {
  readonly pipelineCycle: (
    sql: string,
    params: ReadonlyArray<unknown>,
    wantRows: boolean,
    cache: Prepared.Cache | undefined
  ) => Effect.Effect<Output, SqlError.SqlError>
  readonly encodeQuery: (
    sql: string,
    params: ReadonlyArray<unknown>,
    cache: Prepared.Cache | undefined
  ) => Plan
  readonly pipelinePending: Array<Entry>
  readonly pipelineConsumer: object
  consumer: object | undefined
  readonly schedulePipelineFlush: () => void
  readonly finishPipelineEntry: (entry: Entry, result: Ended) => void
  readonly deadWith: SqlError.SqlError | undefined
  readonly session: { readonly socket: Duplex; readonly parser: { readField: Read | undefined } }
  /** The statements that it keeps prepared; undefined if it keeps none. */
  readonly prepared: Prepared.Cache | undefined
  readonly pipelineIsIdle: () => boolean
  readonly waitPipelineIdle: Effect.Effect<void>
  readonly cancel: Effect.Effect<void>
  readonly fatal: (error: SqlError.SqlError) => void
  /** Who may send: a reserved connection is its owner, and `pipelineCycle` becomes it for each statement. */
  readonly owner: {
    readonly take: (permits: number) => Effect.Effect<number>
    readonly release: (permits: number) => Effect.Effect<number>
  }
}

/** Keeps rows as they come: the driver hands out bytes that it never writes to again. */
export const keep = ({ session: { parser } }: Driver, machine: Machine): ReadonlyArray<WireRow> => {
  const rows: Array<WireRow> = []
  const keeping = (read: Read): Read => {
    const columns = Columns.of(machine.resultFields, read)
    return (bytes, from, _size, column) => {
      // The first column's size is before it.
      if (column === 0) rows.push(new WireRow(bytes, from - 4, columns))
    }
  }
  if (machine.readField !== undefined) machine.readField = keeping(machine.readField)
  else {
    const { onMessage } = machine
    machine.onMessage = (message) => {
      onMessage.call(machine, message)
      if (message._tag === "RowDescription" && parser.readField !== undefined) {
        parser.readField = keeping(parser.readField)
      }
    }
  }
  return rows
}

export const withValues = (ended: Ended, values: ReadonlyArray<WireRow>): Ended =>
  Exit.isSuccess(ended) ? Exit.succeed({ result: ended.value.result, values }) : ended

/** Known from the first statement that is sent, as the driver keeps it to itself. */
let known: Machines | undefined

/** Whoever asks has the connection, so that the driver's own way sends at once. */
export const machines = (driver: Driver): Machines => {
  if (known === undefined) {
    Effect.runFork(driver.pipelineCycle("SELECT 1", [], false, undefined))
    known = driver.pipelinePending.at(-1)!.machine.constructor as Machines
  }
  return known
}

export const notEncoded = (cause: unknown) => {
  const message = "The statement cannot be encoded"
  const reason = new SqlError.UnknownError({ cause, message, operation: "query" })
  return new SqlError.SqlError({ reason })
}

export const push = (driver: Driver, entry: Entry) => {
  driver.pipelinePending.push(entry)
  driver.consumer = driver.pipelineConsumer
  driver.schedulePipelineFlush()
}

/**
 * What `pipelineCycle` does, without a fiber for each statement: `done` hears what came of it. Statements that are submitted in one turn
 * go in one write. The result forgets it: it isn't sent, or what comes of it is nobody's.
 */
export const submit = (
  driver: Driver,
  asked: Asked,
  done: (exit: Ended) => void,
  cache = asked.isPrepared ? driver.prepared : undefined
): (() => void) => {
  if (driver.deadWith !== undefined) {
    done(Exit.fail(driver.deadWith))
    return () => {}
  }
  if (cache !== undefined) Prepared.quicken(cache)
  const Machine = machines(driver)
  let plan: Plan
  try {
    plan = driver.encodeQuery(asked.sql, asked.params, cache)
  } catch (cause) {
    done(Exit.fail(notEncoded(cause)))
    return () => {}
  }
  let again: (() => void) | undefined
  const deferred = Deferred.makeUnsafe<Output, SqlError.SqlError>()
  deferred.resumes = [
    (result) => {
      const isForgotten = cache !== undefined && plan.stale && !plan.parses
      if (!isForgotten)
        return done(values === undefined ? (result as Ended) : withValues(result as Ended, values))
      cache.evict(plan.prepared!)
      again = submit(driver, { ...asked, isPrepared: false }, done)
    }
  ]
  const machine = new Machine(driver, plan, asked.wantRows, (result) =>
    driver.finishPipelineEntry(entry, result)
  )
  const values = asked.wantRows ? undefined : keep(driver, machine)
  const entry: Entry = { plan, deferred, machine, abandoned: false }
  push(driver, entry)
  return () => {
    entry.abandoned = true
    again?.()
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

const unanswered = () => {
  const message = "What nobody waits for any more could not be ended"
  const reason = new SqlError.ConnectionError({ cause: new Error(message), message, operation: "query" })
  return new SqlError.SqlError({ reason })
}

/** Runs a statement on a connection that nobody else has, as the driver does. */
export const run = (driver: Driver, asked: Asked): Effect.Effect<Output, SqlError.SqlError> =>
  Effect.callback((resume) => {
    const forget = submit(driver, asked, resume)
    return Effect.suspend(() => {
      forget()
      return stop(driver)
    })
  })

/** Ends what the server still does for nobody, one statement after another. */
export const end = (driver: Driver, statements: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (driver.pipelineIsIdle()) return Effect.void
    if (statements === 0) return Effect.sync(() => driver.fatal(unanswered()))
    return Effect.andThen(stop(driver, "100 millis"), end(driver, statements - 1))
  })
