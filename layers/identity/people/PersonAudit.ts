/** Records changes of a person's account in the audit logs of all their workspaces. */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { AuditFields } from "../../../schema/Audit.ts"
import type { UserId, WorkspaceId } from "../../../schema/Id.ts"
import { Audit, type AuditContext } from "../../audit/Audit.ts"
import * as AuditActors from "../../audit/AuditActors.ts"
import * as ChangeSet from "../../audit/ChangeSet.ts"
import * as Sql from "../../database/Sql.ts"

/** The audit contexts of a new password, by who chose it. */
export const choosing = {
  person: (id: UserId): AuditContext => ({
    operation: "account.password",
    surface: "pages",
    doer: AuditActors.person(id)
  }),
  link: { operation: "account.password", surface: "pages", doer: AuditActors.visitor("link") },
  operator: { operation: "admin.user.password", surface: "admin", doer: AuditActors.operator }
} as const

export class PersonAudit extends Context.Service<
  PersonAudit,
  {
    /** The workspaces a person belongs to. */
    readonly workspaces: (id: UserId) => Effect.Effect<ReadonlyArray<WorkspaceId>>
    /** Runs `effect` in a transaction, with an entry in each of those workspaces for what it changes. */
    readonly told: <A, E, R>(
      auditContext: AuditContext,
      id: UserId,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /** Removes a person's authenticator app and recovery codes, if there are any. */
    readonly forgetCodes: (id: UserId) => Effect.Effect<void>
    /** Like `forgetCodes`, and removes passkeys as well. */
    readonly forgetFactors: (id: UserId) => Effect.Effect<void>
    /** Ends a person's sessions: all, or those matching a condition (`AND …`). Returns their number before and after. */
    readonly endSessions: (id: UserId, which?: Statement.Fragment) => Effect.Effect<Sessions>
  }
>()("pipeline/layers/people/PersonAudit") {
  static readonly layer = Layer.effect(
    PersonAudit,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit

      const workspaces = Effect.fnUntraced(function* (id: UserId) {
        const rows = yield* sql<{ id: WorkspaceId }>`SELECT workspace_id AS id FROM members
          WHERE user_id = ${id} AND removed_at IS NULL ORDER BY workspace_id`
        return rows.map((row) => row.id)
      }, Sql.orDie)

      const named = Effect.fnUntraced(function* (auditContext: AuditContext) {
        if (auditContext.doer.type !== "user") return auditContext
        const [person] = yield* sql<{
          name: string | null
        }>`SELECT name FROM users WHERE id = ${auditContext.doer.id}`
        return { ...auditContext, doer: AuditActors.person(auditContext.doer.id, person?.name) }
      }, Sql.orDie)

      const told = <A, E, R>(auditContext: AuditContext, id: UserId, effect: Effect.Effect<A, E, R>) =>
        Effect.flatMap(Effect.all([named(auditContext), workspaces(id)]), ([whose, all]) =>
          audit.runAuditedIn(whose, all, effect)
        )

      const endSessions = Effect.fnUntraced(function* (id: UserId, which?: Statement.Fragment) {
        const ended =
          yield* sql`/* across: sessions */ DELETE FROM sessions WHERE user_id = ${id} ${which ?? sql.literal("")} RETURNING hash`
        const [left] = yield* sql<{
          after: number
        }>`/* across: sessions */ SELECT count(*)::int AS after FROM sessions WHERE user_id = ${id}`
        const { after } = left!
        return { before: after + ended.length, after }
      }, Sql.orDie)

      const forgetCodes = Effect.fnUntraced(function* (id: UserId) {
        const had = yield* sql`DELETE FROM second_factors WHERE user_id = ${id} RETURNING 1`
        yield* sql`DELETE FROM recovery_codes WHERE user_id = ${id}`
        if (had.length > 0) yield* noteChange(id, { secondFactor: "on" }, { secondFactor: "off" })
      }, Sql.orDie)

      const forgetFactors = Effect.fnUntraced(function* (id: UserId) {
        yield* forgetCodes(id)
        const removedRows = yield* sql`DELETE FROM passkeys WHERE user_id = ${id} RETURNING 1`
        if (removedRows.length > 0) yield* noteChange(id, { passkeys: removedRows.length }, { passkeys: 0 })
      }, Sql.orDie)

      return PersonAudit.of({ workspaces, told, endSessions, forgetCodes, forgetFactors })
    })
  )
}

/** The number of a person's sessions before and after a change. */
interface Sessions {
  readonly before: number
  readonly after: number
}

/** Notes a change of an account in the audit log, never the password itself. */
export const noteChange = (id: UserId, before: AuditFields, after: AuditFields) =>
  ChangeSet.note(() => [{ resource: "member", id, before, after }])

/** Notes that a password was replaced, and how many sessions ended with the old one. */
export const tellPassword = (id: UserId, { after, before }: Sessions) =>
  noteChange(id, { password: "hidden", sessions: before }, { password: "changed", sessions: after })
