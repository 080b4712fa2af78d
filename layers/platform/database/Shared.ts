/**
 * Light reads of one workspace that wait for the database at the same time share a connection: their statements go there in one
 * write, and one share of the connections is taken for all of them. To repositories it is the connection of a transaction.
 *
 * Each statement keeps its own end, so one that is refused leaves the others alone, and has the server's limits for itself. One that
 * has waited too long fails those behind it too, since they would wait for the same.
 */
import { Cause, Clock, Context, Effect, Exit, type Fiber, Scheduler, Stream } from "effect"
import { type SqlConnection, type SqlError } from "effect/sql"
import type { ApiError } from "../../../schema/Fault.ts"
import { Linked } from "../Linked.ts"
import { asked, type Driver, type Ended, type Output, end, submit } from "./Driver.ts"
import { Rider } from "./Rider.ts"
import * as Sql from "./Sql.ts"
import { wireOf } from "./Wire.ts"
import * as Wired from "./Wired.ts"

/** Statements that share a connection at once. */
const most = 16

/** Connections that are enough where each answers within `soon` milliseconds: a light read costs Node more than PostgreSQL, so one keeps up. */
const [enough, soon] = [1, 2]

type Failing<A> = Effect.Effect<A, SqlError.SqlError>
type Rows = ReadonlyArray<any>
type Transform = <A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>

/** Runs an effect with the service of a transaction. */
type Share<A, E, R> = (
  effect: Effect.Effect<A, E, R>,
  transaction: Shared["transaction"]
) => Effect.Effect<A, E, R>

/** A connection as the driver lends it for a statement. */
type Lent = SqlConnection.Connection & { readonly connection: Driver }

export interface Site {
  readonly lend: SqlConnection.Borrower
  readonly reserve: SqlConnection.Acquirer
  /** Runs an effect once there is room for it; fails if that takes too long. */
  readonly admit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
  /** Refuses who has waited for longer than `patience` milliseconds. */
  readonly late: Effect.Effect<never, ApiError>
  readonly patience: number
  /** What connecting goes by; no transaction. */
  readonly services: Context.Context<never>
  /** Told when somebody asks, and when nobody is left. */
  readonly isAsked: (shared: Shared, isAsked: boolean) => void
}

const isTooLong = new Set(["LockTimeoutError", "StatementTimeoutError"])

export class Shared extends Wired.Wired implements SqlConnection.Connection {
  /** As the service of a transaction. */
  readonly transaction = [this as SqlConnection.Connection, 0] as const
  private readonly site: Site
  private readonly riders = new Linked<Rider>()
  private underway = 0
  private timer: NodeJS.Timeout | undefined
  /** Whether a connection was asked for, and those who wait have not been sent yet. */
  private isCalled = false

  constructor(site: Site) {
    super()
    this.site = site
  }

  get waiting(): number {
    return this.riders.size
  }

  private ask(sql: string, params: ReadonlyArray<unknown>, wantRows: boolean): Failing<Output> {
    return Effect.withFiber((fiber) =>
      Effect.callback<Output, any>((resume) => {
        const leave = () => this.riders.delete(rider)
        const until = performance.now() + this.site.patience
        const rider = new Rider(asked(sql, params, true, wantRows), fiber, resume, until, leave)
        this.riders.add(rider)
        this.next()
        return Effect.sync(() => rider.leave())
      })
    )
  }

  /** Runs a read: with a place and a connection of its own while few are under way, since to share them costs more than one read. */
  run<A, E, R>(effect: Effect.Effect<A, E, R>, share: Share<A, E, R>): Effect.Effect<A, E | ApiError, R> {
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
    if (this.underway === 0 && this.riders.size === 0) this.site.isAsked(this, false)
    else this.next()
  }

  /** Asks for a connection for those who wait. While answers are about to come, they wait for these, and more go together. */
  private next(): void {
    if (this.underway < enough) this.hurry()
    else if (this.riders.size > 0) this.timer ??= setTimeout(this.late, soon)
  }

  private readonly late = () => {
    this.timer = undefined
    this.hurry()
  }

  private hurry(): void {
    const { first } = this.riders
    if (this.isCalled || first === undefined) return
    this.isCalled = true
    this.call(first.fiber)
  }

  private readonly call = (fiber: Fiber.Fiber<unknown, unknown>) => {
    this.begin()
    Effect.runForkWith(this.servicesOf(fiber))(this.trip)
  }

  private servicesOf(fiber: Fiber.Fiber<unknown, unknown>): Context.Context<never> {
    return Context.add(this.site.services, Clock.Clock, fiber.getRef(Clock.Clock)).pipe(
      Context.add(Scheduler.Scheduler, fiber.getRef(Scheduler.Scheduler))
    )
  }

  /** Takes a share and a connection, and sends those who wait by then. */
  private readonly trip = Effect.suspend(() => {
    let isSent = false
    const sent = this.site.lend((connection) => {
      isSent = true
      return this.carry((connection as Lent).connection)
    })
    return Effect.map(Effect.exit(this.site.admit(Sql.orDie(sent))), (exit) => {
      if (Exit.isFailure(exit) && !isSent) this.refuse(exit.cause as Cause.Cause<never>)
      this.left()
    })
  })

  /** Those who go next; who has waited for too long is refused. */
  private taken(): ReadonlyArray<Rider> {
    const now = performance.now()
    const [taken, refused]: [Array<Rider>, Array<Rider>] = [[], []]
    for (
      let rider = this.riders.first;
      rider !== undefined && taken.length < most;
      rider = this.riders.first
    ) {
      this.riders.delete(rider)
      if (rider.until < now) refused.push(rider)
      else taken.push(rider)
    }
    this.isCalled = false
    this.next()
    for (const { resume } of refused) resume(this.site.late)
    return taken
  }

  /** There is no room or no connection: whoever waits learns it now. The first was counted with the trip. */
  private refuse(cause: Cause.Cause<never>): void {
    const refused = this.riders.all()
    for (const rider of refused) this.riders.delete(rider)
    this.isCalled = false
    const others = Cause.hasFails(cause) ? this.site.late : Effect.failCause(cause)
    for (const rider of refused) rider.resume(rider === refused[0] ? Effect.failCause(cause) : others)
  }

  /** Sends them in one write, each waiting for its own answer; fails as the last of them that failed. */
  private carry(driver: Driver): Failing<void> {
    const wire = wireOf(driver.session.socket)
    const sent = Effect.callback<void, SqlError.SqlError>((resume) => {
      const taken = this.taken()
      let left = taken.length
      // Callers who all went away say nothing of the database.
      let result: Exit.Exit<void, SqlError.SqlError> = Exit.interrupt()
      if (left === 0) return resume(result)
      wire?.share(true)
      const ended = (exit: Ended) => {
        left -= 1
        const failure = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
        if (failure === undefined && !Exit.hasFails(result)) result = Exit.void
        if (failure?._tag === "Fail") {
          result = Exit.fail(failure.error)
          if (left > 0 && isTooLong.has(failure.error.reason._tag)) driver.fatal(failure.error)
        }
        if (left === 0) resume(result)
      }
      for (const rider of taken) {
        const forget = submit(driver, rider.asked, (exit) => {
          ended(exit)
          rider.resume(exit)
        })
        const leave = () => {
          forget()
          ended(Exit.interrupt())
        }
        rider.leave = leave
      }
    })
    const over = Effect.sync(() => wire?.share(false))
    return Effect.ensuring(Effect.ensuring(sent, end(driver, most)), over)
  }

  /** With a place and a connection of its own, in few services: to leave out one of two hundred copies all. A failure that is no defect would count as an answer. */
  alone<A>(run: (connection: SqlConnection.Connection) => Failing<A>): Failing<A> {
    return Effect.withFiber((fiber) => {
      const lent = Effect.updateContext(this.site.lend(run), () => this.servicesOf(fiber))
      return this.site.admit(Sql.orDie(lent)) as Effect.Effect<A, never>
    })
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined): Failing<Rows> {
    return Effect.map(this.ask(sql, params, true), ({ result: { rows } }) =>
      transform === undefined ? rows : (transform as (rows: Rows) => Rows)(rows)
    )
  }

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.ask(sql, params, true), ({ result }) => result)
  }

  executeWired(sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean) {
    return isPrepared
      ? Effect.map(this.ask(sql, params, false), ({ values }) => values)
      : this.alone((connection) => Wired.rows(connection, sql, params, isPrepared))
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    return this.alone((connection) => connection.executeUnprepared(sql, params, transform))
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    return Stream.unwrap(
      Effect.map(this.site.reserve, (connection) => connection.executeStream(sql, params, transform))
    )
  }
}
