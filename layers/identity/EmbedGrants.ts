/** Access to the embed: a token that is redeemed once, and the session it becomes. Both are stored hashed. */
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { EmbedToken } from "../../schema/EmbedToken.ts"
import * as Scope from "../../schema/Scope.ts"
import { type Actor, gaveUp } from "./Actor.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import * as WorkspaceStatus from "./rehearsals/WorkspaceStatus.ts"
import * as PersonalSecret from "./PersonalSecret.ts"
import { Tenant } from "./Tenant.ts"

const tokenMinutes = 10
export const sessionMinutes = 60

const after = (time: string, minutes: number): string =>
  DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(time), { minutes }))

interface Row extends PersonalSecret.Row {
  readonly granted: ReadonlyArray<Scope.Scope>
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
    /** Deletes up to `limit` tokens and sessions that ended by `by`, and returns their number. */
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
        const token = PersonalSecret.make("emb", workspace.id, yield* ids.token(43))
        const expires_at = after(yield* now, tokenMinutes)
        yield* sql`INSERT INTO embed_grants ${sql.insert({
          workspace_id: workspace.id,
          hash: PersonalSecret.hash(token),
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
        const workspaceId = PersonalSecret.workspaceOf(token, "emb", "ems")
        if (workspaceId === undefined) return undefined
        const secret = PersonalSecret.make("ems", workspaceId, yield* ids.token(43))
        const at = yield* now
        const rows = yield* sql`UPDATE embed_grants g
          SET kind = 'session', hash = ${PersonalSecret.hash(secret)}, expires_at = ${after(at, sessionMinutes)}
          FROM members m
          WHERE g.workspace_id = ${workspaceId} AND g.hash = ${PersonalSecret.hash(token)} AND g.kind = 'token'
            AND g.expires_at > ${at} AND ${alive(workspaceId)}
          RETURNING g.user_id`
        return rows.length === 0 ? undefined : secret
      }, Sql.orDie)

      const session = Effect.fn("EmbedGrants.session")(function* (secret: string) {
        const workspaceId = PersonalSecret.workspaceOf(secret, "emb", "ems")
        if (workspaceId === undefined) return undefined
        const at = yield* now
        const rows = yield* sql<Row>`SELECT g.user_id, u.email, u.name AS user_name, m.role,
            w.name AS workspace_name, w.plan, g.granted,
            ${sql.literal(WorkspaceStatus.columns)}
          FROM embed_grants g
          JOIN members m ON ${alive(workspaceId)}
          JOIN users u ON u.id = g.user_id
          JOIN workspaces w ON w.id = g.workspace_id
          WHERE g.workspace_id = ${workspaceId} AND g.hash = ${PersonalSecret.hash(secret)} AND g.kind = 'session'
            AND g.expires_at > ${at} AND ${WorkspaceStatus.isOpen(sql, at)}`
        return rows[0] === undefined
          ? undefined
          : PersonalSecret.actorOf(rows[0], workspaceId, new Set(rows[0].granted))
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
