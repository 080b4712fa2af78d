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

const leftOut = Failures.unknown("A statement before it failed")

export const failureOf = (outcome: Outcome | undefined): SqlError.SqlError | undefined => {
  const reason = outcome !== undefined && Exit.isFailure(outcome) ? outcome.cause.reasons[0] : undefined
  return reason?._tag === "Fail" ? reason.error : undefined
}

/** Statements with one Sync behind them (PostgreSQL, section 54.2.4): after one that fails, the server leaves out the rest. */
export class Batch {
  readonly executions: ReadonlyArray<Execution>
  /** Nobody waits for it any more. */
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

  /** Its messages; throws if a parameter can't be encoded. */
  encode(cache: PreparedStatements | undefined): ReadonlyArray<Uint8Array> {
    const frames = [...(cache?.takeCloses() ?? [])]
    for (const execution of this.executions) execution.encode(frames, cache)
    return [...frames, sync]
  }

  /** Reads a message for it; gives the status of the session once all is answered. */
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
        // COPY is not used.
        throw new Error(`Unexpected ${message._tag} within the answer to a statement`)
    }
  }

  /** What failed is prepared anew, if it isn't known to have been prepared. */
  forgetUnprepared(cache: PreparedStatements | undefined): void {
    for (const execution of this.executions) {
      const { outcome } = execution
      if (outcome === undefined || Exit.isFailure(outcome)) execution.forgetUnparsed(cache)
      const failure = failureOf(outcome)
      // A server that has forgotten one statement may have forgotten all.
      if (failure !== undefined && isForgotten(failure)) cache?.forgetAll()
    }
  }

  /** Ends it: what has no outcome failed because of `error`. */
  end(error: SqlError.SqlError = leftOut): void {
    for (const execution of this.executions) execution.fail(error)
    if (!this.isAbandoned) this.done(this)
  }
}
