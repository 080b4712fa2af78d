/**
 * Erases a person from entries of the audit log. The seal keeps the digest of the original entry; `redacted` is the service's signature
 * on the change from that digest to the current row, so that the log still verifies.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import * as ErasureTerms from "../../src/privacy/rules/ErasureTerms.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import { Encryption } from "../encryption/Encryption.ts"
import * as Chain from "./Chain.ts"
import { checker, hashOfRow, stored, type StoredEntry } from "./AuditRow.ts"

/** A row that may have been redacted, with its original digest. */
export interface Redactable extends StoredEntry {
  readonly redacted: Uint8Array | null
}

interface EntryRow extends Redactable {
  readonly at: string
  readonly id: string
  /** The digest of the row as it was first written. */
  readonly digest: Uint8Array
}

const purpose = "audit-redaction"

/** The text that the signature covers. */
const textOf = (row: Redactable, first: Uint8Array) =>
  [row.workspace_id, row.id, Buffer.from(first).toString("hex"), hashOfRow(row).toString("hex")].join("\n")

/** Returns a check whether a row is the result of the service's own redaction of the row with the first digest. */
export const checking = (encryption: Encryption["Service"]) => {
  const macs = encryption.macs(purpose)
  return (row: Redactable, first: Uint8Array): boolean =>
    row.redacted !== null && macs.some((mac) => Buffer.compare(mac(textOf(row, first)), row.redacted!) === 0)
}

interface RedactionRequest {
  /** The pattern to erase from all entries. */
  readonly addressPattern: string
  /** The pattern to erase from entries about `records`. */
  readonly personPattern: string
  readonly records: ReadonlyArray<string>
  readonly change: (change: AuditChange) => AuditChange
}

/** The number of entries read at a time. */
const batch = 200

export class Redaction extends Context.Service<
  Redaction,
  {
    /** Redacts the entries and returns their number. With `dry`, only counts them. */
    readonly run: (request: RedactionRequest, dry: boolean) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/audit/Redaction") {
  static readonly layer = Layer.effect(
    Redaction,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const encryption = yield* Encryption
      const mac = encryption.mac(purpose)
      const isRedacted = checking(encryption)
      const kindOf = checker(encryption)
      const chain = Chain.make(encryption)

      /** The time before which plain digests of earlier versions are accepted; until the first signature, all are. */
      const plainUntil = Effect.fnUntraced(function* (workspaceId: string) {
        const [head] = yield* sql<Chain.Head>`SELECT ${sql.literal(Chain.columns)} FROM audit_heads
          WHERE workspace_id = ${workspaceId}`
        if (head === undefined || head.mac === null) return "9999"
        const signed = chain.read(workspaceId, head)
        return signed === undefined ? "" : Chain.plainUntil(signed)
      })

      const redact = (request: RedactionRequest, row: Redactable): Partial<Redactable> => {
        const changes = JSON.parse(row.changes as string) as ReadonlyArray<AuditChange>
        const touched = changes.flatMap(({ id, ids = [], of }) => [id, ...ids, of])
        const isNear = touched.some((id) => request.records.includes(String(id).split("/")[0]!))
        const clean = <A>(value: A) =>
          ErasureTerms.without(isNear ? request.personPattern : request.addressPattern, value)
        const text = (name: "actor_name" | "user_name" | "agent" | "approved_by") => clean(row[name])
        return {
          changes: JSON.stringify(clean(changes.map(request.change))),
          actor_name: text("actor_name"),
          user_name: text("user_name"),
          agent: text("agent"),
          approved_by: text("approved_by") as string | null
        }
      }

      const run = Effect.fnUntraced(function* (request: RedactionRequest, dry: boolean) {
        const { workspaceId } = yield* Tenant
        const { addressPattern: everywhere, records } = request
        const until = yield* plainUntil(workspaceId)
        let count = 0
        let place: Pick<EntryRow, "at" | "id"> = {
          at: "0001-01-01T00:00:00.000Z",
          id: "00000000-0000-0000-0000-000000000000"
        }
        for (let isMore = true; isMore;) {
          const rows: ReadonlyArray<EntryRow> =
            yield* sql<EntryRow>`SELECT ${sql.literal(stored)}, digest, redacted FROM audit
            WHERE workspace_id = ${workspaceId} AND (at, id) > (${place.at}::timestamptz, ${place.id}::uuid)
              AND (changes::text ~* ${everywhere} OR concat_ws(' ', actor_name, user_name, agent, approved_by) ~* ${everywhere}
                OR changes::text ~ ${records.length === 0 ? "^$" : records.join("|")})
            ORDER BY at, id ${Sql.limit(sql, batch)}`
          isMore = rows.length === batch
          if (rows.length > 0) place = rows.at(-1)!
          for (const row of rows) {
            const next = { ...row, ...redact(request, row) }
            if (hashOfRow(next).equals(hashOfRow(row))) continue
            count += 1
            if (dry) continue
            // An entry that was altered before is not signed, so that it stays recognizable.
            const kind = kindOf(row, row.digest)
            const isTaken = kind === "keyed" || (kind === "plain" && row.at < until)
            const isWhole = isTaken || isRedacted(row, row.digest)
            const redacted = isWhole ? mac(textOf(next, row.digest)) : row.redacted
            const { actor_name, agent, approved_by, user_name } = next
            yield* sql`UPDATE audit SET ${sql.update({ actor_name, agent, approved_by, user_name, redacted } as never)},
                changes = ${next.changes as string}::json
              WHERE workspace_id = ${workspaceId} AND at = ${row.at}::timestamptz AND id = ${row.id}`
          }
        }
        return count
      }, Sql.orDie)

      return Redaction.of({ run })
    })
  )
}
