/** The statements of layers/records/Idempotency.ts in the model, and the keyed writes. */
import { oneLine, type Statements } from "./Sql.ts"

export interface KeyRow {
  readonly workspace_id: string
  readonly credential: string
  readonly key: string
  readonly fingerprint: Uint8Array
  readonly created_at: string
  readonly status: number | null
  readonly reply: Uint8Array | null
}

/** The name of a key's row in the model. */
export const keyRow = (workspaceId: string, credential: string, key: string) =>
  `idempotency_keys/${workspaceId}/${credential}/${key}`

const select = `SELECT fingerprint, status, reply, created_at FROM idempotency_keys
  WHERE workspace_id = $1 AND credential = $2 AND key = $3`

const claim = `INSERT INTO idempotency_keys ("workspace_id","credential","key","fingerprint","created_at")
  VALUES ($1,$2,$3,$4,$5) ON CONFLICT (workspace_id, credential, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = NULL, reply = NULL
  WHERE idempotency_keys.created_at <= $6
  RETURNING key`

const keep = `INSERT INTO idempotency_keys
    (workspace_id, credential, key, fingerprint, created_at, status, reply)
  VALUES ($1, $2, $3, '', 'epoch', $4, $5)
  ON CONFLICT (workspace_id, credential, key) DO UPDATE
    SET status = excluded.status, reply = excluded.reply`

const expire = `DELETE FROM idempotency_keys
  WHERE workspace_id = $1 AND created_at <= $2
    AND (credential, key) IN (SELECT credential, key FROM idempotency_keys
      WHERE workspace_id = $3 AND created_at <= $4
      ORDER BY created_at LIMIT $5)
  RETURNING key`

/** A write with a countable effect: it locks a row that others want too, and adds 1. */
export const touch = "UPDATE deals SET touched = touched + 1 WHERE id = $1"
export const effect = "INSERT INTO effects (key, id) VALUES ($1, $2)"

export const statements: Statements = {
  [oneLine(select)]: ({ answer, database, params: [workspaceId, credential, key], transaction }) => {
    const row = database.read(transaction, keyRow(workspaceId, credential, key))
    answer(row === undefined ? [] : [row])
  },
  [oneLine(claim)]: ({ answer, database, params, refuse, transaction }) => {
    const [workspace_id, credential, key, fingerprint, created_at, expired] = params
    const name = keyRow(workspace_id, credential, key)
    const decide = () => {
      const row: KeyRow | undefined = database.read(transaction, name)
      if (row !== undefined && row.created_at > expired) return answer([])
      database.write(transaction, name, {
        ...{ workspace_id, credential, key, fingerprint, created_at },
        ...{ status: null, reply: null }
      } satisfies KeyRow)
      answer([{ key }])
    }
    database.lock(transaction, name, decide, refuse)
  },
  [oneLine(keep)]: ({ answer, database, params, refuse, transaction }) => {
    const [workspaceId, credential, key, status, reply] = params
    const name = keyRow(workspaceId, credential, key)
    const decide = () => {
      const row: KeyRow | undefined = database.read(transaction, name)
      if (row !== undefined) database.write(transaction, name, { ...row, status, reply })
      answer([])
    }
    database.lock(transaction, name, decide, refuse)
  },
  [oneLine(expire)]: ({ answer, database, params: [, before], transaction }) => {
    const old = [...database.committed].filter(
      ([name, row]) => name.startsWith("idempotency_keys/") && (row as KeyRow).created_at <= before
    )
    for (const [name] of old) database.write(transaction, name, undefined)
    answer(old.map(([, row]) => ({ key: (row as KeyRow).key })))
  },
  [touch]: ({ answer, database, params: [id], refuse, transaction }) =>
    database.lock(transaction, `deals/${id}`, () => answer([]), refuse),
  [effect]: ({ answer, database, params: [key, id], transaction }) => {
    database.write(transaction, `effects/${id}`, key)
    answer([])
  }
}
