import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Invalid, NotFound } from "../schema/Fault.ts"
import type { BoardId, StageId, WebhookId } from "../schema/Id.ts"
import type * as Page from "../schema/Page.ts"
import type { EventType, Provider, Webhook } from "../schema/Webhook.ts"
import { Cursors } from "./Cursors.ts"
import * as Sql from "./Sql.ts"
import { Tenant } from "./Tenant.ts"
import { Vault } from "./Vault.ts"

interface Row {
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
}

const toWebhook = (row: Row): Webhook => ({
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
  lastError: row.last_error
})

interface SealedRow {
  readonly id: WebhookId
  readonly url: Uint8Array
  readonly secret: Uint8Array | null
  readonly previous_secret: Uint8Array | null
}

/** What the URL and the secrets of a subscription are sealed for. */
export const sealContext = (id: WebhookId, what: "url" | "secret") => `webhook:${id}:${what}`

/** Webhook subscriptions of the current workspace. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly list: (
      filters: { readonly boardId?: BoardId },
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<Webhook>, Invalid, Tenant>
    readonly find: (id: WebhookId) => Effect.Effect<Webhook, NotFound, Tenant>
    /** Reads a subscription and holds its row until the transaction ends. */
    readonly lock: (id: WebhookId) => Effect.Effect<Webhook, NotFound, Tenant>
    readonly insert: (
      webhook: Webhook,
      url: string,
      secret: string | null
    ) => Effect.Effect<void, never, Tenant>
    /** Saves label, events, stages and whether it is active. */
    readonly update: (webhook: Webhook) => Effect.Effect<void, never, Tenant>
    /** Signs with `secret` from now on, and with the one before as well until `overlapUntil`. */
    readonly rotate: (
      id: WebhookId,
      secret: string,
      overlapUntil: string
    ) => Effect.Effect<void, never, Tenant>
    readonly remove: (id: WebhookId) => Effect.Effect<void, NotFound, Tenant>
    /** Seals with the key in force what an older one sealed, and answers of how many subscriptions. */
    readonly reseal: Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* Cursors
      const vault = yield* Vault
      const columns =
        sql.literal(`id, board_id, label, url_fingerprint, provider, events, stage_filter, active,
        created_at, last_delivered_at, last_error`)

      const list = Effect.fn("Webhooks.list")(function* (
        filters: { readonly boardId?: BoardId },
        page: Page.Parameters
      ) {
        const { workspaceId } = yield* Tenant
        const asked = yield* cursors.open({ list: "webhooks", filters, page })
        const conditions = [sql`workspace_id = ${workspaceId}`]
        if (filters.boardId !== undefined) conditions.push(sql`board_id = ${filters.boardId}`)
        if (asked.after !== undefined) {
          const [at, id] = asked.after
          conditions.push(sql`(created_at, id) < (${at}::timestamptz, ${id}::uuid)`)
        }
        const rows = yield* sql<Row>`SELECT ${columns} FROM webhooks WHERE ${sql.and(conditions)}
          ORDER BY created_at DESC, id DESC LIMIT ${asked.limit + 1}`
        return asked.page(rows, toWebhook, (row) => [row.created_at, row.id])
      }, Sql.orDie)

      const read = (suffix: "" | "FOR UPDATE") =>
        Effect.fn("Webhooks.find")(function* (id: WebhookId) {
          const { workspaceId } = yield* Tenant
          const rows = yield* sql<Row>`SELECT ${columns} FROM webhooks
            WHERE workspace_id = ${workspaceId} AND id = ${id} ${sql.literal(suffix)}`
          return rows[0] === undefined ? yield* NotFound.of("webhook", id) : toWebhook(rows[0])
        }, Sql.orDie)

      const insert = Effect.fn("Webhooks.insert")(function* (
        webhook: Webhook,
        url: string,
        secret: string | null
      ) {
        const { workspaceId } = yield* Tenant
        yield* sql`INSERT INTO webhooks ${sql.insert({
          workspace_id: workspaceId,
          id: webhook.id,
          board_id: webhook.boardId,
          label: webhook.label,
          provider: webhook.provider,
          url: vault.seal(url, sealContext(webhook.id, "url")),
          url_fingerprint: webhook.urlFingerprint,
          events: webhook.events,
          stage_filter: webhook.stageFilter,
          active: webhook.active,
          secret: secret === null ? null : vault.seal(secret, sealContext(webhook.id, "secret")),
          created_at: webhook.createdAt
        })}`
      }, Sql.orDie)

      const update = Effect.fn("Webhooks.update")(function* (webhook: Webhook) {
        const { workspaceId } = yield* Tenant
        // Switched on again, it has its five days again.
        yield* sql`UPDATE webhooks SET label = ${webhook.label}, events = ${webhook.events},
            stage_filter = ${webhook.stageFilter}, active = ${webhook.active},
            failing_since = CASE WHEN active THEN failing_since END, gave_up = active AND gave_up,
            paused_until = CASE WHEN active THEN paused_until END
          WHERE workspace_id = ${workspaceId} AND id = ${webhook.id}`
      }, Sql.orDie)

      const rotate = Effect.fn("Webhooks.rotate")(function* (
        id: WebhookId,
        secret: string,
        overlapUntil: string
      ) {
        const { workspaceId } = yield* Tenant
        yield* sql`UPDATE webhooks SET previous_secret = secret, previous_secret_until = ${overlapUntil},
            secret = ${vault.seal(secret, sealContext(id, "secret"))}
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
      }, Sql.orDie)

      const remove = Effect.fn("Webhooks.remove")(function* (id: WebhookId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM webhooks WHERE workspace_id = ${workspaceId} AND id = ${id}
          RETURNING id`
        if (rows.length === 0) return yield* NotFound.of("webhook", id)
      }, Sql.orDie)

      const resealed = Effect.fnUntraced(function* (sealed: Uint8Array | null, context: string) {
        if (sealed === null || !vault.isOld(sealed, context)) return sealed
        return vault.seal(yield* Effect.orDie(vault.open(sealed, context)), context)
      })

      const resealRow = Effect.fnUntraced(function* (row: SealedRow) {
        const { workspaceId } = yield* Tenant
        const url = yield* resealed(row.url, sealContext(row.id, "url"))
        if (url === row.url) return 0
        const secret = yield* resealed(row.secret, sealContext(row.id, "secret"))
        const previous = yield* resealed(row.previous_secret, sealContext(row.id, "secret"))
        const rows = yield* sql`UPDATE webhooks
          SET url = ${url}, secret = ${secret}, previous_secret = ${previous}
          WHERE workspace_id = ${workspaceId} AND id = ${row.id} AND secret IS NOT DISTINCT FROM ${row.secret}
          RETURNING id`
        return rows.length
      })

      const reseal = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<SealedRow>`SELECT id, url, secret, previous_secret FROM webhooks
          WHERE workspace_id = ${workspaceId}`
        return (yield* Effect.forEach(rows, resealRow)).reduce((sum, one) => sum + one, 0)
      }).pipe(Sql.orDie)

      return Webhooks.of({
        list,
        find: read(""),
        lock: read("FOR UPDATE"),
        insert,
        update,
        rotate,
        remove,
        reseal
      })
    })
  )
}
