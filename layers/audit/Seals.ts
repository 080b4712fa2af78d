/**
 * Seals the audit log: writes down which entries there are, a batch at a time, in a chain that only the service can continue,
 * since its links are made with a key of ENCRYPTION_KEY. Writers don't wait for it: a seal is made of what is committed.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Vault } from "../platform/Vault.ts"
import * as Seal from "./Seal.ts"

/** Entries of one seal. */
const batch = 200

export class Seals extends Context.Service<
  Seals,
  {
    /**
     * Seals what is committed and not sealed yet; returns how many entries. Looks for entries that became visible late in
     * the `overlap` before the last that is sealed, in milliseconds.
     */
    readonly seal: (overlap: number) => Effect.Effect<number, never, Tenant>
    /** Deletes up to `limit` seals of entries before `before`; returns how many. */
    readonly purge: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/audit/Seals") {
  static readonly layer = Layer.effect(
    Seals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const mac = (yield* Vault).mac("audit")

      /** Ids that are sealed already, of entries at or after a time. */
      const sealedSince = Effect.fnUntraced(function* (workspaceId: string, since: string) {
        const rows = yield* sql<{ entries: Uint8Array }>`SELECT entries FROM audit_seals
          WHERE workspace_id = ${workspaceId} AND last_at >= ${since}::timestamptz`
        return new Set(rows.flatMap(({ entries }) => Seal.decode(entries).map(({ id }) => id)))
      })

      const append = Effect.fnUntraced(function* (
        workspaceId: string,
        head: Pick<Seal.Head, "hash" | "seq">,
        some: ReadonlyArray<Seal.Sealed>
      ) {
        const seq = head.seq + 1
        const entries = Seal.encode(some)
        const hash = mac(Seal.textOf(workspaceId, seq, head.hash, entries))
        yield* sql`INSERT INTO audit_seals ${sql.insert({
          workspace_id: workspaceId,
          seq,
          first_at: some[0]!.at,
          last_at: some.at(-1)!.at,
          entries,
          hash
        })}`
        return { seq, hash }
      })

      const seal = Effect.fnUntraced(
        function* (overlap: number) {
          const { workspaceId } = yield* Tenant
          yield* sql`INSERT INTO audit_heads (workspace_id, seq, hash, purged_seq, purged_hash)
            VALUES (${workspaceId}, 0, '', 0, '') ON CONFLICT (workspace_id) DO NOTHING`
          const heads = yield* sql<Seal.Head>`SELECT seq, hash, purged_seq, purged_hash FROM audit_heads
            WHERE workspace_id = ${workspaceId} FOR UPDATE`
          const [last] = yield* sql<{ at: string | null }>`SELECT max(last_at) AS at FROM audit_seals
            WHERE workspace_id = ${workspaceId}`
          const since = new Date(Math.max(0, Date.parse(last?.at ?? "1970-01-01") - overlap)).toISOString()
          const known = yield* sealedSince(workspaceId, since)
          let head: Pick<Seal.Head, "hash" | "seq"> = heads[0]!
          let place = { at: since, id: "00000000-0000-0000-0000-000000000000" }
          let sealed = 0
          for (let isWhole = true; isWhole;) {
            const rows: ReadonlyArray<Seal.Sealed> = yield* sql<Seal.Sealed>`SELECT at, id, digest FROM audit
              WHERE workspace_id = ${workspaceId}
                AND (at, id) > (${place.at}::timestamptz, ${place.id}::uuid) AND at >= ${since}::timestamptz
              ORDER BY at, id ${Sql.limit(sql, batch)}`
            const fresh = rows.filter(({ id }) => !known.has(id))
            if (fresh.length > 0) head = yield* append(workspaceId, head, fresh)
            sealed += fresh.length
            place = rows.at(-1) ?? place
            isWhole = rows.length === batch
          }
          if (sealed > 0) {
            yield* sql`UPDATE audit_heads SET seq = ${head.seq}, hash = ${head.hash}
              WHERE workspace_id = ${workspaceId}`
          }
          return sealed
        },
        sql.withTransaction,
        Sql.orDie
      )

      const purge = Effect.fnUntraced(
        function* (before: string, limit: number) {
          const { workspaceId } = yield* Tenant
          yield* sql`SELECT FROM audit_heads WHERE workspace_id = ${workspaceId} FOR UPDATE`
          // In the order of the chain: one that has to stay keeps all after it.
          const rows = yield* sql<{ seq: number; hash: Uint8Array; old: boolean }>`SELECT seq, hash,
              last_at < ${before}::timestamptz AS old
            FROM audit_seals WHERE workspace_id = ${workspaceId} ORDER BY seq ${Sql.limit(sql, limit)}`
          const kept = rows.findIndex(({ old }) => !old)
          const gone = kept < 0 ? rows : rows.slice(0, kept)
          const last = gone.at(-1)
          if (last === undefined) return 0
          yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${workspaceId} AND seq <= ${last.seq}`
          yield* sql`UPDATE audit_heads SET purged_seq = ${last.seq}, purged_hash = ${last.hash}
            WHERE workspace_id = ${workspaceId}`
          return gone.length
        },
        sql.withTransaction,
        Sql.orDie
      )

      return Seals.of({ seal, purge })
    })
  )
}
