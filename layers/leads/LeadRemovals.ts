/** Removes leads, with their history. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LeadRecord } from "../../src/leads/rules/LeadRecord.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Merges from "../records/Merges.ts"
import type { LeadId } from "../../schema/Id.ts"
import * as Sql from "../database/Sql.ts"
import * as UndoHistory from "./UndoHistory.ts"

export class LeadRemovals extends Context.Service<
  LeadRemovals,
  {
    /** Removes a locked lead. If it was merged into another lead, its id then says so. */
    readonly remove: (record: LeadRecord, intoId?: LeadId) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/LeadRemovals") {
  static readonly layer = Layer.effect(
    LeadRemovals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const feed = yield* EventFeed

      const remove = Effect.fnUntraced(function* (record: LeadRecord, intoId?: LeadId) {
        const { workspaceId } = yield* Tenant
        const { id, suspect } = record.lead
        const isKept = record.history.bytes <= UndoHistory.maxKeptBytes
        const removedEntries = yield* sql<UndoHistory.Row>`DELETE FROM lead_history
          WHERE workspace_id = ${workspaceId} AND lead_id = ${id}
          RETURNING lead_id, position, bytes_before, bytes, at, by, ${sql.literal(isKept ? "payload" : "NULL::json AS payload")}`
        yield* sql`DELETE FROM leads WHERE workspace_id = ${workspaceId} AND id = ${id}`
        yield* Merges.record(sql, record.lead, intoId)
        if (!suspect) yield* feed.record([{ type: "lead.deleted", leadId: id }])
        // From the last entry to the first, because an undo restores them in reverse order.
        const history = isKept ? removedEntries.toSorted((a, b) => b.position - a.position) : []
        yield* ChangeSet.note(() => [
          ...history.map(UndoHistory.removalOf),
          {
            resource: "lead" as const,
            id,
            before: { ...Records.ofLead(record), ...(isKept ? {} : { isHistoryLost: true }) },
            after: null
          }
        ])
      }, Sql.orDie)

      return LeadRemovals.of({ remove })
    })
  )
}
