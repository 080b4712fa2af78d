/** The permissions that people currently give to apps in a workspace. */
import { Context, Effect, Layer, Option } from "effect"
import { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import type { UserId, WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import type { Rules } from "../../../schema/Rules.ts"
import type { Role, Scope } from "../../../schema/Scope.ts"
import * as GrantId from "../../../src/identity/rules/GrantId.ts"
import { CredentialChanges } from "../CredentialChanges.ts"
import * as Difference from "../../../src/audit/rules/Difference.ts"
import { Audit } from "../../audit/Audit.ts"
import * as AuditActors from "../../audit/AuditActors.ts"
import * as ChangeSet from "../../audit/ChangeSet.ts"
import { Ids } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Now.ts"
import * as Sql from "../../database/Sql.ts"
import * as WorkspaceStatus from "../rehearsals/WorkspaceStatus.ts"
import { Tenant } from "../Tenant.ts"

/** A valid grant: its app, its person and their membership all still exist. */
export interface LiveGrant extends WorkspaceStatus.Row {
  readonly clientId: string
  readonly clientName: string
  readonly scopes: ReadonlyArray<Scope>
  readonly userId: UserId
  readonly email: string
  readonly userName: string | null
  readonly role: Role
  readonly workspaceId: WorkspaceId
  readonly workspaceName: string
  readonly plan: Plan
  readonly rules: Rules | null
}

interface NewGrant {
  readonly userId: UserId
  readonly userName?: string | null
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly scopes: ReadonlyArray<Scope>
}

/** A connected app, as a workspace's members see it. */
interface ConnectedApp {
  readonly grantId: string
  readonly userId: UserId
  readonly email: string
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly scopes: ReadonlyArray<Scope>
  readonly createdAt: string
  readonly usedAt: string | null
}

export class Grants extends Context.Service<
  Grants,
  {
    /**
     * Returns the grant's id, and marks the app as used. Ends the person's earlier grants to the app that have fewer scopes, so that an app
     * that asks for more is listed once.
     */
    readonly create: (grant: NewGrant) => Effect.Effect<string, never, Tenant>
    /** Undefined once the grant, the membership or the client is gone, or the password has changed. */
    readonly find: (grantId: string) => Effect.Effect<LiveGrant | undefined>
    /** The combined scopes of a person's grants to an app in this workspace; undefined if there is no grant. */
    readonly findCombined: (
      clientId: string,
      userId: UserId
    ) => Effect.Effect<LiveGrant | undefined, never, Tenant>
    readonly list: Effect.Effect<ReadonlyArray<ConnectedApp>, never, Tenant>
    /** Ends a grant with its refresh and access tokens; returns whether it existed. */
    readonly revoke: (grantId: string) => Effect.Effect<boolean>
    /** Like `revoke`, but requested by the app itself, or because one of its codes was used twice. */
    readonly end: (grantId: string, operation: "oauth.revoke" | "oauth.replay") => Effect.Effect<void>
    /** Deletes up to `limit` grants that ended or were last used before a time, and returns their number. */
    readonly expire: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
    /** Records when a grant was last used. */
    readonly recordUse: (grantId: string, at: string) => Effect.Effect<void>
  }
>()("pipeline/layers/oauth/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const news = yield* CredentialChanges
      const ids = yield* Ids
      const audit = yield* Audit

      const create = Effect.fn("Grants.create")(
        function* (grant: NewGrant) {
          const { workspaceId } = yield* Tenant
          const id = yield* ids.uuid
          const createdAt = yield* now
          yield* sql`INSERT INTO oauth_grants (workspace_id, id, user_id, password_version, client_id,
              client_name, redirect_host, scopes, created_at)
            SELECT ${workspaceId}::uuid, ${id}::uuid, u.id, u.password_version, ${grant.clientId}::text,
              ${grant.clientName}::text, ${grant.redirectHost}::text, ${[...grant.scopes]}::text[],
              ${createdAt}::timestamptz
            FROM users u WHERE u.id = ${grant.userId}`
          const narrower = yield* sql<{ id: string }>`UPDATE oauth_grants SET revoked_at = ${createdAt}
            WHERE workspace_id = ${workspaceId} AND user_id = ${grant.userId} AND client_id = ${grant.clientId}
              AND revoked_at IS NULL AND scopes <@ ${[...grant.scopes]}::text[]
              AND NOT scopes @> ${[...grant.scopes]}::text[] RETURNING id`
          const { clientId, clientName, redirectHost, userId } = grant
          const fields = { userId, clientId, clientName, redirectHost, scopes: [...grant.scopes], createdAt }
          yield* ChangeSet.note(() => [
            Difference.of("app", id, null, fields),
            ...narrower.map((app) => Difference.revoked("app", app.id, createdAt))
          ])
          for (const { id: ended } of narrower) {
            yield* sql`/* across: app grants */ DELETE FROM oauth_artifacts WHERE grant_id = ${GrantId.format({ workspaceId, id: ended })}`
            yield* news.announce(ended)
          }
          yield* sql`UPDATE oauth_clients SET used_at = ${createdAt} WHERE id = ${grant.clientId}`
          return GrantId.format({ workspaceId, id })
        },
        (effect, { userId, userName }) => {
          const doer = AuditActors.person(userId, userName)
          return audit.runAudited({ operation: "apps.connect", surface: "pages", doer }, effect)
        },
        Sql.orDie
      )

      const alive = Effect.fnUntraced(function* (condition: Statement.Fragment) {
        return yield* sql<LiveGrant>`SELECT g.client_id AS "clientId", g.client_name AS "clientName", g.scopes,
            u.id AS "userId", u.email, u.name AS "userName", m.role,
            w.id AS "workspaceId", w.name AS "workspaceName", w.plan, r.rules,
            ${sql.literal(WorkspaceStatus.columns)}
          FROM oauth_grants g
          JOIN workspaces w ON w.id = g.workspace_id
          JOIN users u ON u.id = g.user_id AND u.password_version = g.password_version
          JOIN members m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id AND m.removed_at IS NULL
          LEFT JOIN oauth_clients c ON c.id = g.client_id
          LEFT JOIN credential_rules r ON r.workspace_id = g.workspace_id AND r.credential = g.client_id
          WHERE ${condition} AND g.revoked_at IS NULL AND ${WorkspaceStatus.isOpen(sql, yield* now)}
            AND (c.id IS NOT NULL OR g.client_id LIKE 'https://%')
          ORDER BY g.created_at DESC`
      })

      const find = Effect.fn("Grants.find")(function* (grantId: string) {
        const parts = Option.getOrUndefined(GrantId.parse(grantId))
        if (parts === undefined) return undefined
        const rows = yield* alive(sql`g.workspace_id = ${parts.workspaceId} AND g.id = ${parts.id}`)
        return rows[0]
      }, Sql.orDie)

      const findCombined = Effect.fn("Grants.between")(function* (clientId: string, userId: UserId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* alive(
          sql`g.workspace_id = ${workspaceId} AND g.client_id = ${clientId} AND g.user_id = ${userId}`
        )
        const scopes = [...new Set(rows.flatMap((grant) => grant.scopes))]
        return rows[0] === undefined ? undefined : { ...rows[0], scopes }
      }, Sql.orDie)

      const list = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<ConnectedApp>`SELECT g.workspace_id || '.' || g.id AS "grantId",
            u.id AS "userId", u.email, g.client_id AS "clientId", g.client_name AS "clientName",
            g.redirect_host AS "redirectHost", g.scopes, g.created_at AS "createdAt", g.used_at AS "usedAt"
          FROM oauth_grants g
          JOIN users u ON u.id = g.user_id AND u.password_version = g.password_version
          JOIN members m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id AND m.removed_at IS NULL
          WHERE g.workspace_id = ${workspaceId} AND g.revoked_at IS NULL
          ORDER BY g.created_at DESC, g.id DESC`
      }).pipe(Sql.orDie)

      const revoke = Effect.fn("Grants.revoke")(function* (grantId: string) {
        const parts = Option.getOrUndefined(GrantId.parse(grantId))
        if (parts === undefined) return false
        const revokedAt = yield* now
        const rows = yield* sql<{ id: string }>`UPDATE oauth_grants SET revoked_at = ${revokedAt}
          WHERE workspace_id = ${parts.workspaceId} AND id = ${parts.id} AND revoked_at IS NULL RETURNING id`
        yield* ChangeSet.note(() => rows.map((app) => Difference.revoked("app", app.id, revokedAt)))
        yield* sql`/* across: app grants */ DELETE FROM oauth_artifacts WHERE grant_id = ${grantId}`
        yield* news.announce(parts.id)
        return rows.length > 0
      }, Sql.orDie)

      const end = Effect.fn("Grants.end")(function* (
        grantId: string,
        operation: "oauth.revoke" | "oauth.replay"
      ) {
        const parts = Option.getOrUndefined(GrantId.parse(grantId))
        if (parts === undefined) return
        const [app] = yield* sql<Parameters<typeof AuditActors.app>[0]>`SELECT g.client_id AS "clientId",
            g.client_name AS "clientName", g.user_id AS "userId", u.name AS "userName"
          FROM oauth_grants g JOIN users u ON u.id = g.user_id
          WHERE g.workspace_id = ${parts.workspaceId} AND g.id = ${parts.id}`
        if (app === undefined) return
        const ended = audit.runAudited(
          { operation, surface: "rest", doer: AuditActors.app(app) },
          revoke(grantId)
        )
        yield* Effect.provideService(ended, Tenant, { workspaceId: parts.workspaceId })
      }, Sql.orDie)

      const recordUse = Effect.fn("Grants.recordUse")(function* (grantId: string, at: string) {
        const parts = Option.getOrUndefined(GrantId.parse(grantId))
        if (parts === undefined) return
        yield* sql`UPDATE oauth_grants SET used_at = greatest(used_at, ${at}::timestamptz)
          WHERE workspace_id = ${parts.workspaceId} AND id = ${parts.id}`
      }, Sql.orDie)

      const expire = Effect.fn("Grants.expire")(function* (before: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{
          id: string
        }>`DELETE FROM oauth_grants WHERE workspace_id = ${workspaceId} AND id IN (
          SELECT id FROM oauth_grants WHERE workspace_id = ${workspaceId}
            AND (revoked_at < ${before} OR coalesce(used_at, created_at) < ${before}) LIMIT ${limit}
        ) RETURNING id`
        yield* ChangeSet.note(() => rows.map(({ id }) => ({ resource: "app", id, before: {}, after: null })))
        return rows.length
      }, Sql.orDie)

      return Grants.of({ create, find, findCombined, list, revoke, end, expire, recordUse })
    })
  )
}
