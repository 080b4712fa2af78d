/** The data that a workspace has about a person outside of it: exported and erased on request (GDPR, articles 15 and 17). */
import { Context, Effect, Layer, Struct } from "effect"
import { SqlClient } from "effect/sql"
import * as DealFields from "../../schema/DealFields.ts"
import * as FieldChange from "../../src/audit/rules/FieldChange.ts"
import * as MatchKey from "../../src/deals/rules/MatchKey.ts"
import * as RedactedText from "../../src/privacy/rules/RedactedText.ts"
import * as ErasureTerms from "../../src/privacy/rules/ErasureTerms.ts"
import * as AuditActors from "../audit/AuditActors.ts"
import { Audit } from "../audit/Audit.ts"
import { Redaction } from "../audit/Redaction.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as DealRow from "../deals/DealRow.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Tenant } from "../identity/Tenant.ts"
import { LeadRemovals } from "../leads/LeadRemovals.ts"
import { Leads } from "../leads/Leads.ts"
import * as Sql from "../database/Sql.ts"
import { Files } from "../files/Files.ts"
import { Encryption } from "../encryption/Encryption.ts"
import * as SealedTexts from "./SealedTexts.ts"
import * as EraseText from "./EraseText.ts"
import * as PersonRecords from "./PersonRecords.ts"

/** The number of erased records, or of records that would be erased. */
interface ErasureCounts {
  readonly leads: number
  readonly deals: number
  readonly images: number
  readonly deliveries: number
  readonly approvals: number
  readonly replies: number
  readonly auditEntries: number
  /** The number of rows in other tables that named the person. */
  readonly texts: Readonly<Record<string, number>>
}

const added = (all: ReadonlyArray<Readonly<Record<string, number>>>) => {
  const sums: Record<string, number> = {}
  for (const counts of all)
    for (const [table, n] of Object.entries(counts)) sums[table] = (sums[table] ?? 0) + n
  return sums
}

const auditContext = {
  operation: "admin.person.erase",
  surface: "admin",
  doer: AuditActors.operator
} as const

export class DataSubjects extends Context.Service<
  DataSubjects,
  {
    /** Finds the records of a person. */
    readonly find: (email: string) => Effect.Effect<PersonRecords.PersonRecords, never, Tenant>
    /** Erases a person from the workspace. With `dry`, only counts. */
    readonly erase: (email: string, dry: boolean) => Effect.Effect<ErasureCounts, never, Tenant>
  }
>()("pipeline/layers/DataSubjects") {
  static readonly layer = Layer.effect(
    DataSubjects,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const encryption = yield* Encryption
      const files = yield* Files
      const leads = yield* Leads
      const removals = yield* LeadRemovals
      const feed = yield* EventFeed
      const audit = yield* Audit
      const redaction = yield* Redaction
      const services = Effect.provide(yield* Effect.context<SqlClient.SqlClient | Encryption>())

      const find = (email: string) => services(PersonRecords.find(email))

      /** The audit log records the removal, but not the content. */
      const removeLeads = Effect.fnUntraced(function* (ids: PersonRecords.PersonRecords["leads"]) {
        for (const id of ids) {
          const record = yield* Effect.option(leads.lock(id))
          if (record._tag === "None") continue
          yield* Effect.provideService(removals.remove(record.value), ChangeSet.ChangeSet, undefined)
          yield* ChangeSet.note(() => [{ resource: "lead", id, before: {}, after: null }])
        }
      })

      const emptyDeals = Effect.fnUntraced(function* (
        pattern: string,
        deals: PersonRecords.PersonRecords["deals"]
      ) {
        const { workspaceId } = yield* Tenant
        for (const { deal, isTheirs } of deals) {
          const cleaned = ErasureTerms.without(pattern, Struct.pick(deal, DealFields.freeTexts))
          const changed = DealFields.freeTexts.filter(
            (field) => !FieldChange.isSame(cleaned[field], deal[field])
          )
          if (!isTheirs && changed.length === 0) continue
          const after = { ...deal, ...cleaned, ...(isTheirs && { primaryContact: DealFields.noContact }) }
          const change = { before: { deal }, after: { deal: after } }
          yield* Sql.combineWrites(sql, DealRow.rewriting(sql, workspaceId, [change])).unprepared
          yield* feed.record([{ type: "deal.updated", dealId: deal.id, data: { changes: {} } }])
          yield* ChangeSet.note(() => {
            const { after, before } = isTheirs ? RedactedText.contact : { before: {}, after: {} }
            const was = Object.fromEntries(changed.map((field) => [field, ErasureTerms.erased]))
            const is = Struct.pick(cleaned, changed)
            return [
              { resource: "deal", id: deal.id, before: { ...before, ...was }, after: { ...after, ...is } }
            ]
          })
        }
      })

      const removeImages = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, dry: boolean) {
        const { workspaceId } = yield* Tenant
        let count = 0
        for (const id of ids) {
          const [used] = yield* sql`SELECT 1 FROM leads WHERE workspace_id = ${workspaceId}
              AND strpos(enrichment::text, ${`/files/${id}`}) > 0
            UNION ALL SELECT 1 FROM lead_history WHERE workspace_id = ${workspaceId}
              AND strpos(payload::text, ${`/files/${id}`}) > 0 LIMIT 1`
          if (used !== undefined && !dry) continue
          count += 1
          if (dry) continue
          const removedFiles = yield* sql<{ sha256: string }>`DELETE FROM files
            WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING sha256`
          for (const { sha256 } of removedFiles) yield* files.remove(`${workspaceId}/${sha256}`)
        }
        return count
      })

      const removeDeliveries = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, dry: boolean) {
        const { workspaceId } = yield* Tenant
        if (ids.length === 0) return 0
        const where = sql`workspace_id = ${workspaceId} AND ${sql.in("subject_id", ids)}`
        const rows = dry
          ? yield* sql`SELECT 1 FROM deliveries WHERE ${where}`
          : yield* sql`DELETE FROM deliveries WHERE ${where} RETURNING 1`
        return rows.length
      })

      const all = Effect.fnUntraced(function* (email: string, dry: boolean) {
        const traces = yield* find(email)
        const { deals, addressPattern: everywhere, images, leads: ids, personPattern: near } = traces
        const dealIds = deals.map(({ deal }) => deal.id)
        const parts = [
          ...["notes", "changes"].map((table) => ({ table, column: "deal_id", ids: dealIds })),
          { table: "deliveries", column: "subject_id", ids: dealIds },
          { table: "changes", column: "lead_id", ids }
        ].filter((part) => part.ids.length > 0)
        const deliveries = yield* removeDeliveries(ids, dry)
        if (!dry) {
          yield* removeLeads(ids)
          yield* emptyDeals(near, deals)
        }
        const close = yield* Effect.forEach(parts, (part) => EraseText.run(near, dry, part))
        const far = yield* EraseText.run(everywhere, dry)
        const texts = added(dry ? [far] : [...close, far])
        const auditEntries = yield* redaction.run(
          {
            addressPattern: everywhere,
            personPattern: near,
            records: [...ids, ...dealIds],
            change: RedactedText.of({
              leads: ids,
              deals: deals.flatMap(({ deal, isTheirs }) => (isTheirs ? [deal.id] : []))
            })
          },
          dry
        )
        const erased: ErasureCounts = {
          leads: ids.length,
          deals: deals.length,
          images: yield* removeImages(images, dry),
          deliveries,
          approvals: yield* SealedTexts.approvals(everywhere, dry),
          replies: yield* SealedTexts.replies(near, dry),
          auditEntries,
          texts
        }
        return erased
      })

      const erase = Effect.fnUntraced(function* (email: string, dry: boolean) {
        if (dry) return yield* services(all(email, true))
        const { workspaceId } = yield* Tenant
        const work = Effect.tap(services(all(email, false)), (erased) =>
          ChangeSet.note(() => {
            // A keyed hash, so that somebody who knows the address can verify that it was erased.
            const person = Buffer.from(encryption.mac("erased-person")(MatchKey.email(email))).toString("hex")
            return [
              { resource: "workspace", id: workspaceId, before: {}, after: { erasedPerson: person, erased } }
            ]
          })
        )
        return yield* audit.runAudited(auditContext, work)
      }, Sql.orDie)

      return DataSubjects.of({ find, erase })
    })
  )
}
