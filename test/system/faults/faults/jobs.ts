/** Nodes that are killed in the middle of a job. */
import type { Fault } from "../Fault.ts"
import type { Service } from "../../rig/Service.ts"
import { operate } from "../../rig/Site.ts"
import type { Trial } from "../../rig/Trial.ts"
import { secondsSince, until } from "../../rig/Wait.ts"

/** More workspaces than a job takes at a time, each with more than a piece (1,000 rows). */
const [workspaces, each] = [24, 2_500]
const total = workspaces * each

/** Milliseconds that the first node's database takes longer for each answer: it works until the other is there. */
const [slow, slower] = [100, 400]

/** Longer than a lease, and than a start on a busy machine. */
const patience = 150

/** Copies of a workspace with its board, whose leads have all been new for too long. */
const fill = async (trial: Trial): Promise<void> => {
  const { boardId, workspaceId } = trial.places.main
  await trial.query(
    `INSERT INTO workspaces SELECT r.* FROM workspaces w CROSS JOIN generate_series(1, $2::int) n
      CROSS JOIN LATERAL jsonb_populate_record(w, jsonb_build_object('id', md5(w.id::text || n)::uuid, 'name', 'stale')) r
      WHERE w.id = $1`,
    [workspaceId, workspaces]
  )
  for (const table of ["teams", "boards"]) {
    await trial.query(
      `INSERT INTO ${table} SELECT r.* FROM ${table} t JOIN workspaces w ON w.name = 'stale'
        CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object('workspace_id', w.id)) r
        WHERE t.workspace_id = $1`,
      [workspaceId]
    )
  }
  await trial.query(
    `INSERT INTO leads (workspace_id, id, board_id, triage_status, triaged_at, source, attribution, enrichment, rank, search, created_at)
      SELECT w.id, gen_random_uuid(), $1, 'new', now() - interval '60 days', 'form', '{}', '{}', -1, '', now() - interval '60 days'
      FROM workspaces w CROSS JOIN generate_series(1, $2::int) WHERE w.name = 'stale'`,
    [boardId, each]
  )
}

const stale = async (trial: Trial): Promise<number> => {
  const [row] = await trial.query(
    "SELECT count(*)::int AS done FROM leads l JOIN workspaces w ON w.id = l.workspace_id AND w.name = 'stale' WHERE l.triage_status = 'stale'"
  )
  return row.done
}

const run = async (trial: Trial) => {
  const [row] = await trial.query(
    "SELECT attempt, finished_at IS NOT NULL AS done, error FROM job_runs WHERE job = 'stale-leads' ORDER BY tick DESC LIMIT 1"
  )
  return row
}

const goesOn = async (trial: Trial, from: number): Promise<void> => {
  const began = performance.now()
  const found = await until(patience, async () => (await stale(trial)) > from || undefined)
  trial.expect(found === true, `the job did not go on within ${patience} s`)
  trial.note(`the job went on after ${secondsSince(began).toFixed(0)} s`)
}

/** Kills the node that works; returns how many leads were done. */
const kill = async (trial: Trial, node: Service): Promise<number> => {
  node.kill("SIGKILL")
  await node.ended()
  const done = await stale(trial)
  trial.expect(done < total && !(await run(trial)).done, "the job was done before the node was killed")
  trial.note(`killed after ${done} of ${total} leads`)
  return done
}

/** Each lead was marked, told of in the feed, and entered in the audit log, once. */
const expectOnce = async (trial: Trial): Promise<void> => {
  const [told] = await trial.query(
    "SELECT count(*)::int AS times, count(DISTINCT lead_id)::int AS leads FROM changes WHERE type = 'lead.triaged'"
  )
  const [logged] = await trial.query(
    `SELECT count(*)::int AS times, count(DISTINCT e.id)::int AS leads FROM audit a
      CROSS JOIN LATERAL jsonb_array_elements(a.changes::jsonb) c
      CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(c->'ids', jsonb_build_array(c->'id'))) e (id)
      WHERE a.operation = 'jobs.stale-leads'`
  )
  const done = await stale(trial)
  const found = { done, told: told.times, leads: told.leads, logged: logged.times, entered: logged.leads }
  const isOnce = Object.values(found).every((count) => count === total)
  trial.expect(isOnce, `of ${total} leads each was to be marked and told of once: ${JSON.stringify(found)}`)
}

export const jobs: ReadonlyArray<Fault> = [
  {
    name: "kill-node-in-job",
    promise:
      "kill -9 of a node in the middle of a job: another goes on with it, and nothing is doubled or skipped",
    run: async (trial) => {
      await fill(trial)
      const [first, second] = [await trial.way(), await trial.way()]
      first.proxy.delay(slower)
      second.proxy.delay(slow)
      const node = await trial.service(first.settings)
      await goesOn(trial, 0)
      const other = await trial.service(second.settings)
      await goesOn(trial, await kill(trial, node))
      first.proxy.restore()
      const done = await kill(trial, other)
      node.launch()
      await node.ready()
      await goesOn(trial, done)
      const isDone = async () => (await run(trial)).done || undefined
      await until(patience, isDone)
      const { attempt, done: ended, error } = await run(trial)
      trial.expect(ended && error === null, `the job did not end well: ${error}`)
      trial.expect(attempt === 3, `the job was begun ${attempt} times`)
      await expectOnce(trial)
      let why = ""
      const found = await until(60, async () =>
        operate(await trial.environment(), ["audit", "verify"]).catch((error: Error) => {
          why = error.message
        })
      )
      trial.expect(found !== undefined, `the audit logs are not found sound: ${why}`)
    }
  }
]
