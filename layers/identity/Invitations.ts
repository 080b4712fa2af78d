/**
 * Invitations of an address into one workspace. They create no account, and look the same whether or not the address
 * has one. An admin sees the link, so it must give access to this workspace only, and reveal nothing.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { AuditFields } from "../../schema/Audit.ts"
import type { Conflict } from "../../schema/Fault.ts"
import type { UserId, WorkspaceId } from "../../schema/Id.ts"
import type { Invitation } from "../../schema/Member.ts"
import type { Role } from "../../schema/Scope.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import type { Doer } from "../audit/AuditRow.ts"
import { Audit } from "../audit/Audit.ts"
import * as AuditActors from "../audit/AuditActors.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { Ids } from "../runtime/Ids.ts"
import { Members } from "./Members.ts"
import { now } from "../runtime/Now.ts"
import { invitationHours, type Link, normal, People } from "./people/People.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "./Tenant.ts"

/** The invitation behind a link. */
export interface Invited {
  readonly workspaceId: WorkspaceId
  readonly workspaceName: string
  readonly email: string
  readonly name: string | null
  readonly role: Role
  readonly revivesKeys: boolean
  /** Whether the link was mailed to the address, so that only the address's owner has it. */
  readonly isMailed: boolean
}

/** The person an admin invites. */
interface InvitationRequest {
  readonly email: string
  readonly name: string | null
  readonly role: Role
  /** Whether a former member's keys are enabled again. */
  readonly revivesKeys: boolean
  /** Whether the link is mailed to the person and shown to nobody else. */
  readonly isMailed: boolean
}

interface InvitationRow extends AuditFields {
  readonly id: string
}

const ended = ({ id, ...fields }: InvitationRow) => Difference.of("invitation", id, fields, null)

const hash = (token: string): Buffer => createHash("sha256").update(token).digest()

/** Marks a token as mailed. It can't be added later, since the stored hash covers the whole token. */
const mailedMark = "mailed-"

/** A link's token contains its workspace, which every query needs. */
const workspaceOf = (token: string): WorkspaceId | undefined =>
  /^[0-9a-f-]{36}\.(mailed-)?[0-9A-Za-z]{43}$/u.test(token) ? (token.slice(0, 36) as WorkspaceId) : undefined

export class Invitations extends Context.Service<
  Invitations,
  {
    /** Invites a person; an earlier link for the address stops working. */
    readonly make: (input: InvitationRequest) => Effect.Effect<Link, never, Tenant>
    /** Invitations not yet accepted, newest first. */
    readonly list: Effect.Effect<ReadonlyArray<Invitation>, never, Tenant>
    /** Returns whether the invitation existed. */
    readonly withdraw: (id: string) => Effect.Effect<boolean, never, Tenant>
    readonly find: (token: string) => Effect.Effect<Invited | undefined>
    /** Makes the person a member if the link is still valid and was made for their address. */
    readonly accept: (token: string, userId: UserId) => Effect.Effect<Invited | undefined, Conflict>
    /** Like `accept`, for anyone with the link: creates an account with a password that only this workspace trusts. */
    readonly enter: (token: string, digest: string) => Effect.Effect<UserId | undefined, Conflict>
    /** Deletes up to `limit` invitations that expired by `asOf`, and returns their number. */
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
      const audit = yield* Audit

      const stored = sql.literal(`id, email, name, role, revives_keys AS "revivesKeys",
        created_at AS "createdAt", expires_at AS "expiresAt"`)

      const make = Effect.fn("Invitations.make")(function* (input: InvitationRequest) {
        const { workspaceId } = yield* Tenant
        const token = `${workspaceId}.${input.isMailed ? mailedMark : ""}${yield* ids.token(43)}`
        const at = yield* now
        const expiresAt = new Date(Date.parse(at) + invitationHours * 3_600_000).toISOString()
        const made = yield* sql<{ id: string }>`INSERT INTO invitations ${sql.insert({
          workspace_id: workspaceId,
          id: yield* ids.uuid,
          email: normal(input.email),
          name: input.name,
          role: input.role,
          revives_keys: input.revivesKeys,
          hash: hash(token),
          created_at: at,
          expires_at: expiresAt
        })} ON CONFLICT (workspace_id, email) DO UPDATE SET name = excluded.name, role = excluded.role,
          revives_keys = excluded.revives_keys, hash = excluded.hash, created_at = excluded.created_at,
          expires_at = excluded.expires_at RETURNING id`
        const { email, name, revivesKeys, role } = input
        const fields = { email: normal(email), name, role, revivesKeys, createdAt: at, expiresAt }
        yield* ChangeSet.note(() => made.map(({ id }) => Difference.of("invitation", id, null, fields)))
        return { token, expiresAt }
      }, Sql.orDie)

      const list = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<Invitation>`SELECT ${stored}
          FROM invitations WHERE workspace_id = ${workspaceId} AND expires_at > ${yield* now}
          ORDER BY created_at DESC, id DESC LIMIT 500`
      }).pipe(Sql.orDie)

      const withdraw = Effect.fn("Invitations.withdraw")(function* (id: string) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<InvitationRow>`DELETE FROM invitations
          WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${stored}`
        yield* ChangeSet.note(() => rows.map(ended))
        return rows.length > 0
      }, Sql.orDie)

      const find = Effect.fn("Invitations.find")(function* (token: string) {
        const workspaceId = workspaceOf(token)
        if (workspaceId === undefined) return undefined
        const rows = yield* sql<
          Omit<Invited, "isMailed">
        >`SELECT w.id AS "workspaceId", w.name AS "workspaceName",
            i.email, i.name, i.role, i.revives_keys AS "revivesKeys"
          FROM invitations i JOIN workspaces w ON w.id = i.workspace_id
          WHERE i.workspace_id = ${workspaceId} AND i.hash = ${hash(token)} AND i.expires_at > ${yield* now}`
        const isMailed = token.slice(workspaceId.length + 1).startsWith(mailedMark)
        return rows[0] === undefined ? undefined : { ...rows[0], isMailed }
      }, Sql.orDie)

      /**
       * The workspace that trusts the account of somebody who joins with a new password; null means all. A mailed link proves the address
       * like an operator does, but an account that the address already has is not changed.
       */
      const reachOf = Effect.fnUntraced(function* ({ email, isMailed, workspaceId }: Invited) {
        const accounts = yield* people.accounts(email)
        const isKnown = accounts.some(({ onlyIn }) => onlyIn === null || onlyIn === workspaceId)
        return isMailed && !isKnown ? null : workspaceId
      })

      /** Uses the link. If several uses and withdrawals run at once, only one succeeds. */
      const use = Effect.fnUntraced(function* (token: string, email?: string) {
        const invited = yield* find(token)
        if (invited === undefined || (email !== undefined && invited.email !== email)) return undefined
        const rows = yield* sql<{ id: string }>`DELETE FROM invitations
          WHERE workspace_id = ${invited.workspaceId} AND hash = ${hash(token)} RETURNING id`
        const { email: address, role } = invited
        yield* ChangeSet.note(() =>
          rows.map(({ id }) => Difference.of("invitation", id, { email: address, role }, null))
        )
        return rows.length > 0 ? invited : undefined
      })

      const add = (userId: UserId, { revivesKeys, role, workspaceId }: Invited) =>
        Effect.provideService(members.add(userId, role, revivesKeys ? "revived" : undefined), Tenant, {
          workspaceId
        })

      /** Does nothing more for a link without a workspace. */
      const recorded = <A, E, R>(token: string, doer: Doer, effect: Effect.Effect<A, E, R>) => {
        const workspaceId = workspaceOf(token)
        if (workspaceId === undefined) return effect
        const joining = audit.runAudited({ operation: "invitations.accept", surface: "pages", doer }, effect)
        return Effect.provideService(joining, Tenant, { workspaceId })
      }

      const accept = Effect.fn("Invitations.accept")(
        function* (token: string, userId: UserId) {
          // The person is locked first, in the same order as when a password link is created.
          yield* people.lock(userId)
          const invited = yield* use(token, (yield* people.find(userId))?.email ?? "")
          if (invited === undefined) return undefined
          yield* add(userId, invited)
          return invited
        },
        (effect, token, userId) =>
          Effect.flatMap(people.find(userId), (person) =>
            recorded(token, AuditActors.person(userId, person?.name), effect)
          ),
        Sql.orDie
      )

      const enter = Effect.fn("Invitations.enter")(
        function* (token: string, digest: string) {
          const invited = yield* use(token)
          if (invited === undefined) return undefined
          const id = yield* people.enter({ ...invited, digest }, yield* reachOf(invited))
          yield* add(id, invited)
          return id
        },
        (effect, token) => recorded(token, AuditActors.visitor("invitation"), effect),
        Sql.orDie
      )

      const expire = Effect.fn("Invitations.expire")(function* (asOf: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows =
          yield* sql<InvitationRow>`DELETE FROM invitations WHERE workspace_id = ${workspaceId} AND id IN (
          SELECT id FROM invitations WHERE workspace_id = ${workspaceId} AND expires_at <= ${asOf}
          LIMIT ${limit}) AND expires_at <= ${asOf} RETURNING ${stored}`
        yield* ChangeSet.note(() => rows.map(ended))
        return rows.length
      }, Sql.orDie)

      return Invitations.of({ make, list, withdraw, find, accept, enter, expire })
    })
  )
}
