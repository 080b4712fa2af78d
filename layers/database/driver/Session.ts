/**
 * A server session that pipelines statements of several callers: statements submitted in one event-loop turn are sent in one write, and
 * answered in order.
 */
import { PgProtocol } from "@effect/sql-pg"
import { Exit } from "effect"
import type { SqlError } from "effect/sql"
import type * as Net from "node:net"
import { performance } from "node:perf_hooks"
import type { Duplex } from "node:stream"
import type { Address } from "./Address.ts"
import { Authentication } from "./Authentication.ts"
import { Batch, type Message, type Status } from "./Batch.ts"
import type { Outcome, Statement } from "./Execution.ts"
import * as Failures from "./Failures.ts"
import { PreparedStatements } from "./PreparedStatements.ts"
import * as Socket from "./Socket.ts"

export interface Options {
  readonly address: Address
  /** Server settings for the startup message. */
  readonly parameters: Readonly<Record<string, string>>
  readonly prepare: boolean
  /** Pool name in metrics. */
  readonly pool: string
}

type StartResult = Exit.Exit<void, SqlError.SqlError>

const queryCanceled = "57014"

/** Error codes that only a reachable host causes. */
const refusals = new Set<string | undefined>(["ECONNREFUSED", "ECONNRESET"])

export class Session {
  readonly openedAt = performance.now()
  readonly pool: string
  /** Monotonic time of the first unanswered statement, or of the last data received since. Undefined while idle. */
  waitingSince: number | undefined
  heardAt = -Infinity
  status: Status = "I"
  /** Why the session can't be used any more. */
  failure: SqlError.SqlError | undefined
  /** Called when the session must not be used again. */
  onRetire: () => void = () => {}
  /** Called when the session has ended. */
  onEnd: () => void = () => {}
  onNotification: ((processId: number, payload: string) => void) | undefined
  private readonly options: Options
  private readonly raw: Net.Socket
  private readonly parser = PgProtocol.makeParser<unknown>()
  private readonly prepared: PreparedStatements | undefined
  private readonly pending: Array<Batch> = []
  private readonly sent: Array<Batch> = []
  private readonly idleWaiters = new Set<() => void>()
  private socket: Duplex
  private authentication: Authentication | undefined
  private cancelKey: Socket.CancelKey | undefined
  private isFlushScheduled = false
  private isCancelPending = false
  private started: (exit: StartResult) => void

  constructor(options: Options, started: (exit: StartResult) => void) {
    const { address, pool, prepare } = options
    this.options = options
    this.pool = pool
    this.started = started
    this.prepared = prepare ? new PreparedStatements() : undefined
    this.authentication = new Authentication(address)
    this.raw = Socket.open(address, {
      opened: (socket) => {
        this.socket = socket.on("data", this.read)
        this.send(Authentication.startup(address, options.parameters))
      },
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

  private readonly read = (chunk: Uint8Array): void => {
    this.heardAt = performance.now()
    if (this.waitingSince !== undefined) this.waitingSince = this.heardAt
    try {
      this.parser.pushEach(chunk, this.dispatch)
    } catch (cause) {
      this.fail(Failures.unreadable(cause, this.operation))
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
        return this.onNotification?.(message.pid, message.payload)
      case "BackendKeyData":
        this.cancelKey = message
        return
    }
    if (this.authentication !== undefined) return this.authenticate(this.authentication, message)
    const [batch] = this.sent
    if (batch !== undefined) {
      if (message._tag === "ErrorResponse" && message.fields.code === queryCanceled)
        this.isCancelPending = false
      const status = batch.read(message, this.parser)
      return status === undefined ? undefined : this.finish(batch, status)
    }
    if (message._tag === "ErrorResponse") return this.fail(Failures.reported(message.fields, "query"))
    throw new Error(`Unexpected ${message._tag} while idle`)
  }

  private authenticate(authentication: Authentication, message: Message): void {
    if (message._tag === "ErrorResponse") return this.fail(Failures.reported(message.fields, "connect"))
    if (message._tag === "ReadyForQuery") {
      this.authentication = undefined
      return this.started(Exit.void)
    }
    try {
      const answer = authentication.answer(message)
      if (answer !== undefined) this.send(answer)
    } catch (cause) {
      this.fail(Failures.authentication(cause))
    }
  }

  private finish(batch: Batch, status: Status): void {
    this.sent.shift()
    this.status = status
    this.waitingSince = this.sent.length > 0 ? this.heardAt : undefined
    // Rows of the next batch may be in the same chunk.
    this.parser.readField = this.sent[0]?.current.readField
    batch.forgetUnprepared(this.prepared)
    if (this.isCancelPending) {
      // The cancel request may still arrive and would hit the next statement.
      this.isCancelPending = false
      this.onRetire()
    }
    batch.end()
  }

  get isIdle(): boolean {
    return this.sent.length === 0 && this.pending.length === 0
  }

  /** Whether the server is running several statements at once, which may take longer than one. */
  get isTogether(): boolean {
    return this.sent.some(({ executions }) => executions.length > 1)
  }

  private rest(): void {
    const waiters = [...this.idleWaiters]
    this.idleWaiters.clear()
    for (const waiter of waiters) waiter()
  }

  /** Closes the session, and fails its pending statements. */
  fail(error: SqlError.SqlError): void {
    if (this.failure !== undefined) return
    this.failure = error
    this.raw.destroy()
    // Runs before the callers resume, because they may request another session.
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
   * Sends statements followed by one Sync. `done` gets their results in order, and the transaction status. Call the result to abandon them:
   * unsent ones are dropped.
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

  private readonly flush = (): void => {
    this.isFlushScheduled = false
    const frames: Array<Uint8Array> = []
    for (const batch of this.pending.splice(0)) {
      try {
        frames.push(...batch.encode(this.prepared))
      } catch (cause) {
        batch.forgetUnprepared(this.prepared)
        batch.end(Failures.unknown("The statement cannot be encoded", cause))
        continue
      }
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

  /** Sends a cancel request (PostgreSQL, section 54.2.9). Only the statement's answer shows whether it arrived in time. */
  cancel(): void {
    if (this.failure !== undefined || this.isIdle || this.cancelKey === undefined) return
    this.isCancelPending = true
    Socket.cancel(this.options.address, this.cancelKey)
  }

  /** Calls `waiter` once the session is idle. Call the result to unregister it. */
  whenIdle(waiter: () => void): () => void {
    if (this.isIdle) waiter()
    else this.idleWaiters.add(waiter)
    return () => void this.idleWaiters.delete(waiter)
  }
}
