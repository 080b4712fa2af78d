/**
 * Lets concurrent light reads of a workspace share a connection: their statements go in one write and count as one towards admission.
 * Repositories see a transaction's connection. Each statement has its own Sync, so an error or timeout affects it alone, except that a
 * timeout also fails the statements behind it.
 */
import { Cause, Clock, Context, Effect, Exit, type Fiber, Scheduler } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import type { ApiError } from "../../../schema/Fault.ts"
import { LinkedList } from "../../queue/LinkedList.ts"
import { Connection, SessionConnection } from "./Connection.ts"
import type { Output, Statement } from "../driver/Execution.ts"
import type { Session } from "../driver/Session.ts"
import * as SessionEffects from "../driver/SessionEffects.ts"
import { QueuedRead } from "./QueuedRead.ts"
import * as Sql from "../Sql.ts"

/** Maximum statements that share a session at once. */
const maxBatch = 16

/** Sessions that suffice while each answers within `promptMillis`: a light read costs Node more than PostgreSQL, so one keeps up. */
const [enoughSessions, promptMillis] = [1, 2]

type SqlEffect<A> = Effect.Effect<A, SqlError.SqlError>

/** Runs an effect with the transaction service. */
type Share<A, E, R> = (
  effect: Effect.Effect<A, E, R>,
  transaction: SharedReads["transaction"]
) => Effect.Effect<A, E, R>

export interface Site {
  readonly lend: SqlConnection.Borrower
  /** Runs an effect once it is admitted; fails if that takes too long. */
  readonly admit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
  /** The error for reads that have waited longer than `patience` milliseconds. */
  readonly late: Effect.Effect<never, ApiError>
  readonly patience: number
  /** Called when the first read arrives, and when none is left. */
  readonly isAsked: (shared: SharedReads, isAsked: boolean) => void
}

const isTooLong = new Set(["LockTimeoutError", "StatementTimeoutError"])

export class SharedReads extends Connection {
  /** Value of the transaction service. */
  readonly transaction = [this as SqlConnection.Connection, 0] as const
  private readonly site: Site
  private readonly waitingReads = new LinkedList<QueuedRead>()
  private tripsUnderWay = 0
  private timer: NodeJS.Timeout | undefined
  /** Whether a connection was requested and the waiting reads have not been sent. */
  private isCalled = false

  constructor(site: Site) {
    super()
    this.site = site
  }

  get waiting(): number {
    return this.waitingReads.size
  }

  run(statement: Statement): SqlEffect<Output> {
    // An unprepared statement is planned for its values, so it may be slow.
    if (!statement.isPrepared) return this.runAlone((connection) => connection.run(statement))
    return Effect.withFiber((fiber) => {
      const waiting = Effect.callback<Output, SqlError.SqlError | ApiError>((resume) => {
        const leave = () => this.waitingReads.delete(read)
        const until = performance.now() + this.site.patience
        const read = new QueuedRead(statement, fiber, resume, until, leave)
        this.waitingReads.add(read)
        this.next()
        return Effect.sync(() => read.leave())
      })
      return waiting as SqlEffect<Output>
    })
  }

  /** Runs a read on its own connection while few are under way, because sharing costs more than a single read. */
  read<A, E, R>(effect: Effect.Effect<A, E, R>, share: Share<A, E, R>): Effect.Effect<A, E | ApiError, R> {
    if (this.isCalled || this.tripsUnderWay >= enoughSessions) return share(effect, this.transaction)
    let isBegun = false
    // The count is increased within the finalizer's region: a fiber can yield between any two effects and be interrupted then.
    const begun = Effect.suspend(() => {
      isBegun = true
      this.begin()
      return this.site.admit(effect)
    })
    return Effect.onExitPrimitive(begun, () => void (isBegun && this.left()))
  }

  private begin(): void {
    this.tripsUnderWay += 1
    this.site.isAsked(this, true)
  }

  private left(): void {
    this.tripsUnderWay -= 1
    if (this.tripsUnderWay === 0 && this.waitingReads.size === 0) this.site.isAsked(this, false)
    else this.next()
  }

  /** Requests a connection for the waiting reads. It waits for pending answers first, so that more reads go together. */
  private next(): void {
    if (this.tripsUnderWay < enoughSessions) this.sendWaiting()
    else if (this.waitingReads.size > 0) this.timer ??= setTimeout(this.late, promptMillis)
  }

  private readonly late = () => {
    this.timer = undefined
    this.sendWaiting()
  }

  private sendWaiting(): void {
    const { first } = this.waitingReads
    if (this.isCalled || first === undefined) return
    this.isCalled = true
    this.call(first.fiber)
  }

  private readonly call = (fiber: Fiber.Fiber<unknown, unknown>) => {
    this.begin()
    Effect.runForkWith(this.servicesOf(fiber))(this.roundTrip)
  }

  /** The only services that connecting needs. Copying all of a request's, about two hundred, would be slow. */
  private servicesOf(fiber: Fiber.Fiber<unknown, unknown>): Context.Context<never> {
    return Context.make(Clock.Clock, fiber.getRef(Clock.Clock)).pipe(
      Context.add(Scheduler.Scheduler, fiber.getRef(Scheduler.Scheduler))
    )
  }

  /** Gets admitted, takes a connection, and sends the reads that are waiting by then. */
  private readonly roundTrip = Effect.suspend(() => {
    let isSent = false
    const sent = this.site.lend((connection) => {
      isSent = true
      return connection instanceof SessionConnection ? this.sendBatch(connection.session) : Effect.void
    })
    return Effect.map(Effect.exit(this.site.admit(Sql.orDie(sent))), (exit) => {
      if (Exit.isFailure(exit) && !isSent) this.refuse(exit.cause as Cause.Cause<never>)
      this.left()
    })
  })

  /** Takes the next reads to send, and refuses those that waited too long. */
  private taken(): ReadonlyArray<QueuedRead> {
    const now = performance.now()
    const [taken, refused]: [Array<QueuedRead>, Array<QueuedRead>] = [[], []]
    for (
      let read = this.waitingReads.first;
      read !== undefined && taken.length < maxBatch;
      read = this.waitingReads.first
    ) {
      this.waitingReads.delete(read)
      if (read.until < now) refused.push(read)
      else taken.push(read)
    }
    this.isCalled = false
    this.next()
    for (const { resume } of refused) resume(this.site.late)
    return taken
  }

  /** Fails all waiting reads when there is no room or no connection. The first has already been counted as refused. */
  private refuse(cause: Cause.Cause<never>): void {
    const refused = this.waitingReads.all()
    for (const read of refused) this.waitingReads.delete(read)
    this.isCalled = false
    const others = Cause.hasFails(cause) ? this.site.late : Effect.failCause(cause)
    for (const read of refused) read.resume(read === refused[0] ? Effect.failCause(cause) : others)
  }

  /** Sends reads in one write, each with its own answer. Fails with the last failure. */
  private sendBatch(session: Session): SqlEffect<void> {
    const sent = Effect.callback<void, SqlError.SqlError>((resume) => {
      const taken = this.taken()
      let left = taken.length
      // If all callers were interrupted, nothing is known about the database.
      let result: Exit.Exit<void, SqlError.SqlError> = Exit.interrupt()
      if (left === 0) return resume(result)
      const ended = (exit: Exit.Exit<unknown, SqlError.SqlError>) => {
        left -= 1
        const failure = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
        if (failure === undefined && !Exit.hasFails(result)) result = Exit.void
        if (failure?._tag === "Fail") {
          result = Exit.fail(failure.error)
          if (left > 0 && isTooLong.has(failure.error.reason._tag)) session.fail(failure.error)
        }
        if (left === 0) resume(result)
      }
      for (const read of taken) {
        const forget = SessionEffects.submit(session, read.statement, (exit) => {
          ended(exit)
          read.resume(exit)
        })
        read.leave = () => {
          forget()
          ended(Exit.interrupt())
        }
      }
    })
    return Effect.ensuring(sent, SessionEffects.drain(session, maxBatch))
  }

  /**
   * Runs on its own admitted connection with few services, because omitting one of two hundred copies them all. Failures become defects:
   * admission counts a typed failure as an answer.
   */
  runAlone<A>(run: (connection: Connection) => SqlEffect<A>): SqlEffect<A> {
    return Effect.withFiber((fiber) => {
      const lent = this.site.lend((connection) =>
        connection instanceof Connection ? run(connection) : Effect.never
      )
      const few = Effect.updateContext(lent, () => this.servicesOf(fiber))
      return this.site.admit(Sql.orDie(few)) as Effect.Effect<A, never>
    })
  }
}

/** Runs an effect that may be slower than a light read on its own connection, where reads would otherwise share one. */
export const onOwnConnection = <A>(sql: Sql.Sql, effect: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.withFiber<A, SqlError.SqlError>(({ context }) => {
    const [shared] = Context.getOrUndefined(context, sql.transactionService) ?? []
    return shared instanceof SharedReads
      ? shared.runAlone((connection) =>
          Effect.updateContext(effect, () => Context.add(context, sql.transactionService, [connection, 0]))
        )
      : effect
  })
