/** A sealed audit log, to see what is told of one that was tampered with. */
import { assert } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AuditProof } from "../../../layers/audit/AuditProof.ts"
import { hashOfRow, stored, type StoredEntry } from "../../../layers/audit/AuditRow.ts"
import * as Seal from "../../../layers/audit/Seal.ts"
import { Seals } from "../../../layers/audit/Seals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Encryption } from "../../../layers/encryption/Encryption.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import { type Api, created, ok, workspace } from "../server/Contract.ts"

const never = "0001-01-01T00:00:00.000Z"

export const within = <A, E, R>(workspaceId: WorkspaceId, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Tenant, { workspaceId })

export const seal = (id: WorkspaceId) => Effect.flatMap(Seals, (seals) => within(id, seals.seal(60_000)))

export const check = (id: WorkspaceId, head?: string, dropped = never) =>
  Effect.flatMap(AuditProof, (proof) => within(id, proof.check(dropped, head)))

export const kinds = (id: WorkspaceId, head?: string, dropped?: string) =>
  Effect.map(check(id, head, dropped), ({ flaws }) => flaws.map(({ what }) => what))

export const write = Effect.fnUntraced(function* (api: Api, many: number) {
  const { data } = yield* ok(api.get("/v1/boards"))
  for (let one = 0; one < many; one++) {
    yield* created(
      api.post("/v1/deals", { boardId: data[0].id, name: `Zoë ${one} "😀"` }, { agent: "Größe" })
    )
  }
})

/** A workspace whose log of seven entries is sealed twice. */
export const sealed = Effect.gen(function* () {
  const mine = yield* workspace()
  const { id } = mine.workspace
  yield* write(mine, 3)
  assert.strictEqual(yield* seal(id), 4)
  yield* write(mine, 3)
  assert.strictEqual(yield* seal(id), 3)
  assert.strictEqual(yield* seal(id), 0)
  return { ...mine, id, sql: yield* SqlClient.SqlClient }
})

/** The keys of another process, the newest first, separated by commas. */
export const vaultOf = (keys: string) =>
  Layer.unwrap(
    Effect.map(Settings, (settings) =>
      Layer.provide(
        Encryption.layer,
        Layer.succeed(Settings, { ...settings, encryptionKey: Redacted.make(keys) })
      )
    )
  ).pipe(Layer.provide(NodeServices.layer), Layer.orDie)

const rows = Effect.fnUntraced(function* (id: WorkspaceId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<StoredEntry & Seal.Sealed>`SELECT ${sql.literal(stored)}, digest FROM audit
    WHERE workspace_id = ${id} ORDER BY at, id`
})

/** Writes the digests that anyone can make, as versions before did; of all entries or of one operation. */
export const withoutKey = Effect.fnUntraced(function* (id: WorkspaceId, operation?: string) {
  const sql = yield* SqlClient.SqlClient
  for (const row of yield* rows(id)) {
    if (operation !== undefined && row["operation"] !== operation) continue
    yield* sql`UPDATE audit SET digest = ${hashOfRow(row)} WHERE workspace_id = ${id} AND id = ${row.id}`
  }
})

/** A log as the version before would have left it: plain digests, a seal of its own key, and a head without a signature. */
export const asBefore = Effect.fnUntraced(function* (id: WorkspaceId) {
  const sql = yield* SqlClient.SqlClient
  yield* withoutKey(id)
  const all = yield* rows(id)
  const entries = Seal.encode(all)
  const hash = (yield* Encryption).mac("audit")([id, 1, "", entries.toString("base64")].join("\n"))
  yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${id}`
  yield* sql`DELETE FROM audit_heads WHERE workspace_id = ${id}`
  const times = { first_at: all[0]!.at, last_at: all.at(-1)!.at }
  yield* sql`INSERT INTO audit_seals ${sql.insert({ workspace_id: id, seq: 1, ...times, entries, hash })}`
  const none = { purged_seq: 0, purged_hash: new Uint8Array() }
  yield* sql`INSERT INTO audit_heads ${sql.insert({ workspace_id: id, seq: 1, hash, ...none })}`
})
