import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { ActorType } from "../../schema/Actor.ts"
import type { BoardId, UserId, WebhookId } from "../../schema/Id.ts"
import type * as Page from "../../schema/Page.ts"
import type { Webhook } from "../../schema/Webhook.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { Cursors } from "../records/Cursors.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Encryption } from "../encryption/Encryption.ts"
import * as WebhookRow from "./WebhookRow.ts"

interface SealedRow {
  readonly id: WebhookId
  readonly url: Uint8Array
  readonly secret: Uint8Array | null
  readonly previous_secret: Uint8Array | null
}

/** The encryption context that a subscription's URL and secrets are sealed with. */
export const sealContext = (id: WebhookId, what: "url" | "secret") => `webhook:${id}:${what}`

/** A key or app with the person it acted for, and the number of subscriptions it created. */
export interface MadeBy {
  readonly type: ActorType
  readonly id: string
  readonly userId: UserId
  readonly webhooks: number
}

/** Webhook subscriptions of the current workspace. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly list: (
      filters: { readonly boardId?: BoardId },
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<Webhook>, Invalid, Tenant>
    readonly find: (id: WebhookId) => Effect.Effect<Webhook, NotFound, Tenant>
    /** Reads a subscription and locks its row until the transaction ends. */
    readonly lock: (id: WebhookId) => Effect.Effect<Webhook, NotFound, Tenant>
    readonly insert: (
      webhook: Webhook,
      url: string,
      secret: string | null
    ) => Effect.Effect<void, never, Tenant>
    /** The number of a board's subscriptions with this URL; `hint` is its fingerprint. */
    readonly sameUrl: (boardId: BoardId, url: string, hint: string) => Effect.Effect<number, never, Tenant>
    /** For each person, the keys and apps that created subscriptions, and how many. */
    readonly makers: Effect.Effect<ReadonlyArray<MadeBy>, never, Tenant>
    /** Deletes the subscriptions that a key or app created for a person. */
    readonly removeMadeBy: (maker: Omit<MadeBy, "webhooks">) => Effect.Effect<void, never, Tenant>
    /** Saves the label, events, stages and whether it is active. */
    readonly update: (before: Webhook, webhook: Webhook) => Effect.Effect<void, never, Tenant>
    /** Signs with `secret` from now on, and also with the previous secret until `overlapUntil`. */
    readonly rotate: (
      id: WebhookId,
      secret: string,
      overlapUntil: string
    ) => Effect.Effect<void, never, Tenant>
    readonly remove: (id: WebhookId) => Effect.Effect<void, NotFound, Tenant>
    /** Re-encrypts everything encrypted with an older key, and returns the number of subscriptions. */
    readonly reseal: Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* Cursors
      const encryption = yield* Encryption

      const list = Effect.fn("Webhooks.list")(function* (
        filters: { readonly boardId?: BoardId },
        page: Page.Parameters
      ) {
        const { workspaceId } = yield* Tenant
        const pageRequest = yield* cursors.open({ list: "webhooks", filters, page })
        const conditions = [sql`workspace_id = ${workspaceId}`]
        if (filters.boardId !== undefined) conditions.push(sql`board_id = ${filters.boardId}`)
        if (pageRequest.after !== undefined) {
          const [at, id] = pageRequest.after
          conditions.push(sql`(created_at, id) < (${at}::timestamptz, ${id}::uuid)`)
        }
        const rows =
          yield* sql<WebhookRow.Row>`SELECT ${WebhookRow.columns(sql, workspaceId)} FROM webhooks WHERE ${sql.and(conditions)}
          ORDER BY created_at DESC, id DESC LIMIT ${pageRequest.limit + 1}`
        return pageRequest.page(rows, WebhookRow.toWebhook, (row) => [row.created_at, row.id])
      }, Sql.orDie)

      const read = (suffix: "" | "FOR UPDATE") =>
        Effect.fn("Webhooks.find")(function* (id: WebhookId) {
          const { workspaceId } = yield* Tenant
          const rows = yield* sql<WebhookRow.Row>`SELECT ${WebhookRow.columns(sql, workspaceId)} FROM webhooks
            WHERE workspace_id = ${workspaceId} AND id = ${id} ${sql.literal(suffix)}`
          if (rows[0] === undefined) return yield* NotFound.of("webhook", id)
          const webhook = WebhookRow.toWebhook(rows[0])
          yield* WebhookRow.recordRead([webhook])
          return webhook
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
          url: encryption.seal(url, sealContext(webhook.id, "url")),
          url_fingerprint: webhook.urlFingerprint,
          events: webhook.events,
          stage_filter: webhook.stageFilter,
          active: webhook.active,
          secret: secret === null ? null : encryption.seal(secret, sealContext(webhook.id, "secret")),
          created_at: webhook.createdAt,
          maker_type: webhook.maker?.type ?? null,
          maker_id: webhook.maker?.id ?? null,
          maker_name: webhook.maker?.name ?? null,
          maker_user_id: webhook.maker?.userId ?? null
        })}`
        yield* ChangeSet.note(() => [WebhookRow.creationOf(webhook, url)])
      }, Sql.orDie)

      const sameUrl = Effect.fn("Webhooks.sameUrl")(function* (boardId: BoardId, url: string, hint: string) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Pick<SealedRow, "id" | "url">>`SELECT id, url FROM webhooks
          WHERE workspace_id = ${workspaceId} AND board_id = ${boardId} AND url_fingerprint = ${hint}`
        const urls = yield* Effect.forEach(rows, (row) =>
          Effect.orDie(encryption.open(row.url, sealContext(row.id, "url")))
        )
        return urls.filter((one) => one === url).length
      }, Sql.orDie)

      const makers = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<MadeBy>`SELECT maker_type AS type, maker_id AS id, maker_user_id AS "userId",
            count(*)::int AS webhooks
          FROM webhooks WHERE workspace_id = ${workspaceId} AND maker_type IN ('api_key', 'oauth')
          GROUP BY 1, 2, 3`
      }).pipe(Sql.orDie)

      const removeMadeBy = Effect.fn("Webhooks.removeMadeBy")(function* (maker: Omit<MadeBy, "webhooks">) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<WebhookRow.Row>`DELETE FROM webhooks
          WHERE workspace_id = ${workspaceId} AND maker_type = ${maker.type}
            AND maker_id = ${maker.id} AND maker_user_id = ${maker.userId} RETURNING ${WebhookRow.columns(sql, workspaceId)}`
        yield* ChangeSet.note(() => rows.map(WebhookRow.deletionOf))
      }, Sql.orDie)

      const update = Effect.fn("Webhooks.update")(function* (before: Webhook, webhook: Webhook) {
        const { workspaceId } = yield* Tenant
        yield* WebhookRow.update(sql, workspaceId, webhook)
        yield* ChangeSet.note(() => [WebhookRow.changeOf(before, webhook)])
      }, Sql.orDie)

      const rotate = Effect.fn("Webhooks.rotate")(function* (
        id: WebhookId,
        secret: string,
        overlapUntil: string
      ) {
        const { workspaceId } = yield* Tenant
        yield* sql`UPDATE webhooks SET previous_secret = secret, previous_secret_until = ${overlapUntil},
            secret = ${encryption.seal(secret, sealContext(id, "secret"))}
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
        yield* ChangeSet.note(() => [WebhookRow.secretChange(id)])
      }, Sql.orDie)

      const remove = Effect.fn("Webhooks.remove")(function* (id: WebhookId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<WebhookRow.Row>`DELETE FROM webhooks
          WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${WebhookRow.columns(sql, workspaceId)}`
        if (rows.length === 0) return yield* NotFound.of("webhook", id)
        yield* ChangeSet.note(() => rows.map(WebhookRow.deletionOf))
      }, Sql.orDie)

      const resealed = Effect.fnUntraced(function* (sealed: Uint8Array | null, context: string) {
        if (sealed === null || !encryption.isOld(sealed, context)) return sealed
        return encryption.seal(yield* Effect.orDie(encryption.open(sealed, context)), context)
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
        sameUrl,
        makers,
        removeMadeBy,
        reseal
      })
    })
  )
}
