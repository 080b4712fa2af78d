/**
 * The connection of a transaction, which sends several statements in one write: BEGIN goes with the first read, and
 * writes whose rows nobody needs go with the next statement or with COMMIT. The server does them in their order, as if
 * each had waited for the one before. After one that fails it leaves out the others, and COMMIT with them.
 */
import { Deferred, Effect, Exit, Stream } from "effect"
import { type SqlConnection, SqlError } from "effect/sql"
import { type Guard, held, type Rows } from "./Guard.ts"
import { asked, type Driver, type Ended, type Output } from "./Driver.ts"
import { Exchange } from "./Exchange.ts"
import { Later, type Part } from "./Part.ts"
import { type Read, isNew, isSame, type Presumed } from "./Presumed.ts"

type Failing<A> = Effect.Effect<A, SqlError.SqlError>

/** These change nothing if there is no transaction, so that they can be sent before the answer to BEGIN. */
const isRead = /^\s*SELECT\b/iu

const rolledBack = new Error("COMMIT rolled back an aborted transaction")

/** Of a fiber that outlives its transaction: the connection is another's. */
const ended = Effect.die(new Error("The transaction has already ended"))

const outputs = (exits: ReadonlyArray<Ended>, skipped: number): Failing<ReadonlyArray<Output>> => {
  const failure = exits.find(Exit.isFailure)
  if (failure !== undefined) return Exit.failCause(failure.cause)
  return Effect.succeed(exits.slice(skipped).map((exit) => (exit as Exit.Success<Output>).value))
}

/** Asks the guards, one after another. */
const checked = Effect.fnUntraced(function* (parts: ReadonlyArray<Part>, exits: ReadonlyArray<Ended>) {
  for (const [index, { guard }] of parts.entries())
    if (guard !== undefined) yield* guard.check(Exit.map(exits[index]!, ({ result }) => result.rows))
})

export class Pipeline extends Exchange implements SqlConnection.Connection {
  private readonly plain: SqlConnection.Connection
  /** BEGIN, and the reads that decide whether to go on, until they are sent. */
  private ahead: Array<Part> = []
  /** Writes that go with the next statement. */
  private behind: Array<Part> = []
  /** Done when what is ahead was answered well. */
  private opening: Deferred.Deferred<void, SqlError.SqlError> | undefined
  private isOpen = false
  private depth = 0
  private readonly presumed: Presumed
  /** Whether it may take reads for granted: whoever runs it repeats it if it must. */
  mayPresume = false
  private isEnded = false

  constructor(driver: Driver, plain: SqlConnection.Connection, presumed: Presumed) {
    super(driver)
    this.plain = plain
    this.presumed = presumed
  }

  /** Whether it takes something for granted that the database has not looked at. */
  get isPresuming(): boolean {
    return this.opening === undefined && this.ahead.some(({ guard }) => guard?.decides)
  }

  /** The answers of the parts after `skipped`, or the first failure. */
  private send(parts: ReadonlyArray<Part>, skipped = 0): Failing<ReadonlyArray<Output>> {
    return Effect.flatMap(this.exits(parts), (exits) => outputs(exits, skipped))
  }

  /** Sends what is ahead, with `rest`. */
  private begun(rest: ReadonlyArray<Part>): Failing<ReadonlyArray<Output>> {
    const opening = Deferred.makeUnsafe<void, SqlError.SqlError>()
    const { ahead } = this
    this.opening = opening
    this.ahead = []
    const opened = Effect.flatMap(
      this.exits([...ahead, ...rest]),
      (exits): Failing<Failing<ReadonlyArray<Output>>> => {
        const begin = exits[0]!
        if (Exit.isFailure(begin)) return Exit.failCause(begin.cause)
        return Effect.map(checked(ahead, exits), () => {
          this.isOpen = true
          Deferred.doneUnsafe(opening, Effect.void)
          return outputs(exits, ahead.length)
        })
      }
    )
    return Effect.flatten(Effect.onError(opened, (cause) => Deferred.failCause(opening, cause)))
  }

  private readonly open: Failing<unknown> = Effect.suspend((): Failing<unknown> => {
    if (this.isOpen) return Effect.void
    return this.opening === undefined ? this.begun([]) : Deferred.await(this.opening)
  })

  private all(parts: ReadonlyArray<Part>): Failing<ReadonlyArray<Output>> {
    return Effect.suspend(() => {
      if (this.isEnded) return ended
      const mayGoAlong = this.behind.length === 0 && parts.every(({ sql }) => isRead.test(sql))
      if (!this.isOpen && !mayGoAlong) return Effect.andThen(this.open, this.all(parts))
      if (!this.isOpen && this.opening === undefined) return this.begun(parts)
      const { behind } = this
      if (behind.length === 0) return this.send(parts)
      this.behind = []
      return this.send([...behind, ...parts], behind.length)
    })
  }

  private run(part: Part): Failing<Output> {
    return Effect.map(this.all([part]), ([output]) => output!)
  }

  /** The rows of several statements, in one write. */
  together(all: ReadonlyArray<readonly [sql: string, params: ReadonlyArray<unknown>]>) {
    const parts = all.map(([sql, params]) => asked(sql, params, true))
    return Effect.map(this.all(parts), (outputs) => outputs.map(({ result: { rows } }) => rows as Rows))
  }

  /** The same for reads that may be taken for granted. */
  presume(all: ReadonlyArray<Read>): Failing<ReadonlyArray<Rows>> {
    return Effect.suspend(() => {
      const isFirst =
        this.mayPresume && !this.isEnded && this.opening === undefined && this.behind.length === 0
      const found = isFirst ? this.presumed.find(all) : undefined
      if (found === undefined) return this.presumed.read(all, (hashed) => this.together(hashed))
      this.ahead.push({ ...asked(...found.check, true), guard: isSame })
      return Effect.succeed(found.rows)
    })
  }

  /** Puts an insertion of what must not be there yet in the place of the guarded statement, unless that was sent. */
  instead(compile: () => Read): boolean {
    const at = this.ahead.findIndex(({ guard }) => guard !== undefined && !guard.decides)
    if (!this.mayPresume || this.opening !== undefined || at < 0) return false
    this.ahead[at] = new Later(compile, isNew(this.ahead[at]!.guard!))
    return true
  }

  later(sql: string, params: ReadonlyArray<unknown>): Failing<Rows> {
    return Effect.suspend(() => {
      if (this.depth > 0 || this.isEnded) return this.rows(sql, params, true)
      this.behind.push(asked(sql, params, true))
      return Effect.succeed(held)
    })
  }

  /** Whether the first statement is still to be sent: then `compile` gives its text when it is. */
  guarded(compile: () => Read, guard: Guard): boolean {
    if (this.opening !== undefined || this.isEnded) return false
    this.ahead.push(new Later(compile, guard))
    return true
  }

  private rows(sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean, transform?: Transform) {
    return Effect.map(this.run(asked(sql, params, isPrepared)), ({ result: { rows } }): Rows =>
      transform === undefined ? rows : transform(rows)
    )
  }

  private control(text: string) {
    return this.run(asked(text, [], true))
  }

  /** Sends the last statement: with all before it, if none of them is decided on here. */
  private last(part: Part): Failing<Output> {
    const { behind } = this
    if (this.opening !== undefined || this.ahead.some(({ guard }) => guard !== undefined && !guard.decides))
      return this.run(part)
    this.behind = []
    return Effect.map(this.begun([...behind, part]), (outputs) => outputs.at(-1)!)
  }

  /** Never prepared: a name that the server has forgotten would let what follows be done without a transaction. */
  begin(text = "BEGIN"): void {
    this.ahead.push(asked(text, [], false))
  }

  readonly commit: Failing<void> = Effect.suspend((): Failing<void> => {
    if (this.opening === undefined && this.behind.length === 0 && this.ahead.length === 1) return Effect.void
    // The server leaves COMMIT out after a statement that failed, and it isn't sent after a guard that did.
    const committed = Effect.onError(this.last(asked("COMMIT", [], true)), () =>
      this.isInTransaction ? Effect.ignore(this.rollback, { log: "Warn" }) : Effect.void
    )
    return Effect.flatMap(committed, ({ result: { command } }) => {
      if (command !== "ROLLBACK") return Effect.void
      const { message } = rolledBack
      const reason = new SqlError.UnknownError({ cause: rolledBack, message, operation: "commit" })
      return Effect.fail(new SqlError.SqlError({ reason }))
    })
  })

  /** Never prepared either: a name that was forgotten would leave the connection in the transaction that failed. */
  readonly rollback: Failing<unknown> = Effect.suspend((): Failing<unknown> => {
    this.behind = []
    return this.opening === undefined ? Effect.void : this.send([asked("ROLLBACK", [], false)])
  })

  /** What was to go later goes now. */
  readonly flush: Failing<unknown> = Effect.suspend((): Failing<unknown> => {
    const { behind } = this
    if (behind.length === 0 && !this.isPresuming) return Effect.void
    return Effect.andThen(
      this.open,
      Effect.suspend(() => {
        this.behind = []
        return behind.length === 0 ? Effect.void : this.send(behind)
      })
    )
  })

  /** Whoever gets the connection next finds no transaction open, and no answers that nobody waits for. */
  leave(): void {
    this.isEnded = true
    if (!this.isSettled) this.end(new Error("A transaction was left open"))
  }

  savepoint(text: string, depth: number) {
    this.depth = depth
    return this.control(text)
  }

  released(text: string, depth: number) {
    return Effect.tap(this.control(text), () => Effect.sync(() => (this.depth = depth - 1)))
  }

  rolledBackTo(text: string) {
    return this.control(text)
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    return this.rows(sql, params, true, transform)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    return this.rows(sql, params, false, transform)
  }

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.run(asked(sql, params, true)), ({ result }) => result)
  }

  executeWired(sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean) {
    return Effect.map(this.run(asked(sql, params, isPrepared, false)), ({ values }) => values)
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    const open = Effect.suspend(() => (this.isEnded ? ended : this.open))
    const ready = Effect.andThen(open, this.flush)
    return Stream.unwrap(Effect.as(ready, this.plain.executeStream(sql, params, transform)))
  }
}

type Transform = <A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>
