/**
 * Accounts whose address is verified by an operator. An account created earlier through a workspace's invitation is reset when it is
 * verified: whoever chose its password, signed in or connected an app may not own the address.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId, WorkspaceId } from "../../../schema/Id.ts"
import * as Difference from "../../../src/audit/rules/Difference.ts"
import { Audit, type AuditContext } from "../../audit/Audit.ts"
import * as AuditActors from "../../audit/AuditActors.ts"
import * as ChangeSet from "../../audit/ChangeSet.ts"
import { CredentialChanges } from "../CredentialChanges.ts"
import { Ids } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Now.ts"
import * as Sql from "../../database/Sql.ts"
import { Tenant } from "../Tenant.ts"
import { normal, People } from "./People.ts"
import { PersonAudit, tellPassword } from "./PersonAudit.ts"

const byOperator: AuditContext = {
  operation: "admin.user.vouch",
  surface: "admin",
  doer: AuditActors.operator
}

export class VerifiedAccounts extends Context.Service<
  VerifiedAccounts,
  {
    /**
     * The verified account of an address, created if there is none. An unverified address takes over the current workspace's account, or
     * else another workspace's. `by` is the audit context of the verification.
     */
    readonly account: (
      email: string,
      name: string | null,
      by?: AuditContext
    ) => Effect.Effect<{ readonly id: UserId; readonly email: string }, never, Tenant>
  }
>()("pipeline/layers/people/VerifiedAccounts") {
  static readonly layer = Layer.effect(
    VerifiedAccounts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const people = yield* People
      const news = yield* CredentialChanges
      const audit = yield* Audit
      const personAudit = yield* PersonAudit

      const disconnect = Effect.fnUntraced(function* (id: UserId) {
        const { workspaceId } = yield* Tenant
        const revokedAt = yield* now
        const ended = yield* sql<{ id: string }>`UPDATE oauth_grants SET revoked_at = ${revokedAt}
          WHERE workspace_id = ${workspaceId} AND user_id = ${id} AND revoked_at IS NULL RETURNING id`
        yield* ChangeSet.note(() => ended.map((app) => Difference.revoked("app", app.id, revokedAt)))
        yield* sql`DELETE FROM embed_grants WHERE workspace_id = ${workspaceId} AND user_id = ${id}`
      })

      const empty = Effect.fnUntraced(function* (id: UserId, name: string | null, by: AuditContext) {
        yield* sql`UPDATE users SET only_in = NULL, password_hash = NULL, name = coalesce(${name}, name),
          password_version = password_version + 1 WHERE id = ${id}`
        const sessions = yield* personAudit.endSessions(id)
        yield* personAudit.forgetFactors(id)
        yield* sql`DELETE FROM password_links WHERE user_id = ${id}`
        const here = yield* Tenant
        const current = yield* personAudit.workspaces(id)
        const all = yield* sql<{ workspaceId: WorkspaceId }>`SELECT workspace_id AS "workspaceId"
          FROM members WHERE user_id = ${id}`
        for (const { workspaceId } of all) {
          const tells = current.includes(workspaceId) ? tellPassword(id, sessions) : Effect.void
          const cleared = Effect.andThen(tells, disconnect(id))
          // In the command's own workspace, the command writes its own audit entry.
          const told = workspaceId === here.workspaceId ? cleared : audit.runAudited(by, cleared)
          yield* Effect.provideService(told, Tenant, { workspaceId })
        }
        yield* news.announce(id)
      })

      const account = Effect.fn("VerifiedAccounts.account")(
        function* (address: string, name: string | null, by = byOperator) {
          const email = normal(address)
          // Serialized per address, so that concurrent commands get the same account.
          yield* sql`SELECT pg_advisory_xact_lock(hashtext(${`pipeline:vouched ${email}`}))`
          const { workspaceId } = yield* Tenant
          const accounts = yield* people.accounts(email)
          const known =
            accounts.find(({ onlyIn }) => onlyIn === null) ??
            accounts.find(({ onlyIn }) => onlyIn === workspaceId) ??
            accounts[0]
          if (known === undefined) {
            const id = (yield* ids.uuid) as UserId
            yield* sql`INSERT INTO users ${sql.insert({ id, email, name, created_at: yield* now })}`
            return { id, email }
          }
          yield* people.lock(known.id)
          // Reread under the lock, as the account may have been verified or limited to a workspace meanwhile.
          const { onlyIn } = (yield* people.find(known.id))!
          if (onlyIn !== null) yield* empty(known.id, name, by)
          else {
            yield* sql`UPDATE users SET name = coalesce(name, ${name}) WHERE id = ${known.id}`
          }
          return { id: known.id, email }
        },
        sql.withTransaction,
        Sql.orDie
      )

      return VerifiedAccounts.of({ account })
    })
  )
}
