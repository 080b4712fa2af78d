/** Passkeys: key pairs on people's devices, valid for this service only, and used only after the device verified its user. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId } from "../../../schema/Id.ts"
import type { AuditContext } from "../../audit/Audit.ts"
import * as AuditActors from "../../audit/AuditActors.ts"
import { BaseUrl } from "../../runtime/BaseUrl.ts"
import * as Sql from "../../database/Sql.ts"
import { now } from "../../runtime/Now.ts"
import * as PasskeyAnswer from "./PasskeyAnswer.ts"
import { PersonAudit, noteChange } from "./PersonAudit.ts"

/** The maximum number of passkeys of an account. */
export const maxPasskeys = 10

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** Exact to the few minutes for which a challenge is valid. */
  readonly usedAt: string | null
}

/** The text for a device to sign, once. */
export interface Challenge {
  readonly challenge: string
  readonly at: number
}

interface Row {
  readonly userId: UserId
  readonly key: Uint8Array
  readonly counter: number
}

const auditContext = (id: UserId, what: "passkey_added" | "passkey_removed"): AuditContext => ({
  operation: `account.${what}`,
  surface: "pages",
  doer: AuditActors.person(id)
})

export class Passkeys extends Context.Service<
  Passkeys,
  {
    /** Undefined if passkeys are impossible: browsers have none for an address without a host name. */
    readonly site: PasskeyAnswer.Site | undefined
    readonly list: (id: UserId) => Effect.Effect<ReadonlyArray<Passkey>>
    readonly add: (
      id: UserId,
      made: PasskeyAnswer.Made,
      name: string
    ) => Effect.Effect<"added" | "known" | "full">
    /** The person whose passkey signed; undefined if the response isn't valid, or the challenge was used before. */
    readonly take: (answer: string, challenge: Challenge) => Effect.Effect<UserId | undefined>
    /** Returns false if the person has no such passkey. */
    readonly remove: (id: UserId, passkey: string) => Effect.Effect<boolean>
  }
>()("pipeline/layers/people/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const site = PasskeyAnswer.siteOf(yield* BaseUrl)
      const personAudit = yield* PersonAudit

      const list = Effect.fn("Passkeys.list")(
        (id: UserId) => sql<Passkey>`SELECT id, name, created_at AS "createdAt", used_at AS "usedAt"
          FROM passkeys WHERE user_id = ${id} ORDER BY created_at, id`,
        Sql.orDie
      )

      /** Locks the person, so that the cap holds and the counts in the audit log are consecutive. */
      const locked = Effect.fnUntraced(function* (id: UserId) {
        yield* sql`SELECT FROM users WHERE id = ${id} FOR UPDATE`
        return (yield* list(id)).length
      })

      const add = Effect.fn("Passkeys.add")(function* (id: UserId, made: PasskeyAnswer.Made, name: string) {
        const added = Effect.gen(function* () {
          const before = yield* locked(id)
          if (before >= maxPasskeys) return "full"
          const row = {
            id: made.id,
            user_id: id,
            name,
            public_key: Buffer.from(made.key),
            counter: made.counter
          }
          const rows = yield* sql`INSERT INTO passkeys ${sql.insert({ ...row, created_at: yield* now })}
            ON CONFLICT (id) DO NOTHING RETURNING 1`
          if (rows.length === 0) return "known"
          yield* noteChange(id, { passkeys: before }, { passkeys: before + 1 })
          return "added"
        })
        return yield* personAudit.told(auditContext(id, "passkey_added"), id, added)
      }, Sql.orDie)

      const take = Effect.fn("Passkeys.take")(function* (answer: string, { at, challenge }: Challenge) {
        const id = PasskeyAnswer.idOf(answer)
        if (site === undefined || id === undefined) return undefined
        const [row] =
          yield* sql<Row>`SELECT user_id AS "userId", public_key AS key, counter::float8 AS counter
          FROM passkeys WHERE id = ${id}`
        if (row === undefined) return undefined
        const counter = yield* PasskeyAnswer.counterOf(site, answer, challenge, { ...row, id })
        if (counter === undefined) return undefined
        const when = new Date(at).toISOString()
        const taken = yield* sql`UPDATE passkeys SET counter = ${counter}, used_at = ${when}
          WHERE id = ${id} AND counter = ${row.counter} AND (used_at IS NULL OR used_at < ${when}) RETURNING 1`
        return taken.length > 0 ? row.userId : undefined
      }, Sql.orDie)

      const remove = Effect.fn("Passkeys.remove")(function* (id: UserId, passkey: string) {
        const removed = Effect.gen(function* () {
          const before = yield* locked(id)
          const removedRows =
            yield* sql`DELETE FROM passkeys WHERE user_id = ${id} AND id = ${passkey} RETURNING 1`
          if (removedRows.length > 0) yield* noteChange(id, { passkeys: before }, { passkeys: before - 1 })
          return removedRows.length > 0
        })
        return yield* personAudit.told(auditContext(id, "passkey_removed"), id, removed)
      }, Sql.orDie)

      return Passkeys.of({ site, list, add, take, remove })
    })
  )
}
