/** Connects a node to the modelled PostgreSQL: the real SqlClient on connections that break or answer late. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Semaphore } from "effect"
import { Reactivity } from "effect/reactivity"
import { type SqlConnection, SqlClient, type SqlError } from "effect/sql"
import { Connection } from "../../../layers/database/client/Connection.ts"
import type { Output, Statement } from "../../../layers/database/driver/Execution.ts"
import type { Node } from "./Node.ts"
import { cutOff, type Postgres, type Refuse, Transaction } from "./Postgres.ts"
import { delay, type Weather } from "./Weather.ts"

export interface Running {
  readonly database: Postgres
  readonly transaction: Transaction
  readonly params: ReadonlyArray<any>
  readonly answer: (rows: Rows) => void
  readonly refuse: Refuse
}

/** The effect of each statement, under its text on one line; an unknown statement ends the simulation. */
export type Statements = Readonly<Record<string, (running: Running) => void>>

/** Milliseconds a client waits for an answer: the statement timeout of layers/database/Database.ts, plus a second. */
const patience = 8_000

/** Milliseconds until the server ends the transaction of a client that vanished. */
const orphaned = 10_000

const connections = 3

type Rows = Output["rows"]

type Outcome = Effect.Effect<Rows, SqlError.SqlError>

const lines = new Map<string, string>()

/** A statement's text on one line, the key in `Statements`. */
export const oneLine = (text: string): string => {
  const known = lines.get(text)
  if (known !== undefined) return known
  const line = text.replace(/\s+/gu, " ").trim()
  lines.set(text, line)
  return line
}

const shortly = (text: string) => oneLine(text).slice(0, 50)

class Session {
  transaction: Transaction | undefined
  isLost = false
  private heard: ((outcome: Outcome) => void) | undefined
  private readonly node: Node
  private readonly database: Postgres
  private readonly weather: Weather
  private readonly statements: Statements

  constructor(node: Node, database: Postgres, weather: Weather, statements: Statements) {
    this.node = node
    this.database = database
    this.weather = weather
    this.statements = statements
  }

  /** Breaks the connection; server and client notice at once, or by their timeouts if `isSilent`. */
  lose(isSilent: boolean): void {
    this.isLost = true
    const { transaction } = this
    this.database.world.later(isSilent ? orphaned : 0, () => {
      if (transaction !== undefined) this.database.rollback(transaction)
    })
    const { world } = this.database
    this.node.later(isSilent ? patience : delay(world.chance, this.weather), () =>
      this.heard?.(Effect.fail(cutOff("the connection was lost")))
    )
  }

  execute(text: string, params: ReadonlyArray<unknown>): Effect.Effect<Rows, SqlError.SqlError> {
    return Effect.callback((resume) => {
      const { database, weather } = this
      const { world } = database
      const { chance } = world
      if (this.isLost) return resume(Effect.fail(cutOff("the connection is gone")))
      const fate = chance.is(weather.cut) ? chance.of(["before", "after"] as const) : "well"
      const isSilent = chance.is(weather.silent)
      const lose = (what: string) => {
        world.tell(() => `${this.node.name}: ${shortly(text)} ${what}${isSilent ? " in silence" : ""}`)
        this.lose(isSilent)
      }
      this.heard = resume
      const isWanted = () => this.heard === resume && !this.isLost
      const reply = (outcome: Outcome) => {
        if (!isWanted()) return
        if (fate === "after") return lose("is done, and its answer lost")
        this.node.later(delay(chance, weather), () => {
          if (isWanted()) resume(outcome)
        })
      }
      if (fate === "before") lose("is lost on its way")
      else {
        world.later(delay(chance, weather), () => {
          if (isWanted()) this.serve(text, params, reply)
        })
      }
      // Like the driver, which asks the server to cancel an interrupted statement.
      return Effect.sync(() => {
        if (this.heard !== resume) return
        this.heard = undefined
        if (this.transaction !== undefined) database.cancel(this.transaction)
      })
    })
  }

  private serve(text: string, params: ReadonlyArray<unknown>, reply: (outcome: Outcome) => void): void {
    const { database } = this
    const { world } = database
    world.tell(() => `${this.node.name}: ${shortly(text)}`)
    if (text === "BEGIN") this.transaction = new Transaction()
    else if (this.transaction !== undefined && text === "COMMIT") database.commit(this.transaction)
    else if (this.transaction !== undefined && text === "ROLLBACK") database.rollback(this.transaction)
    else return this.run(text, params, reply)
    if (text !== "BEGIN") this.transaction = undefined
    reply(Effect.succeed([]))
  }

  private run(text: string, params: ReadonlyArray<unknown>, reply: (outcome: Outcome) => void): void {
    const { database } = this
    const run = this.statements[oneLine(text)]
    database.world.expect(
      run !== undefined,
      () => `The model does not know this statement; teach it: ${text}`
    )
    const transaction = this.transaction ?? new Transaction()
    const isAlone = this.transaction === undefined
    run?.({
      database,
      transaction,
      params,
      answer: (rows) => {
        if (isAlone) database.commit(transaction)
        reply(Effect.succeed(rows))
      },
      refuse: (error) => {
        transaction.isFailed = true
        if (isAlone) database.rollback(transaction)
        reply(Effect.fail(error))
      }
    })
  }
}

class ModelConnection extends Connection {
  private readonly session: Session

  constructor(session: Session) {
    super()
    this.session = session
  }

  run({ isRaw, params, sql }: Statement): Effect.Effect<Output, SqlError.SqlError> {
    if (isRaw) return Effect.die(new Error("Raw rows are not modelled"))
    return Effect.map(this.session.execute(sql, params), (rows) => ({
      command: "",
      rowCount: rows.length,
      rows,
      rawRows: []
    }))
  }
}

/** A node's sessions. A killed process closes them; a vanished machine does not. */
export interface Pool {
  readonly layer: Layer.Layer<SqlClient.SqlClient>
  readonly end: (isSilent: boolean) => void
  /** Connections in use. */
  readonly taken: () => number
}

export const pool = (node: Node, database: Postgres, weather: Weather, statements: Statements): Pool => {
  const places = Semaphore.makeUnsafe(connections)
  const sessions = new Set<Session>()
  let taken = 0
  const open = Effect.sync(() => {
    const session = new Session(node, database, weather, statements)
    sessions.add(session)
    taken += 1
    return session
  })
  const close = (session: Session) =>
    Effect.sync(() => {
      sessions.delete(session)
      taken -= 1
      if (!session.isLost) session.lose(false)
    })
  const acquirer = Effect.flatMap(places.takeScoped(1), () =>
    Effect.map(Effect.acquireRelease(open, close), (session) => new ModelConnection(session))
  )
  const lend: SqlConnection.Borrower = (use) => Effect.scoped(Effect.flatMap(acquirer, use))
  const layer = Layer.effect(
    SqlClient.SqlClient,
    Effect.map(
      SqlClient.make({ driver: "model", acquirer, compiler: PgClient.makeCompiler(), spanAttributes: [] }),
      (sql) => Object.assign(sql, { lend })
    )
  ).pipe(Layer.provide(Reactivity.layer))
  return {
    layer,
    end: (isSilent) => {
      // Messages on their way to the server may still arrive.
      for (const session of sessions) {
        database.world.later(database.world.chance.between(0, 5), () => session.lose(isSilent))
      }
    },
    taken: () => taken
  }
}
