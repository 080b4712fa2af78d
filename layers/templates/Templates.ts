import { Array, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "../../schema/Fault.ts"
import type { DealId, LeadId, TemplateId, UserId } from "../../schema/Id.ts"
import type { Edit, Template, TemplateRow } from "../../schema/Template.ts"
import * as MergeTokens from "../../src/templates/rules/MergeTokens.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

interface Use {
  readonly dealId: DealId | null
  readonly leadId: LeadId | null
  readonly userId: UserId
}

export interface StoredTemplate extends Template {
  readonly created_at: string
}

export const fieldsOf = (template: Template | StoredTemplate) => {
  const { id: _, use_count: useCount, ...rest } = template
  const { created_at: createdAt, ...fields } = { created_at: null, ...rest }
  return { ...fields, useCount, createdAt }
}

const changeOf = (before: Template | StoredTemplate | null, after: Template | StoredTemplate | null) =>
  Difference.of("template", (after ?? before)!.id, before && fieldsOf(before), after && fieldsOf(after))

/** Email templates of the current workspace, and the log of their use. */
export class Templates extends Context.Service<
  Templates,
  {
    /** Most used first; all if `limit` is omitted. */
    readonly list: (limit?: number) => Effect.Effect<ReadonlyArray<Template>, never, Tenant>
    /** All templates, most used first, without their bodies. */
    readonly brief: Effect.Effect<ReadonlyArray<TemplateRow>, never, Tenant>
    readonly find: (id: TemplateId) => Effect.Effect<Template, NotFound, Tenant>
    readonly insert: (templates: ReadonlyArray<Template>) => Effect.Effect<void, never, Tenant>
    readonly update: (id: TemplateId, edit: Edit) => Effect.Effect<Template, NotFound, Tenant>
    /** Deletes a template; the log of its uses is kept. */
    readonly remove: (id: TemplateId) => Effect.Effect<void, NotFound, Tenant>
    /** Counts and logs one use, and locks the template until the transaction ends. */
    readonly use: (id: TemplateId, use: Use) => Effect.Effect<Template, NotFound, Tenant>
  }
>()("pipeline/layers/Templates") {
  static readonly layer = Layer.effect(
    Templates,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const columns = sql.literal("id, name, subject, body, icon, color, use_count")

      const only = <A extends Template>([row]: ReadonlyArray<A>, id: TemplateId) =>
        row === undefined
          ? Effect.fail(NotFound.of("template", id))
          : Effect.as(
              ReadSet.recordRead("template", [row], ({ id, ...fields }) => ({ id, fields })),
              row
            )

      const list = Effect.fn("Templates.list")(function* (limit?: number) {
        const { workspaceId } = yield* Tenant
        return yield* sql<Template>`SELECT ${columns} FROM templates WHERE workspace_id = ${workspaceId}
          ORDER BY use_count DESC, created_at, id ${limit === undefined ? sql.literal("") : Sql.limit(sql, limit)}`
      }, Sql.orDie)

      const brief = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<TemplateRow>`SELECT id, name, subject, use_count,
            ARRAY(SELECT DISTINCT t[1] FROM regexp_matches(subject || ' ' || body, ${MergeTokens.source}, 'g') t
              ORDER BY t[1]) AS tokens
          FROM templates WHERE workspace_id = ${workspaceId} ORDER BY use_count DESC, created_at, id`
      }).pipe(Sql.orDie)

      const find = Effect.fn("Templates.find")(function* (id: TemplateId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Template>`SELECT ${columns} FROM templates
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
        return yield* only(rows, id)
      }, Sql.orDie)

      const lock = Effect.fnUntraced(function* (id: TemplateId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Template>`SELECT ${columns} FROM templates
          WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`
        return yield* only(rows, id)
      })

      const insert = Effect.fn("Templates.insert")(function* (templates: ReadonlyArray<Template>) {
        const { workspaceId } = yield* Tenant
        if (!Array.isReadonlyArrayNonEmpty(templates)) return
        const created_at = yield* now
        const rows = Array.map(templates, (template) => ({
          workspace_id: workspaceId,
          ...template,
          created_at
        }))
        yield* sql`INSERT INTO templates ${sql.insert(rows)}`
        yield* ChangeSet.note(() => templates.map((template) => changeOf(null, { ...template, created_at })))
      }, Sql.orDie)

      const update = Effect.fn("Templates.update")(function* (id: TemplateId, edit: Edit) {
        const { workspaceId } = yield* Tenant
        if (Object.keys(edit).length === 0) return yield* find(id)
        const before = yield* lock(id)
        const rows = yield* sql<Template>`UPDATE templates SET ${sql.update(edit)}
          WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns}`
        const after = yield* only(rows, id)
        yield* ChangeSet.note(() => [changeOf(before, after)])
        return after
      }, Sql.orDie)

      const remove = Effect.fn("Templates.remove")(function* (id: TemplateId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<StoredTemplate>`DELETE FROM templates
          WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns}, created_at`
        const before = yield* only(rows, id)
        yield* ChangeSet.note(() => [changeOf(before, null)])
      }, Sql.orDie)

      const use = Effect.fn("Templates.use")(function* (id: TemplateId, { dealId, leadId, userId }: Use) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Template>`UPDATE templates SET use_count = use_count + 1
          WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns}`
        const template = yield* only(rows, id)
        const useId = yield* ids.uuid
        const usedAt = yield* now
        yield* sql`INSERT INTO template_uses ${sql.insert({
          workspace_id: workspaceId,
          id: useId,
          template_id: id,
          deal_id: dealId,
          lead_id: leadId,
          user_id: userId,
          used_at: usedAt
        })}`
        const used = { templateId: id, dealId, leadId, userId, usedAt }
        yield* ChangeSet.note(() => [
          changeOf({ ...template, use_count: template.use_count - 1 }, template),
          { ...Difference.of("template_use", useId, null, used)!, of: id }
        ])
        return template
      }, Sql.orDie)

      return Templates.of({ list, brief, find, insert, update, remove, use })
    })
  )
}
