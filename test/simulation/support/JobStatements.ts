/** The statements of layers/runtime/JobRuns.ts, in the model. */
import { oneLine, type Running, type Statements } from "./Sql.ts"

export interface RunRow {
  readonly node: string
  readonly attempt: number
  readonly lease_until: string
  readonly finished_at: string | null
}

/** The name of a run's row in the model. */
export const runRow = (job: string, tick: string) => `job_runs/${job}/${tick}`

const claim = `INSERT INTO job_runs AS r ("job","tick","as_of","node","attempt","started_at","lease_until")
  VALUES ($1,$2,$3,$4,$5,$6,$7) ON CONFLICT (job, tick) DO UPDATE SET as_of = excluded.as_of, node = excluded.node,
  attempt = r.attempt + 1, started_at = excluded.started_at, lease_until = excluded.lease_until
  WHERE r.finished_at IS NULL AND r.lease_until <= excluded.started_at
  RETURNING r.job`

const read = `SELECT finished_at IS NOT NULL AS finished, lease_until AS until
  FROM job_runs WHERE job = $1 AND tick = $2`

const hold = `UPDATE job_runs SET lease_until = $1
  WHERE job = $2 AND tick = $3 AND node = $4 AND finished_at IS NULL RETURNING job`

const finish = `UPDATE job_runs SET finished_at = $1, affected = $2, error = $3
  WHERE job = $4 AND tick = $5 AND node = $6 AND finished_at IS NULL`

const forget = "DELETE FROM job_runs WHERE job = $1 AND tick < $2"

/** Changes this node's unfinished run, once its row is free. */
const change = (
  { answer, database, refuse, transaction }: Running,
  name: string,
  node: string,
  to: Partial<RunRow>
) => {
  const decide = () => {
    const row: RunRow | undefined = database.read(transaction, name)
    if (row === undefined || row.node !== node || row.finished_at !== null) return answer([])
    database.write(transaction, name, { ...row, ...to })
    answer([{ job: name }])
  }
  database.lock(transaction, name, decide, refuse)
}

export const statements: Statements = {
  [oneLine(claim)]: ({ answer, database, params, refuse, transaction }) => {
    const [job, tick, , node, , started, lease_until] = params
    const name = runRow(job, tick)
    const decide = () => {
      const row: RunRow | undefined = database.read(transaction, name)
      if (row !== undefined && (row.finished_at !== null || row.lease_until > started)) return answer([])
      const attempt = (row?.attempt ?? 0) + 1
      database.write(transaction, name, { node, attempt, lease_until, finished_at: null } satisfies RunRow)
      answer([{ job }])
    }
    database.lock(transaction, name, decide, refuse)
  },
  [oneLine(read)]: ({ answer, database, params: [job, tick], transaction }) => {
    const row: RunRow | undefined = database.read(transaction, runRow(job, tick))
    answer(row === undefined ? [] : [{ finished: row.finished_at !== null, until: row.lease_until }])
  },
  [oneLine(hold)]: (running) => {
    const [lease_until, job, tick, node] = running.params
    change(running, runRow(job, tick), node, { lease_until })
  },
  [oneLine(finish)]: (running) => {
    const [finished_at, , , job, tick, node] = running.params
    change(running, runRow(job, tick), node, { finished_at })
  },
  [forget]: ({ answer }) => answer([])
}
