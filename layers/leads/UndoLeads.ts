/** Undoes changes of leads: triage, enrichment with its history, promotion, creation. */
import { PgClient } from "@effect/sql-pg"
import { Array as Arr, Context, Effect, Layer } from "effect"
import type { AuditChange } from "../../schema/Audit.ts"
import type { LeadId } from "../../schema/Id.ts"
import * as FieldChange from "../../src/audit/rules/FieldChange.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import { type CurrentRecord, keyOf, type Rule, type RevertedRecord } from "../../src/audit/rules/UndoTypes.ts"
import * as Entry from "../../src/events/rules/Entry.ts"
import type { Lead } from "../../schema/Lead.ts"
import type { Revertible } from "../audit/Revertible.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { ExternalIds } from "../imports/ExternalIds.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import * as LeadHistory from "./LeadHistory.ts"
import * as LeadRows from "./LeadRows.ts"
import * as UndoHistory from "./UndoHistory.ts"

const isOf = (change: AuditChange) => change.resource === "lead" || change.resource === "lead_history"

const tooLong = {
  code: "built_upon",
  message: "Its history is too long to be brought back again. Delete the lead by hand."
} as const

/** `holders` maps external ids to the leads that have them now; `long` are the leads whose history is too long for the audit log. */
const ruleOf = (holders: ReadonlyMap<string, string>, long: ReadonlySet<string>): Rule => ({
  reasonNotRevertible: ({ before }) =>
    before?.["isHistoryLost"] === true
      ? "Its history was too long to be kept when it was deleted."
      : undefined,
  refuses: ({ id }, next) => {
    if (next === null && long.has(id)) return tooLong
    const holder = holders.get(String(next?.["externalId"]))
    return holder === undefined || holder === id
      ? undefined
      : { code: "changed_since", message: `The lead ${holder} has its external id now.` }
  },
  // A promotion created a deal, and both are undone or neither.
  links: ({ after, before }) =>
    [before?.["dealId"], after?.["dealId"]].flatMap((id) =>
      typeof id === "string" ? [keyOf("deal", id)] : []
    )
})

/** Whether undoing the change needs the enrichment, which may be large. */
const isWhole = ({ after, before }: AuditChange) => before === null || after === null || "enrichment" in after

const recordOf = (id: string, fields: NonNullable<RevertedRecord["after"]>) =>
  Records.leadOf(id as LeadId, fields)

/** The feed's events for a lead. */
const entriesOf = ({ after, before, id }: RevertedRecord): ReadonlyArray<Entry.Entry> => {
  if (after === null) return [{ type: "lead.deleted", leadId: id as LeadId }]
  const { lead } = recordOf(id, after)
  if (before === null) return Entry.ofLead(null, lead)
  const old = recordOf(id, before).lead
  const isSame = FieldChange.isSame(before["enrichment"], after["enrichment"])
  const now: Lead = isSame ? { ...lead, enrichment: old.enrichment } : lead
  return Entry.ofLead(old, now)
}

export class UndoLeads extends Context.Service<UndoLeads, Revertible>()("pipeline/layers/UndoLeads") {
  static readonly layer = Layer.effect(
    UndoLeads,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const feed = yield* EventFeed
      const externalIds = yield* ExternalIds

      const lock = Effect.fnUntraced(function* (changes: ReadonlyArray<AuditChange>) {
        const own = changes.filter(isOf)
        const ids = [...new Set(own.map(({ id, of }) => of ?? id))]
        if (ids.length === 0) return { found: new Map<string, CurrentRecord>(), rules: {} }
        const called = own.flatMap(({ after, before }) =>
          [before?.["externalId"], after?.["externalId"]].filter((one) => typeof one === "string")
        )
        const holders = yield* externalIds.holders("lead", [...new Set(called)])
        const { workspaceId } = yield* Tenant
        // Locks in one order and reads separately, as in `ManyLeads.lock`.
        yield* sql`SELECT 1 FROM leads WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)}
          ORDER BY id FOR UPDATE`.unprepared
        const whole = own.flatMap((change) =>
          change.resource === "lead" && isWhole(change) ? [change.id] : []
        )
        const columns = `${LeadRows.columns}, ${LeadRows.keptColumns}`.replace(
          "l.enrichment",
          "CASE WHEN l.id = ANY(w.ids) THEN l.enrichment ELSE '{}'::json END AS enrichment"
        )
        const rows = yield* sql<LeadRows.LeadRow & LeadRows.KeptRow>`SELECT ${sql.literal(columns)},
            ${LeadHistory.columns(sql, workspaceId, 0)}
          FROM leads l ${LeadHistory.joined(sql, workspaceId)}
            CROSS JOIN (SELECT array_agg(value::uuid) AS ids
              FROM jsonb_array_elements_text(${JSON.stringify(whole)}::text::jsonb)) w
          WHERE l.workspace_id = ${workspaceId} AND ${sql.in("l.id", ids)} ORDER BY l.id`.unprepared
        const leads = rows.map(LeadRows.toRecord)
        yield* ReadSet.recordRead("lead", leads, Records.readOfLead)
        const history = yield* UndoHistory.find(sql, own)
        const found = leads.map((record): [string, CurrentRecord] => [
          keyOf("lead", record.lead.id),
          { state: Records.ofLead(record) }
        ])
        const long = leads.filter((record) => record.history.bytes > UndoHistory.maxKeptBytes)
        const rule = ruleOf(
          new Map(holders.map(({ externalId, id }) => [externalId, id])),
          new Set(long.map(({ lead }) => lead.id))
        )
        return {
          found: new Map([...found, ...history]),
          rules: { lead: rule, lead_history: UndoHistory.rule }
        }
      }, Sql.orDie)

      const put = Effect.fnUntraced(function* (turned: ReadonlyArray<RevertedRecord>) {
        const { workspaceId } = yield* Tenant
        const changes = turned.flatMap(({ after, before, id }) =>
          before !== null && after !== null
            ? [{ before: recordOf(id, before), after: recordOf(id, after) }]
            : []
        )
        yield* Sql.combineWrites(sql, LeadRows.rewriting(sql, workspaceId, changes)).unprepared
      })

      const write = Effect.fnUntraced(function* (turned: ReadonlyArray<RevertedRecord>) {
        const { workspaceId } = yield* Tenant
        const leads = turned.filter(({ resource }) => resource === "lead")
        const newRows = leads.flatMap(({ after, before, id }) =>
          before === null && after !== null ? [LeadRows.newOf(workspaceId, recordOf(id, after))] : []
        )
        if (Arr.isReadonlyArrayNonEmpty(newRows))
          yield* sql`INSERT INTO leads ${sql.insert(newRows)}`.unprepared
        yield* put(leads)
        yield* UndoHistory.insert(sql, turned)
        yield* UndoHistory.append(sql, leads)
        const removedIds = leads.flatMap(({ after, id }) => (after === null ? [id] : []))
        if (removedIds.length > 0) {
          yield* UndoHistory.remove(sql, removedIds)
          yield* sql`DELETE FROM leads WHERE workspace_id = ${workspaceId} AND ${sql.in("id", removedIds)}`
            .unprepared
        }
        yield* feed.record(leads.flatMap(entriesOf))
      }, Sql.orDie)

      return UndoLeads.of({ resources: ["lead", "lead_history"], scope: "leads:write", lock, write })
    })
  )
}
