/**
 * Refuses to start with a key other than this database's. Nodes with different keys couldn't read each other's secrets: replays would fail,
 * and webhooks would stop silently.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Sql from "../database/Sql.ts"
import { Encryption, VaultError } from "./Encryption.ts"

const plain = "a canary"
const context = "canary"

const otherKey = new VaultError({
  message:
    "ENCRYPTION_KEY (DATA_DIR/encryption.key unless it is set) is not the key that this database's secrets are sealed with. Start with that key, or with several, the new one first: new,old"
})

/** Fails if the key isn't this database's. Works with any schema version and changes nothing. */
export const check = Effect.fn("Canary.check")(function* (encryption: Encryption["Service"]) {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql`SELECT 1 FROM pg_class WHERE oid = to_regclass('vault_canaries')`
  if (table === undefined) return
  const [probe] = yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM vault_canaries`
  if (probe !== undefined) yield* Effect.mapError(encryption.open(probe.sealed, context), () => otherKey)
}, Sql.orDie)

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const encryption = yield* Encryption
    const read = Effect.map(sql<{ sealed: Uint8Array }>`SELECT sealed FROM vault_canaries`, (rows) => rows[0])

    if ((yield* read) === undefined) {
      yield* sql`INSERT INTO vault_canaries ${sql.insert({ id: 1, sealed: encryption.seal(plain, context) })}
        ON CONFLICT (id) DO NOTHING`
    }
    // Of concurrent first starts one has inserted the canary, and the others must be able to decrypt it.
    const probe = yield* read
    if (probe === undefined) return
    yield* Effect.mapError(encryption.open(probe.sealed, context), () => otherKey)
    if (encryption.isOld(probe.sealed, context)) {
      yield* sql`UPDATE vault_canaries SET sealed = ${encryption.seal(plain, context)} WHERE id = 1`
    }
  }).pipe(Sql.orDie)
)
