/**
 * Statements of one transaction that the server answers together. They have one Sync, at their end (PostgreSQL, section 54.2.3): the
 * server writes its answers at once rather than after each, and after a statement that fails it leaves out those behind it.
 */
import { Deferred, Exit } from "effect"
import { SqlError } from "effect/sql"
import {
  type Asked,
  type Driver,
  type Ended,
  type Entry,
  keep,
  machines,
  type Machine,
  type Message,
  notEncoded,
  type Output,
  type Plan,
  push,
  withValues
} from "./Driver.ts"
import * as Prepared from "./Prepared.ts"
import { wireOf } from "./Wire.ts"

/** What came of each, and whether a transaction is still open. */
type Done = (exits: ReadonlyArray<Ended>, isInTransaction: boolean) => void

/** The bytes of Sync, at the end of each frame. */
const sync = 5

const leftOut = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: undefined,
    message: "A statement before it failed",
    operation: "query"
  })
})

/** The end of a statement that the server goes on after; what reads the answer to one takes no other. */
const goesOn: Message = { _tag: "ReadyForQuery", status: "T" }

const framesOf = (plans: ReadonlyArray<Plan>) => {
  const last = plans.length - 1
  return Buffer.concat(
    plans.map(({ frame }, index) => (index === last ? frame : frame.subarray(0, frame.length - sync)))
  )
}

/** Reads the answers to all, and takes the place of what reads the answer to one. */
class Reader {
  readonly exits: Array<Ended> = []
  isInTransaction = false
  readonly machines: Array<Machine> = []
  private readonly driver: Driver
  private readonly end: () => void
  private at = 0

  constructor(driver: Driver, end: () => void) {
    this.driver = driver
    this.end = end
  }

  get readField() {
    return this.machines[0]!.readField
  }

  add({ params, sql, wantRows, isPrepared }: Asked): Plan {
    const { driver, exits, machines: all } = this
    const plan = driver.encodeQuery(sql, params, isPrepared ? driver.prepared : undefined)
    const index = all.length
    const Machine = machines(driver)
    const machine = new Machine(driver, plan, wantRows, (ended) => {
      exits[index] = values === undefined ? ended : withValues(ended, values)
    })
    const values = wantRows ? undefined : keep(driver, machine)
    all.push(machine)
    return plan
  }

  readonly onMessage = (message: Message): void => {
    const { driver, machines } = this
    machines[this.at]!.onMessage(message)
    const isDone = message._tag === "CommandComplete" || message._tag === "EmptyQueryResponse"
    if (isDone && this.at < machines.length - 1) {
      machines[this.at]!.onMessage(goesOn)
      this.at += 1
      driver.session.parser.readField = machines[this.at]!.readField
    } else if (message._tag === "ReadyForQuery" && driver.deadWith === undefined) {
      this.isInTransaction = message.status !== "I"
      this.fail(leftOut)
      this.end()
    }
  }

  /** Those that have no answer yet. */
  fail(error: SqlError.SqlError): void {
    for (const machine of this.machines) machine.onFatal(error)
  }
}

/**
 * Sends them in one write. The result forgets them: if they aren't sent yet they never will be, or else what comes of them is
 * nobody's.
 */
export const submit = (driver: Driver, all: ReadonlyArray<Asked>, done: Done): (() => void) => {
  const failed = (error: SqlError.SqlError, isInTransaction: boolean) => {
    done(
      all.map(() => Exit.fail(error)),
      isInTransaction
    )
    return () => {}
  }
  if (driver.deadWith !== undefined) return failed(driver.deadWith, false)
  if (driver.prepared !== undefined) Prepared.quicken(driver.prepared)
  const reader = new Reader(driver, () => driver.finishPipelineEntry(entry, Exit.succeed(none)))
  const plans: Array<Plan> = []
  try {
    for (const one of all) plans.push(reader.add(one))
  } catch (cause) {
    reader.fail(leftOut)
    // None is sent: not even a COMMIT that is one of them.
    return failed(notEncoded(cause), true)
  }
  const deferred = Deferred.makeUnsafe<Output, SqlError.SqlError>()
  deferred.resumes = [
    (ended) => {
      if (Exit.isFailure(ended as Ended)) reader.fail(driver.deadWith ?? leftOut)
      done(reader.exits, reader.isInTransaction)
    }
  ]
  const plan = { parses: false, stale: false, prepared: undefined, frame: framesOf(plans) }
  const entry: Entry = { plan, deferred, machine: reader, abandoned: false }
  const wire = wireOf(driver.session.socket)
  if (wire !== undefined && all.length > 1) wire.isTogether = true
  push(driver, entry)
  return () => {
    entry.abandoned = true
    // What was not sent has not been prepared either.
    if (driver.pipelinePending.includes(entry)) reader.fail(leftOut)
  }
}

/** For the driver; each statement has its own. */
const none: Output = {
  result: { command: "", rowCount: 0, oid: null, rows: [], fields: [] },
  values: []
}
