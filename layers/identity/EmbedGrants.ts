/** Access to the embed: a token that is redeemed once, and the session it becomes. Both are stored hashed. */
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { EmbedToken } from "../../schema/EmbedToken.ts"
import type { UserId } from "../../schema/Id.ts"
import { WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import * as Scope from "../../schema/Scope.ts"
import { type Actor, gaveUp } from "./Actor.ts"
import { Ids } from "../platform/Ids.ts"
import { now } from "../platform/Now.ts"
import * as Sql from "../platform/database/Sql.ts"
import * as Standing from "./rehearsals/Standing.ts"
import { Tenant } from "./Tenant.ts"

/** SPEC: Limits. */
const tokenMinutes = 10
export const sessionMinutes = 60

/** The secret contains the workspace, so that every query can name it. */
const secretOf = (kind: "emb" | "ems", workspaceId: string, random: string) =>
  `${kind}_${workspaceId.replaceAll("-", "").toLowerCase()}_${random}`

const pattern = /^em[bs]_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[0-9A-Za-z]{43}$/u

const workspaceOf = (secret: string): WorkspaceId | undefined => {
  const parts = pattern.exec(secret)
  return parts === null ? undefined : WorkspaceId.make(parts.slice(1).join("-"))
}

const hash = (secret: string): Buffer => createHash("sha256").update(secret).digest()

const after = (time: string, minutes: number): string =>
  DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(time), { minutes }))

interface Row extends Standing.Row {
  readonly user_id: UserId
  readonly email: string
  readonly user_name: string | null
  readonly role: Scope.Role
  readonly workspace_name: string
  readonly plan: Plan
  readonly granted: ReadonlyArray<Scope.Scope>
}

const toActor = (row: Row, workspaceId: WorkspaceId): Actor["Service"] => {
  const granted = new Set(row.granted)
  return {
    credential: { kind: "session" },
    user: { id: row.user_id, email: row.email, name: row.user_name },
    workspace: { id: workspaceId, name: row.workspace_name, plan: row.plan, ...Standing.of(row) },
    role: row.role,
    granted,
    scopes: new Set(Scope.ofRole[row.role].filter((scope) => granted.has(scope)))
  }
}

export class EmbedGrants extends Context.Service<
  EmbedGrants,
  {
    /** A token for the person behind a credential, with the credential's scopes, or fewer if the request asked for fewer. */
    readonly mint: (actor: Actor["Service"]) => Effect.Effect<EmbedToken>
    /**
     * Turns a token into a session, once, and returns the session's secret; undefined if the token is unknown, used
     * or expired, its maker is no longer a member, or the credential it was made with is revoked or expired.
     */
    readonly redeem: (token: string) => Effect.Effect<string | undefined>
    /** The session's person and current permissions; undefined if it has ended. */
    readonly session: (secret: string) => Effect.Effect<Actor["Service"] | undefined>
    /** Deletes up to `limit` tokens and sessions that had ended by `by`; returns how many. */
    readonly expire: (by: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/EmbedGrants") {
  static readonly layer = Layer.effect(
    EmbedGrants,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids

      const mint = Effect.fn("EmbedGrants.mint")(function* (actor: Actor["Service"]) {
        const { credential, granted, user, workspace } = actor
        const token = secretOf("emb", workspace.id, yield* ids.token(43))
        const expires_at = after(yield* now, tokenMinutes)
        yield* sql`INSERT INTO embed_grants ${sql.insert({
          workspace_id: workspace.id,
          hash: hash(token),
          kind: "token",
          user_id: user.id,
          key_id: credential.kind === "api_key" ? credential.id : null,
          client_id: credential.kind === "oauth" ? credential.clientId : null,
          granted: Scope.all.filter((scope) => granted.has(scope) && !gaveUp(actor, scope)),
          expires_at
        })}`
        return { token, expires_at }
      }, Sql.orDie)

      /** A grant is valid while its maker is a member, and the credential they made it with still works. */
      const alive = (workspaceId: string) =>
        sql`m.workspace_id = ${workspaceId} AND m.user_id = g.user_id AND m.removed_at IS NULL
        AND (g.key_id IS NULL OR EXISTS (SELECT FROM api_keys k WHERE k.id = g.key_id AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > now())))
        AND (g.client_id IS NULL OR EXISTS (SELECT FROM oauth_grants o
          JOIN users p ON p.id = o.user_id AND p.password_version = o.password_version
          WHERE o.workspace_id = ${workspaceId} AND o.user_id = g.user_id AND o.client_id = g.client_id
            AND o.revoked_at IS NULL AND o.scopes @> g.granted))`

      const redeem = Effect.fn("EmbedGrants.redeem")(function* (token: string) {
        const workspaceId = workspaceOf(token)
        if (workspaceId === undefined) return undefined
        const secret = secretOf("ems", workspaceId, yield* ids.token(43))
        const at = yield* now
        const rows = yield* sql`UPDATE embed_grants g
          SET kind = 'session', hash = ${hash(secret)}, expires_at = ${after(at, sessionMinutes)}
          FROM members m
          WHERE g.workspace_id = ${workspaceId} AND g.hash = ${hash(token)} AND g.kind = 'token'
            AND g.expires_at > ${at} AND ${alive(workspaceId)}
          RETURNING g.user_id`
        return rows.length === 0 ? undefined : secret
      }, Sql.orDie)

      const session = Effect.fn("EmbedGrants.session")(function* (secret: string) {
        const workspaceId = workspaceOf(secret)
        if (workspaceId === undefined) return undefined
        const at = yield* now
        const rows = yield* sql<Row>`SELECT g.user_id, u.email, u.name AS user_name, m.role,
            w.name AS workspace_name, w.plan, g.granted,
            ${sql.literal(Standing.columns)}
          FROM embed_grants g
          JOIN members m ON ${alive(workspaceId)}
          JOIN users u ON u.id = g.user_id
          JOIN workspaces w ON w.id = g.workspace_id
          WHERE g.workspace_id = ${workspaceId} AND g.hash = ${hash(secret)} AND g.kind = 'session'
            AND g.expires_at > ${at} AND ${Standing.isOpen(sql, at)}`
        return rows[0] === undefined ? undefined : toActor(rows[0], workspaceId)
      }, Sql.orDie)

      const expire = Effect.fn("EmbedGrants.expire")(function* (by: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM embed_grants
          WHERE workspace_id = ${workspaceId} AND hash IN (SELECT hash FROM embed_grants
            WHERE workspace_id = ${workspaceId} AND expires_at <= ${by} ORDER BY expires_at LIMIT ${limit})
          RETURNING kind`
        return rows.length
      }, Sql.orDie)

      return EmbedGrants.of({ mint, redeem, session, expire })
    })
  )
}
