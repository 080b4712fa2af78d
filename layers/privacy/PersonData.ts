/** Collects all data that a workspace has about a person, for the person to read. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../identity/Tenant.ts"
import { Leads } from "../leads/Leads.ts"
import * as Sql from "../database/Sql.ts"
import { FileRecords } from "../files/FileRecords.ts"
import { Files } from "../files/Files.ts"
import * as EraseText from "./EraseText.ts"
import * as PersonRecords from "./PersonRecords.ts"

const historyOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const { workspaceId } = yield* Tenant
  return yield* sql`SELECT at, by, payload FROM lead_history
    WHERE workspace_id = ${workspaceId} AND lead_id = ${id} ORDER BY bytes_before`
})

const imageOf = Effect.fnUntraced(function* (id: string) {
  const record = yield* (yield* FileRecords).find(id)
  if (Option.isNone(record)) return []
  const { workspaceId } = yield* Tenant
  const { contentType, sha256, sourceUrl } = record.value
  const bytes = yield* (yield* Files).read(`${workspaceId}/${sha256}`)
  const base64 = Option.match(bytes, {
    onNone: () => null,
    onSome: (all) => Buffer.from(all).toString("base64")
  })
  return [{ id, contentType, sourceUrl, base64 }]
})

/** Returns leads with their whole history, the contacts of deals, notes that name the person, images, and which tables name them. */
export const read = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  const { workspaceId } = yield* Tenant
  const {
    deals,
    addressPattern: everywhere,
    images,
    leads: ids,
    personPattern: near
  } = yield* PersonRecords.find(email)
  const leads = yield* Effect.forEach(ids, (id) =>
    Effect.gen(function* () {
      const lead = yield* Effect.orDie((yield* Leads).find(id))
      const { history: _, historyHasMore: __, ...enrichment } = lead.enrichment
      return { ...lead, enrichment: { ...enrichment, history: yield* historyOf(id) } }
    })
  )
  const dealIds = deals.map(({ deal }) => deal.id)
  const notes =
    yield* sql`SELECT deal_id AS "dealId", id, created_at AS "createdAt", content_text AS "contentText",
      system_event_data AS "systemEventData" FROM notes
    WHERE workspace_id = ${workspaceId}
      AND (concat(content_text, system_event_data::text) ~* ${everywhere}
        ${dealIds.length === 0 ? sql`` : sql`OR (${sql.in("deal_id", dealIds)} AND concat(content_text, system_event_data::text) ~* ${near})`})
    ORDER BY created_at, id`
  return {
    leads,
    deals: deals.map(({ deal: { id, name, primaryContact }, isTheirs }) => ({
      id,
      name,
      contact: isTheirs ? primaryContact : null
    })),
    notes,
    images: (yield* Effect.forEach(images, imageOf)).flat(),
    namedIn: yield* EraseText.run(everywhere, true)
  }
}, Sql.orDie)
