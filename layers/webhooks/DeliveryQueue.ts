/**
 * The queue of due deliveries. A sender leases a subscription with all its due deliveries, so that rows need no leases of their own, and a
 * dead sender's deliveries are free when its lease ends. A lease is a conditional UPDATE: PostgreSQL checks the condition again once it has
 * the row lock, so only one of two senders gets the row.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Result } from "effect"
import type { DeliveryId, WebhookId, WorkspaceId } from "../../schema/Id.ts"
import type { DeliveryEvent, Provider } from "../../schema/Webhook.ts"
import type { Entry } from "../../src/webhooks/rules/DeliveryStates.ts"
import type { EndpointHealth } from "../../src/webhooks/rules/EndpointHealth.ts"
import { Audit, entryOf } from "../audit/Audit.ts"
import * as AuditActors from "../audit/AuditActors.ts"
import { Database } from "../database/Database.ts"
import type { Endpoint } from "./DeliverySignal.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Encryption } from "../encryption/Encryption.ts"
import { bounded, type QueueFailure } from "./QueueLimits.ts"
import * as QueueLimits from "./QueueLimits.ts"
import { sealContext } from "./Webhooks.ts"

interface Row {
  readonly provider: Provider
  readonly url: Uint8Array
  readonly secret: Uint8Array | null
  readonly previous_secret: Uint8Array | null
  readonly last_delivered_at: string | null
  readonly last_error: string | null
  readonly failing_since: string | null
  readonly gave_up: boolean
}

/** The URL to send to, and the secrets to sign with. */
export interface Target {
  readonly url: string
  /** The current secret first; none for a chat tool. */
  readonly secrets: ReadonlyArray<string>
}

/** A leased subscription: its health, and its target, or the reason why the target can't be decrypted. */
export interface Leased {
  readonly health: EndpointHealth
  readonly opened: Result.Result<Target, string>
}

export interface Due {
  readonly id: DeliveryId
  readonly event: DeliveryEvent
  readonly body: string
  /** The number of attempts so far. */
  readonly tries: number
  /** The trace context of the write that caused the delivery. */
  readonly trace: string | null
}

export interface Lease {
  readonly webhookId: WebhookId
  /** The process that holds the lease. */
  readonly holder: string
  readonly now: string
  readonly until: string
}

export interface Settlement extends Entry {
  readonly webhookId: WebhookId
  readonly holder: string
}

const auditContext = { operation: "jobs.courier", surface: "job", doer: AuditActors.job("courier") } as const

/** The number of attempts that a delivery's log keeps. */
const maxAttemptsLogged = 20

export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /** Subscriptions with due deliveries and without a lease, in all workspaces except some. */
    readonly due: (
      now: string,
      limit: number,
      except: ReadonlyArray<WorkspaceId>
    ) => Effect.Effect<ReadonlyArray<Endpoint>, QueueFailure>
    /** Leases a subscription with due deliveries; undefined if nothing is due, or another process holds the lease. */
    readonly lease: (lease: Lease) => Effect.Effect<Leased | undefined, QueueFailure, Tenant>
    /** Extends the lease, and reads the target again; undefined if the lease is lost. */
    readonly renew: (lease: Lease) => Effect.Effect<Leased | undefined, QueueFailure, Tenant>
    /** The oldest due deliveries of a leased subscription, except those being sent. */
    readonly take: (
      lease: Lease,
      limit: number,
      except: ReadonlyArray<DeliveryId>
    ) => Effect.Effect<ReadonlyArray<Due>, QueueFailure, Tenant>
    /** Writes the outcome of some attempts in one statement. */
    readonly settle: (settlement: Settlement) => Effect.Effect<void, QueueFailure, Tenant>
  }
>()("pipeline/layers/DeliveryQueue") {
  static readonly layerNoDeps = Layer.effect(
    DeliveryQueue,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const encryption = yield* Encryption
      const audit = yield* Audit
      const inTurn = QueueLimits.make()
      const columns = (now: string) => sql`w.provider, w.url, w.secret,
        CASE WHEN w.previous_secret_until > ${now} THEN w.previous_secret END AS previous_secret,
        w.last_delivered_at, w.last_error, w.failing_since, w.gave_up`

      const open = Effect.fnUntraced(function* (id: WebhookId, row: Row) {
        const sealed = [row.secret, row.previous_secret].filter((secret) => secret !== null)
        return {
          url: yield* encryption.open(row.url, sealContext(id, "url")),
          secrets: yield* Effect.forEach(sealed, (secret) =>
            encryption.open(secret, sealContext(id, "secret"))
          )
        } satisfies Target
      })

      const leasedOf = Effect.fnUntraced(function* (id: WebhookId, row: Row) {
        return {
          opened: Result.mapError(yield* Effect.result(open(id, row)), ({ message }) => message),
          health: {
            lastDeliveredAt: row.last_delivered_at,
            lastError: row.last_error,
            failingSince: row.failing_since,
            gaveUp: row.gave_up,
            switchedOff: null
          }
        } satisfies Leased
      })

      const due = Effect.fn("DeliveryQueue.due")(function* (
        now: string,
        limit: number,
        except: ReadonlyArray<WorkspaceId>
      ) {
        // LIMIT 1 makes this a single index probe per subscription, however long its queue is.
        return yield* sql<{ workspaceId: WorkspaceId; webhookId: WebhookId }>`
          /* across: due deliveries */ SELECT w.workspace_id AS "workspaceId", w.id AS "webhookId"
          FROM webhooks w CROSS JOIN LATERAL (SELECT FROM deliveries d
            WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id AND d.status = 'pending'
              AND d.due_at <= ${now} AND (w.active OR d.by_hand) LIMIT 1) d
          WHERE (w.leased_until IS NULL OR w.leased_until <= ${now})
            AND (w.paused_until IS NULL OR w.paused_until <= ${now})
            AND w.workspace_id <> ALL (${except}::uuid[])
            AND NOT EXISTS (SELECT FROM workspaces r WHERE r.id = w.workspace_id AND r.state <> 'open')
          LIMIT ${limit}`
      }, bounded)

      const lease = Effect.fn("DeliveryQueue.lease")(
        function* (request: Lease) {
          const { workspaceId } = yield* Tenant
          const rows = yield* sql<Row>`UPDATE webhooks w
          SET leased_by = ${request.holder}, leased_until = ${request.until}
          WHERE w.workspace_id = ${workspaceId} AND w.id = ${request.webhookId}
            AND (w.leased_until IS NULL OR w.leased_until <= ${request.now} OR w.leased_by = ${request.holder})
            AND (w.paused_until IS NULL OR w.paused_until <= ${request.now})
            AND NOT EXISTS (SELECT FROM workspaces r WHERE r.id = ${workspaceId}
              AND (r.rehearsal_of IS NOT NULL OR r.state <> 'open'))
            AND EXISTS (SELECT FROM deliveries d
              WHERE d.workspace_id = ${workspaceId} AND d.webhook_id = ${request.webhookId}
                AND d.status = 'pending' AND d.due_at <= ${request.now} AND (w.active OR d.by_hand))
          RETURNING ${columns(request.now)}`
          return rows[0] && (yield* leasedOf(request.webhookId, rows[0]))
        },
        inTurn,
        bounded
      )

      const renew = Effect.fn("DeliveryQueue.renew")(
        function* (held: Lease) {
          const { workspaceId } = yield* Tenant
          const rows = yield* sql<Row>`UPDATE webhooks w SET leased_until = ${held.until}
          WHERE w.workspace_id = ${workspaceId} AND w.id = ${held.webhookId} AND w.leased_by = ${held.holder}
          RETURNING ${columns(held.now)}`
          return rows[0] && (yield* leasedOf(held.webhookId, rows[0]))
        },
        inTurn,
        bounded
      )

      const take = Effect.fn("DeliveryQueue.take")(
        function* (held: Lease, limit: number, except: ReadonlyArray<DeliveryId>) {
          const { workspaceId } = yield* Tenant
          return yield* sql<Due>`SELECT d.id, d.event, d.body, d.tries, d.trace
          FROM webhooks w JOIN deliveries d ON d.workspace_id = w.workspace_id AND d.webhook_id = w.id
          WHERE w.workspace_id = ${workspaceId} AND w.id = ${held.webhookId} AND w.leased_by = ${held.holder}
            AND (w.active OR d.by_hand) AND d.status = 'pending' AND d.due_at <= ${held.now}
            AND d.id <> ALL (${except}::uuid[])
            AND NOT EXISTS (SELECT FROM workspaces r WHERE r.id = ${workspaceId} AND r.state <> 'open')
          ORDER BY d.due_at LIMIT ${limit}`
        },
        inTurn,
        bounded
      )

      const write = Effect.fnUntraced(function* (settlement: Settlement) {
        const { workspaceId } = yield* Tenant
        const { health, holder, pausedUntil, release, settled, webhookId } = settlement
        yield* sql`WITH settled AS (
            UPDATE deliveries d SET status = s.status, tries = s.tries, due_at = s."dueAt",
              delivered_at = coalesce(s."deliveredAt", d.delivered_at),
              attempts = (CASE WHEN jsonb_array_length(d.attempts) < ${maxAttemptsLogged}
                THEN d.attempts ELSE d.attempts - 0 END) || s.attempt
            FROM jsonb_to_recordset(${sql.json(settled)}) AS s (id uuid, status text, tries smallint,
              "dueAt" timestamptz, "deliveredAt" timestamptz, attempt jsonb)
            WHERE d.workspace_id = ${workspaceId} AND d.id = s.id AND d.status = 'pending'
            RETURNING d.id)
          UPDATE webhooks w SET last_delivered_at = ${health.lastDeliveredAt}, last_error = ${health.lastError},
            failing_since = ${health.failingSince}, gave_up = ${health.gaveUp},
            active = w.active AND ${health.switchedOff === null},
            paused_until = coalesce(${pausedUntil}, w.paused_until),
            leased_until = CASE WHEN ${release} THEN NULL ELSE w.leased_until END
          WHERE w.workspace_id = ${workspaceId} AND w.id = ${webhookId} AND w.leased_by = ${holder}`
      })

      /** Like `write`, with an audit entry if the settlement switches the subscription off. */
      const switchOff = Effect.fnUntraced(function* (settlement: Settlement) {
        const { workspaceId } = yield* Tenant
        const { health, holder, webhookId: id } = settlement
        const active = yield* sql`SELECT id FROM webhooks
          WHERE workspace_id = ${workspaceId} AND id = ${id} AND leased_by = ${holder} AND active FOR UPDATE`
        yield* write(settlement)
        if (active.length === 0) return
        const after = { active: false, switchedOff: health.switchedOff }
        const entry = entryOf(auditContext, [{ resource: "webhook", id, before: { active: true }, after }])
        for (const statement of yield* audit.insertion([entry])) yield* sql`${statement}`
      }, sql.withTransaction)

      const settle = Effect.fn("DeliveryQueue.settle")(
        function* (settlement: Settlement) {
          yield* settlement.health.switchedOff === null ? write(settlement) : switchOff(settlement)
        },
        inTurn,
        bounded
      )

      return DeliveryQueue.of({ due, lease, renew, take, settle })
    })
  )

  /** Uses a separate pool, so that deliveries don't wait behind callers. */
  static readonly layer = DeliveryQueue.layerNoDeps.pipe(
    Layer.provide(Database.background(QueueLimits.connections))
  )
}
