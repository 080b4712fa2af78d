/** A client of PostgreSQL whose transactions are pipelines. */
import { PgClient } from "@effect/sql-pg"
import { type Context, Effect } from "effect"
import { SqlClient, type SqlConnection } from "effect/sql"
import type { Driver } from "./Driver.ts"
import { Pipeline } from "./PipelineConnection.ts"
import { Presumed } from "./Presumed.ts"
import { slim } from "./Slim.ts"
import * as Texts from "./Texts.ts"
import type * as Wires from "./Wires.ts"

/** A reserved connection, as the driver wraps it. */
interface Reserved extends SqlConnection.Connection {
  readonly connection: { readonly base: Driver }
}

/** As often as the wires are looked at, for pipelines that wait longer than `patience`. */
interface Watch {
  readonly wires: Wires.Wires | undefined
  /** Milliseconds that each statement may wait for its answer. */
  readonly patience: number
}

const pipelined = (plain: SqlConnection.Connection, { patience, wires }: Watch, presumed: Presumed) => {
  const driver = (plain as Reserved).connection.base
  const begin = Effect.map(driver.owner.release(1), () => {
    const pipeline = new Pipeline(driver, plain, presumed)
    const unwatch = wires?.watch(pipeline, patience)
    return { pipeline, unwatch }
  })
  const made = Effect.acquireRelease(begin, ({ unwatch }) => {
    unwatch?.()
    return driver.owner.take(1)
  })
  return Effect.map(made, ({ pipeline }) => pipeline)
}

/** Replaces the transactions of `client`. */
const withPipelines = (client: PgClient.PgClient, watch: Watch): PgClient.PgClient => {
  const presumed = new Presumed()
  return Object.assign(client, {
    withTransaction: slim(
      client.transactionService,
      SqlClient.makeWithTransaction({
        transactionService: client.transactionService as unknown as Context.Key<
          unknown,
          readonly [Pipeline, number]
        >,
        spanAttributes: [],
        acquireConnection: (restore) =>
          Effect.flatMap(restore(client.reserve), (plain) => pipelined(plain, watch, presumed)),
        begin: (conn, statement) => conn.begin(statement),
        savepoint: (conn, id) => Effect.asVoid(conn.savepoint(`SAVEPOINT effect_sql_${id}`, id)),
        releaseSavepoint: (conn, id) =>
          Effect.asVoid(conn.released(`RELEASE SAVEPOINT effect_sql_${id}`, id)),
        commit: (conn) => conn.commit,
        rollback: (conn) => Effect.asVoid(conn.rollback),
        rollbackSavepoint: (conn, id) =>
          Effect.asVoid(conn.rolledBackTo(`ROLLBACK TO SAVEPOINT effect_sql_${id}`))
      })
    )
  })
}

export const layer = (config: PgClient.PgPoolConfig, watch: Watch) =>
  PgClient.layerFrom(
    Effect.map(PgClient.make(config), (client) => withPipelines(Texts.remember(client), watch))
  )
