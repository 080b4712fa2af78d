/** A subscription as a row of `webhooks`, and whether its maker could still make it. */
import type { AuditChange } from "../../schema/Audit.ts"
import type { SqlClient } from "effect/sql"
import * as ReadSet from "../audit/ReadSet.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import type { ActorType } from "../../schema/Actor.ts"
import type { BoardId, StageId, UserId, WebhookId } from "../../schema/Id.ts"
import type { EventType, Provider, Webhook } from "../../schema/Webhook.ts"
import type { Sql } from "../database/Sql.ts"

export interface Row {
  readonly id: WebhookId
  readonly board_id: BoardId
  readonly label: string | null
  readonly url_fingerprint: string
  readonly provider: Provider
  readonly events: ReadonlyArray<EventType>
  readonly stage_filter: ReadonlyArray<StageId>
  readonly active: boolean
  readonly created_at: string
  readonly last_delivered_at: string | null
  readonly last_error: string | null
  readonly maker_type: ActorType | null
  readonly maker_id: string
  readonly maker_name: string | null
  readonly maker_user_id: UserId
  readonly user_name: string | null
  readonly is_gone: boolean
}

const makerOf = (row: Row): Webhook["maker"] =>
  row.maker_type === null
    ? null
    : {
        type: row.maker_type,
        id: row.maker_id,
        name: row.maker_name,
        userId: row.maker_user_id,
        userName: row.user_name,
        isGone: row.is_gone
      }

/** Whether its maker has lost access: the person has left, the key is revoked or expired, or the app is disconnected. */
const isGone = (
  sql: Sql,
  workspaceId: string
) => sql`maker_type IS NOT NULL AND (NOT EXISTS (SELECT FROM members m
    WHERE m.workspace_id = ${workspaceId} AND m.user_id = maker_user_id AND m.removed_at IS NULL)
  OR maker_type = 'api_key' AND NOT EXISTS (SELECT FROM api_keys k
    WHERE k.workspace_id = ${workspaceId} AND k.id = CASE WHEN maker_type = 'api_key' THEN maker_id::uuid END
      AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()))
  OR maker_type = 'oauth' AND NOT EXISTS (SELECT FROM oauth_grants g
    JOIN users p ON p.id = g.user_id AND p.password_version = g.password_version
    WHERE g.workspace_id = ${workspaceId} AND g.user_id = maker_user_id AND g.client_id = maker_id
      AND g.revoked_at IS NULL))`

export const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  boardId: row.board_id,
  label: row.label,
  urlFingerprint: row.url_fingerprint,
  provider: row.provider,
  events: row.events,
  stageFilter: row.stage_filter,
  active: row.active,
  createdAt: row.created_at,
  lastDeliveredAt: row.last_delivered_at,
  lastError: row.last_error,
  createdBy: row.maker_type === null ? null : `${row.maker_type}:${row.maker_id}`,
  maker: makerOf(row)
})

export const columns = (
  sql: Sql,
  workspaceId: string
) => sql`id, board_id, label, url_fingerprint, provider, events, stage_filter, active,
  created_at, last_delivered_at, last_error, maker_type, maker_id, maker_name, maker_user_id,
  (SELECT u.name FROM users u WHERE u.id = maker_user_id) AS user_name, ${isGone(sql, workspaceId)} AS is_gone`

/** The webhook's fields in the audit log, without its URL, secrets, and what deliveries change. */
export const fieldsOf = (webhook: Webhook) => {
  const { active, boardId, createdAt, events, label, maker, provider, stageFilter, urlFingerprint } = webhook
  return {
    boardId,
    label,
    urlFingerprint,
    provider,
    events,
    stageFilter,
    active,
    createdAt,
    makerType: maker?.type ?? null,
    makerId: maker?.id ?? null,
    makerName: maker?.name ?? null,
    makerUserId: maker?.userId ?? null
  }
}

export const changeOf = (before: Webhook | null, after: Webhook | null): AuditChange | undefined =>
  Difference.of("webhook", (after ?? before)!.id, before && fieldsOf(before), after && fieldsOf(after))

/** Includes the URL's origin for whoever approves the creation; the rest of the URL may be a secret. */
export const creationOf = (webhook: Webhook, url: string): AuditChange | undefined =>
  Difference.of("webhook", webhook.id, null, { urlOrigin: new URL(url).origin, ...fieldsOf(webhook) })

/** Notes subscriptions that were read. */
export const recordRead = (webhooks: ReadonlyArray<Webhook>) =>
  ReadSet.recordRead("webhook", webhooks, ({ active, events, id, label, stageFilter }) => ({
    id,
    fields: { label, events, stageFilter, active }
  }))

/** Writes the settings. Enabling the subscription again restarts the five days after which failures switch it off. */
export const update = (sql: SqlClient.SqlClient, workspaceId: string, webhook: Settings) =>
  sql`UPDATE webhooks SET label = ${webhook.label}, events = ${webhook.events},
      stage_filter = ${webhook.stageFilter}, active = ${webhook.active},
      failing_since = CASE WHEN active THEN failing_since END, gave_up = active AND gave_up,
      paused_until = CASE WHEN active THEN paused_until END
    WHERE workspace_id = ${workspaceId} AND id = ${webhook.id}`

type Settings = Pick<Webhook, "active" | "events" | "id" | "label" | "stageFilter">

/** The audit change for a delivery sent by hand. */
export const sentChange = (id: WebhookId, deliveryId: string): AuditChange => ({
  resource: "webhook",
  id,
  before: {},
  after: { sent: deliveryId }
})

export const deletionOf = (row: Row) => changeOf(toWebhook(row), null)

/** The audit change for a new secret, which the log must not contain. */
export const secretChange = (id: WebhookId): AuditChange => ({
  resource: "webhook",
  id,
  before: { secret: "hidden" },
  after: { secret: "changed" }
})
