/** A client of PostgreSQL whose transactions are pipelines. */
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import * as InTransaction from "./InTransaction.ts"
import * as Texts from "./Texts.ts"

export const layer = (config: PgClient.PgPoolConfig, watch: InTransaction.Watch) =>
  PgClient.layerFrom(
    Effect.map(PgClient.make(config), (made) => {
      const client = Texts.remember(made)
      return Object.assign(client, InTransaction.make(client, watch))
    })
  )
