/** The replication slot that makes the server retain WAL until it is shipped, up to `max_slot_wal_keep_size`. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Wal from "../../../src/shared/database/Wal.ts"
import { BackupError } from "../BackupError.ts"
import { slot } from "./Replication.ts"

interface Row {
  readonly active: boolean
  readonly wal_status: string | null
  readonly restart_lsn: string | null
}

const find = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Row>`SELECT active, wal_status, restart_lsn::text FROM pg_replication_slots
    WHERE slot_name = ${slot}`
  return row
})

const unlimited = new BackupError({
  code: "backup_wal",
  message:
    "The database server was started by an earlier version of the service, and would keep unshipped log without a limit: stop all that uses DATA_DIR, and start again."
})

/** Drops the slot if it is inactive, so that a server that no longer ships WAL doesn't retain it. */
export const drop = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
    WHERE slot_name = ${slot} AND NOT active`
})

/** Returns the oldest WAL position, or undefined while another process ships. Creates the slot if needed. */
export const claim = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [limit] = yield* sql<{ bytes: string }>`SELECT current_setting('max_slot_wal_keep_size') AS bytes`
  if (limit?.bytes === "-1") return yield* unlimited
  const found = yield* find
  if (found?.active) return undefined
  if (found?.restart_lsn && found.wal_status !== "lost") return Wal.parseLsn(found.restart_lsn)
  yield* drop
  yield* sql`SELECT slot_name FROM pg_create_physical_replication_slot(${slot}, true)`
  return Wal.parseLsn((yield* find)?.restart_lsn ?? "")
})
