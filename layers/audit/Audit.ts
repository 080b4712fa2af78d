/** Writes the audit log. The entry of a write is part of its transaction; refused calls are written later (`RefusedCalls`). */
import { PgClient } from "@effect/sql-pg"
import { Array, Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as KeyCheck from "../encryption/KeyCheck.ts"
import { Ids } from "../runtime/Ids.ts"
import { realNow } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Transaction } from "../database/Transaction.ts"
import { Encryption } from "../encryption/Encryption.ts"
import { columns, digester, type Doer, type Entry, rowOf } from "./AuditRow.ts"
import { type RunningEntry, ChangeSet } from "./ChangeSet.ts"

/** The context of changes made outside of an API call: by a command, a job, or a message from a visitor. */
export interface AuditContext {
  readonly operation: string
  readonly surface: "admin" | "job" | "intake" | "pages" | "rest"
  readonly doer: Doer
  /** An undo by this id reverts all entries that share it. */
  readonly requestId?: string
}

/** An entry that may be inserted before its call has ended. */
interface OpenEntry {
  readonly id: string
  entry: Entry
  written: { readonly at: string; readonly changes: number } | undefined
}

const insert = Sql.inserting("audit", columns)

/** The entry for changes made in this context. */
export const entryOf = (auditContext: AuditContext, changes: ReadonlyArray<AuditChange>): Entry => ({
  ...auditContext,
  requestId: auditContext.requestId ?? null,
  idempotencyKey: null,
  asked: [],
  outcome: "ok",
  status: null,
  times: 1,
  changes
})

export class Audit extends Context.Service<
  Audit,
  {
    /** The workspaces whose log this process wrote to, and the time of the last write in Unix milliseconds. Sealing empties the map. */
    readonly changedWorkspaces: Map<WorkspaceId, number>
    /** The insert of entries, to be sent together with another statement. */
    readonly insertion: (
      entries: Array.NonEmptyReadonlyArray<Entry>
    ) => Effect.Effect<ReadonlyArray<Statement.Statement<unknown>>, never, Tenant>
    /** Starts an entry whose changes are still being collected. */
    readonly startEntry: (entry: Entry) => Effect.Effect<RunningEntry>
    readonly record: (entries: Array.NonEmptyReadonlyArray<Entry>) => Effect.Effect<void, never, Tenant>
    /** Runs `effect` in a transaction, with an entry if it changes anything. */
    readonly runAudited: <A, E, R>(
      auditContext: AuditContext,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R | Tenant>
    /** Like `around`, for changes that concern several workspaces: writes an entry to each workspace's log. */
    readonly runAuditedIn: <A, E, R>(
      auditContext: AuditContext,
      workspaces: ReadonlyArray<WorkspaceId>,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
  }
>()("pipeline/layers/audit/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const ids = yield* Ids
      const transaction = yield* Transaction
      const encryption = yield* Encryption
      const digestOf = digester(encryption)

      let isOurs = false

      /** The operator of a command may have a different key configured, and digests made with it would look forged. */
      const hasKey = Effect.suspend(() =>
        isOurs
          ? Effect.void
          : Effect.orDie(Effect.provideService(KeyCheck.check(encryption), SqlClient.SqlClient, sql)).pipe(
              Effect.tap(() => Effect.sync(() => (isOurs = true)))
            )
      )

      const changedWorkspaces = new Map<WorkspaceId, number>()

      const insertion = Effect.fnUntraced(function* (entries: Array.NonEmptyReadonlyArray<Entry>) {
        const { workspaceId } = yield* Tenant
        // The time is taken last, while the changed rows are locked, so that later entries of a record have later times.
        const at = yield* realNow
        changedWorkspaces.set(workspaceId, Date.parse(at))
        const rows: globalThis.Array<ReadonlyArray<unknown>> = []
        for (const entry of entries) rows.push(rowOf(digestOf, workspaceId, at, yield* ids.uuid, entry))
        return [sql`${insert(rows)}`]
      })

      const begin = (started: OpenEntry) => {
        if (started.written !== undefined) return Effect.succeed([])
        const { entry, id } = started
        return Effect.contextWith((context: Context.Context<Tenant>) =>
          Effect.map(realNow, (at) => {
            const { workspaceId } = Context.get(context, Tenant)
            changedWorkspaces.set(workspaceId, Date.parse(at))
            started.written = { at, changes: entry.changes.length }
            return [sql`${insert([rowOf(digestOf, workspaceId, at, id, entry)])}`]
          })
        )
      }

      const end = Effect.fnUntraced(function* (started: OpenEntry) {
        const { entry, id, written } = started
        if (written === undefined) return yield* begin(started)
        if (written.changes === entry.changes.length) return []
        const { workspaceId } = yield* Tenant
        const { at } = written
        const row = rowOf(digestOf, workspaceId, at, id, entry)
        const values = Object.fromEntries(columns.map((column, index) => [column, row[index]]))
        return [
          sql`UPDATE audit SET ${sql.update(values as never, ["workspace_id", "at", "id"] as never)}
            WHERE workspace_id = ${workspaceId} AND at = ${at}::timestamptz AND id = ${id}`
        ]
      })

      const startEntry = (entry: Entry): Effect.Effect<RunningEntry> =>
        Effect.map(ids.uuid, (id) => {
          const started: OpenEntry = { id, entry, written: undefined }
          return {
            id,
            insert: Effect.suspend(() => begin(started)),
            rest: (status: number | null) =>
              Effect.suspend(() => {
                if (status !== entry.status) started.entry = { ...entry, status }
                return end(started)
              })
          }
        })

      const record = Effect.fnUntraced(function* (entries: Array.NonEmptyReadonlyArray<Entry>) {
        for (const statement of yield* insertion(entries)) yield* statement
      }, Sql.orDie)

      const runAudited = <A, E, R>(auditContext: AuditContext, effect: Effect.Effect<A, E, R>) =>
        transaction.run(
          Effect.gen(function* () {
            yield* hasKey
            const changes: globalThis.Array<AuditChange> = []
            const { id, rest } = yield* startEntry(entryOf(auditContext, changes))
            const done = yield* Effect.provideService(effect, ChangeSet, { changes, id })
            if (changes.length > 0) yield* Sql.all(yield* rest(null))
            return done
          })
        )

      const runAuditedIn = <A, E, R>(
        auditContext: AuditContext,
        workspaces: ReadonlyArray<WorkspaceId>,
        effect: Effect.Effect<A, E, R>
      ) =>
        transaction.run(
          Effect.gen(function* () {
            yield* hasKey
            const changes: globalThis.Array<AuditChange> = []
            const done = yield* Effect.provideService(effect, ChangeSet, { changes })
            for (const workspaceId of changes.length === 0 ? [] : workspaces) {
              yield* Effect.provideService(record([entryOf(auditContext, changes)]), Tenant, { workspaceId })
            }
            return done
          })
        )

      return Audit.of({ changedWorkspaces, insertion, startEntry, record, runAudited, runAuditedIn })
    })
  )

  /** Discards all entries. */
  static readonly layerNone = Layer.succeed(
    Audit,
    Audit.of({
      changedWorkspaces: new Map(),
      insertion: () => Effect.succeed([]),
      startEntry: () =>
        Effect.succeed({ id: undefined, insert: Effect.succeed([]), rest: () => Effect.succeed([]) }),
      record: () => Effect.void,
      runAudited: (_, effect) => effect,
      runAuditedIn: (_, __, effect) => effect
    })
  )
}
