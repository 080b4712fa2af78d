/**
 * Light reads of one workspace that wait for the database at the same time share a connection: their statements go there in one
 * write, and one share of the connections is taken for all of them. To repositories it is the connection of a transaction.
 *
 * Each statement keeps its own end, so one that is refused leaves the others alone, and has the server's limits for itself. One that
 * has waited too long fails those behind it too, since they would wait for the same.
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

/** Statements that share a session at once. */
const most = 16

/** Sessions that are enough where each answers within `soon` milliseconds: a light read costs Node more than PostgreSQL, so one keeps up. */
const [enough, soon] = [1, 2]

type Failing<A> = Effect.Effect<A, SqlError.SqlError>

/** Runs an effect with the service of a transaction. */
type Share<A, E, R> = (
  effect: Effect.Effect<A, E, R>,
  transaction: SharedReads["transaction"]
) => Effect.Effect<A, E, R>

export interface Site {
  readonly lend: SqlConnection.Borrower
  /** Runs an effect once there is room for it; fails if that takes too long. */
  readonly admit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
  /** Refuses who has waited for longer than `patience` milliseconds. */
  readonly late: Effect.Effect<never, ApiError>
  readonly patience: number
  /** Told when somebody asks, and when nobody is left. */
  readonly isAsked: (shared: SharedReads, isAsked: boolean) => void
}

const isTooLong = new Set(["LockTimeoutError", "StatementTimeoutError"])

export class SharedReads extends Connection {
  /** As the service of a transaction. */
  readonly transaction = [this as SqlConnection.Connection, 0] as const
  private readonly site: Site
  private readonly waitingReads = new LinkedList<QueuedRead>()
  private underway = 0
  private timer: NodeJS.Timeout | undefined
  /** Whether a connection was asked for, and those who wait have not been sent yet. */
  private isCalled = false

  constructor(site: Site) {
    super()
    this.site = site
  }

  get waiting(): number {
    return this.waitingReads.size
  }

  run(statement: Statement): Failing<Output> {
    // What it is planned for is its values, so it may take long.
    if (!statement.isPrepared) return this.alone((connection) => connection.run(statement))
    return Effect.withFiber((fiber) => {
      const waiting = Effect.callback<Output, SqlError.SqlError | ApiError>((resume) => {
        const leave = () => this.waitingReads.delete(read)
        const until = performance.now() + this.site.patience
        const read = new QueuedRead(statement, fiber, resume, until, leave)
        this.waitingReads.add(read)
        this.next()
        return Effect.sync(() => read.leave())
      })
      return waiting as Failing<Output>
    })
  }

  /** Runs a read: with a place and a connection of its own while few are under way, since to share them costs more than one read. */
  read<A, E, R>(effect: Effect.Effect<A, E, R>, share: Share<A, E, R>): Effect.Effect<A, E | ApiError, R> {
    if (this.isCalled || this.underway >= enough) return share(effect, this.transaction)
    let isBegun = false
    // What counts it is within what hears of its end: a fiber may yield between any two effects, and be interrupted then.
    const begun = Effect.suspend(() => {
      isBegun = true
      this.begin()
      return this.site.admit(effect)
    })
    return Effect.onExitPrimitive(begun, () => void (isBegun && this.left()))
  }

  private begin(): void {
    this.underway += 1
    this.site.isAsked(this, true)
  }

  private left(): void {
    this.underway -= 1
    if (this.underway === 0 && this.waitingReads.size === 0) this.site.isAsked(this, false)
    else this.next()
  }

  /** Asks for a connection for those who wait. While answers are about to come, they wait for these, and more go together. */
  private next(): void {
    if (this.underway < enough) this.hurry()
    else if (this.waitingReads.size > 0) this.timer ??= setTimeout(this.late, soon)
  }

  private readonly late = () => {
    this.timer = undefined
    this.hurry()
  }

  private hurry(): void {
    const { first } = this.waitingReads
    if (this.isCalled || first === undefined) return
    this.isCalled = true
    this.call(first.fiber)
  }

  private readonly call = (fiber: Fiber.Fiber<unknown, unknown>) => {
    this.begin()
    Effect.runForkWith(this.servicesOf(fiber))(this.trip)
  }

  /** What connecting needs: with all the services of a request, each connection copies some two hundred. */
  private servicesOf(fiber: Fiber.Fiber<unknown, unknown>): Context.Context<never> {
    return Context.make(Clock.Clock, fiber.getRef(Clock.Clock)).pipe(
      Context.add(Scheduler.Scheduler, fiber.getRef(Scheduler.Scheduler))
    )
  }

  /** Takes a share and a connection, and sends those who wait by then. */
  private readonly trip = Effect.suspend(() => {
    let isSent = false
    const sent = this.site.lend((connection) => {
      isSent = true
      return connection instanceof SessionConnection ? this.carry(connection.session) : Effect.void
    })
    return Effect.map(Effect.exit(this.site.admit(Sql.orDie(sent))), (exit) => {
      if (Exit.isFailure(exit) && !isSent) this.refuse(exit.cause as Cause.Cause<never>)
      this.left()
    })
  })

  /** Those who go next; who has waited for too long is refused. */
  private taken(): ReadonlyArray<QueuedRead> {
    const now = performance.now()
    const [taken, refused]: [Array<QueuedRead>, Array<QueuedRead>] = [[], []]
    for (
      let read = this.waitingReads.first;
      read !== undefined && taken.length < most;
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

  /** There is no room or no connection: whoever waits learns it now. The first was counted with the trip. */
  private refuse(cause: Cause.Cause<never>): void {
    const refused = this.waitingReads.all()
    for (const read of refused) this.waitingReads.delete(read)
    this.isCalled = false
    const others = Cause.hasFails(cause) ? this.site.late : Effect.failCause(cause)
    for (const read of refused) read.resume(read === refused[0] ? Effect.failCause(cause) : others)
  }

  /** Sends them in one write, each waiting for its own answer; fails as the last of them that failed. */
  private carry(session: Session): Failing<void> {
    const sent = Effect.callback<void, SqlError.SqlError>((resume) => {
      const taken = this.taken()
      let left = taken.length
      // Callers who all went away say nothing of the database.
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
    return Effect.ensuring(sent, SessionEffects.drain(session, most))
  }

  /** With a place and a connection of its own, in few services: to leave out one of two hundred copies all. A failure that is no defect would count as an answer. */
  alone<A>(run: (connection: Connection) => Failing<A>): Failing<A> {
    return Effect.withFiber((fiber) => {
      const lent = this.site.lend((connection) =>
        connection instanceof Connection ? run(connection) : Effect.never
      )
      const few = Effect.updateContext(lent, () => this.servicesOf(fiber))
      return this.site.admit(Sql.orDie(few)) as Effect.Effect<A, never>
    })
  }
}

/** Runs on a connection of its own what may take longer than a light read, in an effect whose reads may share one. */
export const apart = <A>(sql: Sql.Sql, effect: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.withFiber<A, SqlError.SqlError>(({ context }) => {
    const [shared] = Context.getOrUndefined(context, sql.transactionService) ?? []
    return shared instanceof SharedReads
      ? shared.alone((connection) =>
          Effect.updateContext(effect, () => Context.add(context, sql.transactionService, [connection, 0]))
        )
      : effect
  })
