/**
 * The complete schema that replaced the migrations up to 0078. Later migrations change it; this file stays as it is.
 *
 * Every primary, unique and foreign key begins with `workspace_id`, the distribution column, except those of reference tables
 * (../distribution.ts), which identify callers before a workspace is known.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { audit } from "./audit.ts"
import { deals } from "./deals.ts"
import { leads } from "./leads.ts"
import { oauth } from "./oauth.ts"
import { partitionsOf } from "./partitions.ts"
import { people } from "./people.ts"
import { service } from "./service.ts"
import { webhooks } from "./webhooks.ts"
import { work } from "./work.ts"

const extensions = ["pg_trgm", "btree_gin", "btree_gist"].map(
  (name) => `CREATE EXTENSION IF NOT EXISTS ${name}`
)

/** Tables come after those that their foreign keys refer to. */
const statements = [
  ...extensions,
  ...people,
  ...oauth,
  ...deals,
  ...leads,
  ...webhooks,
  ...audit,
  ...work,
  ...service
]

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

export const baseline = Effect.gen(function* () {
  yield* Effect.forEach(statements, run)
  yield* partitionsOf({ table: "audit", span: "month", ahead: 3, by: "time" })
  yield* partitionsOf({ table: "deliveries", span: "month", ahead: 1, by: "uuid" })
  yield* partitionsOf({ table: "request_counts", span: "day", ahead: 3, by: "time" })
})
