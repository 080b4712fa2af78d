/**
 * What is due, as senders take it. A sender leases a subscription, and with it all that is due to it: no row is taken by
 * two while a lease holds, none needs a lease of its own, and what a dead sender held is free when its lease is over.
 *
 * A lease is an UPDATE whose condition is on the very row it changes: PostgreSQL checks it again once it has the row's
 * lock, so that of two senders one gets the row and the other nothing.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Deferred, Effect, Layer, Result } from "effect"
import type { DeliveryId, WebhookId, WorkspaceId } from "../../schema/Id.ts"
import type { DeliveryEvent, Provider } from "../../schema/Webhook.ts"
import type { Entry } from "../../src/domain/webhooks/DeliveryStates.ts"
import type { EndpointHealth } from "../../src/domain/webhooks/EndpointHealth.ts"
import { Database } from "../platform/database/Database.ts"
import type { Endpoint } from "./DeliverySignal.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Vault } from "../platform/Vault.ts"
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

/** Where to send, and how to sign. */
export interface Target {
  readonly url: string
  /** The one in force first; none for a chat tool. */
  readonly secrets: ReadonlyArray<string>
}

/** A leased subscription: how it went so far, and where to send, or why that can't be read. */
export interface Leased {
  readonly health: EndpointHealth
  readonly opened: Result.Result<Target, string>
}

export interface Due {
  readonly id: DeliveryId
  readonly event: DeliveryEvent
  readonly body: string
  /** Tries made so far. */
  readonly tries: number
}

export interface Lease {
  readonly webhookId: WebhookId
  /** Who holds it: an id of the process. */
  readonly holder: string
  readonly now: string
  readonly until: string
}

export interface Settlement extends Entry {
  readonly webhookId: WebhookId
  readonly holder: string
}

/** How much of a delivery's log is kept. */
const longestLog = 20

/** The database is away: for the sender to retry, or to leave to the next poll. */
export class QueueFailure extends Data.TaggedError("QueueFailure")<{
  readonly message: string
  readonly cause?: unknown
}> {}

const failureOf = (cause: { readonly message: string }) => new QueueFailure({ message: cause.message, cause })

const silent = new QueueFailure({ message: "The database did not answer within 4 s" })

/** Apart from the caller, which does not wait for a connection that has fallen silent. */
const bounded = Effect.fnUntraced(function* <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
) {
  const outcome = yield* Deferred.make<A, QueueFailure>()
  const work = Deferred.complete(outcome, Effect.mapError(effect, failureOf))
  const limit = Effect.andThen(Effect.sleep("4 seconds"), Deferred.fail(outcome, silent))
  const fibers = [yield* Effect.forkDetach(work, { startImmediately: true }), yield* Effect.forkDetach(limit)]
  const end = Effect.sync(() => fibers.forEach((fiber) => fiber.interruptUnsafe()))
  return yield* Effect.ensuring(Deferred.await(outcome), end)
})

export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /** Subscriptions of all workspaces to which something is due and which no one has leased. */
    readonly due: (now: string, limit: number) => Effect.Effect<ReadonlyArray<Endpoint>, QueueFailure>
    /** Takes a subscription to which something is due; undefined where there is nothing, or another holds it. */
    readonly lease: (lease: Lease) => Effect.Effect<Leased | undefined, QueueFailure, Tenant>
    /** Holds it for longer, and reads anew where to send; undefined where it is lost. */
    readonly renew: (lease: Lease) => Effect.Effect<Leased | undefined, QueueFailure, Tenant>
    /** The oldest deliveries due to a leased subscription, but for those on their way. */
    readonly take: (
      lease: Lease,
      limit: number,
      except: ReadonlyArray<DeliveryId>
    ) => Effect.Effect<ReadonlyArray<Due>, QueueFailure, Tenant>
    /** Writes down, in one statement, what came of some tries. */
    readonly settle: (settlement: Settlement) => Effect.Effect<void, QueueFailure, Tenant>
  }
>()("pipeline/layers/DeliveryQueue") {
  static readonly layerNoDeps = Layer.effect(
    DeliveryQueue,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const vault = yield* Vault
      const columns = (now: string) => sql`w.provider, w.url, w.secret,
        CASE WHEN w.previous_secret_until > ${now} THEN w.previous_secret END AS previous_secret,
        w.last_delivered_at, w.last_error, w.failing_since, w.gave_up`

      const open = Effect.fnUntraced(function* (id: WebhookId, row: Row) {
        const sealed = [row.secret, row.previous_secret].filter((secret) => secret !== null)
        return {
          url: yield* vault.open(row.url, sealContext(id, "url")),
          secrets: yield* Effect.forEach(sealed, (secret) => vault.open(secret, sealContext(id, "secret")))
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

      const due = Effect.fn("DeliveryQueue.due")(function* (now: string, limit: number) {
        // LIMIT 1 makes it one probe of the index for each subscription, however long its queue.
        return yield* sql<{ workspaceId: WorkspaceId; webhookId: WebhookId }>`
          SELECT w.workspace_id AS "workspaceId", w.id AS "webhookId"
          FROM webhooks w CROSS JOIN LATERAL (SELECT FROM deliveries d
            WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id AND d.status = 'pending'
              AND d.due_at <= ${now} AND (w.active OR d.by_hand) LIMIT 1) d
          WHERE (w.leased_until IS NULL OR w.leased_until <= ${now})
            AND (w.paused_until IS NULL OR w.paused_until <= ${now})
          LIMIT ${limit}`
      }, bounded)

      const lease = Effect.fn("DeliveryQueue.lease")(function* (wanted: Lease) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`UPDATE webhooks w
          SET leased_by = ${wanted.holder}, leased_until = ${wanted.until}
          WHERE w.workspace_id = ${workspaceId} AND w.id = ${wanted.webhookId}
            AND (w.leased_until IS NULL OR w.leased_until <= ${wanted.now} OR w.leased_by = ${wanted.holder})
            AND (w.paused_until IS NULL OR w.paused_until <= ${wanted.now})
            AND EXISTS (SELECT FROM deliveries d
              WHERE d.workspace_id = ${workspaceId} AND d.webhook_id = ${wanted.webhookId}
                AND d.status = 'pending' AND d.due_at <= ${wanted.now} AND (w.active OR d.by_hand))
          RETURNING ${columns(wanted.now)}`
        return rows[0] && (yield* leasedOf(wanted.webhookId, rows[0]))
      }, bounded)

      const renew = Effect.fn("DeliveryQueue.renew")(function* (held: Lease) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`UPDATE webhooks w SET leased_until = ${held.until}
          WHERE w.workspace_id = ${workspaceId} AND w.id = ${held.webhookId} AND w.leased_by = ${held.holder}
          RETURNING ${columns(held.now)}`
        return rows[0] && (yield* leasedOf(held.webhookId, rows[0]))
      }, bounded)

      const take = Effect.fn("DeliveryQueue.take")(function* (
        held: Lease,
        limit: number,
        except: ReadonlyArray<DeliveryId>
      ) {
        const { workspaceId } = yield* Tenant
        return yield* sql<Due>`SELECT d.id, d.event, d.body, d.tries
          FROM webhooks w JOIN deliveries d ON d.workspace_id = w.workspace_id AND d.webhook_id = w.id
          WHERE w.workspace_id = ${workspaceId} AND w.id = ${held.webhookId} AND w.leased_by = ${held.holder}
            AND (w.active OR d.by_hand) AND d.status = 'pending' AND d.due_at <= ${held.now}
            AND d.id <> ALL (${except}::uuid[])
          ORDER BY d.due_at LIMIT ${limit}`
      }, bounded)

      const settle = Effect.fn("DeliveryQueue.settle")(function* (settlement: Settlement) {
        const { workspaceId } = yield* Tenant
        const { health, holder, pausedUntil, release, settled, webhookId } = settlement
        yield* sql`WITH settled AS (
            UPDATE deliveries d SET status = s.status, tries = s.tries, due_at = s."dueAt",
              delivered_at = coalesce(s."deliveredAt", d.delivered_at),
              attempts = (CASE WHEN jsonb_array_length(d.attempts) < ${longestLog}
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
      }, bounded)

      return DeliveryQueue.of({ due, lease, renew, take, settle })
    })
  )

  /** On connections of its own: deliveries do not wait behind callers. */
  static readonly layer = DeliveryQueue.layerNoDeps.pipe(Layer.provide(Database.apart(4)))
}
