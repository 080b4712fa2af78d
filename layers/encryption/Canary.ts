/**
 * Refuses to start with a key that does not open this database's secrets. Two nodes with different keys could not
 * read what the other sealed: replays would fail, and webhooks would stop silently.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Sql from "../database/Sql.ts"
import { Vault, VaultError } from "./Vault.ts"

const plain = "a canary"
const context = "canary"

const otherKey = new VaultError({
  message:
    "ENCRYPTION_KEY (DATA_DIR/encryption.key unless it is set) is not the key that this database's secrets are sealed with. Start with that key, or with several, the new one first: new,old"
})

/** Whether the key is this database's, whatever its schema; changes nothing. */
export const check = Effect.fn("Canary.check")(function* (vault: Vault["Service"]) {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql`SELECT 1 FROM pg_class WHERE oid = to_regclass('vault_canaries')`
  if (table === undefined) return
  const [canary] = yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM vault_canaries`
  if (canary !== undefined) yield* Effect.mapError(vault.open(canary.sealed, context), () => otherKey)
}, Sql.orDie)

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const vault = yield* Vault
    const read = Effect.map(sql<{ sealed: Uint8Array }>`SELECT sealed FROM vault_canaries`, (rows) => rows[0])

    if ((yield* read) === undefined) {
      yield* sql`INSERT INTO vault_canaries ${sql.insert({ id: 1, sealed: vault.seal(plain, context) })}
        ON CONFLICT (id) DO NOTHING`
    }
    // Of several first starts at once, one has inserted the canary; the others must be able to open it.
    const canary = yield* read
    if (canary === undefined) return
    yield* Effect.mapError(vault.open(canary.sealed, context), () => otherKey)
    if (vault.isOld(canary.sealed, context)) {
      yield* sql`UPDATE vault_canaries SET sealed = ${vault.seal(plain, context)} WHERE id = 1`
    }
  }).pipe(Sql.orDie)
)
