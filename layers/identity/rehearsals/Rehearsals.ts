/** Rehearsals: copies of a workspace for trying things out. A copy belongs to its workspace and expires. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict, NotFound } from "../../../schema/Fault.ts"
import { type KeyId, type UserId, WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import * as Difference from "../../../src/audit/rules/Difference.ts"
import { Audit, type AuditContext } from "../../audit/Audit.ts"
import * as Sql from "../../database/Sql.ts"
import { Transaction } from "../../database/Transaction.ts"
import { Ids } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Now.ts"
import { Encryption } from "../../encryption/Encryption.ts"
import * as ChangeSet from "../../audit/ChangeSet.ts"
import { ApiKeys } from "../ApiKeys.ts"
import { CredentialChanges } from "../CredentialChanges.ts"
import { Tenant } from "../Tenant.ts"
import * as WorkspaceCopy from "./WorkspaceCopy.ts"
import type { Row } from "./WorkspaceStatus.ts"
import { UnlimitedConnections } from "./UnlimitedConnections.ts"

/** The maximum number of a workspace's rehearsals at a time. */
const maxRehearsals = 5

/** How long a rehearsal lasts. */
export const days = 14

export interface Rehearsal {
  readonly id: WorkspaceId
  readonly name: string
  readonly plan: Plan
  readonly rehearsalOf: WorkspaceId
  readonly createdAt: string
  /** The time when copying finished; null while it is running. */
  readonly readyAt: string | null
  readonly endsAt: string
  /** Milliseconds by which its clock is ahead; negative if it is behind. */
  readonly offset: number
}

/** A workspace that may not be a rehearsal. */
type WorkspaceRow = Omit<Rehearsal, "rehearsalOf"> & { readonly rehearsalOf: WorkspaceId | null }

type Source = Pick<WorkspaceRow, "name" | "plan" | "rehearsalOf"> & Pick<Row, "lostReasons" | "timeZone">

interface OpenedRehearsal {
  readonly rehearsal: Rehearsal
  readonly apiKey: { readonly id: KeyId; readonly token: string }
}

const nested = new Conflict({
  code: "is_rehearsal",
  message: "This workspace is a rehearsal itself. Make a copy of the workspace that it was made of."
})

const tooMany = new Conflict({
  code: "too_many_rehearsals",
  message: `The workspace has ${maxRehearsals} rehearsals, which is the most. Discard one that is no longer needed.`
})

const ordinary = new Conflict({
  code: "not_a_rehearsal",
  message: "This workspace is not a rehearsal, so it can't be discarded and its clock can't be set."
})

export class Rehearsals extends Context.Service<
  Rehearsals,
  {
    /** Starts a copy in the caller's transaction, with a person's API key. Nobody can access it before `copy` has finished. */
    readonly open: (
      input: { readonly name: string | null; readonly userId: UserId },
      auditContext: AuditContext
    ) => Effect.Effect<OpenedRehearsal, Conflict, Tenant>
    /** Copies the rows and returns their number by table, unless that is done or the rehearsal has ended. */
    readonly copy: (id: WorkspaceId) => Effect.Effect<WorkspaceCopy.Counts | undefined>
    /** The current workspace's rehearsals that haven't ended, newest first. */
    readonly list: Effect.Effect<ReadonlyArray<Rehearsal>, never, Tenant>
    readonly find: (id: WorkspaceId) => Effect.Effect<Rehearsal, Conflict | NotFound>
    readonly setOffset: (id: WorkspaceId, offset: number) => Effect.Effect<void>
    /** Ends a rehearsal, which can't be accessed any more. Returns whether it was still running. */
    readonly end: (id: WorkspaceId) => Effect.Effect<boolean>
    /** Removes all rows of a rehearsal that has ended, and returns their number by table. Not to be run in the transaction that ends it. */
    readonly clear: (id: WorkspaceId) => Effect.Effect<WorkspaceCopy.Counts>
    /** Starts an effect after the commit without waiting for it. If a restart interrupts it, the job does it. */
    readonly startAfterCommit: (effect: Effect.Effect<unknown>) => Effect.Effect<void>
    /** Rehearsals whose copying started before `begun` and isn't finished, and those that ended by `asOf`. */
    readonly due: (
      asOf: string,
      begun: string
    ) => Effect.Effect<
      ReadonlyArray<{ readonly id: WorkspaceId; readonly rehearsalOf: WorkspaceId; readonly endsAt: string }>
    >
    /** Removes the remaining row of rehearsals that ended before `before`. */
    readonly forget: (before: string) => Effect.Effect<number>
  }
>()("pipeline/layers/Rehearsals") {
  static readonly layer = Layer.effect(
    Rehearsals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const encryption = yield* Encryption
      const keys = yield* ApiKeys
      const audit = yield* Audit
      const { announce } = yield* CredentialChanges
      const unhurried = yield* UnlimitedConnections
      const { afterCommit } = yield* Transaction
      const scope = yield* Effect.scope
      const columns = sql.literal(`id, name, plan, rehearsal_of AS "rehearsalOf", created_at AS "createdAt",
        rehearsal_ready_at AS "readyAt", rehearsal_ends_at AS "endsAt", clock_offset_ms AS "offset"`)

      const list = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<Rehearsal>`SELECT ${columns} FROM workspaces
          WHERE rehearsal_of = ${workspaceId} AND rehearsal_ends_at > ${yield* now}
          ORDER BY created_at DESC, id DESC`
      }).pipe(Sql.orDie)

      const open = Effect.fn("Rehearsals.open")(function* (
        { name, userId }: { readonly name: string | null; readonly userId: UserId },
        auditContext: AuditContext
      ) {
        const { workspaceId: source } = yield* Tenant
        // Locked, so that the limit can't be exceeded concurrently.
        yield* sql`SELECT FROM plan_usage WHERE workspace_id = ${source} FOR UPDATE`
        const [row] =
          yield* sql<Source>`SELECT name, plan, time_zone AS "timeZone", lost_reasons AS "lostReasons", rehearsal_of AS "rehearsalOf"
          FROM workspaces WHERE id = ${source}`
        const { lostReasons, name: called, plan, rehearsalOf, timeZone } = row!
        if (rehearsalOf !== null) return yield* nested
        if ((yield* list).length >= maxRehearsals) return yield* tooMany
        const createdAt = yield* now
        const rehearsal: Rehearsal = {
          id: WorkspaceId.make(yield* ids.uuid),
          name: name ?? `${called} (rehearsal)`,
          plan,
          rehearsalOf: source,
          createdAt,
          readyAt: null,
          endsAt: new Date(Date.parse(createdAt) + days * 86_400_000).toISOString(),
          offset: 0
        }
        const { endsAt, id } = rehearsal
        const named = { name: rehearsal.name, plan }
        const kept = { ...named, time_zone: timeZone, lost_reasons: lostReasons }
        const times = { created_at: createdAt, rehearsal_ends_at: endsAt }
        yield* sql`INSERT INTO workspaces ${sql.insert({ id, ...kept, ...times, rehearsal_of: source })}`
        const auditFields = { ...named, timeZone, rehearsalOf: source, endsAt }
        const begun = Effect.andThen(
          ChangeSet.note(() => [Difference.of("workspace", id, null, auditFields)]),
          keys.create(userId, "Rehearsal")
        )
        const apiKey = yield* Effect.provideService(audit.runAudited(auditContext, begun), Tenant, {
          workspaceId: id
        })
        const fields = { ...named, timeZone, createdAt, rehearsalEndsAt: endsAt, clockOffsetMs: 0 }
        yield* ChangeSet.note(() => [Difference.of("rehearsal", id, null, fields)])
        return { rehearsal, apiKey }
      }, Sql.orDie)

      /** One snapshot, so that all tables are consistent. The copy's row is locked, so that only one process copies. */
      const copied = Effect.fnUntraced(function* (id: WorkspaceId) {
        yield* unhurried`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`
        const [row] = yield* unhurried<{ source: WorkspaceId }>`SELECT rehearsal_of AS source FROM workspaces
          WHERE id = ${id} AND rehearsal_ready_at IS NULL AND rehearsal_ends_at > ${yield* now} FOR UPDATE`
        if (row === undefined) return undefined
        const counts = yield* WorkspaceCopy.all({ source: row.source, copy: id })
        yield* unhurried`UPDATE workspaces SET rehearsal_ready_at = ${yield* now} WHERE id = ${id}`
        return counts
      }, unhurried.withTransaction)

      const copy = Effect.fn("Rehearsals.copy")(function* (id: WorkspaceId) {
        const counts = yield* copied(id).pipe(
          Effect.provideService(SqlClient.SqlClient, unhurried),
          Effect.provideService(Ids, ids),
          Effect.provideService(Encryption, encryption)
        )
        yield* announce(id)
        return counts
      }, Sql.orDie)

      const find = Effect.fn("Rehearsals.find")(function* (id: WorkspaceId) {
        const [row] = yield* sql<WorkspaceRow>`SELECT ${columns} FROM workspaces WHERE id = ${id}`
        if (row === undefined) return yield* NotFound.of("rehearsal", id)
        const { rehearsalOf } = row
        return rehearsalOf === null ? yield* ordinary : { ...row, rehearsalOf }
      }, Sql.orDie)

      const setOffset = Effect.fn("Rehearsals.setOffset")(function* (id: WorkspaceId, offset: number) {
        const rows = yield* sql<{ before: number }>`UPDATE workspaces w SET clock_offset_ms = ${offset}
          FROM workspaces old WHERE w.id = ${id} AND old.id = w.id AND w.rehearsal_of IS NOT NULL
          RETURNING old.clock_offset_ms AS before`
        yield* ChangeSet.note(() =>
          rows.map(({ before }) =>
            Difference.of("rehearsal", id, { clockOffsetMs: before }, { clockOffsetMs: offset })
          )
        )
        yield* announce(id)
      }, Sql.orDie)

      const end = Effect.fn("Rehearsals.end")(function* (id: WorkspaceId) {
        const at = yield* now
        const rows = yield* sql<{ name: string }>`UPDATE workspaces SET rehearsal_ends_at = ${at}
          WHERE id = ${id} AND rehearsal_of IS NOT NULL AND rehearsal_ends_at > ${at} RETURNING name`
        yield* ChangeSet.note(() => rows.map(({ name }) => Difference.of("rehearsal", id, { name }, null)))
        yield* announce(id)
        return rows.length > 0
      }, Sql.orDie)

      const cleared = Effect.fnUntraced(function* (id: WorkspaceId) {
        const [over] = yield* unhurried`SELECT 1 AS over FROM workspaces WHERE id = ${id}
          AND rehearsal_of IS NOT NULL AND rehearsal_ends_at <= ${yield* now} FOR UPDATE`
        return over === undefined ? {} : yield* WorkspaceCopy.remove(id)
      }, unhurried.withTransaction)

      const clear = Effect.fn("Rehearsals.clear")(function* (id: WorkspaceId) {
        return yield* Effect.provideService(cleared(id), SqlClient.SqlClient, unhurried)
      }, Sql.orDie)

      const startAfterCommit = (effect: Effect.Effect<unknown>) =>
        afterCommit(
          Effect.asVoid(
            Effect.forkIn(
              Effect.catchCause(effect, (cause) =>
                Effect.logWarning("A rehearsal waits for its job to copy or remove it", cause)
              ),
              scope
            )
          )
        )

      const due = Effect.fn("Rehearsals.due")(function* (asOf: string, begun: string) {
        return yield* sql<{ id: WorkspaceId; rehearsalOf: WorkspaceId; endsAt: string }>`
          SELECT id, rehearsal_of AS "rehearsalOf", rehearsal_ends_at AS "endsAt" FROM workspaces
          WHERE rehearsal_of IS NOT NULL AND (rehearsal_ends_at <= ${asOf}
            OR rehearsal_ready_at IS NULL AND created_at < ${begun})
          ORDER BY id LIMIT 1000`
      }, Sql.orDie)

      const forget = Effect.fn("Rehearsals.forget")(function* (before: string) {
        const rows = yield* sql`DELETE FROM workspaces
          WHERE rehearsal_of IS NOT NULL AND rehearsal_ends_at < ${before} RETURNING id`
        return rows.length
      }, Sql.orDie)

      return Rehearsals.of({ open, copy, list, find, setOffset, end, clear, startAfterCommit, due, forget })
    })
  ).pipe(Layer.provide(UnlimitedConnections.layer))
}
