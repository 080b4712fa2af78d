/** People who sign in: their passwords, password links and workspaces. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { ApiError } from "../../../schema/Fault.ts"
import type { UserId, WorkspaceId } from "../../../schema/Id.ts"
import { CredentialChanges } from "../CredentialChanges.ts"
import { Ids } from "../../runtime/Ids.ts"
import * as Sql from "../../database/Sql.ts"
import * as WorkspaceStatus from "../rehearsals/WorkspaceStatus.ts"
import type { Membership } from "./Membership.ts"
import { Passwords } from "./Passwords.ts"
import { choosing, PersonAudit, tellPassword } from "./PersonAudit.ts"

/** The hours for which links are valid: an invitation may wait in a mailbox, a reset is used at once. */
export const invitationHours = 168
export const resetHours = 24

interface Person {
  readonly id: UserId
  readonly email: string
  readonly name: string | null
}

/**
 * An account of an address. Without `onlyIn`, the address is verified by an operator. An account whose password was chosen through a link
 * that a workspace's admin has seen is trusted only there. So an address can have several accounts, and creating one in advance gains
 * nothing.
 */
export interface Account extends Person {
  readonly onlyIn: WorkspaceId | null
  readonly hasPassword: boolean
  /** Incremented with each new password. */
  readonly passwordVersion: number
}

/** A person who joins by an invitation, and the hash of the password they chose. */
interface Entering {
  readonly email: string
  readonly name: string | null
  readonly digest: string
}

export interface Link {
  readonly token: string
  readonly expiresAt: string
}

const hash = (token: string): Buffer => createHash("sha256").update(token).digest()

export const normal = (email: string) => email.trim().toLowerCase()

export class People extends Context.Service<
  People,
  {
    readonly find: (id: UserId) => Effect.Effect<Account | undefined>
    /** The accounts of an address: the verified one first, then those of single workspaces by age. */
    readonly accounts: (email: string) => Effect.Effect<ReadonlyArray<Account>>
    /** The accounts among these whose password matches. Takes as long if there are none. */
    readonly authenticate: (
      email: string,
      password: string,
      among: ReadonlyArray<UserId>
    ) => Effect.Effect<ReadonlyArray<Account>, ApiError>
    /** Also ends the person's sessions, links, grants and tokens. `by: "operator"` verifies the account. */
    readonly setPassword: (id: UserId, password: string, by?: "operator") => Effect.Effect<void, ApiError>
    /** The stored hash of a password; computed before a transaction begins. */
    readonly digest: (email: string, password: string) => Effect.Effect<string, ApiError>
    /** The address's account that only this workspace trusts (null: all do), with this password; created if there is none. */
    readonly enter: (invited: Entering, onlyIn: WorkspaceId | null) => Effect.Effect<UserId>
    /** Locks the person's row until the transaction ends, so that they cannot join a workspace meanwhile. */
    readonly lock: (id: UserId) => Effect.Effect<void>
    /** A link to choose a password, valid once, for `hours`; `of` is the workspace whose admin sees it. */
    readonly link: (id: UserId, hours: number, of: WorkspaceId | null) => Effect.Effect<Link>
    /** The account a link is for, without using it. */
    readonly invited: (token: string) => Effect.Effect<Account | undefined>
    /** Uses a link. If several uses run at once, only one succeeds. */
    readonly redeem: (token: string, password: string) => Effect.Effect<Account | undefined, ApiError>
    /** Deletes up to `limit` links that expired by `asOf`, and returns their number. */
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
      const news = yield* CredentialChanges
      const personAudit = yield* PersonAudit
      const time = (hours = 0) =>
        Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis + hours * 3_600_000).toISOString())
      const columns = sql.literal(`u.id, u.email, u.name, u.only_in AS "onlyIn",
        u.password_hash IS NOT NULL AS "hasPassword",
        u.password_version AS "passwordVersion"`)

      const find = Effect.fn("People.find")(function* (id: UserId) {
        const rows = yield* sql<Account>`SELECT ${columns} FROM users u WHERE u.id = ${id}`
        return rows[0]
      }, Sql.orDie)

      const withHashes = (email: string) =>
        sql<Account & { readonly hash: string | null }>`SELECT ${columns}, u.password_hash AS hash
          FROM users u WHERE u.email = ${normal(email)} ORDER BY u.only_in IS NOT NULL, u.created_at, u.id`

      const accounts = Effect.fn("People.accounts")(function* (email: string) {
        return (yield* withHashes(email)).map(({ hash: _, ...account }): Account => account)
      }, Sql.orDie)

      const authenticate = Effect.fn("People.authenticate")(function* (
        email: string,
        password: string,
        among: ReadonlyArray<UserId>
      ) {
        const rows = (yield* withHashes(email)).filter(({ id }) => among.includes(id))
        const right = yield* passwords.matches(
          password,
          rows.map(({ hash }) => hash)
        )
        return rows.filter((_, index) => right[index]).map(({ hash: _, ...account }): Account => account)
      }, Sql.orDie)

      const digest = Effect.fn("People.digest")(function* (email: string, password: string) {
        const beside = (yield* withHashes(email)).find(({ hash }) => hash !== null)?.hash
        return yield* passwords.hash(password, beside)
      }, Sql.orDie)

      const store = Effect.fnUntraced(function* (id: UserId, digest: string, onlyIn: WorkspaceId | null) {
        const before = (yield* find(id))?.onlyIn ?? null
        // The person who set up the second factors of a workspace's account may not own the address that all workspaces trust from now on.
        if (before !== null && onlyIn === null) yield* personAudit.forgetFactors(id)
        yield* sql`UPDATE users SET password_hash = ${digest}, password_version = password_version + 1,
          only_in = ${onlyIn} WHERE id = ${id}`
        yield* tellPassword(id, yield* personAudit.endSessions(id))
        yield* sql`DELETE FROM password_links WHERE user_id = ${id}`
        yield* news.announce(id)
      })

      const enter = Effect.fn("People.enter")(function* (invited: Entering, onlyIn: WorkspaceId | null) {
        const rows = yield* sql<{ id: UserId }>`INSERT INTO users ${sql.insert({
          id: yield* ids.uuid,
          email: normal(invited.email),
          name: invited.name,
          only_in: onlyIn,
          created_at: yield* time()
        })} ON CONFLICT (email, only_in) DO UPDATE SET name = coalesce(excluded.name, users.name) RETURNING id`
        yield* store(rows[0]!.id, invited.digest, onlyIn)
        return rows[0]!.id
      }, Sql.orDie)

      const lock = Effect.fn("People.hold")(function* (id: UserId) {
        yield* sql`SELECT id FROM users WHERE id = ${id} FOR UPDATE`
      }, Sql.orDie)

      const link = Effect.fn("People.link")(function* (id: UserId, hours: number, of: WorkspaceId | null) {
        const token = yield* ids.token(43)
        const expiresAt = yield* time(hours)
        yield* sql`INSERT INTO password_links ${sql.insert({
          hash: hash(token),
          user_id: id,
          workspace_id: of,
          created_at: yield* time(),
          expires_at: expiresAt
        })}`
        return { token, expiresAt }
      }, Sql.orDie)

      const invited = Effect.fn("People.invited")(function* (token: string) {
        const rows =
          yield* sql<Account>`SELECT ${columns} FROM password_links l JOIN users u ON u.id = l.user_id
          WHERE l.hash = ${hash(token)} AND l.expires_at > ${yield* time()}`
        return rows[0]
      }, Sql.orDie)

      /** An operator's link opens the account to every workspace, unless the address already has such an account. */
      const reachBy = Effect.fnUntraced(function* ({ email, onlyIn }: Account, of: WorkspaceId | null) {
        if (of !== null) return of
        return (yield* accounts(email)).some((one) => one.onlyIn === null) ? onlyIn : null
      })

      const setPassword = Effect.fn("People.setPassword")(function* (
        id: UserId,
        password: string,
        by?: "operator"
      ) {
        const person = yield* find(id)
        if (person === undefined) return
        const made = yield* digest(person.email, password)
        const reach = by === undefined ? person.onlyIn : yield* reachBy(person, null)
        const auditContext = by === undefined ? choosing.person(id) : choosing.operator
        yield* personAudit.told(auditContext, id, store(id, made, reach))
      }, Sql.orDie)

      const redeem = Effect.fn("People.redeem")(function* (token: string, password: string) {
        const person = yield* invited(token)
        if (person === undefined) return undefined
        const made = yield* digest(person.email, password)
        return yield* personAudit.told(
          choosing.link,
          person.id,
          Effect.gen(function* () {
            // The person is locked before the link, in the same order as when members are added.
            yield* lock(person.id)
            const rows = yield* sql<{ of: WorkspaceId | null }>`DELETE FROM password_links
              WHERE hash = ${hash(token)} AND expires_at > ${yield* time()} RETURNING workspace_id AS of`
            if (rows[0] === undefined) return undefined
            yield* store(person.id, made, yield* reachBy(person, rows[0].of))
            return yield* find(person.id)
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
        const rows = yield* sql<
          Omit<Membership, "rehearsal" | "suspended"> & WorkspaceStatus.Row
        >`SELECT w.id AS "workspaceId", w.name, w.plan, m.role,
            ${sql.literal(WorkspaceStatus.columns)}
          FROM members m JOIN workspaces w ON w.id = m.workspace_id
          WHERE m.user_id = ${id} AND m.removed_at IS NULL AND ${WorkspaceStatus.isOpen(sql, yield* time())} ORDER BY w.name, w.id`
        return rows.map(WorkspaceStatus.joined)
      }, Sql.orDie)

      return People.of({
        find,
        accounts,
        authenticate,
        setPassword,
        digest,
        enter,
        lock,
        link,
        invited,
        redeem,
        expireLinks,
        memberships
      })
    })
  )
}
