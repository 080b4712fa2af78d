/**
 * A session of a server, over which statements of several callers go at once: those submitted in one turn of the event loop are sent in one write,
 * and the server answers them in their order.
 */
import { PgProtocol, PgTypes } from "@effect/sql-pg"
import { type Duration, Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"
import type * as Net from "node:net"
import { performance } from "node:perf_hooks"
import type { Duplex } from "node:stream"
import { isForgotten } from "../Sql.ts"
import type { Address } from "./Address.ts"
import { Authentication } from "./Authentication.ts"
import { Batch, leftOut, type Outcome, type Output, type Statement } from "./Execution.ts"
import * as Failures from "./Failures.ts"
import { PreparedStatements } from "./PreparedStatements.ts"
import * as Socket from "./Socket.ts"

export interface Options {
  readonly address: Address
  /** Settings that the session begins with. */
  readonly parameters: Readonly<Record<string, string>>
  readonly prepare: boolean
  /** What it is for, in the metrics. */
  readonly pool: string
}

type Started = Exit.Exit<void, SqlError.SqlError>
type Message = PgProtocol.BackendMessage<unknown>

/** `I`: no transaction is open. `T`: one is open. `E`: one has failed. */
type Status = PgProtocol.TransactionStatus

const sync = PgProtocol.encodeSync()

/** How many statements a session keeps prepared. */
const mostPrepared = 100

const queryCanceled = "57014"

/** What the other end says of itself by refusing. */
const refusals = new Set<string | undefined>(["ECONNREFUSED", "ECONNRESET"])

const silenced = new Error("A statement that nobody waits for any more could not be ended")

export class Session {
  readonly openedAt = performance.now()
  readonly pool: string
  /** When the first unanswered statement was sent, or the server last sent anything since: of the monotonic clock. Undefined while idle. */
  waitingSince: number | undefined
  heardAt = -Infinity
  status: Status = "I"
  /** Why it can't be used any more. */
  failure: SqlError.SqlError | undefined
  /** Called when it must not be lent again. */
  onRetire: () => void = () => {}
  /** Called when it has ended. */
  onEnd: () => void = () => {}
  onNotification: ((payload: string) => void) | undefined
  private readonly options: Options
  private readonly raw: Net.Socket
  private readonly parser = PgProtocol.makeParser<unknown>()
  private readonly prepared: PreparedStatements | undefined
  private readonly pending: Array<Batch> = []
  private readonly sent: Array<Batch> = []
  private readonly idleWaiters = new Set<() => void>()
  private socket: Duplex
  private authentication: Authentication | undefined
  private key = { pid: 0, secret: 0 }
  private isFlushScheduled = false
  private isCancelPending = false
  private started: (exit: Started) => void

  constructor(options: Options, started: (exit: Started) => void) {
    const { address, pool, prepare } = options
    this.options = options
    this.pool = pool
    this.started = started
    this.prepared = prepare ? new PreparedStatements(mostPrepared) : undefined
    this.authentication = new Authentication(address)
    this.raw = Socket.open(address, {
      opened: (socket) => this.begin(socket),
      closed: (cause) => {
        if (refusals.has((cause as NodeJS.ErrnoException).code)) this.heardAt = performance.now()
        this.fail(Failures.connection(cause, this.operation))
      }
    })
    this.socket = this.raw
  }

  private get operation() {
    return this.authentication === undefined ? "query" : "connect"
  }

  private begin(socket: Duplex): void {
    const { address, parameters } = this.options
    this.socket = socket
    socket.on("data", this.read)
    const { database, options, user } = address
    const given = { ...parameters, user, database, options }
    socket.write(PgProtocol.encodeStartupMessage(given))
  }

  private readonly read = (chunk: Uint8Array): void => {
    this.heardAt = performance.now()
    if (this.waitingSince !== undefined) this.waitingSince = this.heardAt
    try {
      this.parser.pushEach(chunk, this.dispatch)
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause))
      this.fail(
        cause instanceof PgTypes.CodecError
          ? Failures.unknown("A row could not be decoded", error)
          : Failures.connection(error, this.operation)
      )
    }
    if (this.isIdle) this.rest()
  }

  private readonly dispatch = (message: Message): void => {
    if (this.failure !== undefined) return
    switch (message._tag) {
      case "ParameterStatus":
      case "NoticeResponse":
        return
      case "NotificationResponse":
        return this.onNotification?.(message.payload)
    }
    if (this.authentication !== undefined) return this.authenticate(this.authentication, message)
    const [batch] = this.sent
    if (batch !== undefined) return this.answer(batch, message)
    this.fail(
      message._tag === "ErrorResponse"
        ? Failures.reported(message.fields, "query")
        : Failures.connection(new Error(`Unexpected ${message._tag} while idle`))
    )
  }

  private authenticate(authentication: Authentication, message: Message): void {
    switch (message._tag) {
      case "ErrorResponse":
        return this.fail(Failures.reported(message.fields, "connect"))
      case "BackendKeyData":
        this.key = { pid: message.pid, secret: message.secret }
        return
      case "ReadyForQuery":
        this.authentication = undefined
        return this.started(Exit.void)
    }
    if (!message._tag.startsWith("Authentication")) {
      if (message._tag === "NegotiateProtocolVersion") return
      throw new Error(`Unexpected ${message._tag} while connecting`)
    }
    try {
      const answer = authentication.answer(message)
      if (answer !== undefined) this.socket.write(answer)
    } catch (cause) {
      this.fail(Failures.authentication(cause instanceof Error ? cause : new Error(String(cause))))
    }
  }

  private answer(batch: Batch, message: Message): void {
    const execution = batch.current
    switch (message._tag) {
      case "CloseComplete":
      case "BindComplete":
        return
      case "ParseComplete":
        return execution.parsed()
      case "RowDescription":
        execution.describe(message)
        this.parser.readField = execution.readField
        return
      case "NoData":
        return execution.described()
      case "DataRow":
        return execution.add(message)
      case "CommandComplete":
      case "EmptyQueryResponse":
        execution.complete(message._tag === "CommandComplete" ? message.commandTag : "")
        batch.advance()
        this.parser.readField = batch.current.readField
        return
      case "ErrorResponse":
        if (message.fields.code === queryCanceled) this.isCancelPending = false
        return execution.fail(Failures.reported(message.fields, "query"))
      case "ReadyForQuery":
        return this.finish(batch, message.status)
      default:
        // COPY is not used.
        throw new Error(`Unexpected ${message._tag} within the answer to a statement`)
    }
  }

  private finish(batch: Batch, status: Status): void {
    this.sent.shift()
    this.status = status
    this.waitingSince = this.sent.length > 0 ? this.heardAt : undefined
    // Rows of the next one may be in the same bytes.
    this.parser.readField = this.sent[0]?.current.readField
    for (const execution of batch.executions) {
      const { outcome } = execution
      if (outcome === undefined || Exit.isFailure(outcome)) execution.forgetUnparsed(this.prepared)
      const reason = outcome !== undefined && Exit.isFailure(outcome) ? outcome.cause.reasons[0] : undefined
      // Who forgot one statement may have forgotten all.
      if (reason?._tag === "Fail" && isForgotten(reason.error)) this.prepared?.forgetAll()
    }
    if (this.isCancelPending) {
      // The request may still arrive, and end what is sent next.
      this.isCancelPending = false
      this.onRetire()
    }
    batch.end(leftOut)
  }

  get isIdle(): boolean {
    return this.sent.length === 0 && this.pending.length === 0
  }

  /** Whether the server answers several statements at once, so that it may take longer than one. */
  get isTogether(): boolean {
    return this.sent.some(({ executions }) => executions.length > 1)
  }

  private rest(): void {
    const waiters = [...this.idleWaiters]
    this.idleWaiters.clear()
    for (const waiter of waiters) waiter()
  }

  /** Fails what it was asked for, and closes it. */
  fail(error: SqlError.SqlError): void {
    if (this.failure !== undefined) return
    this.failure = error
    this.raw.destroy()
    // Before its callers go on, who may want another.
    this.onRetire()
    this.end(error)
  }

  close(): void {
    if (this.failure !== undefined) return
    this.failure = Failures.connection(new Error("The connection is closed"))
    if (this.socket.writable) this.socket.end(PgProtocol.encodeTerminate())
    this.end(this.failure)
  }

  private end(error: SqlError.SqlError): void {
    this.waitingSince = undefined
    this.status = "I"
    this.onEnd()
    if (this.authentication !== undefined) this.started(Exit.fail(error))
    for (const batch of [...this.sent.splice(0), ...this.pending.splice(0)]) batch.end(error)
    this.rest()
  }

  /**
   * Sends statements with one Sync behind them; `done` gets the outcome of each, in their order, and what they left open. The result forgets
   * them: if they aren't sent yet they never will be, and `done` isn't called.
   */
  submit(
    statements: ReadonlyArray<Statement>,
    done: (outcomes: ReadonlyArray<Outcome>, status: Status) => void
  ): () => void {
    const batch = new Batch(statements, ({ outcomes }) => done(outcomes, this.status))
    if (this.failure !== undefined) batch.end(this.failure)
    else {
      this.pending.push(batch)
      if (!this.isFlushScheduled) queueMicrotask(this.flush)
      this.isFlushScheduled = true
    }
    return () => {
      batch.isAbandoned = true
      const at = this.pending.indexOf(batch)
      if (at >= 0) this.pending.splice(at, 1)
    }
  }

  /** Sends one statement. Outside a transaction, one that the server has forgotten is prepared anew. */
  submitOne(statement: Statement, done: (outcome: Outcome) => void): () => void {
    let again: (() => void) | undefined
    const forget = this.submit([statement], ([outcome], status) => {
      const reason = Exit.isFailure(outcome!) ? outcome.cause.reasons[0] : undefined
      const isLost = reason?._tag === "Fail" && statement.isPrepared && isForgotten(reason.error)
      if (!isLost || status !== "I" || this.failure !== undefined) return done(outcome!)
      again = this.submit([{ ...statement, isPrepared: false }], ([second]) => done(second!))
    })
    return () => {
      forget()
      again?.()
    }
  }

  private readonly flush = (): void => {
    this.isFlushScheduled = false
    const frames: Array<Uint8Array> = []
    for (const batch of this.pending.splice(0)) {
      const messages = [...(this.prepared?.takeCloses() ?? [])]
      try {
        for (const execution of batch.executions) execution.encode(messages, this.prepared)
      } catch (cause) {
        for (const execution of batch.executions) execution.forgetUnparsed(this.prepared)
        batch.end(Failures.unknown("The statement cannot be encoded", cause))
        continue
      }
      frames.push(...messages, sync)
      this.sent.push(batch)
      if (this.sent.length === 1) this.parser.readField = batch.current.readField
    }
    if (frames.length === 0) return this.isIdle ? this.rest() : undefined
    this.waitingSince ??= performance.now()
    this.send(Buffer.concat(frames))
  }

  send(messages: Uint8Array): void {
    this.socket.write(messages)
  }

  /** Runs a statement; one that nobody waits for any more is ended. */
  run(statement: Statement): Effect.Effect<Output, SqlError.SqlError> {
    return Effect.callback((resume) => {
      const forget = this.submitOne(statement, resume)
      return Effect.suspend(() => {
        forget()
        return this.stop()
      })
    })
  }

  /** Asks the server to end what it does (PostgreSQL, section 54.2.9). Whether that came in time is only known from what it answers. */
  cancel(): void {
    if (this.failure !== undefined || this.isIdle) return
    this.isCancelPending = true
    const request = PgProtocol.encodeCancelRequest(this.key)
    const raw = Socket.open(this.options.address, {
      opened: (socket) => void socket.end(request),
      closed: () => clearTimeout(timer)
    })
    const timer = setTimeout(() => raw.destroy(), 5_000)
  }

  private readonly untilIdle = Effect.callback<void>((resume) => {
    if (this.isIdle) return resume(Effect.void)
    const waiter = () => resume(Effect.void)
    this.idleWaiters.add(waiter)
    return Effect.sync(() => this.idleWaiters.delete(waiter))
  })

  /** Ends what still runs after a moment, and waits until it has ended, or for `longest`. */
  stop(longest?: Duration.Input): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.isIdle) return Effect.void
      const grace = Effect.callback<void>((resume) => {
        const timer = setTimeout(() => resume(Effect.void), 10)
        return Effect.sync(() => clearTimeout(timer))
      })
      const ended = longest === undefined ? this.untilIdle : Effect.timeoutOption(this.untilIdle, longest)
      const cancelled = Effect.suspend(() => {
        this.cancel()
        return Effect.asVoid(ended)
      })
      return Effect.andThen(Effect.raceFirst(this.untilIdle, grace), cancelled)
    })
  }

  /** Ends up to so many statements, one after another, that nobody waits for. */
  drain(statements: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.isIdle) return Effect.void
      if (statements === 0) return Effect.sync(() => this.fail(Failures.connection(silenced)))
      return Effect.andThen(this.stop("100 millis"), this.drain(statements - 1))
    })
  }
}
