/** Metadata of stored files. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

export interface FileRecord {
  readonly id: string
  /** SHA-256 of the stored bytes, in hex. */
  readonly sha256: string
  readonly contentType: string
  readonly bytes: number
  readonly sourceUrl: string
  readonly createdAt: string
}

interface Row {
  readonly id: string
  readonly sha256: string
  readonly content_type: string
  readonly bytes: number
  readonly source_url: string
  readonly created_at: string
}

const toRecord = (row: Row): FileRecord => ({
  id: row.id,
  sha256: row.sha256,
  contentType: row.content_type,
  bytes: row.bytes,
  sourceUrl: row.source_url,
  createdAt: row.created_at
})

export class FileRecords extends Context.Service<
  FileRecords,
  {
    /** Records a file. If the workspace already has a file with this content, returns that record. */
    readonly record: (file: FileRecord) => Effect.Effect<FileRecord, never, Tenant>
    /** Finds a file; none while the workspace is suspended. */
    readonly find: (id: string) => Effect.Effect<Option.Option<FileRecord>, never, Tenant>
  }
>()("pipeline/layers/FileRecords") {
  static readonly layer = Layer.effect(
    FileRecords,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, sha256, content_type, bytes, source_url, created_at")

      const record = Effect.fn("FileRecords.record")(function* (file: FileRecord) {
        const { workspaceId } = yield* Tenant
        // DO NOTHING would return no row on a conflict; this update changes nothing and returns the existing row.
        const rows = yield* sql<Row>`INSERT INTO files AS f ${sql.insert({
          workspace_id: workspaceId,
          id: file.id,
          sha256: file.sha256,
          content_type: file.contentType,
          bytes: file.bytes,
          source_url: file.sourceUrl,
          created_at: file.createdAt
        })} ON CONFLICT (workspace_id, sha256) DO UPDATE SET sha256 = f.sha256 RETURNING ${columns}`
        return toRecord(rows[0]!)
      }, Sql.orDie)

      const find = Effect.fn("FileRecords.find")(function* (id: string) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM files
          WHERE workspace_id = ${workspaceId} AND id = ${id}
            AND EXISTS (SELECT FROM workspaces w WHERE w.id = ${workspaceId} AND w.state = 'open')`
        return Option.map(Option.fromUndefinedOr(rows[0]), toRecord)
      }, Sql.orDie)

      return FileRecords.of({ record, find })
    })
  )

  /** Keeps the records in memory, for tests without a database. */
  static readonly layerMemory = Layer.sync(FileRecords, () => {
    const files = new Map<string, FileRecord>()
    const record = Effect.fnUntraced(function* (file: FileRecord) {
      const { workspaceId } = yield* Tenant
      const key = `${workspaceId}/${file.sha256}`
      const known = files.get(key) ?? file
      files.set(key, known)
      return known
    })
    const find = Effect.fnUntraced(function* (id: string) {
      const { workspaceId } = yield* Tenant
      const found = [...files].find(([key, file]) => key.startsWith(`${workspaceId}/`) && file.id === id)
      return Option.map(Option.fromUndefinedOr(found), ([, file]) => file)
    })
    return FileRecords.of({ record, find })
  })
}
