/** Writes the audit log. An entry is written in the transaction of what it tells of. */
import { PgClient } from "@effect/sql-pg"
import { Array, Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Ids } from "../platform/Ids.ts"
import { now } from "../platform/Now.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Transaction } from "../platform/database/Transaction.ts"
import { digestOf, type Doer, type Entry, valuesOf } from "./AuditRow.ts"
import { Trail } from "./Trail.ts"

/** What goes on without a call: a command, a job, a stranger's message. */
export interface Deed {
  readonly operation: string
  readonly surface: "admin" | "job" | "intake" | "pages"
  readonly doer: Doer
}

type Writes = ReadonlyArray<Statement.Statement<unknown>>

export class Audit extends Context.Service<
  Audit,
  {
    /** The workspaces whose log was written to here, and when last; in Unix milliseconds. Sealing empties it. */
    readonly touched: Map<WorkspaceId, number>
    /** The write of entries, to go with another one. */
    readonly insertion: (
      entries: Array.NonEmptyReadonlyArray<Entry>
    ) => Effect.Effect<ReadonlyArray<Statement.Statement<unknown>>, never, Tenant>
    /** The write of one entry that goes on growing, and the write that replaces it. */
    readonly growing: (
      of: (changes: ReadonlyArray<AuditChange>) => Entry
    ) => Effect.Effect<
      Readonly<
        Record<"insertion" | "amendment", (changes: ReadonlyArray<AuditChange>) => Effect.Effect<Writes>>
      >,
      never,
      Tenant
    >
    readonly record: (entries: Array.NonEmptyReadonlyArray<Entry>) => Effect.Effect<void, never, Tenant>
    /** Runs `effect` in a transaction with an entry for what it changes, if it changes anything. */
    readonly around: <A, E, R>(deed: Deed, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | Tenant>
  }
>()("pipeline/layers/audit/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const ids = yield* Ids
      const transaction = yield* Transaction

      const touched = new Map<WorkspaceId, number>()

      const insertion = Effect.fnUntraced(function* (entries: Array.NonEmptyReadonlyArray<Entry>) {
        const { workspaceId } = yield* Tenant
        // Taken last, while the rows that were written are locked: of one record, later entries have later times.
        const at = yield* now
        touched.set(workspaceId, Date.parse(at))
        const rows: globalThis.Array<Record<string, unknown>> = []
        for (const entry of entries) {
          const values = valuesOf(workspaceId, at, yield* ids.uuid, entry)
          rows.push({ ...values, digest: digestOf(values) })
        }
        return [sql`INSERT INTO audit ${sql.insert(rows as never)}`]
      })

      const growing = Effect.fnUntraced(function* (of: (changes: ReadonlyArray<AuditChange>) => Entry) {
        const { workspaceId } = yield* Tenant
        const id = yield* ids.uuid
        let at: string | undefined
        const values = Effect.fnUntraced(function* (changes: ReadonlyArray<AuditChange>) {
          at ??= yield* now
          touched.set(workspaceId, Date.parse(at))
          const row = valuesOf(workspaceId, at, id, of(changes))
          return { ...row, digest: digestOf(row) }
        })
        return {
          insertion: (changes: ReadonlyArray<AuditChange>) =>
            Effect.map(values(changes), (row) => [sql`INSERT INTO audit ${sql.insert(row as never)}`]),
          amendment: (changes: ReadonlyArray<AuditChange>) =>
            Effect.map(values(changes), (row) => [
              sql`UPDATE audit SET ${sql.update(row as never, ["workspace_id", "at", "id"] as never)}
                WHERE workspace_id = ${workspaceId} AND at = ${at!}::timestamptz AND id = ${id}`
            ])
        }
      })

      const record = Effect.fnUntraced(function* (entries: Array.NonEmptyReadonlyArray<Entry>) {
        for (const statement of yield* insertion(entries)) yield* statement
      }, Sql.orDie)

      const around = <A, E, R>({ doer, operation, surface }: Deed, effect: Effect.Effect<A, E, R>) =>
        transaction.run(
          Effect.suspend(() => {
            const changes: globalThis.Array<AuditChange> = []
            const entry: Entry = {
              operation,
              surface,
              doer,
              requestId: null,
              idempotencyKey: null,
              asked: [],
              outcome: "ok",
              status: null,
              times: 1,
              changes
            }
            return Effect.tap(Effect.provideService(effect, Trail, changes), () =>
              changes.length === 0 ? Effect.void : record([entry])
            )
          })
        )

      return Audit.of({ touched, insertion, growing, record, around })
    })
  )

  /** Without a log. */
  static readonly layerNone = Layer.succeed(
    Audit,
    Audit.of({
      touched: new Map(),
      insertion: () => Effect.succeed([]),
      growing: () =>
        Effect.succeed({ insertion: () => Effect.succeed([]), amendment: () => Effect.succeed([]) }),
      record: () => Effect.void,
      around: (_, effect) => effect
    })
  )
}
