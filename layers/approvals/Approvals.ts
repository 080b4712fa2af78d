/** Calls that wait for an approval, and their results. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { ApprovalStatus } from "../../schema/Approval.ts"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { ApprovalId } from "../../schema/Id.ts"
import type * as Page from "../../schema/Page.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Cursors } from "../records/Cursors.ts"
import * as Sql from "../database/Sql.ts"
import { now } from "../runtime/Now.ts"
import { Encryption } from "../encryption/Encryption.ts"
import { contextOf, opened, recordOf, type Row, type Stored } from "./ApprovalRow.ts"
import * as ApprovalOutcome from "./ApprovalOutcome.ts"
import * as ApprovalNotifications from "./ApprovalNotifications.ts"

/** Restricts approvals to a person and, optionally, a credential. */
export interface Own {
  readonly userId: string
  readonly credential?: string
}

interface Filters {
  /** If left out, everybody's. */
  readonly own?: Own | undefined
  readonly credential?: string | undefined
  readonly status?: ApprovalStatus
}

type New = Omit<Stored, "answer" | "decidedAt" | "decidedBy" | "doneRequestId" | "reason" | "status">

/** Milliseconds for which a repeated call with the same idempotency key gets the stored answer: 24 hours. */
const window = 86_400_000

export class Approvals extends Context.Service<
  Approvals,
  {
    readonly insert: (approval: New) => Effect.Effect<Stored, never, Tenant>
    /** The number of pending approvals of the credential and of the workspace. */
    readonly waiting: (
      credential: string
    ) => Effect.Effect<{ readonly own: number; readonly all: number }, never, Tenant>
    /** The approval requested with this key, if it is pending or its answer is still kept for the key. */
    readonly findByKey: (claimant: string, key: string) => Effect.Effect<Stored | undefined, never, Tenant>
    /** A pending approval requested by the same call without a key. */
    readonly same: (
      claimant: string,
      fingerprint: Uint8Array
    ) => Effect.Effect<Stored | undefined, never, Tenant>
    readonly find: (id: ApprovalId, own?: Own) => Effect.Effect<Stored, NotFound, Tenant>
    /** Locks those of the ids that nobody else has locked, until the transaction ends. It never waits. */
    readonly lock: (ids: ReadonlyArray<ApprovalId>) => Effect.Effect<ReadonlyArray<ApprovalId>, never, Tenant>
    /** The ids of other pending approvals with the same credential and operation, oldest first. */
    readonly alike: (to: Stored) => Effect.Effect<ReadonlyArray<ApprovalId>, never, Tenant>
    readonly list: (
      filters: Filters,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<Stored>, Invalid, Tenant>
    /** Ends a pending approval that is locked. */
    readonly end: (approval: Stored, end: ApprovalOutcome.End) => Effect.Effect<Stored, never, Tenant>
    /** Ends up to `limit` approvals that expired by `at`, and returns their number. */
    readonly expire: (at: string, limit: number) => Effect.Effect<number, never, Tenant>
    /** Deletes up to `limit` approvals that ended before `before`, and returns their number. */
    readonly purge: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Approvals") {
  static readonly layer = Layer.effect(
    Approvals,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const encryption = yield* Encryption
      const cursors = yield* Cursors
      const tell = yield* ApprovalNotifications.make

      const open = Effect.fnUntraced(function* (row: Row) {
        const { workspaceId } = yield* Tenant
        return yield* opened(encryption, workspaceId, yield* now)(row)
      })
      const first = (rows: ReadonlyArray<Row>) =>
        rows[0] === undefined ? Effect.succeed(undefined) : open(rows[0])

      const insert = Effect.fnUntraced(function* (approval: New) {
        const { workspaceId } = yield* Tenant
        const { askedBy, sealed, ...rest } = approval
        yield* sql`INSERT INTO approvals ${sql.insert({
          workspace_id: workspaceId,
          id: rest.id,
          credential: rest.credential,
          claimant: rest.claimant,
          asked_by: sql.json(askedBy),
          operation: rest.operation,
          status: "pending",
          fingerprint: rest.fingerprint,
          idempotency_key: rest.idempotencyKey,
          request_id: rest.requestId,
          created_at: rest.createdAt,
          expires_at: rest.expiresAt,
          asked: encryption.seal(JSON.stringify(sealed), contextOf("asked", workspaceId, rest.id))
        })}`
        const stored: Stored = {
          ...approval,
          status: "pending",
          ...{ answer: null, decidedAt: null, decidedBy: null, doneRequestId: null, reason: null }
        }
        yield* tell(stored, stored.createdAt)
        yield* ChangeSet.note(() => [Difference.of("approval", stored.id, null, recordOf(stored))])
        return stored
      }, Sql.orDie)

      const waiting = Effect.fnUntraced(function* (credential: string) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<{ own: number; all: number }>`SELECT count(*)::int AS all,
            (count(*) FILTER (WHERE credential = ${credential}))::int AS own
          FROM approvals WHERE workspace_id = ${workspaceId} AND status = 'pending'
            AND expires_at > ${yield* now}::timestamptz`
        return row!
      }, Sql.orDie)

      const findByKey = Effect.fnUntraced(function* (claimant: string, key: string) {
        const { workspaceId } = yield* Tenant
        const at = yield* now
        const since = new Date(Date.parse(at) - window).toISOString()
        return yield* first(
          yield* sql<Row>`SELECT * FROM approvals
            WHERE workspace_id = ${workspaceId} AND claimant = ${claimant} AND idempotency_key = ${key}
              AND ((status = 'pending' AND expires_at > ${at}::timestamptz)
                OR (status IN ('done', 'declined', 'failed') AND ended_at > ${since}::timestamptz))
            ORDER BY id DESC LIMIT 1`
        )
      }, Sql.orDie)

      const same = Effect.fnUntraced(function* (claimant: string, fingerprint: Uint8Array) {
        const { workspaceId } = yield* Tenant
        return yield* first(
          yield* sql<Row>`SELECT * FROM approvals
            WHERE workspace_id = ${workspaceId} AND claimant = ${claimant} AND status = 'pending'
              AND idempotency_key IS NULL AND fingerprint = ${fingerprint} AND expires_at > ${yield* now}::timestamptz
            ORDER BY id LIMIT 1`
        )
      }, Sql.orDie)

      const isOf = (own: Own | undefined) =>
        sql.and([
          ...(own === undefined ? [] : [sql`asked_by ->> 'userId' = ${own.userId}`]),
          ...(own?.credential === undefined ? [] : [sql`credential = ${own.credential}`])
        ])

      const find = Effect.fnUntraced(function* (id: ApprovalId, own?: Own) {
        const { workspaceId } = yield* Tenant
        const found = yield* first(
          yield* sql<Row>`SELECT * FROM approvals
            WHERE workspace_id = ${workspaceId} AND id = ${id} AND ${isOf(own)}`
        )
        return found === undefined ? yield* NotFound.of("approval", id) : found
      }, Sql.orDie)

      const lock = Effect.fnUntraced(function* (ids: ReadonlyArray<ApprovalId>) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ id: ApprovalId }>`SELECT id FROM approvals
          WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)} ORDER BY id FOR UPDATE SKIP LOCKED`
          .unprepared
        return rows.map((row) => row.id)
      }, Sql.orDie)

      const alike = Effect.fnUntraced(function* ({ credential, id, operation }: Stored) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ id: ApprovalId }>`SELECT id FROM approvals
          WHERE workspace_id = ${workspaceId} AND credential = ${credential} AND operation = ${operation}
            AND id <> ${id} AND status = 'pending' AND expires_at > ${yield* now}::timestamptz ORDER BY id`
        return rows.map((row) => row.id)
      }, Sql.orDie)

      const list = Effect.fnUntraced(function* ({ credential, own, status }: Filters, page: Page.Parameters) {
        const { workspaceId } = yield* Tenant
        const filters = { credential: credential ?? null, status: status ?? null, own: own ?? null }
        const pageRequest = yield* cursors.open({ list: "approvals", filters, page })
        const at = yield* now
        const isOver = sql`(status = 'pending' AND expires_at <= ${at}::timestamptz)`
        const conditions = [
          sql`workspace_id = ${workspaceId}`,
          isOf(own),
          ...(credential === undefined ? [] : [sql`credential = ${credential}`]),
          ...(status === undefined
            ? []
            : [sql`CASE WHEN ${isOver} THEN 'expired' ELSE status END = ${status}`]),
          ...(pageRequest.after === undefined ? [] : [sql`id < ${pageRequest.after[0]}::uuid`])
        ]
        const order = sql.literal("id DESC")
        const found = sql`SELECT *, 1000 + octet_length(asked) + coalesce(octet_length(answer), 0) AS page_size
          FROM approvals WHERE ${sql.and(conditions)} ORDER BY ${order} ${Sql.limit(sql, pageRequest.limit + 1)}`
        const rows = yield* sql<Row & Sql.Measured>`SELECT * FROM ${Sql.measured(sql, found, order)} found
          ORDER BY ${order}`
        const all = yield* Effect.forEach(rows, (row) =>
          Effect.map(open(row), (stored) => ({ stored, page_bytes: row.page_bytes }))
        )
        return pageRequest.page(
          all,
          ({ stored }) => stored,
          ({ stored }) => [stored.id]
        )
      }, Sql.orDie)

      const end = Effect.fnUntraced(function* (approval: Stored, end: ApprovalOutcome.End) {
        const { workspaceId } = yield* Tenant
        const at = yield* now
        const { answer, decidedBy, doneRequestId = null, reason = null, status } = end
        const decidedAt = decidedBy === null ? null : at
        yield* sql`UPDATE approvals SET ${sql.update({
          status,
          decided_by: decidedBy === null ? null : sql.json(decidedBy),
          decided_at: decidedAt,
          ended_at: at,
          reason,
          done_request_id: doneRequestId,
          answer_status: answer.status,
          answer: encryption.seal(answer.body, contextOf("answer", workspaceId, approval.id))
        } as never)} WHERE workspace_id = ${workspaceId} AND id = ${approval.id}`
        const ended: Stored = { ...approval, status, decidedBy, decidedAt, reason, doneRequestId, answer }
        yield* tell(ended, at)
        const after = { ...recordOf(ended), endedAt: at }
        yield* ChangeSet.note(() => [Difference.of("approval", approval.id, recordOf(approval), after)])
        return ended
      }, Sql.orDie)

      const expire = Effect.fnUntraced(function* (at: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT * FROM approvals
          WHERE workspace_id = ${workspaceId} AND status = 'pending' AND expires_at <= ${at}::timestamptz
          ORDER BY id ${Sql.limit(sql, limit)} FOR UPDATE`
        for (const row of rows) yield* end(yield* open(row), ApprovalOutcome.expired(row.request_id))
        return rows.length
      }, Sql.orDie)

      const purge = Effect.fnUntraced(function* (before: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Pick<Row, "id">>`DELETE FROM approvals
          WHERE workspace_id = ${workspaceId} AND id IN (
          SELECT id FROM approvals WHERE workspace_id = ${workspaceId} AND ended_at < ${before}::timestamptz
          ${Sql.limit(sql, limit)}) RETURNING id`
        const removed = rows.map(({ id }) => ({ resource: "approval" as const, id, before: {}, after: null }))
        yield* ChangeSet.note(() => removed)
        return rows.length
      }, Sql.orDie)

      return Approvals.of({ insert, waiting, findByKey, same, find, lock, alike, list, end, expire, purge })
    })
  )
}
