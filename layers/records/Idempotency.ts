/** Stores one reply per Idempotency-Key. It is claimed, stored and replayed in the transaction of the write itself. */
import { Context, Effect, Exit, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { Conflict } from "../../schema/Fault.ts"
import { now } from "../runtime/Now.ts"
import { fingerprintOf, fingerprintOnce } from "./Fingerprint.ts"
import { KeyedMutex } from "../queue/KeyedMutex.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Encryption } from "../encryption/Encryption.ts"

/** A response exactly as it was sent: status and body. */
export interface Reply {
  readonly status: number
  readonly body: string
}

export interface Claim {
  /** The credential that the key belongs to. */
  readonly credential: string
  readonly key: string
  /** The request. The order of its fields doesn't matter. */
  readonly request: unknown
}

/** Replay window in milliseconds: 24 hours. */
const window = 24 * 60 * 60 * 1000

/** How long a duplicate waits for the first request, in this process and for the row lock. */
const maxWait = "5 seconds"

/** The encryption context of a stored reply. */
export const contextOf = (
  workspaceId: string,
  { credential, key }: Pick<Claim, "credential" | "key">
): string => JSON.stringify([workspaceId, credential, key])

export const reused = new Conflict({
  code: "idempotency_key_reused",
  message: "This idempotency key was sent before with another request. Use a fresh key for each new request."
})

export const inProgress = new Conflict({
  code: "idempotency_in_progress",
  message: "A request with this idempotency key is still running. Send it again after the delay.",
  retryAfter: 1
})

interface Row {
  readonly fingerprint: Uint8Array
  readonly status: number | null
  readonly reply: Uint8Array | null
  readonly created_at: string
}

/** Aborts a transaction whose key has a reply, or is locked by another for too long (`isWaiting`). */
class ClaimConflict {
  readonly isWaiting: boolean

  constructor(isWaiting: boolean) {
    this.isWaiting = isWaiting
  }
}

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Runs `effect` when no other call with the key runs in this process, so that duplicates wait here without a pool connection. A
     * duplicate that waits too long runs `late`.
     */
    readonly inTurn: <A, E, R, E2, R2>(
      claim: Claim,
      effect: Effect.Effect<A, E, R>,
      late: Effect.Effect<A, E2, R2>
    ) => Effect.Effect<A, E | E2, R | R2 | Tenant>
    /** Number of keys with a running or waiting call in this process. */
    readonly busy: Effect.Effect<number>
    /** Returns the key's stored reply, if any, without claiming the key. */
    readonly find: (claim: Claim) => Effect.Effect<Reply | undefined, Conflict, Tenant>
    /** Claims the key for this transaction (undefined), or returns the reply it already has. */
    readonly claim: (claim: Claim) => Effect.Effect<Reply | undefined, Conflict, Tenant>
    /** Claims the key with the first statement of the transaction. If the key has a reply, `settled` handles it. */
    readonly claimAlong: (claim: Claim) => Effect.Effect<void, never, Tenant>
    /** Runs a transaction that starts with `claimAlong`. If the key already has a reply, returns `again` of it. */
    readonly settled: <A, E, R>(
      claim: Claim,
      transaction: Effect.Effect<A, E, R>,
      again: (reply: Reply) => A
    ) => Effect.Effect<A, E | Conflict, R | Tenant>
    /** Stores the reply of a claimed key, in one statement with other writes. */
    readonly keep: (
      claim: Claim,
      reply: Reply,
      beside?: ReadonlyArray<Statement.Fragment>
    ) => Effect.Effect<void, never, Tenant>
    /** Deletes up to `limit` keys whose replay window has ended at `at`; returns how many. */
    readonly expire: (at: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const encryption = yield* Encryption
      const queues = new KeyedMutex(maxWait)

      const inTurn = <A, E, R, E2, R2>(
        claim: Claim,
        effect: Effect.Effect<A, E, R>,
        late: Effect.Effect<A, E2, R2>
      ) =>
        Effect.flatMap(Tenant, ({ workspaceId }) =>
          queues.inTurn(contextOf(workspaceId, claim), effect, late)
        )

      const busy = Effect.sync(() => queues.size)

      const read = Effect.fnUntraced(function* (claim: Claim) {
        const { workspaceId } = yield* Tenant
        // Planned each time: a plan cached while all keys were expired would scan the whole table.
        const rows = yield* sql<Row>`SELECT fingerprint, status, reply, created_at FROM idempotency_keys
          WHERE workspace_id = ${workspaceId} AND credential = ${claim.credential} AND key = ${claim.key}`
          .unprepared
        return rows[0]
      })

      const replyOf = Effect.fnUntraced(function* (row: Row, claim: Claim) {
        const { workspaceId } = yield* Tenant
        if (row.status === null || row.reply === null) return yield* inProgress
        if (!fingerprintOf(claim.request).equals(row.fingerprint)) return yield* reused
        const body = yield* Effect.orDie(encryption.open(row.reply, contextOf(workspaceId, claim)))
        return { status: row.status, body }
      })

      const expiredBefore = (at: string) => new Date(Date.parse(at) - window).toISOString()

      const find = Effect.fnUntraced(function* (claim: Claim) {
        const row = yield* read(claim)
        if (row === undefined || row.created_at <= expiredBefore(yield* now)) return undefined
        return yield* replyOf(row, claim)
      }, Sql.orDie)

      const columnsOf = (workspaceId: string, claim: Claim, at: string) => ({
        workspace_id: workspaceId,
        credential: claim.credential,
        key: claim.key,
        fingerprint: fingerprintOnce(claim),
        created_at: at
      })

      /** Returns a row if the key was free or its reply had expired. */
      const claiming = (workspaceId: string, claim: Claim, at: string) =>
        sql`INSERT INTO idempotency_keys ${sql.insert(columnsOf(workspaceId, claim, at))} ON CONFLICT (workspace_id, credential, key) DO UPDATE
          SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = NULL, reply = NULL
          WHERE idempotency_keys.created_at <= ${expiredBefore(at)}
          RETURNING key`

      const storedReply = Effect.fnUntraced(function* (claim: Claim) {
        const row = yield* read(claim)
        return row === undefined ? yield* inProgress : yield* replyOf(row, claim)
      }, Sql.orDie)

      const claim = Effect.fnUntraced(
        function* (claim: Claim) {
          const { workspaceId } = yield* Tenant
          const rows = yield* claiming(workspaceId, claim, yield* now)
          return rows.length > 0 ? undefined : yield* storedReply(claim)
        },
        Effect.catchIf(Sql.isLockTimeout, () => Effect.fail(inProgress)),
        Sql.orDie
      )

      const check = (exit: Exit.Exit<ReadonlyArray<unknown>, SqlError.SqlError>) => {
        if (Exit.isSuccess(exit))
          return exit.value.length > 0 ? Effect.void : Effect.die(new ClaimConflict(false))
        const isWaiting = Option.exists(Exit.findErrorOption(exit), Sql.isLockTimeout)
        return isWaiting ? Effect.die(new ClaimConflict(true)) : Effect.failCause(exit.cause)
      }

      const claimAlong = Effect.fnUntraced(function* (claim: Claim) {
        const { workspaceId } = yield* Tenant
        const at = yield* now
        yield* StatementPipeline.guarded(sql, claiming(workspaceId, claim, at), check)
      }, Sql.orDie)

      const settled = <A, E, R>(
        claim: Claim,
        transaction: Effect.Effect<A, E, R>,
        again: (reply: Reply) => A
      ) =>
        Effect.catchDefect(transaction, (defect): Effect.Effect<A, Conflict, Tenant> => {
          if (!(defect instanceof ClaimConflict)) return Effect.die(defect)
          return defect.isWaiting ? Effect.fail(inProgress) : Effect.map(storedReply(claim), again)
        })

      const keep = Effect.fnUntraced(function* (
        claim: Claim,
        reply: Reply,
        beside: ReadonlyArray<Statement.Fragment> = []
      ) {
        const { workspaceId } = yield* Tenant
        const sealed = encryption.seal(reply.body, contextOf(workspaceId, claim))
        // The row exists. An upsert always finds it by the primary key, but an UPDATE planned while there were few keys, or few per
        // workspace, would scan them all.
        const write = sql`INSERT INTO idempotency_keys
            (workspace_id, credential, key, fingerprint, created_at, status, reply)
          VALUES (${workspaceId}, ${claim.credential}, ${claim.key}, '', 'epoch', ${reply.status}, ${sealed})
          ON CONFLICT (workspace_id, credential, key) DO UPDATE
            SET status = excluded.status, reply = excluded.reply`
        yield* StatementPipeline.defer(sql, Sql.combineWrites(sql, [write, ...beside]))
      }, Sql.orDie)

      const expire = Effect.fnUntraced(function* (at: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const before = expiredBefore(at)
        const rows = yield* sql`DELETE FROM idempotency_keys
          WHERE workspace_id = ${workspaceId} AND created_at <= ${before}
            AND (credential, key) IN (SELECT credential, key FROM idempotency_keys
              WHERE workspace_id = ${workspaceId} AND created_at <= ${before}
              ORDER BY created_at LIMIT ${limit})
          RETURNING key`
        return rows.length
      }, Sql.orDie)

      return Idempotency.of({ inTurn, busy, find, claim, claimAlong, settled, keep, expire })
    })
  )
}

/** 1 to 255 printable ASCII characters. */
export const Key = Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{1,255}$/u))
