/** A lead with its activity, its deal and the history of its enrichment, in one statement. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { LeadId } from "../../schema/Id.ts"
import type { LeadDetails as Details, LeadEvent, Part, WrittenEntry } from "../../schema/LeadDetails.ts"
import type * as Page from "../../schema/Page.ts"
import * as EnrichmentHistory from "../../src/leads/rules/EnrichmentHistory.ts"
import * as DealRow from "../deals/DealRow.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Cursors, type Place } from "../records/Cursors.ts"
import * as Sql from "../database/Sql.ts"
import * as LeadHistory from "./LeadHistory.ts"
import * as LeadRows from "./LeadRows.ts"

interface EventRow extends Omit<LeadEvent, "createdAt" | "entryId">, Sql.Measured {
  readonly entry_id: string | null
  readonly created_at: string
  readonly seq: number
}

interface EntryRow extends WrittenEntry, Sql.Measured {
  readonly bytes_before: number
}

interface Row extends LeadRows.LeadRow {
  readonly became?: DealRow.Row | null
  readonly activity?: ReadonlyArray<EventRow>
  readonly written?: ReadonlyArray<EntryRow>
}

/** The column of `Row` that holds each part. */
const columnOf = { activity: "activity", deal: "became", enrichment: "written" } as const

const eventSize = `400 + ${Sql.bytesOf.json("c.data")}`

export class LeadDetails extends Context.Service<
  LeadDetails,
  {
    readonly find: (
      id: LeadId,
      include: ReadonlySet<Part>,
      page: Page.Parameters
    ) => Effect.Effect<Details, Invalid | NotFound, Tenant>
  }
>()("pipeline/layers/LeadDetails") {
  static readonly layer = Layer.effect(
    LeadDetails,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors

      const deal = (workspaceId: string) => sql`(SELECT row_to_json(deal) FROM (
        SELECT ${sql.literal(DealRow.selected)} FROM deals d ${sql.literal(DealRow.joins)}
        WHERE d.workspace_id = ${workspaceId} AND d.id = l.deal_id AND d.deleted_at IS NULL) deal)`

      const activity = (workspaceId: string, id: LeadId, { after, limit }: Place) => {
        const older = after === undefined ? sql.literal("") : sql`AND c.seq < ${after[0]}::bigint`
        const sizedEvents = sql`SELECT c.*, ${sql.literal(eventSize)} AS page_size FROM changes c
          WHERE c.workspace_id = ${workspaceId} AND c.lead_id = ${id} ${older}
          ORDER BY c.seq DESC ${Sql.limit(sql, limit + 1)}`
        return sql`SELECT c.type, c.data, c.actor, c.created_at, c.entry_id, c.seq, c.page_bytes
          FROM ${Sql.measured(sql, sizedEvents, sql.literal("seq DESC"))} c ORDER BY c.seq DESC`
      }

      /** The key, person or app whose id the history contains. */
      const writer = (workspaceId: string) => sql`coalesce(
        (SELECT json_build_object('type', 'api_key', 'name', k.name, 'userName', u.name)
          FROM api_keys k LEFT JOIN users u ON u.id = k.user_id
          WHERE k.workspace_id = ${workspaceId} AND k.id::text = h.by),
        (SELECT json_build_object('type', 'user', 'name', NULL, 'userName', coalesce(u.name, u.email))
          FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND m.user_id::text = h.by),
        (SELECT json_build_object('type', 'oauth', 'name', max(g.client_name),
            'userName', CASE WHEN count(DISTINCT g.user_id) = 1 THEN max(u.name) END)
          FROM oauth_grants g LEFT JOIN users u ON u.id = g.user_id
          WHERE g.workspace_id = ${workspaceId} AND g.client_id = h.by HAVING count(*) > 0))`

      const written = (workspaceId: string, id: LeadId, asked: Place) =>
        sql`SELECT ${sql.literal(Sql.iso("h.at"))} AS at, h.by, h.payload, h.bytes_before, h.page_bytes,
            ${writer(workspaceId)} AS writer
          FROM (${LeadHistory.entries(sql, workspaceId, id, asked)}) h ORDER BY h.bytes_before DESC`

      const find = Effect.fnUntraced(function* (
        id: LeadId,
        include: ReadonlySet<Part>,
        page: Page.Parameters
      ) {
        const { workspaceId } = yield* Tenant
        const { cursor: _, ...first } = page
        const opened = (part: Part, list: string) =>
          cursors.open({ list, filters: { id }, page: include.has(part) ? page : first })
        const events = yield* opened("activity", "lead_activity")
        // Binds cursors like GET /v1/leads/{id}/history, so that cursors work in both places.
        const entries = yield* opened("enrichment", "lead_history")
        const parts = {
          activity: Sql.rows(sql, activity(workspaceId, id, events)),
          deal: deal(workspaceId),
          enrichment: Sql.rows(sql, written(workspaceId, id, entries))
        }
        const asked = (Object.keys(parts) as ReadonlyArray<Part>).filter((part) => include.has(part))
        const columns = asked.map((part) => sql`${parts[part]} AS ${sql.literal(columnOf[part])}`)
        const shape = LeadRows.whole(sql, workspaceId, EnrichmentHistory.answered.alone)
        const [row] = yield* sql<Row>`SELECT ${sql.csv([shape.columns, ...columns])}
          FROM leads l ${shape.joined} WHERE l.workspace_id = ${workspaceId} AND l.id = ${id}`
        if (row === undefined) return yield* NotFound.of("lead", id)
        return {
          ...LeadRows.toLead(row),
          ...(row.activity && {
            activity: events.page(
              row.activity.map(Sql.ofJson),
              ({ actor, created_at, data, entry_id, type }) => ({
                ...{ type, data, actor, createdAt: created_at },
                ...(entry_id === null ? {} : { entryId: entry_id })
              }),
              ({ seq }) => [String(seq)]
            )
          }),
          ...(row.became !== undefined && {
            deal: row.became === null ? null : DealRow.toDeal(Sql.ofJson(row.became))
          }),
          ...(row.written && {
            enrichmentHistory: entries.page(
              row.written,
              ({ at, by, payload, writer }) => ({ at, by, payload, writer }),
              ({ bytes_before }) => [String(bytes_before)]
            )
          })
        }
      }, Sql.orDie)

      return LeadDetails.of({ find })
    })
  )
}
