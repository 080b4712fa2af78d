/** Brings a warehouse up to date by the feed of changes, from where the last run ended. Run it nightly, or as often as you like. */
import { createClient, PipelineError } from "../../../client/typescript/src/index.ts" // of your own project: "@sales-pipeline/client"
import { openWarehouse, type Table } from "./warehouse.ts"

/** One line instead of a stack trace: what ends up here is a setting to mend. */
process.on("uncaughtException", ({ message }) => {
  console.error(message)
  process.exit(1)
})

const [, , file = "warehouse.db"] = process.argv
const key = process.env["SALES_PIPELINE_API_KEY"]
if (!key) {
  console.error("Set SALES_PIPELINE_API_KEY to a key with the scopes deals:read and leads:read.")
  process.exit(2)
}
const url = process.env["SALES_PIPELINE_URL"] ?? "http://127.0.0.1:3000"

/** Says once that the service is away, so that whoever looks on knows what the run waits for. */
let isAway = false
const patient: typeof fetch = async (...sent) => {
  try {
    return await fetch(...sent)
  } catch (error) {
    if (!isAway) console.error(`${url} does not answer; it is asked again for up to ten minutes.`)
    isAway = true
    throw error
  }
}
// At night there is time: a busy service is waited for.
const client = createClient({ url, key, timeout: 600_000, retries: 20, fetch: patient })
const warehouse = openWarehouse(file)

/** Reads everything. The position in the feed is taken before, so that what happens meanwhile is read after it. */
const readAll = async () => {
  const { nextCursor } = await client.events.list({ since: new Date().toISOString(), limit: 1 })
  warehouse.set("round", String(Number(warehouse.get("round") ?? 0) + 1))
  for await (const { data } of client.deals.list({ status: "all", limit: 100 }).pages())
    warehouse.together(() => data.forEach(warehouse.deal))
  for await (const { data } of client.leads.list({ limit: 100 }).pages())
    warehouse.together(() => data.forEach(warehouse.lead))
  warehouse.together(() => {
    warehouse.removeOlder()
    warehouse.set("cursor", nextCursor)
  })
  return nextCursor
}

/** A record as it is now; nothing if it was deleted. */
const current = async <A>(read: Promise<A>) => {
  try {
    return await read
  } catch (error) {
    if (error instanceof PipelineError && error.type === "not_found") return undefined
    throw error
  }
}

const distinct = (ids: ReadonlyArray<string | null>) => [...new Set(ids.filter((id) => id !== null))]

/** What to write for each record that changes name: it, or that it is gone. A lead that looks like a bot's is none yet. */
const readChanged = async (table: Table, ids: ReadonlyArray<string>) => {
  const writes: Array<() => void> = []
  for (const id of ids) {
    const deal = table === "deals" ? await current(client.deals.get({ id })) : undefined
    const lead = table === "leads" ? await current(client.leads.get({ id })) : undefined
    writes.push(() => {
      if (deal !== undefined) warehouse.deal(deal)
      else if (lead !== undefined && !lead.suspect) warehouse.lead(lead)
      else warehouse.remove(table, id)
    })
  }
  return writes
}

/** Reads the changes after the cursor, page by page. A page is written together with the cursor after it: all of it, or nothing. */
const follow = async (from: string) => {
  let count = 0
  for (let cursor = from, hasMore = true; hasMore;) {
    const page = await client.events.list({ cursor, limit: 100 })
    const writes = [
      ...(await readChanged("deals", distinct(page.data.map(({ dealId }) => dealId)))),
      ...(await readChanged("leads", distinct(page.data.map(({ leadId }) => leadId))))
    ]
    warehouse.together(() => {
      page.data.forEach(warehouse.change)
      for (const write of writes) write()
      warehouse.set("cursor", page.nextCursor)
    })
    count += page.data.length
    ;({ hasMore, nextCursor: cursor } = page)
  }
  return count
}

/** Changes are kept for 30 days: after a longer break, everything is read anew. */
const isTooOld = (error: unknown) => error instanceof PipelineError && error.code === "invalid_cursor"

const sync = async () => {
  const { workspace } = await client.me.get()
  const before = warehouse.get("workspace")
  if (before !== undefined && before !== workspace.id)
    throw new Error(
      `${file} holds another workspace than that of the key, ${workspace.name}: name another file.`
    )
  warehouse.set("workspace", workspace.id)
  const cursor = warehouse.get("cursor")
  if (cursor === undefined) return follow(await readAll())
  return follow(cursor).catch(async (error) => {
    if (isTooOld(error)) return follow(await readAll())
    throw error
  })
}

try {
  const changes = await sync()
  const [deals, leads] = [warehouse.count("deals"), warehouse.count("leads")]
  console.log(`${changes} changes; ${file} is up to date, with ${deals} deals and ${leads} leads.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  warehouse.close()
}
