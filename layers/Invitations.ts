/**
 * Invitations of people who have an account already. They become members by accepting, signed in as themselves: their
 * password is theirs, whoever invites them, and who merely holds an account in their name does not get in.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { Conflict } from "../schema/Fault.ts"
import type { UserId, WorkspaceId } from "../schema/Id.ts"
import type { Invitation } from "../schema/Member.ts"
import type { Role } from "../schema/Scope.ts"
import { Ids } from "./Ids.ts"
import { Members } from "./Members.ts"
import { now } from "./Now.ts"
import { invitationHours, type Link, People } from "./people/People.ts"
import * as Sql from "./Sql.ts"
import { Tenant } from "./Tenant.ts"

/** What an invitation's link leads to. */
export interface Invited {
  readonly workspaceId: WorkspaceId
  readonly workspaceName: string
  readonly userId: UserId
  readonly email: string
  readonly role: Role
}

const hash = (token: string): Buffer => createHash("sha256").update(token).digest()

/** A link's token names its workspace, since rows are found by it. */
const workspaceOf = (token: string): WorkspaceId | undefined =>
  /^[0-9a-f-]{36}\.[0-9A-Za-z]{43}$/u.test(token) ? (token.slice(0, 36) as WorkspaceId) : undefined

export class Invitations extends Context.Service<
  Invitations,
  {
    /** Invites a person; a link made before is good no longer. */
    readonly make: (userId: UserId, role: Role) => Effect.Effect<Link, never, Tenant>
    /** Those nobody accepted yet, the newest first. */
    readonly list: Effect.Effect<ReadonlyArray<Invitation>, never, Tenant>
    /** Whether there was one to take back. */
    readonly withdraw: (userId: UserId) => Effect.Effect<boolean, never, Tenant>
    readonly find: (token: string) => Effect.Effect<Invited | undefined>
    /** Makes the person a member, where the link is still good and was made for them. */
    readonly accept: (token: string, userId: UserId) => Effect.Effect<Invited | undefined, Conflict>
    /** Forgets up to `limit` that were too old by `asOf`; answers how many. */
    readonly expire: (asOf: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const members = yield* Members
      const people = yield* People

      const make = Effect.fn("Invitations.make")(function* (userId: UserId, role: Role) {
        const { workspaceId } = yield* Tenant
        const token = `${workspaceId}.${yield* ids.token(43)}`
        const at = yield* now
        const expiresAt = new Date(Date.parse(at) + invitationHours * 3_600_000).toISOString()
        yield* sql`INSERT INTO invitations ${sql.insert({
          workspace_id: workspaceId,
          user_id: userId,
          role,
          hash: hash(token),
          created_at: at,
          expires_at: expiresAt
        })} ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = excluded.role, hash = excluded.hash,
          created_at = excluded.created_at, expires_at = excluded.expires_at`
        return { token, expiresAt }
      }, Sql.orDie)

      const list = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<Invitation>`SELECT u.id, u.email, i.role, i.created_at AS "createdAt",
            i.expires_at AS "expiresAt"
          FROM invitations i JOIN users u ON u.id = i.user_id
          WHERE i.workspace_id = ${workspaceId} AND i.expires_at > ${yield* now}
          ORDER BY i.created_at DESC, i.user_id`
      }).pipe(Sql.orDie)

      const withdraw = Effect.fn("Invitations.withdraw")(function* (userId: UserId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM invitations
          WHERE workspace_id = ${workspaceId} AND user_id = ${userId} RETURNING user_id`
        return rows.length > 0
      }, Sql.orDie)

      const find = Effect.fn("Invitations.find")(function* (token: string) {
        const workspaceId = workspaceOf(token)
        if (workspaceId === undefined) return undefined
        const rows = yield* sql<Invited>`SELECT w.id AS "workspaceId", w.name AS "workspaceName",
            u.id AS "userId", u.email, i.role
          FROM invitations i
          JOIN workspaces w ON w.id = i.workspace_id
          JOIN users u ON u.id = i.user_id
          WHERE i.workspace_id = ${workspaceId} AND i.hash = ${hash(token)} AND i.expires_at > ${yield* now}`
        return rows[0]
      }, Sql.orDie)

      const accept = Effect.fn("Invitations.accept")(
        function* (token: string, userId: UserId) {
          // Before anything else, as whoever invites them or makes them a link does.
          yield* people.hold(userId)
          const invited = yield* find(token)
          if (invited?.userId !== userId) return undefined
          const tenant = { workspaceId: invited.workspaceId }
          // An admin may have taken it back just now.
          const isTaken = yield* Effect.provideService(withdraw(userId), Tenant, tenant)
          if (!isTaken) return undefined
          yield* Effect.provideService(members.add(userId, invited.role), Tenant, tenant)
          return invited
        },
        sql.withTransaction,
        Sql.orDie
      )

      const expire = Effect.fn("Invitations.expire")(function* (asOf: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM invitations WHERE workspace_id = ${workspaceId} AND user_id IN (
          SELECT user_id FROM invitations WHERE workspace_id = ${workspaceId} AND expires_at <= ${asOf}
          LIMIT ${limit}) AND expires_at <= ${asOf} RETURNING user_id`
        return rows.length
      }, Sql.orDie)

      return Invitations.of({ make, list, withdraw, find, accept, expire })
    })
  )
}
