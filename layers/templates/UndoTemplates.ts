/** Undoes changes of templates, and uses of them together with the note or the change of the lead that went with each use. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditChange, AuditFields } from "../../schema/Audit.ts"
import type { TemplateId } from "../../schema/Id.ts"
import type { Template } from "../../schema/Template.ts"
import {
  type CurrentRecord,
  isReturn,
  keyOf,
  noRoomFor,
  type Rule,
  type RevertedRecord
} from "../../src/audit/rules/UndoTypes.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import type { Revertible } from "../audit/Revertible.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { Actor } from "../identity/Actor.ts"
import { PlanLimits } from "../identity/PlanLimits.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import { fieldsOf, type StoredTemplate } from "./Templates.ts"

type UseRow = {
  readonly id: string
  readonly templateId: string
  readonly dealId: string | null
  readonly leadId: string | null
  readonly userId: string
  readonly usedAt: string
}

/** The maximum number of uses read to show that a template is in use. */
const maxUses = 1_000

const useRule: Rule = {
  links: ({ after, before, of }) => {
    const lead = (after ?? before)?.["leadId"]
    return [keyOf("template", of!), ...(typeof lead === "string" ? [keyOf("lead", lead)] : [])]
  }
}

export class UndoTemplates extends Context.Service<UndoTemplates, Revertible>()(
  "pipeline/layers/UndoTemplates"
) {
  static readonly layer = Layer.effect(
    UndoTemplates,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const limits = yield* PlanLimits

      const ruleOf = (room: number): Rule => ({
        // The count follows from the uses that are undone.
        soft: new Set(["useCount"]),
        refuses: (change) => (isReturn(change) && room < 0 ? noRoomFor("template") : undefined)
      })

      const templatesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        const { workspaceId } = yield* Tenant
        const rows =
          yield* sql<StoredTemplate>`SELECT id, name, subject, body, icon, color, use_count, created_at
          FROM templates WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)} ORDER BY id FOR UPDATE`
            .unprepared
        yield* ReadSet.recordRead("template", rows, ({ created_at: _, id, ...fields }) => ({ id, fields }))
        return rows
      })

      const usesOf = Effect.fnUntraced(function* (column: "id" | "template_id", ids: ReadonlyArray<string>) {
        if (ids.length === 0) return []
        const { workspaceId } = yield* Tenant
        return yield* sql<UseRow>`SELECT id, template_id AS "templateId", deal_id AS "dealId",
            lead_id AS "leadId", user_id AS "userId", used_at AS "usedAt" FROM template_uses
          WHERE workspace_id = ${workspaceId} AND ${sql.in(column, ids)}
          ORDER BY used_at DESC ${Sql.limit(sql, maxUses)}`.unprepared
      })

      const lock = Effect.fnUntraced(function* (changes: ReadonlyArray<AuditChange>) {
        const own = changes.filter(({ resource }) => resource === "template")
        const used = changes.filter(({ resource }) => resource === "template_use")
        if (own.length + used.length === 0) return { found: new Map(), rules: {} }
        const ids = new Set([...own.map(({ id }) => id), ...used.map(({ of }) => of!)])
        const templates = yield* templatesOf([...ids])
        const made = own.flatMap(({ before, id }) => (before === null ? [id] : []))
        const since = Map.groupBy(yield* usesOf("template_id", made), ({ templateId }) => templateId)
        const uses = yield* usesOf(
          "id",
          used.map(({ id }) => id)
        )
        const returning = own.filter(isReturn).length
        const room =
          returning === 0 ? 0 : (yield* limits.room((yield* Actor).workspace.plan, "templates")) - returning
        const found: ReadonlyArray<readonly [string, CurrentRecord]> = [
          ...templates.map((row) => {
            const dependents = (since.get(row.id) ?? []).map(({ id, usedAt: at }) => ({
              key: keyOf("template_use", id),
              at
            }))
            return [keyOf("template", row.id), { state: fieldsOf(row), dependents }] as const
          }),
          ...uses.map(({ id, ...fields }) => [keyOf("template_use", id), { state: { ...fields } }] as const)
        ]
        return { found: new Map(found), rules: { template: ruleOf(room), template_use: useRule } }
      }, Sql.orDie)

      const put = Effect.fnUntraced(function* ({ after, before, id }: RevertedRecord) {
        const { workspaceId } = yield* Tenant
        if (after === null) {
          return yield* sql`DELETE FROM templates WHERE workspace_id = ${workspaceId} AND id = ${id}`
        }
        const { body, color, createdAt, icon, name, subject, useCount } = after
        const fields = { name, subject, body, icon, color } as Omit<Template, "id" | "use_count">
        if (before !== null) {
          return yield* sql`UPDATE templates SET ${sql.update(fields)}
            WHERE workspace_id = ${workspaceId} AND id = ${id}`
        }
        const made = { use_count: useCount as number, created_at: createdAt as string }
        return yield* sql`INSERT INTO templates ${sql.insert({ workspace_id: workspaceId, id, ...fields, ...made })}`
      })

      const putUse = Effect.fnUntraced(function* ({ after, id }: RevertedRecord) {
        const { workspaceId } = yield* Tenant
        if (after === null) {
          return yield* sql`DELETE FROM template_uses WHERE workspace_id = ${workspaceId} AND id = ${id}`
        }
        const { dealId, leadId, templateId, usedAt, userId } = after as UseRow
        return yield* sql`INSERT INTO template_uses ${sql.insert({
          workspace_id: workspaceId,
          id,
          template_id: templateId,
          deal_id: dealId ?? null,
          lead_id: leadId ?? null,
          user_id: userId,
          used_at: usedAt
        })}`
      })

      /** Adjusts a template's use count, and notes the change unless the undo's own changes already contain it. */
      const count = Effect.fnUntraced(function* (
        id: string,
        more: number,
        templateFields: AuditFields | undefined
      ) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<{ count: number }>`UPDATE templates SET use_count = use_count + ${more}
          WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING use_count AS count`
        if (row === undefined) return
        const useCount = (templateFields?.["useCount"] ?? row.count - more) as number
        if (useCount === row.count) return
        yield* ChangeSet.note(() => [
          { resource: "template", id, before: { useCount }, after: { useCount: row.count } }
        ])
      })

      const write = Effect.fnUntraced(function* (turned: ReadonlyArray<RevertedRecord>) {
        const templates = turned.filter(({ resource }) => resource === "template")
        const uses = turned.filter(({ resource }) => resource === "template_use")
        for (const one of templates) yield* put(one)
        for (const one of uses) yield* putUse(one)
        const edited = templates.filter(({ after, before }) => after !== null && before !== null)
        for (const id of new Set([...edited.map((one) => one.id), ...uses.map(({ of }) => of!)])) {
          const own = uses.filter(({ of }) => of === id)
          const more = own.reduce((sum, { after }) => sum + (after === null ? -1 : 1), 0)
          yield* count(id as TemplateId, more, templates.find((one) => one.id === id)?.after ?? undefined)
        }
      }, Sql.orDie)

      return UndoTemplates.of({
        resources: ["template", "template_use"],
        scope: "deals:write",
        lock,
        write
      })
    })
  )
}
