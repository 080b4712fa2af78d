/**
 * The feed of changes. A change is written in the transaction of its write, and a reader gives it a position once it is committed. So no
 * reader skips a change that commits late, and the changes of a record keep the order that its row lock gives them.
 */
import { Array, Context, Effect, Layer } from "effect"
import { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import { Invalid } from "../../schema/Fault.ts"
import type * as Page from "../../schema/Page.ts"
import type { Entry } from "../../src/events/rules/Entry.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { Actor, refOf } from "../identity/Actor.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Cursors } from "../records/Cursors.ts"
import * as Sql from "../database/Sql.ts"
import { now } from "../runtime/Now.ts"
import { type NamedChange, type Row, toNamed } from "./ChangeRow.ts"
import * as FeedFilters from "./FeedFilters.ts"

/** The number of rows that get a position at a time, and that a reader of one kind of changes scans. */
const batch = 1_000

/** The number of rows that a reader with filters scans. */
const filteredBatch = 10_000

/** The maximum number of batches that a call with `since` numbers; each takes at most a tenth of a second. */
const maxBatches = 10

export interface FeedQuery extends Page.Parameters, FeedFilters.FeedFilters {
  /** Changes from this time on, if there is no cursor; ISO 8601. */
  readonly since?: string
  /** Default: oldest first. */
  readonly order?: "oldest" | "newest"
}

const expired = new Invalid({
  code: "invalid_cursor",
  message:
    "cursor is older than the 30 days for which changes are kept. Read the deals and leads anew, then the changes without a cursor."
})

interface FeedPage {
  readonly data: ReadonlyArray<NamedChange>
  readonly hasMore: boolean
  readonly nextCursor: string
}

export class EventFeed extends Context.Service<
  EventFeed,
  {
    /** The insert of `entries`, if there are any, to be sent together with the write that they announce. */
    readonly insertion: (
      entries: ReadonlyArray<Entry>
    ) => Effect.Effect<ReadonlyArray<Statement.Statement<unknown>>, never, Tenant>
    readonly record: (entries: ReadonlyArray<Entry>) => Effect.Effect<void, never, Tenant>
    /** The changes of these kinds after the cursor; approvals of one credential, or of all. */
    readonly read: (
      request: FeedQuery,
      kinds: ReadonlyArray<FeedFilters.Kind>,
      approvalsOf: string | "all"
    ) => Effect.Effect<FeedPage, Invalid, Tenant>
    /** Whether there is any change after the cursor, of any kind. */
    readonly hasNews: (request: FeedQuery) => Effect.Effect<boolean, Invalid, Tenant>
    /** Deletes up to `limit` changes older than `before`, and returns their number. */
    readonly purge: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/EventFeed") {
  static readonly layer = Layer.effect(
    EventFeed,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors

      const nothing: ReadonlyArray<Statement.Statement<unknown>> = []

      // A plain function rather than a generator, because every write runs it.
      const insertion = (entries: ReadonlyArray<Entry>) =>
        Effect.contextWith((context: Context.Context<Tenant>) => {
          if (!Array.isReadonlyArrayNonEmpty(entries)) return Effect.succeed(nothing)
          const { workspaceId } = Context.get(context, Tenant)
          const actor = Context.getOrUndefined(context, Actor)
          const caller = actor === undefined ? null : refOf(actor)
          const entryId = Context.get(context, ChangeSet.ChangeSet)?.id ?? null
          const withApprovals = entries.some(({ approvalId }) => approvalId !== undefined)
          return Effect.map(now, (at) => {
            const rows = Array.map(entries, (entry) => {
              const { actor, approvalId, credential, data, dealId, leadId, noteId, type } = entry
              const who = actor === undefined ? caller : actor
              return {
                workspace_id: workspaceId,
                type,
                deal_id: dealId ?? null,
                lead_id: leadId ?? null,
                note_id: noteId ?? null,
                ...(withApprovals && { approval_id: approvalId ?? null, credential: credential ?? null }),
                data: data === undefined ? null : sql.json(data),
                actor: who === null ? null : sql.json(who),
                created_at: at,
                entry_id: entryId
              }
            })
            return [sql`INSERT INTO changes ${sql.insert(rows)}`]
          })
        })

      const record = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
        for (const statement of yield* insertion(entries)) yield* statement
      }, Sql.orDie)

      /** Gives the next positions to committed changes without one, and returns false if there was less than a batch. */
      const number = Effect.fnUntraced(function* (workspaceId: string) {
        yield* sql`INSERT INTO change_heads (workspace_id, last, purged) VALUES (${workspaceId}, 0, 0)
          ON CONFLICT (workspace_id) DO NOTHING`
        const [head] = yield* sql<{ last: string }>`SELECT last::text FROM change_heads
          WHERE workspace_id = ${workspaceId} FOR UPDATE`
        // A separate statement, so that it sees what the previous reader committed.
        const rows = yield* sql`UPDATE changes c SET position = ${head!.last}::bigint + fresh.place
          FROM (SELECT seq, row_number() OVER (ORDER BY seq) AS place FROM (
            SELECT seq FROM changes WHERE workspace_id = ${workspaceId} AND position IS NULL
            ORDER BY seq ${Sql.limit(sql, batch)}) waiting) fresh
          WHERE c.workspace_id = ${workspaceId} AND c.seq = fresh.seq RETURNING c.seq`
        yield* sql`UPDATE change_heads SET last = last + ${rows.length} WHERE workspace_id = ${workspaceId}`
        return rows.length === batch
      }, sql.withTransaction)

      const headOf = Effect.fnUntraced(function* (workspaceId: string) {
        const [head] = yield* sql<{ purged: string; waits: boolean; approvals: boolean }>`SELECT
          EXISTS (SELECT FROM changes WHERE workspace_id = ${workspaceId} AND approval_id IS NOT NULL) AS approvals,
          coalesce((SELECT purged FROM change_heads WHERE workspace_id = ${workspaceId}), 0)::text AS purged,
          EXISTS (SELECT FROM changes WHERE workspace_id = ${workspaceId} AND position IS NULL) AS waits`
        return head!
      })

      /** The position before the first change at or after a time, give or take clock skew; the newest position if there is none. */
      const before = (workspaceId: string, since: string) =>
        Effect.map(
          sql<{ position: string }>`SELECT coalesce(min(position) - 1,
              (SELECT last FROM change_heads WHERE workspace_id = ${workspaceId}), 0)::text AS position
            FROM (SELECT position FROM changes
              WHERE workspace_id = ${workspaceId} AND created_at >= ${since}::timestamptz AND position IS NOT NULL
              ORDER BY created_at ${Sql.limit(sql, batch)}) first`,
          ([row]) => row!.position
        )

      const recent = (since: string | undefined) =>
        since === undefined ? sql.literal("") : sql`AND created_at >= ${since}::timestamptz`

      /**
       * Cursors aren't bound to `since`, so a caller that follows one need not repeat it. While changes from before that time still wait
       * for a position, the cursor contains the time as well.
       */
      const open = Effect.fnUntraced(function* ({ cursor, limit, order, since: asked }: FeedQuery) {
        const { workspaceId } = yield* Tenant
        const page = { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) }
        const list = order === "newest" ? "changes, newest first" : "changes"
        const place = yield* cursors.open({ list, filters: {}, page })
        const [after, began] = place.after ?? []
        return { place, workspaceId, after, since: began ?? (after === undefined ? asked : undefined) }
      })

      /** Numbers waiting changes in batches, and returns whether more wait. */
      const numberSome = Effect.fnUntraced(function* (workspaceId: string, batches: number) {
        for (let done = 0; done < batches; done++) if (!(yield* number(workspaceId))) return false
        return true
      })

      const read = Effect.fnUntraced(function* (
        input: FeedQuery,
        kinds: ReadonlyArray<FeedFilters.Kind>,
        approvalsOf: string
      ) {
        const { after, place, since, workspaceId } = yield* open(input)
        const head = yield* headOf(workspaceId)
        if (after !== undefined && BigInt(after) < BigInt(head.purged)) return yield* expired
        // The rest of a large backlog is left to later calls.
        const waits = head.waits && (yield* numberSome(workspaceId, since === undefined ? 1 : maxBatches))
        const { limit } = place
        const isNewest = input.order === "newest"
        const from =
          isNewest || after === undefined
            ? since === undefined
              ? head.purged
              : yield* before(workspaceId, since)
            : after
        const narrow = FeedFilters.conditions(sql, workspaceId, input)
        const isAll = kinds.length === 2 && narrow.length === 0 && (approvalsOf === "all" || !head.approvals)
        const order = sql.literal(isNewest ? "DESC" : "ASC")
        const until = isNewest && after !== undefined ? sql`AND position < ${after}::bigint` : sql.literal("")
        const shown = sql.and([FeedFilters.readable(sql, kinds, approvalsOf), ...narrow])
        const scanned = narrow.length === 0 ? batch : filteredBatch
        const rows = yield* sql<
          Row & { shown: boolean }
        >`SELECT c.position::text AS position, c.shown, c.type, c.deal_id,
            c.lead_id, c.note_id, c.approval_id, c.data, c.actor, c.created_at, c.entry_id, n.content_text,
            n.system_event_data, n.author_id,
            n.actor_type, n.actor_id, n.actor_name, n.actor_agent, (SELECT u.name FROM users u WHERE u.id = n.author_id) AS user_name,
            ${FeedFilters.name(sql, workspaceId)} AS name
          FROM (SELECT *, (${shown}) AS shown FROM changes
            WHERE workspace_id = ${workspaceId} AND position > ${from}::bigint ${until} ${recent(since)}
            ORDER BY position ${order} ${Sql.limit(sql, isAll ? limit + 1 : scanned)}) c
          LEFT JOIN notes n ON n.workspace_id = ${workspaceId} AND n.id = c.note_id AND c.shown
          ORDER BY c.position ${order}`
        const visible = rows.filter((row) => row.shown)
        const page = visible.slice(0, limit)
        const hasMore = visible.length > limit || (!isAll && rows.length === scanned) || (waits && !isNewest)
        const last = visible.length > limit ? page.at(-1)! : rows.at(-1)
        return {
          data: page.map(toNamed),
          hasMore,
          nextCursor: place.cursorAt([
            last?.position ?? after ?? from,
            ...(waits && since !== undefined ? [since] : [])
          ])
        }
      }, Sql.orDie)

      const hasNews = Effect.fnUntraced(function* (input: FeedQuery) {
        const { after = "0", since, workspaceId } = yield* open(input)
        const [row] = yield* sql<{ news: boolean }>`SELECT EXISTS (SELECT FROM changes
          WHERE workspace_id = ${workspaceId} AND (position > ${after}::bigint OR position IS NULL) ${recent(since)}) AS news`
        return row!.news
      }, Sql.orDie)

      const purge = Effect.fnUntraced(
        function* (before: string, limit: number) {
          const { workspaceId } = yield* Tenant
          const [gone] = yield* sql<{ count: number; last: string | null }>`WITH gone AS (
            DELETE FROM changes WHERE workspace_id = ${workspaceId} AND seq IN (
              SELECT seq FROM changes WHERE workspace_id = ${workspaceId} AND created_at < ${before}::timestamptz
              ORDER BY created_at ${Sql.limit(sql, limit)})
            RETURNING position) SELECT count(*)::int AS count, max(position)::text AS last FROM gone`
          if (gone?.last != null) {
            yield* sql`UPDATE change_heads SET purged = greatest(purged, ${gone.last}::bigint)
              WHERE workspace_id = ${workspaceId}`
          }
          return gone?.count ?? 0
        },
        sql.withTransaction,
        Sql.orDie
      )

      return EventFeed.of({ insertion, record, read, hasNews, purge })
    })
  )
}
