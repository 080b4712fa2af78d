/**
 * Runs of scheduled jobs. They belong to no workspace, so this is a reference table. Inserting its key is the
 * claim: only one node can insert a tick of a job.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE job_runs (
    job text NOT NULL,
    tick timestamptz(3) NOT NULL,
    as_of timestamptz(3) NOT NULL,
    node text NOT NULL,
    attempt integer NOT NULL,
    started_at timestamptz(3) NOT NULL,
    lease_until timestamptz(3) NOT NULL,
    finished_at timestamptz(3),
    affected bigint,
    error text,
    PRIMARY KEY (job, tick)
  )`
})
