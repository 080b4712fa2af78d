/** A deal with its notes, its activity and its lead, in one statement. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { DealDetails as Details, LeadOfDeal, Part } from "../../schema/DealDetails.ts"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { DealId } from "../../schema/Id.ts"
import type * as Page from "../../schema/Page.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Cursors } from "../records/Cursors.ts"
import * as Sql from "../database/Sql.ts"
import * as DealRow from "./DealRow.ts"
import * as NoteRows from "./NoteRows.ts"

interface Row extends DealRow.Row {
  readonly notes?: ReadonlyArray<NoteRows.Row>
  readonly activity?: ReadonlyArray<NoteRows.Row>
  readonly lead?: LeadOfDeal | null
}

export class DealDetails extends Context.Service<
  DealDetails,
  {
    readonly find: (
      id: DealId,
      include: ReadonlySet<Part>,
      page: Page.Parameters
    ) => Effect.Effect<Details, Invalid | NotFound, Tenant>
  }
>()("pipeline/layers/DealDetails") {
  static readonly layer = Layer.effect(
    DealDetails,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors

      const lead = (workspaceId: string) => sql`(SELECT json_build_object(
          'id', l.id, 'contactName', nullif(concat_ws(' ', nullif(l.first_name, ''), nullif(l.last_name, '')), ''),
          'email', l.email, 'companyName', l.company_name, 'triageStatus', l.triage_status,
          'score', CASE WHEN l.rank >= 0 THEN l.rank END, 'source', l.source, 'createdAt', ${sql.literal(Sql.iso("l.created_at"))})
        FROM leads l WHERE l.workspace_id = ${workspaceId} AND l.id = d.lead_id)`

      /** Binds cursors like GET /v1/deals/{id}/notes and …/activity, so that cursors work in both places. */
      const opened = (dealId: DealId, kind: "manual" | "all", page: Page.Parameters) =>
        cursors.open({ list: "notes", filters: { dealId, kind }, page })

      const find = Effect.fnUntraced(function* (
        id: DealId,
        include: ReadonlySet<Part>,
        page: Page.Parameters
      ) {
        const { workspaceId } = yield* Tenant
        const { cursor: _, ...first } = page
        const notes = yield* opened(id, "manual", include.has("notes") ? page : first)
        const activity = yield* opened(id, "all", include.has("activity") ? page : first)
        const parts = {
          notes: Sql.rows(sql, NoteRows.page(sql, workspaceId, id, "manual", notes)),
          activity: Sql.rows(sql, NoteRows.page(sql, workspaceId, id, "system_event", activity)),
          lead: lead(workspaceId)
        }
        const includedParts = (Object.keys(parts) as ReadonlyArray<Part>).filter((part) => include.has(part))
        const columns = includedParts.map((part) => sql`${parts[part]} AS ${sql.literal(part)}`)
        const [row] = yield* sql<Row>`SELECT ${sql.csv([sql.literal(DealRow.selected), ...columns])}
          FROM deals d ${sql.literal(DealRow.joins)}
          WHERE d.workspace_id = ${workspaceId} AND d.id = ${id} AND d.deleted_at IS NULL`
        if (row === undefined) return yield* NotFound.of("deal", id)
        const pageOf = (of: typeof notes, rows: ReadonlyArray<NoteRows.Row>) =>
          of.page(rows.map(Sql.ofJson), NoteRows.toNote, NoteRows.position)
        return {
          ...DealRow.toDeal(row),
          ...(row.notes && { notes: pageOf(notes, row.notes) }),
          ...(row.activity && { activity: pageOf(activity, row.activity) }),
          ...(row.lead !== undefined && { lead: row.lead })
        }
      }, Sql.orDie)

      return DealDetails.of({ find })
    })
  )
}
