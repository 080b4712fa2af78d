/** What goes to the server in one write, and what comes of it: how long that takes, and how it is ended. */
import { Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import { performance } from "node:perf_hooks"
import * as Batch from "./Batch.ts"
import { type Asked, type Driver, type Ended, stop } from "./Driver.ts"
import * as Prepared from "./Prepared.ts"
import * as Sql from "./Sql.ts"
import { Wired } from "./Wired.ts"

export abstract class Exchange extends Wired {
  /** When the first statement without an answer was sent, or the last answer came; see `Wires`. */
  waitingSince: number | undefined
  /** Whether what was sent last left a transaction open. */
  protected isInTransaction = false
  private readonly driver: Driver
  /** Whether the server was asked to end what was sent last. */
  private isStopped = false

  constructor(driver: Driver) {
    super()
    this.driver = driver
  }

  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    Effect.runFork(this.driver.cancel)
  }

  end(error: Error): void {
    const reason = new SqlError.ConnectionError({ cause: error, message: error.message, operation: "query" })
    this.driver.fatal(new SqlError.SqlError({ reason }))
  }

  protected get isSettled(): boolean {
    return !this.isInTransaction && this.driver.pipelineIsIdle()
  }

  private heard(exit: Ended): void {
    const failure = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
    const { prepared } = this.driver
    if (failure?._tag === "Fail" && prepared !== undefined && Sql.isForgotten(failure.error))
      Prepared.forget(prepared)
  }

  /** Sends parts in one write. */
  protected exits(parts: ReadonlyArray<Asked>): Effect.Effect<ReadonlyArray<Ended>> {
    return Effect.callback((resume) => {
      this.waitingSince = performance.now()
      this.isStopped = false
      const forget = Batch.submit(this.driver, parts, (exits, isInTransaction) => {
        this.isInTransaction = isInTransaction
        this.waitingSince = this.driver.pipelineIsIdle() ? undefined : performance.now()
        for (const exit of exits) this.heard(exit)
        resume(Effect.succeed(exits))
      })
      return Effect.suspend(() => {
        forget()
        return Effect.map(stop(this.driver), () => void (this.waitingSince = undefined))
      })
    })
  }
}
