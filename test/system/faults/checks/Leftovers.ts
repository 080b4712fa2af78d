/** Nothing is stuck: no transaction, lock or claim outlives the fault, and lists are complete. */
import { until } from "../../rig/Wait.ts"
import type { Check } from "./Check.ts"

const stuck = `SELECT coalesce(a.query, '') AS query, a.state, extract(epoch FROM clock_timestamp() - a.xact_start)::int AS age
  FROM pg_stat_activity a WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
    AND (a.state LIKE 'idle in transaction%' AND clock_timestamp() - a.state_change > interval '2 seconds'
      OR a.wait_event_type = 'Lock' AND clock_timestamp() - a.state_change > interval '2 seconds')`

/** A filled workspace's list is not read to its end. */
const pages = 200

export const checks: ReadonlyArray<Check> = [
  {
    name: "no transaction or lock is left",
    run: async (trial) => {
      let rows: ReadonlyArray<any> = []
      const free = await until(10, async () => {
        rows = await trial.query(stuck)
        return rows.length === 0 ? true : undefined
      })
      if (free) return []
      return rows.map(
        ({ age, query, state }) => `a connection is ${state} for ${age} s: ${query.slice(0, 80)}`
      )
    }
  },
  {
    name: "no key is claimed for ever",
    run: async (trial) => {
      const [row] = await trial.query(
        "SELECT count(*)::int AS open FROM idempotency_keys WHERE reply IS NULL"
      )
      return row.open === 0 ? [] : [`${row.open} keys have no reply`]
    }
  },
  {
    name: "a list has each deal once",
    run: async (trial) => {
      const service = trial.services.find((one) => !one.isOver)
      if (service === undefined) return []
      const listed: Array<string> = []
      let cursor = ""
      for (let page = 0; page < pages; page++) {
        const { data, hasMore, nextCursor } = await trial.call(
          "GET",
          `/v1/deals?status=all&limit=100${cursor}`,
          undefined,
          service.url
        )
        listed.push(...data.map(({ id }: { id: string }) => id))
        if (!hasMore) break
        cursor = `&cursor=${nextCursor}`
      }
      const [{ there }] = (await trial.query(
        "SELECT count(*)::int AS there FROM deals WHERE workspace_id = $1 AND deleted_at IS NULL",
        [trial.places.main.workspaceId]
      )) as [any]
      const isWhole = listed.length === Math.min(there, pages * 100) && new Set(listed).size === listed.length
      return isWhole
        ? []
        : [
            `the list has ${listed.length} deals, ${new Set(listed).size} of them different, where there are ${there}`
          ]
    }
  }
]
