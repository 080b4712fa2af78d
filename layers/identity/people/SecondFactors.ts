/** Second factors of accounts: a secret shared with an authenticator app, and single-use recovery codes. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { UserId } from "../../../schema/Id.ts"
import * as OneTimeCode from "../../../src/identity/rules/OneTimeCode.ts"
import type { AuditContext } from "../../audit/Audit.ts"
import * as AuditActors from "../../audit/AuditActors.ts"
import * as Sql from "../../database/Sql.ts"
import { Ids } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Now.ts"
import { Encryption } from "../../encryption/Encryption.ts"
import { PersonAudit, noteChange } from "./PersonAudit.ts"

/** The number of recovery codes of an account. */
const codeCount = 10

const sealed = "second factor"

const hash = (code: string): Buffer => createHash("sha256").update(OneTimeCode.plain(code)).digest()

const auditContext = (
  id: UserId,
  what: "factor_on" | "factor_off" | "recovery_codes" | "recovery_code"
): AuditContext => ({
  operation: `account.${what}`,
  surface: "pages",
  doer: AuditActors.person(id)
})

const byOperator: AuditContext = {
  operation: "admin.user.factors",
  surface: "admin",
  doer: AuditActors.operator
}

interface Row {
  readonly id: UserId
  readonly secret: Uint8Array
}

interface State {
  readonly since: string
  readonly recoveryCodes: number
}

export class SecondFactors extends Context.Service<
  SecondFactors,
  {
    /** Undefined if the account has no second factor. */
    readonly of: (id: UserId) => Effect.Effect<State | undefined>
    /** Requires codes from now on, if this code matches the secret. The recovery codes are only returned here. */
    readonly turnOn: (
      id: UserId,
      secret: string,
      code: string
    ) => Effect.Effect<ReadonlyArray<string> | undefined>
    /** Accepts a code of the app or a recovery code; each can be used once. */
    readonly take: (id: UserId, typed: string) => Effect.Effect<boolean>
    /** Replaces all recovery codes. */
    readonly renew: (id: UserId) => Effect.Effect<ReadonlyArray<string>>
    /** Turned off by an operator, passkeys are removed as well. */
    readonly turnOff: (id: UserId, by?: "operator") => Effect.Effect<void>
    /** Re-encrypts secrets that were encrypted with an older key, and returns their number. */
    readonly reseal: Effect.Effect<number>
  }
>()("pipeline/layers/people/SecondFactors") {
  static readonly layer = Layer.effect(
    SecondFactors,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const encryption = yield* Encryption
      const personAudit = yield* PersonAudit

      const of = Effect.fn("SecondFactors.of")(function* (id: UserId) {
        const rows = yield* sql<State>`SELECT created_at AS since,
            (SELECT count(*)::int FROM recovery_codes WHERE user_id = ${id}) AS "recoveryCodes"
          FROM second_factors WHERE user_id = ${id}`
        return rows[0]
      }, Sql.orDie)

      const newCodes = Effect.fnUntraced(function* (id: UserId) {
        const codes = yield* Effect.forEach(Array.from({ length: codeCount }), () =>
          Effect.map(ids.bytes(OneTimeCode.recoveryBytes), OneTimeCode.displayed)
        )
        const [before] = yield* sql<{ count: number }>`WITH gone AS (
            DELETE FROM recovery_codes WHERE user_id = ${id} RETURNING 1)
          SELECT count(*)::int AS count FROM gone`
        const [first, ...others] = codes.map((code) => ({ user_id: id, hash: hash(code) }))
        yield* sql`INSERT INTO recovery_codes ${sql.insert([first!, ...others])}`
        yield* noteChange(id, { recoveryCodes: before!.count }, { recoveryCodes: codeCount })
        return codes
      })

      const turnOn = Effect.fn("SecondFactors.turnOn")(function* (id: UserId, secret: string, code: string) {
        const step = OneTimeCode.stepOf(secret, code, yield* Clock.currentTimeMillis)
        if (step === undefined) return undefined
        const made = Effect.gen(function* () {
          const rows = yield* sql`INSERT INTO second_factors ${sql.insert({
            user_id: id,
            secret: encryption.seal(secret, sealed),
            last_step: step,
            created_at: yield* now
          })} ON CONFLICT (user_id) DO NOTHING RETURNING 1`
          if (rows.length === 0) return undefined
          yield* noteChange(id, { secondFactor: "off" }, { secondFactor: "on" })
          return yield* newCodes(id)
        })
        return yield* personAudit.told(auditContext(id, "factor_on"), id, made)
      }, Sql.orDie)

      const takeRecovery = (id: UserId, code: string) =>
        personAudit.told(
          auditContext(id, "recovery_code"),
          id,
          Effect.gen(function* () {
            // Locked, so that the counts in the audit log are consecutive.
            yield* sql`SELECT FROM second_factors WHERE user_id = ${id} FOR UPDATE`
            const used =
              yield* sql`DELETE FROM recovery_codes WHERE user_id = ${id} AND hash = ${hash(code)} RETURNING 1`
            if (used.length === 0) return false
            const left = (yield* of(id))?.recoveryCodes ?? 0
            yield* noteChange(id, { recoveryCodes: left + 1 }, { recoveryCodes: left })
            return true
          })
        )

      const take = Effect.fn("SecondFactors.take")(function* (id: UserId, typed: string) {
        const code = OneTimeCode.plain(typed)
        if (/^[a-z2-7]{16}$/u.test(code)) return yield* takeRecovery(id, code)
        const [row] = yield* sql<Row>`SELECT user_id AS id, secret FROM second_factors WHERE user_id = ${id}`
        if (row === undefined) return false
        const secret = yield* Effect.orDie(encryption.open(row.secret, sealed))
        const step = OneTimeCode.stepOf(secret, code, yield* Clock.currentTimeMillis)
        if (step === undefined) return false
        const taken = yield* sql`UPDATE second_factors SET last_step = ${step}
          WHERE user_id = ${id} AND secret = ${row.secret} AND last_step < ${step} RETURNING 1`
        return taken.length > 0
      }, Sql.orDie)

      const renew = Effect.fn("SecondFactors.renew")(
        (id: UserId) => personAudit.told(auditContext(id, "recovery_codes"), id, newCodes(id)),
        Sql.orDie
      )

      const turnOff = (id: UserId, by?: "operator") =>
        by === undefined
          ? personAudit.told(auditContext(id, "factor_off"), id, personAudit.forgetCodes(id))
          : personAudit.told(byOperator, id, personAudit.forgetFactors(id))

      const reseal = Effect.gen(function* () {
        const rows = yield* sql<Row>`SELECT user_id AS id, secret FROM second_factors`
        const old = rows.filter(({ secret }) => encryption.isOld(secret, sealed))
        for (const { id, secret } of old) {
          const fresh = encryption.seal(yield* Effect.orDie(encryption.open(secret, sealed)), sealed)
          yield* sql`UPDATE second_factors SET secret = ${fresh} WHERE user_id = ${id} AND secret = ${secret}`
        }
        return old.length
      }).pipe(Sql.orDie)

      return SecondFactors.of({ of, turnOn, take, renew, turnOff, reseal })
    })
  )
}
