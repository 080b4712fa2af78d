/** Checks the audit log against its seals: whether entries were altered, removed, or inserted without the service. */
import { Array, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../identity/Tenant.ts"
import { realNow } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Encryption } from "../encryption/Encryption.ts"
import { checker, stored } from "./AuditRow.ts"
import * as Chain from "./Chain.ts"
import * as Redaction from "./Redaction.ts"
import * as Seal from "./Seal.ts"
import { Seals } from "./Seals.ts"

/** Faults of an entry, of a seal (named by its number) or of the chain (named by its head). */
const words = {
  altered: "was altered",
  forged: "is not as the service wrote it",
  removed: "was removed",
  added: "has no seal: it was put in, or its seal was removed",
  seal: "is missing, or not as the service made it",
  head: "is not where the service ended the seals",
  purge: "is not where the service ended its purge",
  kept: "is not in the seals any more"
} as const

export interface Flaw {
  readonly what: keyof typeof words
  readonly id: string
  readonly at: string | null
}

/** Describes a fault in words. */
export const describe = ({ at, id, what }: Flaw): string => {
  const subject = { head: "the head", purge: "the purge point", kept: "the head", seal: "seal" }
  const name = what in subject ? subject[what as keyof typeof subject] : "entry"
  return `${name} ${id}${at === null ? "" : ` of ${at}`} ${words[what]}`
}

interface Proof {
  readonly entries: number
  /** Entries from which a person's data was erased since. */
  readonly redacted: number
  readonly seals: number
  /** Entries written during the check. */
  readonly unsealed: number
  /** The last seal, which an operator can keep elsewhere: if it still exists, the log's end was not cut off. */
  readonly head: string
  /** The first faults found; `wrong` is the number of all. */
  readonly flaws: ReadonlyArray<Flaw>
  readonly wrong: number
}

const maxFlaws = 20

const rowsAtOnce = 2_000

/** The number of rows read at a time with all their changes. */
const wholeAtOnce = 200

type Row = Redaction.Redactable & { readonly id: string; readonly at: string; readonly digest: Uint8Array }

export class AuditProof extends Context.Service<
  AuditProof,
  {
    /** Seals what is not sealed yet, then checks everything. Entries before `dropped` may be missing. `kept` is a head kept elsewhere. */
    readonly check: (dropped: string, kept?: string) => Effect.Effect<Proof, never, Tenant>
  }
>()("pipeline/layers/audit/AuditProof") {
  static readonly layer = Layer.effect(
    AuditProof,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const encryption = yield* Encryption
      const { seal } = yield* Seals
      const chain = Chain.make(encryption)
      const kindOf = checker(encryption)
      const isRedacted = Redaction.checking(encryption)

      const headOf = Effect.fnUntraced(function* (workspaceId: string) {
        const [row] = yield* sql<Chain.Head>`SELECT ${sql.literal(Chain.columns)} FROM audit_heads
          WHERE workspace_id = ${workspaceId}`
        const head = row ?? Chain.empty
        return { head, signed: chain.read(workspaceId, head) }
      })

      const rowsOf = (
        workspaceId: string,
        { first_at, last_at }: Pick<Seal.StoredSeal, "first_at" | "last_at">
      ) =>
        sql<Row>`SELECT ${sql.literal(stored)}, digest, redacted FROM audit WHERE workspace_id = ${workspaceId}
            AND at BETWEEN ${first_at}::timestamptz AND ${last_at}::timestamptz`

      const check = Effect.fnUntraced(function* (dropped: string, kept?: string) {
        const { workspaceId } = yield* Tenant
        const young = new Date(Date.parse(yield* realNow) - Seal.grace).toISOString()
        yield* seal(Seal.overlap)
        const flaws: Array<Flaw> = []
        const sum = { entries: 0, redacted: 0, seals: 0, unsealed: 0, wrong: 0 }
        const tell = (what: Flaw["what"], id: string, at: string | null = null) => {
          sum.wrong += 1
          if (flaws.length < maxFlaws) flaws.push({ what, id, at })
        }
        const { head, signed } = yield* headOf(workspaceId)
        const until = signed === undefined ? "" : Chain.plainUntil(signed)
        const isSigned = signed !== undefined || (head.seq === 0 && head.mac === null)
        if (!isSigned) tell("head", Chain.endOf(head))
        if (signed !== undefined && signed.start !== Chain.startOf(head)) tell("purge", Chain.startOf(head))

        let last = signed?.start ?? Chain.startOf(head)
        let [isKept, isReached, isFirst] = [kept === undefined, signed === undefined, true]
        const reach = (point: string) => {
          last = point
          isKept ||= kept === point
          isReached ||= signed?.end === point
        }

        const checkEntry = (row: Row | undefined, { at, digest, id }: Seal.Sealed, isPlain: boolean) => {
          if (row === undefined) return at < dropped ? undefined : tell("removed", id, at)
          sum.entries += 1
          const kind = kindOf(row, digest)
          if (kind === "keyed" || (kind === "plain" && isPlain)) return
          if (kind === undefined && isRedacted(row, digest)) sum.redacted += 1
          else tell(kind === "plain" ? "forged" : "altered", id, at)
        }

        const checkSeal = Effect.fnUntraced(function* (seal: Seal.StoredSeal) {
          const maker = chain.makerOf(workspaceId, last, seal)
          const next = Chain.seqOf(last) + 1
          if (seal.seq !== next || maker === "others") tell("seal", String(next), seal.first_at)
          // Somebody who makes the service sign anew, as after an upgrade, leaves seals of this version before `keyedFrom`.
          if (maker === "us" && isFirst && signed !== undefined && seal.seq < signed.keyedFrom) {
            tell("head", Chain.endOf(head))
          }
          if (maker === "us") isFirst = false
          const rows = new Map((yield* rowsOf(workspaceId, seal)).map((row) => [row.id, row]))
          for (const entry of Seal.decode(seal.entries)) {
            checkEntry(rows.get(entry.id), entry, maker === "before" || entry.at < until)
          }
          sum.seals += 1
          reach(Chain.pointOf(seal.seq, seal.hash))
        })

        /** Unsealed entries are either seconds old, or their seals were purged moments before the entries themselves. */
        const checkOpen = Effect.fnUntraced(function* (some: ReadonlyArray<Pick<Row, "at" | "id">>) {
          const ids = new Set(some.map(({ id }) => id))
          const rows = yield* rowsOf(workspaceId, { first_at: some[0]!.at, last_at: some.at(-1)!.at })
          for (const row of rows.filter(({ id }) => ids.has(id))) {
            const kind = kindOf(row, row.digest)
            const isOurs = kind === "keyed" || (kind === "plain" && row.at < until)
            if (!isOurs && !isRedacted(row, row.digest)) tell("forged", row.id, row.at)
            else if (row.at >= young) sum.unsealed += 1
            else if (row.at >= dropped) tell("added", row.id, row.at)
          }
        })

        reach(last)
        for (let isMore = true; isMore;) {
          const some =
            yield* sql<Seal.StoredSeal>`SELECT seq, first_at, last_at, entries, hash FROM audit_seals
            WHERE workspace_id = ${workspaceId} AND seq > ${Chain.seqOf(last)} ORDER BY seq LIMIT 20`
          for (const seal of some) yield* checkSeal(seal)
          isMore = some.length > 0
        }
        const end = Chain.endOf(head)
        if (Chain.seqOf(last) < head.seq) tell("seal", String(head.seq))
        else if (last !== end || !isReached) tell("head", end)
        if (!isKept) tell("kept", kept!)

        let place = { at: "0001-01-01T00:00:00.000Z", id: "00000000-0000-0000-0000-000000000000" }
        for (let isMore = true; isMore;) {
          const rows: ReadonlyArray<typeof place> = yield* sql<typeof place>`SELECT at, id FROM audit
            WHERE workspace_id = ${workspaceId} AND (at, id) > (${place.at}::timestamptz, ${place.id}::uuid)
            ORDER BY at, id ${Sql.limit(sql, rowsAtOnce)}`
          const end = rows.at(-1)
          isMore = end !== undefined
          if (end === undefined) break
          const near = yield* sql<Pick<Seal.StoredSeal, "entries">>`SELECT entries FROM audit_seals
            WHERE workspace_id = ${workspaceId} AND last_at >= ${rows[0]!.at}::timestamptz
              AND first_at <= ${end.at}::timestamptz`
          const ids = new Set(near.flatMap((seal) => Seal.decode(seal.entries).map(({ id }) => id)))
          const open = rows.filter((row) => !ids.has(row.id))
          for (const some of Array.chunksOf(open, wholeAtOnce)) yield* checkOpen(some)
          place = end
        }
        return { ...sum, head: last, flaws }
      }, Sql.orDie)

      return AuditProof.of({ check })
    })
  )
}
