/**
 * Admits people who sign in through the provider. An account is found by the provider's id of the person, and the first time by the address
 * if the operator trusts the provider for its domain. The account then counts as verified, so a password chosen by somebody else is
 * removed.
 */
import { Context, Data, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId, WorkspaceId } from "../../../schema/Id.ts"
import type { ProviderClaims } from "../../../src/identity/rules/ProviderClaims.ts"
import * as ProviderSettings from "../../../src/identity/rules/ProviderSettings.ts"
import { Audit, type AuditContext } from "../../audit/Audit.ts"
import * as AuditActors from "../../audit/AuditActors.ts"
import { Members } from "../Members.ts"
import { People } from "../people/People.ts"
import { PersonAudit, noteChange } from "../people/PersonAudit.ts"
import { VerifiedAccounts } from "../people/VerifiedAccounts.ts"
import { now } from "../../runtime/Now.ts"
import * as Sql from "../../database/Sql.ts"
import { Tenant } from "../Tenant.ts"

/** The reason why a person known to the provider is not admitted. */
export class NotAdmitted extends Data.TaggedError("NotAdmitted")<{
  readonly reason:
    /** The provider returns no address, or doesn't confirm that it belongs to the person. */
    | "unverified"
    /** The address belongs to a domain that the provider isn't trusted for. */
    | "foreign"
    /** None of the person's groups has a role, and they belong to no workspace. */
    | "unmapped"
    /** The address's account belongs to another person at the provider. */
    | "taken"
    /** The workspace of the address's domain doesn't exist. */
    | "nowhere"
}> {}

interface Admission {
  readonly userId: UserId
  /** The workspace of the address's domain. */
  readonly workspaceId: WorkspaceId | undefined
}

interface Identity {
  readonly userId: UserId
  readonly joined: WorkspaceId | null
}

const auditContext: AuditContext = {
  operation: "account.provider",
  surface: "pages",
  doer: AuditActors.visitor("provider")
}

const unlinking: AuditContext = {
  operation: "admin.user.unlink",
  surface: "admin",
  doer: AuditActors.operator
}

const refuse = (reason: NotAdmitted["reason"]) => Effect.fail(new NotAdmitted({ reason }))

export class AccountLinking extends Context.Service<
  AccountLinking,
  {
    /** Finds the person's account. Its role in the domain's workspace follows the person's groups. With `isInvited`, no role is needed. */
    readonly admit: (
      settings: ProviderSettings.ProviderSettings,
      claims: ProviderClaims,
      isInvited: boolean
    ) => Effect.Effect<Admission, NotAdmitted>
    /** The account linked to a person at the provider. */
    readonly known: (who: Pick<ProviderClaims, "issuer" | "subject">) => Effect.Effect<UserId | undefined>
    /** Removes an account's links to providers, and returns their number. */
    readonly unlink: (id: UserId) => Effect.Effect<number>
  }
>()("pipeline/layers/provider/AccountLinking") {
  static readonly layer = Layer.effect(
    AccountLinking,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const members = yield* Members
      const people = yield* People
      const personAudit = yield* PersonAudit
      const vouched = yield* VerifiedAccounts

      const find = Effect.fnUntraced(function* ({
        issuer,
        subject
      }: Pick<ProviderClaims, "issuer" | "subject">) {
        const rows = yield* sql<Identity>`SELECT user_id AS "userId", joined FROM identities
          WHERE issuer = ${issuer} AND subject = ${subject}`
        return rows[0]
      }, Sql.orDie)

      /** Ignores changes that aren't possible: removing the last admin, or adding an account that only another workspace trusts. */
      const orStay = <E extends { readonly _tag: string; readonly message: string }, R>(
        change: Effect.Effect<void, E, R>
      ) =>
        Effect.catch(change, ({ message }) =>
          Effect.logWarning(`Groups of the sign-in provider are not followed: ${message}`)
        )

      /** If the groups give a role, it is set. If they give none, a member who joined through groups is removed. */
      const follow = Effect.fnUntraced(function* (
        claims: ProviderClaims,
        { joined, userId }: Identity,
        role: ReturnType<typeof ProviderSettings.roleOf>
      ) {
        const { workspaceId } = yield* Tenant
        const member = yield* members.find(userId)
        if (role === undefined) {
          return member !== undefined && joined === workspaceId
            ? yield* orStay(members.remove(userId))
            : undefined
        }
        if (member?.role === role) return
        if (member !== undefined) return yield* orStay(members.setRole(userId, role))
        yield* orStay(
          Effect.andThen(
            members.add(userId, role),
            Sql.orDie(sql`UPDATE identities SET joined = ${workspaceId}
              WHERE issuer = ${claims.issuer} AND subject = ${claims.subject}`)
          )
        )
      })

      const link = Effect.fnUntraced(function* (claims: ProviderClaims, email: string) {
        const { issuer, subject } = claims
        const { id } = yield* vouched.account(email, claims.name ?? null, auditContext)
        // Reread under the lock, because a concurrent sign-in may have linked the person.
        const before = yield* find(claims)
        if (before !== undefined) return before
        const [other] = yield* sql`SELECT 1 FROM identities WHERE user_id = ${id} AND issuer = ${issuer}`
        if (other !== undefined) return yield* refuse("taken")
        const createdAt = yield* now
        yield* sql`INSERT INTO identities ${sql.insert({ issuer, subject, user_id: id, created_at: createdAt })}`
        yield* noteChange(id, { provider: null }, { provider: issuer })
        return { userId: id, joined: null } satisfies Identity
      }, Sql.orDie)

      /** Runs in the workspace of the domain. A refusal of a new person leaves nothing behind, but a removed membership stays removed. */
      const enter = Effect.fnUntraced(function* (
        settings: ProviderSettings.ProviderSettings,
        claims: ProviderClaims,
        email: string,
        isInvited: boolean
      ) {
        const before = yield* find(claims)
        const identity = before ?? (yield* link(claims, email))
        yield* follow(claims, identity, ProviderSettings.roleOf(settings, claims.groups))
        const belongs = isInvited || (yield* people.memberships(identity.userId)).length > 0
        if (!belongs && before === undefined) return yield* refuse("unmapped")
        return { userId: identity.userId, belongs }
      })

      const exists = Effect.fnUntraced(function* (id: WorkspaceId) {
        const rows = yield* sql`SELECT 1 FROM workspaces WHERE id = ${id} AND rehearsal_of IS NULL`
        return rows.length > 0
      }, Sql.orDie)

      const admit: AccountLinking["Service"]["admit"] = Effect.fn("AccountLinking.admit")(
        function* (settings, claims, isInvited) {
          const { email } = claims
          const workspaceId = email === undefined ? undefined : ProviderSettings.workspaceOf(settings, email)
          if (email === undefined || workspaceId === undefined) {
            const before = yield* find(claims)
            if (before === undefined) return yield* refuse(email === undefined ? "unverified" : "foreign")
            return { userId: before.userId, workspaceId }
          }
          if (!(yield* exists(workspaceId))) return yield* refuse("nowhere")
          const entering = audit.runAudited(auditContext, enter(settings, claims, email, isInvited))
          const { belongs, userId } = yield* Effect.provideService(entering, Tenant, { workspaceId })
          return belongs ? { userId, workspaceId } : yield* refuse("unmapped")
        }
      )

      const known: AccountLinking["Service"]["known"] = (who) =>
        Effect.map(find(who), (found) => found?.userId)

      const forget = Effect.fnUntraced(function* (id: UserId) {
        const rows = yield* sql<{
          issuer: string
        }>`DELETE FROM identities WHERE user_id = ${id} RETURNING issuer`
        for (const { issuer } of rows) yield* noteChange(id, { provider: issuer }, { provider: null })
        return rows.length
      }, Sql.orDie)

      const unlink = (id: UserId) => personAudit.told(unlinking, id, forget(id))

      return AccountLinking.of({ admit, known, unlink })
    })
  )
}
