/** Browser sessions: only the hash of the cookie's token is stored. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { UserId, WorkspaceId } from "../../../schema/Id.ts"
import { PersonAudit, tell } from "./PersonAudit.ts"
import { Ids } from "../../platform/Ids.ts"
import { now } from "../../platform/Now.ts"
import type { Deed } from "../../audit/Audit.ts"
import * as Doers from "../../audit/Doers.ts"
import * as Sql from "../../platform/database/Sql.ts"

const day = 86_400_000

/** A session ends this long after sign-in, or `idleness` after it was last seen. Milliseconds. */
export const lifetime = 30 * day
const idleness = 14 * day

/** The last-seen time is written no more often than this. */
const attention = 3_600_000

export interface Session {
  readonly userId: UserId
  readonly email: string
  readonly name: string | null
  /** The workspace last selected in this browser. */
  readonly workspaceId: WorkspaceId | null
  readonly createdAt: string
  readonly seenAt: string
}

/** Leaving, as the audit log has it. */
const leaving = (id: UserId, where: "sign_out" | "sign_out_everywhere"): Deed => ({
  operation: `account.${where}`,
  surface: "pages",
  doer: Doers.person(id)
})

const hash = (token: string): Buffer => createHash("sha256").update(token).digest()

export class Sessions extends Context.Service<
  Sessions,
  {
    /** Signs a person in; the token is for the cookie. */
    readonly open: (userId: UserId) => Effect.Effect<string>
    /** Undefined once it has ended, or the password has changed. */
    readonly find: (token: string) => Effect.Effect<Session | undefined>
    readonly choose: (token: string, workspaceId: WorkspaceId) => Effect.Effect<void>
    readonly close: (token: string) => Effect.Effect<void>
    readonly closeAll: (userId: UserId) => Effect.Effect<void>
    /** Deletes up to `limit` that had ended by `asOf`; returns how many. */
    readonly expire: (asOf: string, limit: number) => Effect.Effect<number>
  }
>()("pipeline/layers/people/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const personAudit = yield* PersonAudit

      const open = Effect.fn("Sessions.open")(function* (userId: UserId) {
        const token = yield* ids.token(43)
        const at = yield* now
        yield* sql`INSERT INTO sessions (hash, user_id, password_version, created_at, seen_at)
          SELECT ${hash(token)}::bytea, id, password_version, ${at}::timestamptz, ${at}::timestamptz
          FROM users WHERE id = ${userId}`
        return token
      }, Sql.orDie)

      const find = Effect.fn("Sessions.find")(function* (token: string) {
        const millis = yield* Clock.currentTimeMillis
        const rows = yield* sql<Session>`SELECT u.id AS "userId", u.email, u.name,
            s.workspace_id AS "workspaceId", s.created_at AS "createdAt", s.seen_at AS "seenAt"
          FROM sessions s
          JOIN users u ON u.id = s.user_id AND u.password_version = s.password_version
          WHERE s.hash = ${hash(token)} AND s.created_at > ${new Date(millis - lifetime).toISOString()}
            AND s.seen_at > ${new Date(millis - idleness).toISOString()}`
        const session = rows[0]
        if (session !== undefined && millis - Date.parse(session.seenAt) > attention) {
          yield* sql`UPDATE sessions SET seen_at = ${new Date(millis).toISOString()} WHERE hash = ${hash(token)}`
        }
        return session
      }, Sql.orDie)

      const choose = Effect.fn("Sessions.choose")(function* (token: string, workspaceId: WorkspaceId) {
        yield* sql`UPDATE sessions SET workspace_id = ${workspaceId} WHERE hash = ${hash(token)}`
      }, Sql.orDie)

      const end = Effect.fnUntraced(function* (id: UserId, which?: Uint8Array) {
        const { after, before } = yield* personAudit.endSessions(id, which)
        if (after < before) yield* tell(id, { sessions: before }, { sessions: after })
      })

      const close = Effect.fn("Sessions.close")(function* (token: string) {
        const [of] = yield* sql<{
          id: UserId
        }>`SELECT user_id AS id FROM sessions WHERE hash = ${hash(token)}`
        if (of === undefined) return
        yield* personAudit.told(leaving(of.id, "sign_out"), of.id, end(of.id, hash(token)))
      }, Sql.orDie)

      const closeAll = (id: UserId) => personAudit.told(leaving(id, "sign_out_everywhere"), id, end(id))

      const expire = Effect.fn("Sessions.expire")(function* (asOf: string, limit: number) {
        const millis = Date.parse(asOf)
        const rows = yield* sql`DELETE FROM sessions WHERE hash IN (
          SELECT hash FROM sessions WHERE created_at <= ${new Date(millis - lifetime).toISOString()}
            OR seen_at <= ${new Date(millis - idleness).toISOString()} LIMIT ${limit}
        ) RETURNING user_id`
        return rows.length
      }, Sql.orDie)

      return Sessions.of({ open, find, choose, close, closeAll, expire })
    })
  )
}
