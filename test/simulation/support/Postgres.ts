/**
 * A model of rows in PostgreSQL at READ COMMITTED, as far as the code under test depends on it: row locks held to the
 * end of a transaction, lock timeouts, deadlock detection, atomic commits.
 */
import { SqlError } from "effect/sql"
import type { World } from "./World.ts"

const lockTimeout = 5_000
const deadlockTimeout = 1_000

const failureOf = (
  Reason: new (fields: { cause: Error }) => SqlError.SqlErrorReason,
  text: string,
  code = ""
) => new SqlError.SqlError({ reason: new Reason({ cause: Object.assign(new Error(text), { code }) }) })

export const cutOff = (text: string) => failureOf(SqlError.ConnectionError, text)

interface Waiter {
  readonly transaction: Transaction
  readonly granted: () => void
}

/** A transaction as the server sees it. */
export class Transaction {
  readonly writes = new Map<string, unknown>()
  readonly locks = new Set<string>()
  waitsFor: string | undefined
  isFailed = false
  isOver = false
}

export type Refuse = (error: SqlError.SqlError) => void

export class Postgres {
  readonly world: World
  readonly committed = new Map<string, unknown>()
  private readonly holders = new Map<string, Transaction>()
  private readonly queues = new Map<string, Array<Waiter>>()

  constructor(world: World) {
    this.world = world
  }

  read(transaction: Transaction, row: string): any {
    return transaction.writes.has(row) ? transaction.writes.get(row) : this.committed.get(row)
  }

  /** Without a value the row is deleted. */
  write(transaction: Transaction, row: string, value: unknown): void {
    transaction.writes.set(row, value)
  }

  /** Calls `granted` once this transaction has the row. */
  lock(transaction: Transaction, row: string, granted: () => void, refuse: Refuse): void {
    const holder = this.holders.get(row)
    if (holder === undefined || holder === transaction) {
      this.hold(transaction, row)
      return granted()
    }
    const { world } = this
    const stops: Array<() => void> = []
    const waiter: Waiter = {
      transaction,
      granted: () => {
        for (const stop of stops) stop()
        granted()
      }
    }
    const giveUp = (error: SqlError.SqlError) => {
      for (const stop of stops) stop()
      this.leave(transaction)
      refuse(error)
    }
    const queue = this.queues.get(row) ?? []
    this.queues.set(row, [...queue, waiter])
    transaction.waitsFor = row
    const late = () =>
      giveUp(failureOf(SqlError.LockTimeoutError, "canceling statement due to lock timeout", "55P03"))
    const stuck = () => {
      if (this.isDeadlocked(transaction))
        giveUp(failureOf(SqlError.DeadlockError, "deadlock detected", "40P01"))
    }
    stops.push(world.later(lockTimeout, late), world.later(deadlockTimeout, stuck))
  }

  commit(transaction: Transaction): void {
    if (!transaction.isFailed) {
      for (const [row, value] of transaction.writes) {
        if (value === undefined) this.committed.delete(row)
        else this.committed.set(row, value)
      }
    }
    this.end(transaction)
  }

  rollback(transaction: Transaction): void {
    this.end(transaction)
  }

  /** Cancels its statement; after that it can only roll back. */
  cancel(transaction: Transaction): void {
    transaction.isFailed = true
    this.leave(transaction)
  }

  /** The locked rows: none at the end. */
  get locked(): ReadonlyArray<string> {
    return [...this.holders.keys()]
  }

  private end(transaction: Transaction): void {
    if (transaction.isOver) return
    transaction.isOver = true
    this.leave(transaction)
    for (const row of transaction.locks) {
      this.holders.delete(row)
      const [next, ...others] = this.queues.get(row) ?? []
      if (next === undefined) continue
      this.queues.set(row, others)
      next.transaction.waitsFor = undefined
      this.hold(next.transaction, row)
      this.world.soon(next.granted)
    }
  }

  private hold(transaction: Transaction, row: string): void {
    transaction.locks.add(row)
    this.holders.set(row, transaction)
  }

  /** Removes it from the queues. */
  private leave(transaction: Transaction): void {
    const row = transaction.waitsFor
    if (row === undefined) return
    transaction.waitsFor = undefined
    this.queues.set(
      row,
      (this.queues.get(row) ?? []).filter((waiter) => waiter.transaction !== transaction)
    )
  }

  private isDeadlocked(transaction: Transaction): boolean {
    const seen = new Set<Transaction>()
    for (let one: Transaction | undefined = transaction; one?.waitsFor !== undefined;) {
      one = this.holders.get(one.waitsFor)
      if (one === transaction) return true
      if (one === undefined || seen.has(one)) return false
      seen.add(one)
    }
    return false
  }
}
