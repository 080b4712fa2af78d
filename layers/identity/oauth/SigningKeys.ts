/** The keys that sign access tokens: created when first needed, sealed at rest, replaced by rotation. */
import { Clock, Context, Effect, Layer } from "effect"
import { PgClient } from "@effect/sql-pg"
import { createHash, generateKeyPair, type JsonWebKey } from "node:crypto"
import { now } from "../../runtime/Now.ts"
import * as Sql from "../../database/Sql.ts"
import { Encryption } from "../../encryption/Encryption.ts"

/** Milliseconds for which a retired key stays valid: a token's lifetime, plus the time that a node caches the keys. */
const afterlife = 86_400_000 + 20 * 60_000

interface SigningKey {
  readonly kid: string
  readonly publicJwk: JsonWebKey
}

interface Row extends SigningKey {
  readonly sealed: Uint8Array
  readonly retiredAt: string | null
}

/** The key id is the key's thumbprint (RFC 7638). */
const thumbprint = ({ crv, kty, x, y }: JsonWebKey): string =>
  createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url")

const generate = Effect.callback<{ readonly publicJwk: JsonWebKey; readonly privateJwk: JsonWebKey }>(
  (resume) =>
    generateKeyPair("ec", { namedCurve: "P-256" }, (error, publicKey, privateKey) =>
      resume(
        error === null
          ? Effect.succeed({
              publicJwk: publicKey.export({ format: "jwk" }),
              privateJwk: privateKey.export({ format: "jwk" })
            })
          : Effect.die(error)
      )
    )
)

/** The encryption context that a private key is sealed with. */
export const sealContext = (kid: string) => `oauth_key:${kid}`

export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    /** The key to sign with, created if there is none. */
    readonly current: Effect.Effect<SigningKey & { readonly privateJwk: JsonWebKey }>
    /** Every key whose tokens may still be valid, the current key first; read at most once a second. */
    readonly valid: Effect.Effect<ReadonlyArray<SigningKey>>
    /** Deletes keys retired before a time, and returns their number. */
    readonly expire: (before: string) => Effect.Effect<number>
    /** Creates a new key. Older keys no longer sign, and are removed once their tokens have expired. */
    readonly rotate: Effect.Effect<{ readonly kid: string; readonly retired: ReadonlyArray<string> }>
  }
>()("pipeline/layers/oauth/SigningKeys") {
  static readonly layer = Layer.effect(
    SigningKeys,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const encryption = yield* Encryption

      const read = Effect.gen(function* () {
        const since = new Date((yield* Clock.currentTimeMillis) - afterlife).toISOString()
        return yield* sql<Row>`SELECT kid, public_jwk AS "publicJwk", private_jwk AS sealed,
            retired_at AS "retiredAt"
          FROM oauth_keys WHERE retired_at IS NULL OR retired_at > ${since}
          ORDER BY retired_at IS NOT NULL, created_at DESC, kid`
      }).pipe(Sql.orDie)

      const make = Effect.gen(function* () {
        const { privateJwk, publicJwk } = yield* generate
        const kid = thumbprint(publicJwk)
        yield* sql`INSERT INTO oauth_keys ${sql.insert({
          kid,
          public_jwk: sql.json(publicJwk),
          private_jwk: encryption.seal(JSON.stringify(privateJwk), sealContext(kid)),
          created_at: yield* now
        })}`
        return kid
      }).pipe(Sql.orDie)

      const [cached, refresh] = yield* Effect.cachedInvalidateWithTTL(read, "1 second")

      const currentKeys = Effect.gen(function* () {
        const rows = yield* cached
        if (rows[0]?.retiredAt === null) return rows
        yield* make
        yield* refresh
        return yield* cached
      })

      const current = Effect.gen(function* () {
        const { kid, publicJwk, sealed } = (yield* currentKeys)[0]!
        const opened = yield* Effect.orDie(encryption.open(sealed, sealContext(kid)))
        return { kid, publicJwk, privateJwk: JSON.parse(opened) as JsonWebKey }
      })

      const rotate = Effect.gen(function* () {
        const kid = yield* make
        const rows = yield* sql<{ kid: string }>`UPDATE oauth_keys SET retired_at = ${yield* now}
          WHERE retired_at IS NULL AND kid <> ${kid} RETURNING kid`
        yield* refresh
        return { kid, retired: rows.map((row) => row.kid) }
      }).pipe(sql.withTransaction, Sql.orDie)

      const expire = Effect.fn("SigningKeys.expire")(function* (before: string) {
        const rows = yield* sql`DELETE FROM oauth_keys WHERE retired_at < ${before} RETURNING kid`
        return rows.length
      }, Sql.orDie)

      return SigningKeys.of({ current, valid: currentKeys, rotate, expire })
    })
  )
}
