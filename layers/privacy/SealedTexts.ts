/** Erases a person from encrypted texts: stored responses, and calls that wait for an approval. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as ErasureTerms from "../../src/privacy/rules/ErasureTerms.ts"
import { contextOf } from "../approvals/ApprovalRow.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import * as Idempotency from "../records/Idempotency.ts"
import { Encryption } from "../encryption/Encryption.ts"

interface ReplyRow {
  readonly credential: string
  readonly key: string
  readonly reply: Uint8Array
}

interface ApprovalRow {
  readonly id: string
  readonly asked: Uint8Array
  readonly answer: Uint8Array | null
}

/** The number of responses read at a time; each may be 1 MiB. */
const batch = 50

/** Re-encrypts stored responses without the matches, so that a repeated request still gets a response. */
export const replies = Effect.fnUntraced(function* (pattern: string, dry: boolean) {
  const sql = yield* SqlClient.SqlClient
  const encryption = yield* Encryption
  const { workspaceId } = yield* Tenant
  let count = 0
  let place = { credential: "", key: "" }
  for (let isMore = true; isMore;) {
    const rows: ReadonlyArray<ReplyRow> =
      yield* sql<ReplyRow>`SELECT credential, key, reply FROM idempotency_keys
      WHERE workspace_id = ${workspaceId} AND (credential, key) > (${place.credential}, ${place.key})
        AND reply IS NOT NULL ORDER BY credential, key ${Sql.limit(sql, batch)}`
    isMore = rows.length === batch
    if (rows.length > 0) place = rows.at(-1)!
    for (const { credential, key, reply } of rows) {
      const context = Idempotency.contextOf(workspaceId, { credential, key })
      const body = yield* Effect.orDie(encryption.open(reply, context))
      if (!ErasureTerms.isIn(pattern, body)) continue
      count += 1
      if (dry) continue
      yield* sql`UPDATE idempotency_keys SET reply = ${encryption.seal(ErasureTerms.without(pattern, body), context)}
        WHERE workspace_id = ${workspaceId} AND credential = ${credential} AND key = ${key}`
    }
  }
  return count
}, Sql.orDie)

/** Deletes approvals that mention the person, because executing the call later would store the data again. */
export const approvals = Effect.fnUntraced(function* (pattern: string, dry: boolean) {
  const sql = yield* SqlClient.SqlClient
  const encryption = yield* Encryption
  const { workspaceId } = yield* Tenant
  let count = 0
  let after = "00000000-0000-0000-0000-000000000000"
  for (let isMore = true; isMore;) {
    const rows: ReadonlyArray<ApprovalRow> = yield* sql<ApprovalRow>`SELECT id, asked, answer FROM approvals
      WHERE workspace_id = ${workspaceId} AND id > ${after}::uuid ORDER BY id ${Sql.limit(sql, batch)}`
    isMore = rows.length === batch
    after = rows.at(-1)?.id ?? after
    for (const { answer, asked, id } of rows) {
      const texts = [
        yield* Effect.orDie(encryption.open(asked, contextOf("asked", workspaceId, id))),
        answer === null
          ? ""
          : yield* Effect.orDie(encryption.open(answer, contextOf("answer", workspaceId, id)))
      ]
      if (!texts.some((text) => ErasureTerms.isIn(pattern, text))) continue
      count += 1
      if (!dry) yield* sql`DELETE FROM approvals WHERE workspace_id = ${workspaceId} AND id = ${id}`
    }
  }
  return count
}, Sql.orDie)
