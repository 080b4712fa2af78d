/** Statements that are sent and answered together. */
import { PgProtocol } from "@effect/sql-pg"
import { Exit } from "effect"
import type { SqlError } from "effect/sql"
import { isForgotten } from "../Sql.ts"
import { Execution, type Outcome, type Statement } from "./Execution.ts"
import * as Failures from "./Failures.ts"
import type { PreparedStatements } from "./PreparedStatements.ts"

export type Message = PgProtocol.BackendMessage<unknown>

/** `I`: no transaction is open. `T`: one is open. `E`: one has failed. */
export type Status = PgProtocol.TransactionStatus

const sync = PgProtocol.encodeSync()

const skippedFailure = Failures.unknown("A statement before it failed")

export const failureOf = (outcome: Outcome | undefined): SqlError.SqlError | undefined => {
  const reason = outcome !== undefined && Exit.isFailure(outcome) ? outcome.cause.reasons[0] : undefined
  return reason?._tag === "Fail" ? reason.error : undefined
}

/** Statements followed by one Sync (PostgreSQL, section 54.2.4). After a failure the server skips the rest. */
export class Batch {
  readonly executions: ReadonlyArray<Execution>
  /** No caller waits for the results any more. */
  isAbandoned = false
  private at = 0
  private readonly done: (batch: Batch) => void

  constructor(statements: ReadonlyArray<Statement>, done: (batch: Batch) => void) {
    this.executions = statements.map((one) => new Execution(one))
    this.done = done
  }

  get current(): Execution {
    return this.executions[this.at]!
  }

  get outcomes(): ReadonlyArray<Outcome> {
    return this.executions.map(({ outcome }) => outcome!)
  }

  /** Encodes the statements. Throws if a parameter can't be encoded. */
  encode(cache: PreparedStatements | undefined): ReadonlyArray<Uint8Array> {
    const frames = [...(cache?.takeCloses() ?? [])]
    for (const execution of this.executions) execution.encode(frames, cache)
    return [...frames, sync]
  }

  /** Reads a message, and returns the session's status once everything is answered. */
  read(message: Message, parser: PgProtocol.Parser<unknown>): Status | undefined {
    const execution = this.current
    switch (message._tag) {
      case "CloseComplete":
      case "BindComplete":
        return undefined
      case "ParseComplete":
        execution.parsed()
        return undefined
      case "RowDescription":
        execution.describe(message)
        parser.readField = execution.readField
        return undefined
      case "NoData":
        execution.described()
        return undefined
      case "DataRow":
        execution.add(message)
        return undefined
      case "CommandComplete":
      case "EmptyQueryResponse":
        execution.complete(message._tag === "CommandComplete" ? message.commandTag : "")
        if (this.at < this.executions.length - 1) this.at += 1
        parser.readField = this.current.readField
        return undefined
      case "ErrorResponse":
        execution.fail(Failures.reported(message.fields, "query"))
        return undefined
      case "ReadyForQuery":
        return message.status
      default:
        // COPY isn't used.
        throw new Error(`Unexpected ${message._tag} within the answer to a statement`)
    }
  }

  /** Statements that may not have been prepared are prepared again on their next use. */
  forgetUnprepared(cache: PreparedStatements | undefined): void {
    for (const execution of this.executions) {
      const { outcome } = execution
      if (outcome === undefined || Exit.isFailure(outcome)) execution.forgetUnparsed(cache)
      const failure = failureOf(outcome)
      // A server that lost one statement may have lost all.
      if (failure !== undefined && isForgotten(failure)) cache?.forgetAll()
    }
  }

  /** Ends the batch. Statements without a result fail with `error`. */
  end(error: SqlError.SqlError = skippedFailure): void {
    for (const execution of this.executions) execution.fail(error)
    if (!this.isAbandoned) this.done(this)
  }
}
