/** Checks the audit log against its seals: whether an entry was altered, removed, or put in beside the service. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../identity/Tenant.ts"
import { now } from "../platform/Now.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Vault } from "../platform/Vault.ts"
import { isDigestOf, stored } from "./AuditRow.ts"
import * as Redaction from "./Redaction.ts"
import * as Seal from "./Seal.ts"

interface Flaw {
  readonly what: "altered" | "removed" | "added" | "seal"
  /** The entry, or the number of the seal. */
  readonly id: string
  readonly at: string | null
}

export interface Proof {
  readonly entries: number
  /** Entries from which a person was erased since. */
  readonly redacted: number
  readonly seals: number
  /** Entries too young to be sealed. */
  readonly unsealed: number
  /** The last seal, for an operator to keep elsewhere: that it is still there shows that no end was cut off. */
  readonly head: string
  /** The first of what is wrong, and how much is in all. */
  readonly flaws: ReadonlyArray<Flaw>
  readonly wrong: number
}

const mostFlaws = 20

/** Entries are sealed within seconds, and within an hour if no process of the service was there. */
const grace = 3 * 3_600_000

const rowsAtOnce = 2_000

const headOf = (seq: number, hash: Uint8Array) => `${seq}:${Buffer.from(hash).toString("hex")}`

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

export class AuditProof extends Context.Service<
  AuditProof,
  {
    /** Entries before `dropped` may be gone. `head` is one that was kept elsewhere. */
    readonly check: (dropped: string, head?: string) => Effect.Effect<Proof, never, Tenant>
  }
>()("pipeline/layers/audit/AuditProof") {
  static readonly layer = Layer.effect(
    AuditProof,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const macs = vault.macs("audit")
      const isRedacted = Redaction.checking(vault)

      const rowsOf = (workspaceId: string, { first_at, last_at }: Seal.Stored) =>
        sql<
          Redaction.Redactable & { id: string }
        >`SELECT ${sql.literal(stored)}, redacted FROM audit WHERE workspace_id = ${workspaceId}
            AND at BETWEEN ${first_at}::timestamptz AND ${last_at}::timestamptz`

      const check = Effect.fnUntraced(function* (dropped: string, kept?: string) {
        const { workspaceId } = yield* Tenant
        const flaws: Array<Flaw> = []
        let [entries, redacted, seals, unsealed, wrong] = [0, 0, 0, 0, 0]
        const tell = (flaw: Flaw) => {
          wrong += 1
          if (flaws.length < mostFlaws) flaws.push(flaw)
        }
        const [known] = yield* sql<Seal.Head>`SELECT seq, hash, purged_seq, purged_hash FROM audit_heads
          WHERE workspace_id = ${workspaceId}`
        let last = { seq: known?.purged_seq ?? 0, hash: known?.purged_hash ?? new Uint8Array() }
        let isKept = kept === undefined || kept === headOf(last.seq, last.hash)

        const checkSeal = Effect.fnUntraced(function* (seal: Seal.Stored) {
          const text = Seal.textOf(workspaceId, seal.seq, last.hash, seal.entries)
          const isNext = seal.seq === last.seq + 1
          if (!isNext || !macs.some((mac) => isSame(mac(text), seal.hash))) {
            tell({ what: "seal", id: String(seal.seq), at: seal.first_at })
          }
          const rows = new Map((yield* rowsOf(workspaceId, seal)).map((row) => [row.id, row]))
          for (const { at, digest, id } of Seal.decode(seal.entries)) {
            const row = rows.get(id)
            if (row === undefined && at >= dropped) tell({ what: "removed", id, at })
            if (row === undefined) continue
            entries += 1
            if (isDigestOf(row, digest)) continue
            if (isRedacted(row, digest)) redacted += 1
            else tell({ what: "altered", id, at })
          }
          seals += 1
          last = { seq: seal.seq, hash: seal.hash }
          isKept ||= kept === headOf(last.seq, last.hash)
        })

        for (let isMore = true; isMore;) {
          const some = yield* sql<Seal.Stored>`SELECT seq, first_at, last_at, entries, hash FROM audit_seals
            WHERE workspace_id = ${workspaceId} AND seq > ${last.seq} ORDER BY seq LIMIT 20`
          for (const seal of some) yield* checkSeal(seal)
          isMore = some.length > 0
        }
        if (known !== undefined && headOf(known.seq, known.hash) !== headOf(last.seq, last.hash)) {
          tell({ what: "seal", id: String(known.seq), at: null })
        }
        if (!isKept) tell({ what: "seal", id: kept!.split(":")[0]!, at: null })

        const young = new Date(Date.parse(yield* now) - grace).toISOString()
        let place = { at: "0001-01-01T00:00:00.000Z", id: "00000000-0000-0000-0000-000000000000" }
        for (let isMore = true; isMore;) {
          const rows: ReadonlyArray<typeof place> = yield* sql<typeof place>`SELECT at, id FROM audit
            WHERE workspace_id = ${workspaceId} AND (at, id) > (${place.at}::timestamptz, ${place.id}::uuid)
            ORDER BY at, id ${Sql.limit(sql, rowsAtOnce)}`
          const end = rows.at(-1)
          isMore = end !== undefined
          if (end === undefined) break
          const near = yield* sql<Pick<Seal.Stored, "entries">>`SELECT entries FROM audit_seals
            WHERE workspace_id = ${workspaceId} AND last_at >= ${rows[0]!.at}::timestamptz
              AND first_at <= ${end.at}::timestamptz`
          const sealed = new Set(near.flatMap((seal) => Seal.decode(seal.entries).map(({ id }) => id)))
          for (const { at, id } of rows.filter((row) => !sealed.has(row.id))) {
            if (at >= young) unsealed += 1
            else if (at >= dropped) tell({ what: "added", id, at })
          }
          place = end
        }
        return { entries, redacted, seals, unsealed, head: headOf(last.seq, last.hash), flaws, wrong }
      }, Sql.orDie)

      return AuditProof.of({ check })
    })
  )
}
