import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict, NotFound } from "../../schema/Fault.ts"
import type { AuditFields } from "../../schema/Audit.ts"
import type { UserId, WorkspaceId } from "../../schema/Id.ts"
import type { Member } from "../../schema/Member.ts"
import type { Role } from "../../schema/Scope.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as BoardGoals from "../boards/BoardGoals.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { CredentialChanges } from "./CredentialChanges.ts"
import { now } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "./Tenant.ts"

const lastAdmin = new Conflict({
  code: "last_admin",
  message: "This is the last admin of the workspace. Make someone else an admin first."
})

const trustedElsewhere = new Conflict({
  code: "trusted_elsewhere",
  message:
    "This account is trusted only in another workspace. Open the invitation's link signed out, and choose a password for this workspace."
})

/** Members of the current workspace, except removed ones. */
export class Members extends Context.Service<
  Members,
  {
    /** The first 500 members by id. */
    readonly all: Effect.Effect<ReadonlyArray<Member>, never, Tenant>
    readonly find: (id: UserId) => Effect.Effect<Member | undefined, never, Tenant>
    readonly findByEmail: (email: string) => Effect.Effect<Member | undefined, never, Tenant>
    /**
     * Adds a person, restores a removed member, or changes a role. Ends their invitation and the password links made by other workspaces'
     * admins. Without "revived", a returning member's old keys are revoked.
     */
    readonly add: (id: UserId, role: Role, keys?: "revived") => Effect.Effect<void, Conflict, Tenant>
    /** Keeps at least one admin in the workspace, even if several roles change at the same time. */
    readonly setRole: (id: UserId, role: Role) => Effect.Effect<void, Conflict | NotFound, Tenant>
    /** Keeps at least one admin. Disconnects the member's apps, and disables their keys until they return. */
    readonly remove: (id: UserId) => Effect.Effect<void, Conflict | NotFound, Tenant>
  }
>()("pipeline/layers/Members") {
  static readonly layer = Layer.effect(
    Members,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { announce } = yield* CredentialChanges
      const columns = sql.literal(`u.id, u.email, u.name, m.role, m.created_at AS "joinedAt"`)

      const all = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<Member>`SELECT ${columns} FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND m.removed_at IS NULL ORDER BY u.id LIMIT 500`
      }).pipe(Sql.orDie)

      const find = Effect.fnUntraced(function* (id: UserId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Member>`SELECT ${columns} FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${id} AND m.removed_at IS NULL`
        yield* ReadSet.recordRead("member", rows, ({ id, name, role }) => ({ id, fields: { name, role } }))
        return rows[0]
      }, Sql.orDie)

      const findByEmail = Effect.fnUntraced(function* (email: string) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Member>`SELECT ${columns} FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND u.email = ${email} AND m.removed_at IS NULL`
        return rows[0]
      }, Sql.orDie)

      /** Locks the admins' rows until the transaction ends; fails if `id` is the only admin. */
      const leaveAnAdmin = Effect.fnUntraced(function* (id: UserId) {
        const { workspaceId } = yield* Tenant
        const admins = yield* sql<{ id: UserId }>`SELECT user_id AS id FROM members
          WHERE workspace_id = ${workspaceId} AND role = 'admin' AND removed_at IS NULL
          ORDER BY user_id FOR UPDATE`
        if (admins.length === 1 && admins[0]!.id === id) return yield* lastAdmin
      })

      /** Locks the person's row until the transaction ends; fails if only another workspace trusts the account. */
      const take = Effect.fnUntraced(function* (id: UserId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{
          email: string
          onlyIn: WorkspaceId | null
        }>`SELECT email, only_in AS "onlyIn"
          FROM users WHERE id = ${id} FOR UPDATE`
        const person = rows[0]!
        if (person.onlyIn !== null && person.onlyIn !== workspaceId) return yield* trustedElsewhere
        if ((yield* find(id)) === undefined) {
          yield* sql`DELETE FROM password_links WHERE user_id = ${id} AND workspace_id <> ${workspaceId}`
        }
        const used = yield* sql<{ id: string; email: string; role: Role }>`DELETE FROM invitations
          WHERE workspace_id = ${workspaceId} AND email = ${person.email} RETURNING id, email, role`
        yield* ChangeSet.note(() =>
          used.map((one) => Difference.of("invitation", one.id, { email: one.email, role: one.role }, null))
        )
      })

      /** A membership as it is stored; null if there never was one. */
      const stored = Effect.fnUntraced(function* (id: UserId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{
          role: Role
          createdAt: string
          removedAt: string | null
        }>`SELECT role, created_at AS "createdAt", removed_at AS "removedAt"
          FROM members WHERE workspace_id = ${workspaceId} AND user_id = ${id} FOR UPDATE`
        return rows[0] ?? null
      })

      const tell = Effect.fnUntraced(function* (id: UserId, before: AuditFields | null) {
        const after = yield* stored(id)
        yield* ChangeSet.note(() => [
          Difference.of("member", id, before, after === null ? null : { ...after })
        ])
      })

      const endKeys = Effect.fnUntraced(function* (id: UserId) {
        const { workspaceId } = yield* Tenant
        const revokedAt = yield* now
        const ended = yield* sql<{
          id: string
        }>`UPDATE api_keys k SET revoked_at = ${revokedAt} FROM members m
          WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${id} AND m.removed_at IS NOT NULL
            AND k.workspace_id = m.workspace_id AND k.user_id = m.user_id AND k.revoked_at IS NULL
          RETURNING k.id`
        yield* ChangeSet.note(() => ended.map((key) => Difference.revoked("api_key", key.id, revokedAt)))
      })

      const add = Effect.fn("Members.add")(
        function* (id: UserId, role: Role, keys?: "revived") {
          const { workspaceId } = yield* Tenant
          if (role !== "admin") yield* leaveAnAdmin(id)
          yield* take(id)
          if (keys === undefined) yield* endKeys(id)
          const before = yield* stored(id)
          yield* sql`INSERT INTO members ${sql.insert({
            workspace_id: workspaceId,
            user_id: id,
            role,
            created_at: yield* now
          })} ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = excluded.role, removed_at = NULL`
          yield* tell(id, before)
          yield* announce(id)
        },
        sql.withTransaction,
        Sql.orDie
      )

      const setRole = Effect.fn("Members.setRole")(
        function* (id: UserId, role: Role) {
          const { workspaceId } = yield* Tenant
          if (role !== "admin") yield* leaveAnAdmin(id)
          const before = yield* stored(id)
          const rows = yield* sql`UPDATE members SET role = ${role}
            WHERE workspace_id = ${workspaceId} AND user_id = ${id} AND removed_at IS NULL RETURNING user_id`
          if (rows.length === 0) return yield* NotFound.of("member", id)
          yield* tell(id, before)
          yield* announce(id)
        },
        sql.withTransaction,
        Sql.orDie
      )

      /** A former member must not keep access through a rehearsal. Its row is updated, so that a copy in progress starts over. */
      const removeFromRehearsals = Effect.fnUntraced(function* (id: UserId, at: string) {
        const { workspaceId } = yield* Tenant
        const rehearsals = yield* sql<{ id: WorkspaceId }>`UPDATE workspaces SET rehearsal_of = rehearsal_of
          WHERE rehearsal_of = ${workspaceId} RETURNING id`
        for (const rehearsal of rehearsals) {
          yield* sql`UPDATE members SET removed_at = ${at}
            WHERE workspace_id = ${rehearsal.id} AND user_id = ${id} AND removed_at IS NULL`
        }
      })

      const remove = Effect.fn("Members.remove")(
        function* (id: UserId) {
          const { workspaceId } = yield* Tenant
          yield* leaveAnAdmin(id)
          const before = yield* stored(id)
          const rows = yield* sql`UPDATE members SET removed_at = ${yield* now}
            WHERE workspace_id = ${workspaceId} AND user_id = ${id} AND removed_at IS NULL RETURNING user_id`
          if (rows.length === 0) return yield* NotFound.of("member", id)
          const revokedAt = yield* now
          const ended = yield* sql<{ id: string }>`UPDATE oauth_grants SET revoked_at = ${revokedAt}
            WHERE workspace_id = ${workspaceId} AND user_id = ${id} AND revoked_at IS NULL RETURNING id`
          const closed = yield* sql<{
            id: string
            everyone: boolean
            created_at: string
          }>`DELETE FROM calendars
            WHERE workspace_id = ${workspaceId} AND user_id = ${id} RETURNING id, everyone, created_at`
          yield* BoardGoals.removeOwner(sql, id)
          yield* removeFromRehearsals(id, revokedAt)
          yield* tell(id, before)
          yield* ChangeSet.note(() => [
            ...ended.map((app) => Difference.revoked("app", app.id, revokedAt)),
            ...closed.map((one) =>
              Difference.of(
                "calendar",
                one.id,
                { userId: id, everyone: one.everyone, createdAt: one.created_at },
                null
              )
            )
          ])
          yield* announce(id)
        },
        sql.withTransaction,
        Sql.orDie
      )

      return Members.of({ all, find, findByEmail, add, setRole, remove })
    })
  )
}
