/**
 * Deliveries and request counts get partitions by time, so that what is too old is dropped whole. A table with rows stays as
 * it is, as the partition of everything before `bound`; those after it are made by the job rotate-partitions.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { quickly, type Staged } from "./Ahead.ts"

interface Table {
  readonly name: string
  readonly column: string
  /** As `date_trunc` has it. */
  readonly span: "day" | "month"
  readonly ahead: number
  readonly key: string
  /** What follows the name of each index. */
  readonly indexes: Readonly<Record<string, string>>
  /** The column's first value at a time, both as SQL. */
  readonly floor: (time: string) => string
}

/** The smallest UUIDv7 of a time. */
const uuid = (time: string) =>
  `(SELECT (left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-000000000000')
    FROM (SELECT lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') AS hex) AS millis)`

const tables: ReadonlyArray<Table> = [
  {
    name: "deliveries",
    column: "id",
    span: "month",
    ahead: 1,
    key: "workspace_id, id",
    indexes: {
      deliveries_due: "(workspace_id, webhook_id, due_at) WHERE status = 'pending'",
      deliveries_newest_of_webhook: "(workspace_id, webhook_id, created_at DESC, id DESC)"
    },
    floor: uuid
  },
  {
    name: "request_counts",
    column: "minute",
    span: "day",
    ahead: 3,
    key: "workspace_id, credential, minute",
    indexes: { request_counts_oldest: "(workspace_id, minute)" },
    floor: (time) => `(${time})::text`
  }
]

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<any>(statement))

const checkOf = ({ name }: Table) => `${name}_before_bound`

/**
 * Until when rows go to the table as it is: five weeks at least, for a migration that was killed between its two parts. Until
 * it is completed, the table refuses rows after the bound.
 */
const boundOf = (table: Table) =>
  Effect.map(
    run(
      `SELECT ${table.floor(`date_trunc('${table.span}', now() AT TIME ZONE 'UTC' + interval '66 days')
      AT TIME ZONE 'UTC'`)} AS bound`
    ),
    ([row]) => row.bound as string
  )

const isEmpty = ({ name }: Table) =>
  Effect.map(run(`SELECT EXISTS (SELECT 1 FROM ${name}) AS filled`), ([row]) => !row.filled)

/** Citus distributes partitions with their table, which must be distributed before it gets any. */
const isDistributed = Effect.fnUntraced(function* ({ name }: Table) {
  const [row] = yield* run("SELECT to_regclass('pg_dist_partition') IS NOT NULL AS citus")
  if (!row.citus) return false
  return (yield* run(`SELECT FROM pg_dist_partition WHERE logicalrelid = '${name}'::regclass`)).length > 0
})

/** Proves, while others write, that all rows are before the bound, so that attaching need not read them. */
const prove = Effect.fnUntraced(function* (table: Table) {
  const { column, name } = table
  yield* quickly(`ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS ${checkOf(table)}`)
  if (yield* isEmpty(table)) return undefined
  const bound = yield* boundOf(table)
  yield* quickly(
    `ALTER TABLE ${name} ADD CONSTRAINT ${checkOf(table)} CHECK (${column} < '${bound}') NOT VALID`
  )
  yield* Effect.onError(run(`ALTER TABLE ${name} VALIDATE CONSTRAINT ${checkOf(table)}`), () =>
    Effect.ignore(quickly(`ALTER TABLE ${name} DROP CONSTRAINT ${checkOf(table)}`), { log: "Warn" })
  )
  return bound
})

/** The partitions of a new table: those that the job would make. */
const makeAhead = Effect.fnUntraced(function* ({ ahead, floor, name, span }: Table) {
  const spans =
    yield* run(`SELECT to_char(day, '"${name}_y"YYYY"m"MM${span === "day" ? '"d"DD' : ""}') AS name,
      ${floor("day AT TIME ZONE 'UTC'")} AS from, ${floor(`(day + interval '1 ${span}') AT TIME ZONE 'UTC'`)} AS to
    FROM generate_series(date_trunc('${span}', now() AT TIME ZONE 'UTC'),
      date_trunc('${span}', now() AT TIME ZONE 'UTC') + interval '${ahead} ${span}s', interval '1 ${span}') AS day`)
  for (const one of spans) {
    yield* run(
      `CREATE TABLE ${one.name} PARTITION OF ${name} FOR VALUES FROM ('${one.from}') TO ('${one.to}')`
    )
  }
})

const convert = Effect.fnUntraced(function* (table: Table, bound: string | undefined) {
  const { column, indexes, key, name } = table
  const [old, fresh] = [`${name}_before`, `${name}_parted`]
  yield* run(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`)
  yield* run(`ALTER INDEX ${name}_pkey RENAME TO ${old}_pkey`)
  for (const index of Object.keys(indexes)) yield* run(`ALTER INDEX ${index} RENAME TO ${index}_before`)
  yield* run(`CREATE TABLE ${fresh} (LIKE ${name} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY RANGE (${column})`)
  yield* run(`ALTER TABLE ${fresh} DROP CONSTRAINT IF EXISTS ${checkOf(table)}`)
  yield* run(`ALTER TABLE ${fresh} ADD CONSTRAINT ${name}_pkey PRIMARY KEY (${key})`)
  for (const [index, definition] of Object.entries(indexes)) {
    yield* run(`CREATE INDEX ${index} ON ${fresh} ${definition}`)
  }
  if (yield* isDistributed(table)) {
    yield* run("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
    yield* run(`SELECT create_distributed_table('${fresh}', 'workspace_id', colocate_with => '${name}')`)
  }
  yield* run(`ALTER TABLE ${name} RENAME TO ${old}`)
  yield* run(`ALTER TABLE ${fresh} RENAME TO ${name}`)
  // For rows that no other takes, so that a write never fails for want of one.
  yield* run(`CREATE TABLE ${name}_other PARTITION OF ${name} DEFAULT`)
  if (bound === undefined && (yield* isEmpty({ ...table, name: old }))) {
    yield* run(`DROP TABLE ${old}`)
    return yield* makeAhead(table)
  }
  yield* run(
    `ALTER TABLE ${name} ATTACH PARTITION ${old} FOR VALUES FROM (MINVALUE) TO ('${bound ?? (yield* boundOf(table))}')`
  )
  yield* run(`ALTER TABLE ${old} DROP CONSTRAINT IF EXISTS ${checkOf(table)}`)
})

export default {
  ahead: Effect.forEach(tables, prove),
  finish: (bounds: ReadonlyArray<string | undefined>) =>
    Effect.forEach(tables, (table, index) => convert(table, bounds[index]), { discard: true })
} satisfies Staged
