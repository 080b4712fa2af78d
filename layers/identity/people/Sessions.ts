/** Browser sessions: only the hash of the cookie's token is stored. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { createHash } from "node:crypto"
import type { UserId, WorkspaceId } from "../../../schema/Id.ts"
import { PersonAudit, noteChange } from "./PersonAudit.ts"
import { Ids } from "../../runtime/Ids.ts"
import { Encryption } from "../../encryption/Encryption.ts"
import { now } from "../../runtime/Now.ts"
import type { AuditContext } from "../../audit/Audit.ts"
import * as AuditActors from "../../audit/AuditActors.ts"
import * as Sql from "../../database/Sql.ts"

const day = 86_400_000

/** Milliseconds. A session ends this long after sign-in, or `idleness` after it was last seen. */
export const lifetime = 30 * day
const idleness = 14 * day

/** The minimum interval between writes of the last-seen time, which is only exact to this. */
const attention = 5 * 60_000

/** The maximum number of a person's sessions. A new one ends the least recently used. */
const maxSessions = 50

export interface Session {
  readonly userId: UserId
  readonly email: string
  readonly name: string | null
  /** The language and time zone that the person saved; null to follow the browser. */
  readonly language: string | null
  readonly zone: string | null
  /** The workspace last selected in this browser. */
  readonly workspaceId: WorkspaceId | null
  readonly createdAt: string
  readonly seenAt: string
}

/** The origin of a session, as shown to the person. */
export interface Origin {
  /** The range of the IP address. */
  readonly address: string
  /** A short description of the browser. */
  readonly agent: string | null
  /** The session at the sign-in provider that started this one. */
  readonly provider?: { readonly issuer: string; readonly sid: string | undefined; readonly idToken: string }
}

/** A session as shown to its person. */
export interface Listed {
  /** The hash of its token in hex, which can't be used to sign in. */
  readonly id: string
  readonly createdAt: string
  /** Exact to `attention`. */
  readonly seenAt: string
  readonly address: string | null
  readonly agent: string | null
}

/** The kinds of sign-out in the audit log. */
type SignOut = "sign_out" | "sign_out_elsewhere" | "sign_out_everywhere"

const leaving = (id: UserId, where: SignOut): AuditContext => ({
  operation: `account.${where}`,
  surface: "pages",
  doer: AuditActors.person(id)
})

const ordered: AuditContext = {
  operation: "admin.user.sign_out",
  surface: "admin",
  doer: AuditActors.operator
}

const noticed: AuditContext = {
  operation: "account.provider_sign_out",
  surface: "pages",
  doer: AuditActors.visitor("provider")
}

/** The maximum length of an ID token that is stored. A longer one wouldn't fit a URL anyway. */
const maxIdTokenLength = 6_000

const sealed = "ID token of a session"

const hash = (token: string): Buffer => createHash("sha256").update(token).digest()

/** The id of the session with this token. */
export const idOf = (token: string): string => hash(token).toString("hex")

export class Sessions extends Context.Service<
  Sessions,
  {
    /** Signs a person in; the token is for the cookie. */
    readonly open: (userId: UserId, from?: Origin) => Effect.Effect<string>
    /** Undefined if the session has ended, or the password has changed. */
    readonly find: (token: string) => Effect.Effect<Session | undefined>
    /** Saves a person's language and time zone; null to follow the browser. */
    readonly readIn: (id: UserId, language: string | null, zone: string | null) => Effect.Effect<void>
    readonly choose: (token: string, workspaceId: WorkspaceId) => Effect.Effect<void>
    readonly close: (token: string) => Effect.Effect<void>
    readonly closeAll: (userId: UserId, by?: "operator") => Effect.Effect<void>
    /** Ends one of a person's sessions, or all except that of a token. */
    readonly closeOther: (
      userId: UserId,
      which: { readonly id: string } | { readonly except: string }
    ) => Effect.Effect<void>
    /** Ends sessions started by a provider: those of a session there, or all of a person. */
    readonly closeAt: (
      issuer: string,
      which: { readonly sid: string; readonly of?: UserId } | { readonly of: UserId }
    ) => Effect.Effect<void>
    /** The ID token that the provider issued for the session. */
    readonly idToken: (token: string) => Effect.Effect<string | undefined>
    /** A person's sessions, most recently used first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<Listed>>
    /** Deletes up to `limit` sessions that ended by `asOf`, and returns their number. */
    readonly expire: (asOf: string, limit: number) => Effect.Effect<number>
  }
>()("pipeline/layers/people/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const encryption = yield* Encryption
      const personAudit = yield* PersonAudit

      const open = Effect.fn("Sessions.open")(function* (userId: UserId, from?: Origin) {
        const token = yield* ids.token(43)
        const at = yield* now
        yield* sql`/* across: sessions */ DELETE FROM sessions WHERE user_id = ${userId} AND hash IN (
          SELECT hash FROM sessions WHERE user_id = ${userId} ORDER BY seen_at DESC, hash OFFSET ${maxSessions - 1})`
        const { address = null, agent = null, provider } = from ?? {}
        const idToken = (provider?.idToken.length ?? 0) > maxIdTokenLength ? undefined : provider?.idToken
        yield* sql`INSERT INTO sessions (hash, user_id, password_version, created_at, seen_at, address, agent, issuer, sid, id_token)
          SELECT ${hash(token)}::bytea, id, password_version, ${at}::timestamptz, ${at}::timestamptz,
            ${address}::text, ${agent}::text, ${provider?.issuer ?? null}::text, ${provider?.sid ?? null}::text,
            ${idToken === undefined ? null : encryption.seal(idToken, sealed)}::bytea
          FROM users WHERE id = ${userId}`
        return token
      }, Sql.orDie)

      const alive = Effect.map(Clock.currentTimeMillis, (millis) => {
        const [begun, seen] = [lifetime, idleness].map((ago) => new Date(millis - ago).toISOString())
        return sql`s.created_at > ${begun} AND s.seen_at > ${seen}`
      })

      const find = Effect.fn("Sessions.find")(function* (token: string) {
        const millis = yield* Clock.currentTimeMillis
        const rows =
          yield* sql<Session>`SELECT u.id AS "userId", u.email, u.name, u.language, u.time_zone AS zone,
            s.workspace_id AS "workspaceId", s.created_at AS "createdAt", s.seen_at AS "seenAt"
          FROM sessions s
          JOIN users u ON u.id = s.user_id AND u.password_version = s.password_version
          WHERE s.hash = ${hash(token)} AND ${yield* alive}`
        const session = rows[0]
        if (session !== undefined && millis - Date.parse(session.seenAt) > attention) {
          yield* sql`UPDATE sessions SET seen_at = ${new Date(millis).toISOString()} WHERE hash = ${hash(token)}`
        }
        return session
      }, Sql.orDie)

      const list = Effect.fn("Sessions.list")(function* (userId: UserId) {
        return yield* sql<Listed>`/* across: sessions */ SELECT encode(s.hash, 'hex') AS id, s.created_at AS "createdAt",
            s.seen_at AS "seenAt", s.address, s.agent
          FROM sessions s JOIN users u ON u.id = s.user_id AND u.password_version = s.password_version
          WHERE s.user_id = ${userId} AND ${yield* alive} ORDER BY s.seen_at DESC, s.hash LIMIT ${maxSessions}`
      }, Sql.orDie)

      const choose = Effect.fn("Sessions.choose")(function* (token: string, workspaceId: WorkspaceId) {
        yield* sql`UPDATE sessions SET workspace_id = ${workspaceId} WHERE hash = ${hash(token)}`
      }, Sql.orDie)

      const readIn = (id: UserId, language: string | null, zone: string | null) =>
        Sql.orDie(sql`UPDATE users SET language = ${language}, time_zone = ${zone} WHERE id = ${id}`).pipe(
          Effect.asVoid
        )

      const end = Effect.fnUntraced(function* (id: UserId, which?: Statement.Fragment) {
        const { after, before } = yield* personAudit.endSessions(id, which)
        if (after < before) yield* noteChange(id, { sessions: before }, { sessions: after })
      })

      const close = Effect.fn("Sessions.close")(function* (token: string) {
        const [of] = yield* sql<{
          id: UserId
        }>`SELECT user_id AS id FROM sessions WHERE hash = ${hash(token)}`
        if (of === undefined) return
        yield* personAudit.told(leaving(of.id, "sign_out"), of.id, end(of.id, sql`AND hash = ${hash(token)}`))
      }, Sql.orDie)

      const closeAll: Sessions["Service"]["closeAll"] = (id, by) =>
        personAudit.told(by === undefined ? leaving(id, "sign_out_everywhere") : ordered, id, end(id))

      const closeOther: Sessions["Service"]["closeOther"] = (id, which) => {
        const condition =
          "id" in which ? sql`AND hash = decode(${which.id}, 'hex')` : sql`AND hash <> ${hash(which.except)}`
        return personAudit.told(leaving(id, "sign_out_elsewhere"), id, end(id, condition))
      }

      const closeAt = Effect.fn("Sessions.closeAt")(function* (
        issuer: string,
        { of, sid }: { readonly of?: UserId; readonly sid?: string }
      ) {
        const condition = sid === undefined ? sql.literal("") : sql`AND issuer = ${issuer} AND sid = ${sid}`
        const rows =
          sid === undefined
            ? [{ id: of! }]
            : yield* sql<{
                id: UserId
              }>`/* across: sessions */ SELECT DISTINCT user_id AS id FROM sessions WHERE true ${condition}`
        for (const { id } of rows.filter(({ id }) => (of ?? id) === id)) {
          yield* personAudit.told(noticed, id, end(id, condition))
        }
      }, Sql.orDie)

      const idToken = Effect.fn("Sessions.idToken")(function* (token: string) {
        const [row] = yield* sql<{ idToken: Uint8Array | null }>`SELECT id_token AS "idToken" FROM sessions
          WHERE hash = ${hash(token)}`
        if (row === undefined || row.idToken === null) return undefined
        // Without the ID token, the provider asks the person to confirm the sign-out.
        return yield* Effect.orElseSucceed(encryption.open(row.idToken, sealed), () => undefined)
      }, Sql.orDie)

      const expire = Effect.fn("Sessions.expire")(function* (asOf: string, limit: number) {
        const millis = Date.parse(asOf)
        const rows = yield* sql`/* across: sessions */ DELETE FROM sessions WHERE hash IN (
          SELECT hash FROM sessions WHERE created_at <= ${new Date(millis - lifetime).toISOString()}
            OR seen_at <= ${new Date(millis - idleness).toISOString()} LIMIT ${limit}
        ) RETURNING user_id`
        return rows.length
      }, Sql.orDie)

      return Sessions.of({
        open,
        find,
        readIn,
        choose,
        close,
        closeAll,
        closeAt,
        closeOther,
        idToken,
        list,
        expire
      })
    })
  )
}
