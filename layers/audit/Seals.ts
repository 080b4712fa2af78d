/**
 * Seals the audit log: records which entries exist, in batches, in a chain that only the service can continue (Chain.ts). Writers don't
 * wait for it, because seals are made of committed entries.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Tenant } from "../identity/Tenant.ts"
import * as KeyCheck from "../encryption/KeyCheck.ts"
import { realNow } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Encryption } from "../encryption/Encryption.ts"
import { digester, hashOfRow, stored, type StoredEntry } from "./AuditRow.ts"
import * as Chain from "./Chain.ts"
import * as Seal from "./Seal.ts"

/** The number of entries in a seal. */
const batch = 200

/** A place before all entries. */
const first = { at: "0001-01-01T00:00:00.000Z", id: "00000000-0000-0000-0000-000000000000" }

type Place = typeof first

interface ChainStatus {
  readonly head: string
  /** The time of the last sealed entry; null if there is none. */
  readonly lastAt: string | null
  /** True if only the service changed the first and last seal. Sealing stops otherwise. */
  readonly isOurs: boolean
}

export class Seals extends Context.Service<
  Seals,
  {
    /**
     * Seals committed entries without a seal, and returns their number. Looks back `overlap` milliseconds before the last sealed entry
     * for entries that became visible late; the service did not write older ones.
     */
    readonly seal: (overlap: number) => Effect.Effect<number, never, Tenant>
    /** Drops all seals, seals the log in its current state whoever wrote it, and returns the number of entries. */
    readonly reseal: Effect.Effect<number, never, Tenant>
    /** Deletes up to `limit` seals of entries before `before`, and returns their number. */
    readonly purge: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
    /** The head of the chain, to be kept elsewhere; undefined if nothing was ever sealed. */
    readonly head: Effect.Effect<ChainStatus | undefined, never, Tenant>
  }
>()("pipeline/layers/audit/Seals") {
  static readonly layer = Layer.effect(
    Seals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const encryption = yield* Encryption
      const chain = Chain.make(encryption)
      const digestOf = digester(encryption)

      /** A different encryption key is detected by the signature, if there is one. */
      const check = Effect.provideService(KeyCheck.check(encryption), SqlClient.SqlClient, sql)
      const hasKey = Effect.isSuccess(check)

      /** Locks the head; undefined if there is nothing to seal, as in a workspace that was deleted meanwhile. */
      const lock = Effect.fnUntraced(function* (workspaceId: string) {
        yield* sql`INSERT INTO audit_heads (workspace_id, seq, hash, purged_seq, purged_hash)
          SELECT workspace_id, 0, ''::bytea, 0, ''::bytea FROM audit WHERE workspace_id = ${workspaceId} LIMIT 1
          ON CONFLICT (workspace_id) DO NOTHING`
        const [head] = yield* sql<Chain.Head>`SELECT ${sql.literal(Chain.columns)} FROM audit_heads
          WHERE workspace_id = ${workspaceId} FOR UPDATE`
        return head
      })

      const lastOf = Effect.fnUntraced(function* (workspaceId: string) {
        const [last] = yield* sql<{ at: string | null; seq: number | null }>`SELECT max(last_at) AS at,
            max(seq) AS seq FROM audit_seals WHERE workspace_id = ${workspaceId}`
        return last!
      })

      /** The signed end points of a chain, or those to sign for the first time; undefined if somebody else changed them. */
      const standing = Effect.fnUntraced(function* (
        workspaceId: string,
        head: Chain.Head,
        last: number | null
      ) {
        if ((last ?? head.purged_seq) !== head.seq) return undefined
        const [start, end] = [Chain.startOf(head), Chain.endOf(head)]
        if (head.mac === null) {
          if (!(yield* hasKey)) return undefined
          return { start, end, keyedFrom: head.seq + 1, keyedAt: head.seq === 0 ? null : yield* realNow }
        }
        const signed = chain.read(workspaceId, head)
        if (signed === undefined || signed.start !== start) return undefined
        if (signed.end === end || signed.end === start) return signed
        // A node of the previous version, which doesn't sign, has sealed since.
        const seq = Chain.seqOf(signed.end)
        const [seal] = yield* sql<{ hash: Uint8Array }>`SELECT hash FROM audit_seals
          WHERE workspace_id = ${workspaceId} AND seq = ${seq}`
        return seal !== undefined && Chain.pointOf(seq, seal.hash) === signed.end ? signed : undefined
      })

      /** Signs where a chain begins and ends, unless that is signed already. */
      const settle = Effect.fnUntraced(function* (
        workspaceId: string,
        head: Chain.Head,
        { keyedAt, keyedFrom }: Pick<Chain.Signed, "keyedAt" | "keyedFrom">
      ) {
        const ends = { end: Chain.endOf(head), start: Chain.startOf(head) }
        const signed = chain.sign(workspaceId, { ...ends, keyedFrom, keyedAt })
        if (head.mac !== null && Buffer.compare(head.mac, signed.mac) === 0) return
        yield* sql`UPDATE audit_heads SET ${sql.update({ ...head, ...signed })}
          WHERE workspace_id = ${workspaceId}`
      })

      const append = Effect.fnUntraced(function* (
        workspaceId: string,
        end: Chain.Head,
        some: ReadonlyArray<Seal.Sealed>
      ) {
        const seq = end.seq + 1
        const entries = Seal.encode(some)
        const hash = chain.hashOf(workspaceId, seq, Chain.pointOf(end.seq, end.hash), entries)
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

      /** The ids of sealed entries at or after a time. */
      const sealedSince = Effect.fnUntraced(function* (workspaceId: string, since: string) {
        const rows = yield* sql<{ entries: Uint8Array }>`SELECT entries FROM audit_seals
          WHERE workspace_id = ${workspaceId} AND last_at >= ${since}::timestamptz`
        return new Set(rows.flatMap(({ entries }) => Seal.decode(entries).map(({ id }) => id)))
      })

      /** Seals the entries after a place, ordered by time, as `read` returns them. */
      const sealAll = Effect.fnUntraced(function* (
        workspaceId: string,
        head: Chain.Head,
        since: string,
        read: (place: Place) => Effect.Effect<ReadonlyArray<Seal.Sealed>, SqlError.SqlError>
      ) {
        const known = yield* sealedSince(workspaceId, since)
        let [end, place, sealed]: [Chain.Head, Place, number] = [head, { ...first, at: since }, 0]
        for (let isWhole = true; isWhole;) {
          const rows: ReadonlyArray<Seal.Sealed> = yield* read(place)
          const fresh = rows.filter(({ id }) => !known.has(id))
          if (fresh.length > 0) end = { ...end, ...(yield* append(workspaceId, end, fresh)) }
          sealed += fresh.length
          place = rows.at(-1) ?? place
          isWhole = rows.length === batch
        }
        return { end, sealed }
      })

      const after = (workspaceId: string, { at, id }: Place) =>
        sql`workspace_id = ${workspaceId} AND (at, id) > (${at}::timestamptz, ${id}::uuid) AND at >= ${at}::timestamptz
          ORDER BY at, id ${Sql.limit(sql, batch)}`

      const seal = Effect.fnUntraced(
        function* (overlap: number) {
          const { workspaceId } = yield* Tenant
          const head = yield* lock(workspaceId)
          if (head === undefined) return 0
          const last = yield* lastOf(workspaceId)
          const signed = yield* standing(workspaceId, head, last.seq)
          if (signed === undefined) return 0
          // If somebody deletes the signature together with the seals, old entries are not sealed again.
          const young = head.mac === null ? Date.parse(yield* realNow) - Seal.grace : 0
          const late = last.at === null ? 0 : Date.parse(last.at) - overlap
          const since = new Date(Math.max(young, late)).toISOString()
          const { end, sealed } = yield* sealAll(
            workspaceId,
            head,
            since,
            (place) => sql<Seal.Sealed>`SELECT at, id, digest FROM audit WHERE ${after(workspaceId, place)}`
          )
          if (end.seq > 0) yield* settle(workspaceId, end, signed)
          return sealed
        },
        sql.withTransaction,
        Sql.orDie
      )

      /** Replaces the entries' digests by those of their current state. */
      const adopted = Effect.fnUntraced(function* (workspaceId: string, place: Place) {
        const rows = yield* sql<StoredEntry & Place>`SELECT ${sql.literal(stored)} FROM audit
          WHERE ${after(workspaceId, place)}`
        const some = rows.map((row) => ({ at: row.at, id: row.id, digest: digestOf(hashOfRow(row)) }))
        const told = some.map(({ digest, ...rest }) => ({
          ...rest,
          digest: Buffer.from(digest).toString("hex")
        }))
        yield* sql`UPDATE audit SET digest = decode(made.digest, 'hex'), redacted = NULL
          FROM jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) AS made (at timestamptz, id uuid, digest text)
          WHERE audit.workspace_id = ${workspaceId} AND audit.at = made.at AND audit.id = made.id`
        return some
      })

      const reseal = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        yield* Effect.orDie(check)
        yield* lock(workspaceId)
        yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${workspaceId}`
        const { end, sealed } = yield* sealAll(workspaceId, Chain.empty, first.at, (place) =>
          adopted(workspaceId, place)
        )
        yield* settle(workspaceId, end, { keyedFrom: 1, keyedAt: null })
        return sealed
      }).pipe(sql.withTransaction, Sql.orDie)

      const purge = Effect.fnUntraced(
        function* (before: string, limit: number) {
          const { workspaceId } = yield* Tenant
          const head = yield* lock(workspaceId)
          if (head === undefined) return 0
          const signed = yield* standing(workspaceId, head, (yield* lastOf(workspaceId)).seq)
          if (signed === undefined) return 0
          // Seals are deleted in the order of the chain, so one that must stay keeps all after it.
          const rows = yield* sql<{ seq: number; hash: Uint8Array; old: boolean }>`SELECT seq, hash,
              last_at < ${before}::timestamptz AS old
            FROM audit_seals WHERE workspace_id = ${workspaceId} ORDER BY seq ${Sql.limit(sql, limit)}`
          const kept = rows.findIndex(({ old }) => !old)
          const expiredSeals = kept < 0 ? rows : rows.slice(0, kept)
          const last = expiredSeals.at(-1)
          if (last === undefined) return 0
          yield* sql`DELETE FROM audit_seals WHERE workspace_id = ${workspaceId} AND seq <= ${last.seq}`
          yield* settle(workspaceId, { ...head, purged_seq: last.seq, purged_hash: last.hash }, signed)
          return expiredSeals.length
        },
        sql.withTransaction,
        Sql.orDie
      )

      const head = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const [found] = yield* sql<Chain.Head>`SELECT ${sql.literal(Chain.columns)} FROM audit_heads
          WHERE workspace_id = ${workspaceId}`
        const last = yield* lastOf(workspaceId)
        if (found === undefined || (found.seq === 0 && last.seq === null)) return undefined
        const isOurs = (yield* standing(workspaceId, found, last.seq)) !== undefined
        return { head: Chain.endOf(found), lastAt: last.at, isOurs }
      }).pipe(Sql.orDie)

      return Seals.of({ seal, reseal, purge, head })
    })
  )
}
