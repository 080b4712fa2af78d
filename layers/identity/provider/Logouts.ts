/** Ends sessions on the provider's notice, each notice once (OpenID Connect Back-Channel Logout 1.0). */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { Sessions } from "../people/Sessions.ts"
import * as Sql from "../../database/Sql.ts"
import { AccountLinking } from "./AccountLinking.ts"
import { type Logout, noticeKept } from "./Provider.ts"

export class Logouts extends Context.Service<
  Logouts,
  {
    /** Ends the notice's sessions, and returns whether the notice is new. */
    readonly take: (issuer: string, logout: Logout) => Effect.Effect<boolean>
    /** Deletes up to `limit` ids of expired notices, and returns their number. */
    readonly expire: (asOf: string, limit: number) => Effect.Effect<number>
  }
>()("pipeline/layers/provider/Logouts") {
  static readonly layer = Layer.effect(
    Logouts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const entrance = yield* AccountLinking
      const sessions = yield* Sessions

      const end = Effect.fnUntraced(function* (issuer: string, { sid, subject }: Logout) {
        const of = subject === undefined ? undefined : yield* entrance.known({ issuer, subject })
        // An unknown person has no sessions here.
        if (subject !== undefined && of === undefined) return
        if (sid !== undefined) yield* sessions.closeAt(issuer, of === undefined ? { sid } : { sid, of })
        else if (of !== undefined) yield* sessions.closeAt(issuer, { of })
      })

      const take = Effect.fn("Logouts.take")(
        function* (issuer: string, logout: Logout) {
          const hash = createHash("sha256").update(`${issuer} ${logout.jti}`).digest()
          const until = new Date((yield* Clock.currentTimeMillis) + noticeKept * 1000).toISOString()
          const rows = yield* sql`INSERT INTO provider_logouts ${sql.insert({ hash, expires_at: until })}
            ON CONFLICT (hash) DO NOTHING RETURNING hash`
          if (rows.length === 0) return false
          yield* end(issuer, logout)
          return true
        },
        sql.withTransaction,
        Sql.orDie
      )

      const expire = Effect.fn("Logouts.expire")(function* (asOf: string, limit: number) {
        const rows = yield* sql`DELETE FROM provider_logouts WHERE hash IN (
          SELECT hash FROM provider_logouts WHERE expires_at <= ${asOf} LIMIT ${limit}) RETURNING hash`
        return rows.length
      }, Sql.orDie)

      return Logouts.of({ take, expire })
    })
  )
}
