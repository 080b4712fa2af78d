import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { DealId, LeadId } from "../../schema/Id.ts"
import type { Matched, SearchPlace } from "../../schema/Matched.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"
import { lineOf } from "./MatchedText.ts"
import * as RelatedTextSearch from "./RelatedTextSearch.ts"

interface TextRow {
  readonly id: string
  readonly own: string
  readonly note: string | null
  readonly lead: string | null
}

type Found = ReadonlyMap<string, Matched>

/** The lines by which a search found the records of a page. */
export class SearchMatches extends Context.Service<
  SearchMatches,
  {
    readonly ofDeals: (
      ids: ReadonlyArray<DealId>,
      search: string,
      places: ReadonlyArray<SearchPlace>
    ) => Effect.Effect<Found, never, Tenant>
    readonly ofLeads: (ids: ReadonlyArray<LeadId>, search: string) => Effect.Effect<Found, never, Tenant>
  }
>()("pipeline/layers/SearchMatches") {
  static readonly layer = Layer.effect(
    SearchMatches,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const leadText = sql.literal(RelatedTextSearch.leadText)
      const none = sql.literal("NULL")

      /** A line with more of the words is the better match; of equals, the first place. */
      const found = (rows: ReadonlyArray<TextRow>, search: string, own: SearchPlace): Found =>
        new Map(
          rows.flatMap((row) => {
            const texts = [
              ["notes", row.note],
              ["leads", row.lead],
              [own, row.own]
            ] as const
            for (const [place, text] of texts) {
              const line = text === null ? undefined : lineOf(text, search)
              if (line !== undefined) return [[row.id, { in: place, text: line }] as const]
            }
            return []
          })
        )

      const ofDeals = Effect.fnUntraced(function* (
        ids: ReadonlyArray<DealId>,
        search: string,
        places: ReadonlyArray<SearchPlace>
      ) {
        const { workspaceId } = yield* Tenant
        if (ids.length === 0) return new Map()
        const note = sql`(SELECT n.content_text FROM notes n
          WHERE n.workspace_id = ${workspaceId} AND n.deal_id = d.id
            AND ${sql.and(RelatedTextSearch.covers(sql, search, "n", "d"))}
          ORDER BY n.created_at DESC, n.id DESC LIMIT 1)`
        const lead = sql`(SELECT ${leadText} FROM leads l WHERE l.workspace_id = ${workspaceId} AND l.id = d.lead_id
          AND ${sql.and(RelatedTextSearch.covers(sql, search, "l", "d"))})`
        const rows = yield* sql<TextRow>`SELECT d.id,
            concat_ws(E'\n', d.name, d.company, d.contact_name, d.contact_email) AS own,
            ${places.includes("notes") ? note : none} AS note, ${places.includes("leads") ? lead : none} AS lead
          FROM deals d WHERE d.workspace_id = ${workspaceId} AND ${sql.in("d.id", ids)}`.unprepared
        return found(rows, search, "deals")
      }, Sql.orDie)

      const ofLeads = Effect.fnUntraced(function* (ids: ReadonlyArray<LeadId>, search: string) {
        const { workspaceId } = yield* Tenant
        if (ids.length === 0) return new Map()
        const rows = yield* sql<TextRow>`SELECT l.id, NULL AS note, ${leadText} AS lead,
            concat_ws(E'\n', l.company_name, l.company_website, l.email, concat_ws(' ', l.first_name, l.last_name)) AS own
          FROM leads l WHERE l.workspace_id = ${workspaceId} AND ${sql.in("l.id", ids)}`.unprepared
        return found(rows, search, "leads")
      }, Sql.orDie)

      return SearchMatches.of({ ofDeals, ofLeads })
    })
  )
}
