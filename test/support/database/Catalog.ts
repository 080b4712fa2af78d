/** Every object of a database's schema, one a line, without the partitions of days and months. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const relation = `SELECT c.oid, format('relation %s kind=%s options=%s key=%s bound=%s', relname, relkind, reloptions,
    pg_get_partkeydef(c.oid), pg_get_expr(relpartbound, c.oid)) AS line
  FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 'I')`

const column = `SELECT c.oid, format('column %s %s. %s %s collation=%s storage=%s not null=%s default=%s', relname, attnum, attname,
    format_type(atttypid, atttypmod), attcollation, attstorage, attnotnull, pg_get_expr(adbin, adrelid)) AS line
  FROM pg_class c JOIN pg_attribute ON attrelid = c.oid LEFT JOIN pg_attrdef ON adrelid = c.oid AND adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 'I') AND attnum > 0`

const index = `SELECT indrelid, format('index valid=%s options=%s %s', indisvalid, reloptions, pg_get_indexdef(indexrelid))
  FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE relnamespace = 'public'::regnamespace`

/** Without those of NOT NULL, which PostgreSQL 18 gives names of its own. */
const constraint = `SELECT conrelid, format('constraint %s valid=%s %s', conname, convalidated, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`

const others = [
  "SELECT NULL::oid, 'extension ' || extname FROM pg_extension",
  "SELECT NULL::oid, format('sequence %s %s', seqrelid::regclass, seqincrement) FROM pg_sequence",
  "SELECT tgrelid, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
  "SELECT stxrelid, pg_get_statisticsobjdef(oid) FROM pg_statistic_ext",
  "SELECT NULL::oid, 'publication ' || pubname FROM pg_publication",
  `SELECT NULL::oid, pg_get_functiondef(p.oid) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`
]

const all = [relation, column, index, constraint, ...others].join(" UNION ALL ")

export const read = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.unsafe<{ line: string }>(`SELECT line FROM (${all}) found (of, line)
    LEFT JOIN pg_class t ON t.oid = found.of WHERE t.relname IS NULL OR t.relname !~ '_y[0-9]{4}m[0-9]{2}'`)
  return rows.map(({ line }) => line).sort()
})
