/** Creates the first partitions of a table. The job rotate-partitions creates later ones and drops old ones. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

interface Table {
  readonly table: string
  readonly span: "day" | "month"
  /** The number of spans after the current one. */
  readonly ahead: number
  /** The type of the partitioning column: a time, or a UUIDv7, which begins with one. */
  readonly by: "time" | "uuid"
}

/** The first value of the partitioning column at a time, which is in UTC without time zone. */
const floors: Readonly<Record<Table["by"], (time: string) => string>> = {
  time: (time) => `to_char(${time}, 'YYYY-MM-DD"T"HH24:MI"Z"')`,
  uuid: (time) => `(SELECT left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-000000000000'
    FROM (SELECT lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') AS hex) AS millis)`
}

/** Creates a default partition, so that writes never fail, and the partitions of the current span and of the spans ahead. */
export const partitionsOf = Effect.fnUntraced(function* ({ ahead, by, span, table }: Table) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE TABLE ${table}_other PARTITION OF ${table} DEFAULT`)
  const name = `to_char(day, '"${table}_y"YYYY"m"MM${span === "day" ? '"d"DD' : ""}')`
  const now = `date_trunc('${span}', now() AT TIME ZONE 'UTC')`
  const rows = yield* sql.unsafe<{ statement: string }>(`SELECT
      format('CREATE TABLE %I PARTITION OF ${table} FOR VALUES FROM (%L) TO (%L)', ${name},
        ${floors[by]("day")}, ${floors[by](`(day + interval '1 ${span}')`)}) AS statement
    FROM generate_series(${now}, ${now} + interval '${ahead} ${span}s', interval '1 ${span}') AS day`)
  for (const { statement } of rows) yield* sql.unsafe(statement)
})
