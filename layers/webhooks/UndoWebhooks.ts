/** Undoes the creation of webhooks and changes of their settings; other changes can't be undone. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import type { WebhookId } from "../../schema/Id.ts"
import * as RecordScope from "../../schema/RecordScope.ts"
import type { Scope } from "../../schema/Scope.ts"
import { keyOf, type Rule, type RevertedRecord } from "../../src/audit/rules/UndoTypes.ts"
import type { Revertible } from "../audit/Revertible.ts"
import { Actor } from "../identity/Actor.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import { Deliveries } from "./Deliveries.ts"
import * as WebhookRow from "./WebhookRow.ts"

const reasonNotRevertible = ({ after }: AuditChange): string | undefined => {
  if (after === null) {
    return "A deleted webhook does not come back: its URL and its secret were not kept. Create it again."
  }
  if ("secret" in after) {
    return "A new signing secret is not taken back: the receiver may use it already. Rotate it again."
  }
  return "sent" in after ? "What was sent is not taken back. Tell the receiver." : undefined
}

/** A subscription that sends leads can only be changed by callers who may read leads. */
const ruleOf = (scopes: ReadonlySet<Scope>): Rule => ({
  // The delivery job may have switched it off. The URL never changes, and only the creation's entry contains its origin.
  soft: new Set(["active", "urlOrigin"]),
  reasonNotRevertible,
  refuses: (_, next) =>
    (next?.["events"] as ReadonlyArray<string> | undefined)?.includes("lead.created") === true &&
    !RecordScope.mayRead(scopes, "lead")
      ? { code: "not_undoable", message: "It would send leads, which needs the scope leads:read." }
      : undefined
})

export class UndoWebhooks extends Context.Service<UndoWebhooks, Revertible>()(
  "pipeline/layers/UndoWebhooks"
) {
  static readonly layer = Layer.effect(
    UndoWebhooks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries

      const lock = Effect.fnUntraced(function* (changes: ReadonlyArray<AuditChange>) {
        const ids = [...new Set(changes.flatMap(({ id, resource }) => (resource === "webhook" ? [id] : [])))]
        if (ids.length === 0) return { found: new Map(), rules: {} }
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<WebhookRow.Row>`SELECT ${WebhookRow.columns(sql, workspaceId)} FROM webhooks
          WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)} ORDER BY id FOR UPDATE`.unprepared
        const webhooks = rows.map(WebhookRow.toWebhook)
        yield* WebhookRow.recordRead(webhooks)
        const found = webhooks.map(
          (one) => [keyOf("webhook", one.id), { state: WebhookRow.fieldsOf(one) }] as const
        )
        return { found: new Map(found), rules: { webhook: ruleOf((yield* Actor).scopes) } }
      }, Sql.orDie)

      const put = Effect.fnUntraced(function* ({ after, before, id }: RevertedRecord) {
        const { workspaceId } = yield* Tenant
        if (after === null) {
          return yield* sql`DELETE FROM webhooks WHERE workspace_id = ${workspaceId} AND id = ${id}`
        }
        yield* WebhookRow.update(sql, workspaceId, { id: id as WebhookId, ...after } as never)
        if (after["active"] === true && before!["active"] !== true) yield* deliveries.wake([id as WebhookId])
      })

      const write = (turned: ReadonlyArray<RevertedRecord>) =>
        Sql.orDie(
          Effect.forEach(
            turned.filter(({ resource }) => resource === "webhook"),
            put,
            { discard: true }
          )
        )

      return UndoWebhooks.of({ resources: ["webhook"], role: "admin", scope: "deals:write", lock, write })
    })
  )
}
