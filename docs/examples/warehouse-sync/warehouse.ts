/** The warehouse: SQLite, in statements that PostgreSQL knows, too. */
import { DatabaseSync } from "node:sqlite"
import type { Change, Deal, Lead } from "../../../client/typescript/src/index.ts" // of your own project: "@sales-pipeline/client"

const schema = `
  CREATE TABLE IF NOT EXISTS deals (id text PRIMARY KEY, board_id text NOT NULL, name text NOT NULL, company text,
    amount_cents bigint, currency text NOT NULL, stage text NOT NULL, region text NOT NULL, owner text,
    created_at text NOT NULL, updated_at text NOT NULL, won_at text, dead_at text, lead_id text, round integer NOT NULL);
  CREATE TABLE IF NOT EXISTS leads (id text PRIMARY KEY, board_id text NOT NULL, status text NOT NULL, source text NOT NULL,
    company text, email text, campaign text, score real, created_at text NOT NULL, deal_id text, round integer NOT NULL);
  CREATE TABLE IF NOT EXISTS changes (id bigint PRIMARY KEY, type text NOT NULL, deal_id text, lead_id text,
    actor text, data text, created_at text NOT NULL);
  CREATE TABLE IF NOT EXISTS sync_state (name text PRIMARY KEY, value text NOT NULL)`

type Value = string | number | null
type Row = Readonly<Record<string, Value>>
export type Table = "deals" | "leads"

const dealRow = (deal: Deal): Row => ({
  id: deal.id,
  board_id: deal.boardId,
  name: deal.name,
  company: deal.company,
  amount_cents: deal.amountCents,
  currency: deal.currency,
  stage: deal.stage.name,
  region: deal.stage.region,
  owner: deal.ownerName,
  created_at: deal.createdAt,
  updated_at: deal.updatedAt,
  won_at: deal.wonAt,
  dead_at: deal.deadAt,
  lead_id: deal.leadId
})

const leadRow = (lead: Lead): Row => ({
  id: lead.id,
  board_id: lead.boardId,
  status: lead.triageStatus,
  source: lead.source,
  company: lead.contact.companyName,
  email: lead.contact.email,
  campaign: lead.attribution.utmCampaign,
  score: lead.enrichment.score ?? null,
  created_at: lead.createdAt,
  deal_id: lead.dealId
})

const changeRow = ({ actor, createdAt, data, dealId, id, leadId, type }: Change): Row => ({
  id,
  type,
  deal_id: dealId,
  lead_id: leadId,
  actor: actor?.name ?? null,
  data: data === null ? null : JSON.stringify(data),
  created_at: createdAt
})

export const openWarehouse = (file: string) => {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec("PRAGMA journal_mode = WAL")
  db.exec(schema)

  const upsert = (table: string, row: Row) => {
    const columns = Object.keys(row)
    const changes = columns.map((column) => `${column} = excluded.${column}`).join(", ")
    db.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
       ON CONFLICT (id) DO UPDATE SET ${changes}`
    ).run(...Object.values(row))
  }
  const get = (name: string) =>
    db.prepare("SELECT value FROM sync_state WHERE name = ?").get(name)?.["value"] as string | undefined

  return {
    get,
    set: (name: string, value: string) =>
      db
        .prepare(
          "INSERT INTO sync_state VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )
        .run(name, value),
    deal: (deal: Deal) => upsert("deals", { ...dealRow(deal), round: Number(get("round") ?? 0) }),
    lead: (lead: Lead) => upsert("leads", { ...leadRow(lead), round: Number(get("round") ?? 0) }),
    /** A change that came before is the same row. */
    change: (change: Change) => upsert("changes", changeRow(change)),
    remove: (table: Table, id: string) => db.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id),
    count: (table: Table) => db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"],
    /** Removes what this round of reading everything did not find. */
    removeOlder: () => {
      for (const table of ["deals", "leads"])
        db.prepare(`DELETE FROM ${table} WHERE round < ?`).run(Number(get("round") ?? 0))
    },
    /** All of it is kept, or nothing. */
    together: (work: () => void) => {
      db.exec("BEGIN IMMEDIATE")
      try {
        work()
        db.exec("COMMIT")
      } catch (error) {
        db.exec("ROLLBACK")
        throw error
      }
    },
    close: () => db.close()
  }
}
