/** People as they sign in: their passwords, the links to choose one, and the workspaces they belong to. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { UserId, WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import type { Role } from "../../schema/Scope.ts"
import { CredentialNews } from "../CredentialNews.ts"
import { Ids } from "../Ids.ts"
import * as Sql from "../Sql.ts"
import { Passwords } from "./Passwords.ts"

/** Hours a link is good for: an invitation may wait in a mailbox, a reset is asked for now. */
export const invitationHours = 168
export const resetHours = 24

export interface Person {
  readonly id: UserId
  readonly email: string
  readonly name: string | null
}

/** Whom a link is for, and whether it is to replace a password there is. */
export interface Invited extends Person {
  readonly hasPassword: boolean
}

export interface Membership {
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly plan: Plan
  readonly role: Role
}

export interface Link {
  readonly token: string
  readonly expiresAt: string
}

const hash = (token: string): Buffer => createHash("sha256").update(token).digest()

const normal = (email: string) => email.trim().toLowerCase()

export class People extends Context.Service<
  People,
  {
    readonly find: (id: UserId) => Effect.Effect<Person | undefined>
    readonly findByEmail: (email: string) => Effect.Effect<Person | undefined>
    /** The person, where email and password are right; as slow where there is no such person. */
    readonly authenticate: (email: string, password: string) => Effect.Effect<Person | undefined>
    /** Ends every session, link, grant and token of the person on top of it. */
    readonly setPassword: (id: UserId, password: string) => Effect.Effect<void>
    /** Holds the person's row until the transaction ends, so that they join no workspace meanwhile. */
    readonly hold: (id: UserId) => Effect.Effect<{ readonly hasPassword: boolean }>
    /** A link to choose a password, good once and for so many hours. */
    readonly link: (id: UserId, hours: number) => Effect.Effect<Link>
    /** Whom a link is for, without using it. */
    readonly invited: (token: string) => Effect.Effect<Invited | undefined>
    /** Uses a link; of several at once, one is the person's. */
    readonly redeem: (token: string, password: string) => Effect.Effect<Person | undefined>
    /** Forgets up to `limit` links that were too old by `asOf`; answers how many. */
    readonly expireLinks: (asOf: string, limit: number) => Effect.Effect<number>
    /** The workspaces a person belongs to, by name. */
    readonly memberships: (id: UserId) => Effect.Effect<ReadonlyArray<Membership>>
  }
>()("pipeline/layers/people/People") {
  static readonly layer = Layer.effect(
    People,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const passwords = yield* Passwords
      const news = yield* CredentialNews
      const time = (hours = 0) =>
        Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis + hours * 3_600_000).toISOString())

      const find = Effect.fn("People.find")(function* (id: UserId) {
        const rows = yield* sql<Person>`SELECT id, email, name FROM users WHERE id = ${id}`
        return rows[0]
      }, Sql.orDie)

      const findByEmail = Effect.fn("People.findByEmail")(function* (email: string) {
        const rows = yield* sql<Person>`SELECT id, email, name FROM users WHERE email = ${normal(email)}`
        return rows[0]
      }, Sql.orDie)

      const authenticate = Effect.fn("People.authenticate")(function* (email: string, password: string) {
        const rows = yield* sql<Person & { readonly hash: string | null }>`SELECT id, email, name,
            password_hash AS hash FROM users WHERE email = ${normal(email)}`
        const { hash = null, ...person } = rows[0] ?? {}
        return (yield* passwords.matches(password, hash)) ? (person as Person) : undefined
      }, Sql.orDie)

      const store = Effect.fnUntraced(function* (id: UserId, hash: string) {
        yield* sql`UPDATE users SET password_hash = ${hash}, password_version = password_version + 1
          WHERE id = ${id}`
        yield* sql`DELETE FROM sessions WHERE user_id = ${id}`
        yield* sql`DELETE FROM password_links WHERE user_id = ${id}`
        yield* news.announce(id)
      })

      const setPassword = Effect.fn("People.setPassword")(function* (id: UserId, password: string) {
        const hash = yield* passwords.hash(password)
        yield* sql.withTransaction(store(id, hash))
      }, Sql.orDie)

      const hold = Effect.fn("People.hold")(function* (id: UserId) {
        const rows = yield* sql<{ hasPassword: boolean }>`SELECT password_hash IS NOT NULL AS "hasPassword"
          FROM users WHERE id = ${id} FOR UPDATE`
        return rows[0] ?? { hasPassword: false }
      }, Sql.orDie)

      const link = Effect.fn("People.link")(function* (id: UserId, hours: number) {
        const token = yield* ids.token(43)
        const expiresAt = yield* time(hours)
        yield* sql`INSERT INTO password_links ${sql.insert({
          hash: hash(token),
          user_id: id,
          created_at: yield* time(),
          expires_at: expiresAt
        })}`
        return { token, expiresAt }
      }, Sql.orDie)

      const invited = Effect.fn("People.invited")(function* (token: string) {
        const rows = yield* sql<Invited>`SELECT u.id, u.email, u.name,
            u.password_hash IS NOT NULL AS "hasPassword"
          FROM password_links l JOIN users u ON u.id = l.user_id
          WHERE l.hash = ${hash(token)} AND l.expires_at > ${yield* time()}`
        return rows[0]
      }, Sql.orDie)

      const redeem = Effect.fn("People.redeem")(function* (token: string, password: string) {
        const digest = yield* passwords.hash(password)
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            const rows = yield* sql<{ id: UserId }>`DELETE FROM password_links
              WHERE hash = ${hash(token)} AND expires_at > ${yield* time()} RETURNING user_id AS id`
            if (rows[0] === undefined) return undefined
            yield* store(rows[0].id, digest)
            return yield* find(rows[0].id)
          })
        )
      }, Sql.orDie)

      const expireLinks = Effect.fn("People.expireLinks")(function* (asOf: string, limit: number) {
        const rows = yield* sql`DELETE FROM password_links WHERE hash IN (
          SELECT hash FROM password_links WHERE expires_at <= ${asOf} LIMIT ${limit}
        ) RETURNING user_id`
        return rows.length
      }, Sql.orDie)

      const memberships = Effect.fn("People.memberships")(function* (id: UserId) {
        return yield* sql<Membership>`SELECT w.id AS "workspaceId", w.name, w.plan, m.role
          FROM members m JOIN workspaces w ON w.id = m.workspace_id
          WHERE m.user_id = ${id} AND m.removed_at IS NULL ORDER BY w.name, w.id`
      }, Sql.orDie)

      return People.of({
        find,
        findByEmail,
        authenticate,
        setPassword,
        hold,
        link,
        invited,
        redeem,
        expireLinks,
        memberships
      })
    })
  )
}
