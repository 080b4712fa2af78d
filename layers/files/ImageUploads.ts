/** One-time URLs for uploading an image without a credential. Their tokens are stored hashed. */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { Conflict, NotFound, RateLimited } from "../../schema/Fault.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import * as FileId from "../../src/shared/FileId.ts"
import { Tenant } from "../identity/Tenant.ts"
import { BaseUrl } from "../runtime/BaseUrl.ts"
import * as Sql from "../database/Sql.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"

const minutes = 10

/** Maximum attempts per URL: an image may be unusable, or a connection break. */
const maxTries = 10

/** Maximum URLs that a workspace may create per day, which also limits images that are never attached. */
const maxPerDay = 1_000

/** Path of an upload URL before its token. */
export const path = "/uploads/"

const hash = (text: string | Uint8Array): Buffer => createHash("sha256").update(text).digest()

const unknown = new NotFound({
  code: "upload_not_found",
  message: "There is no such upload URL. Make one with POST /v1/image-uploads (create_image_upload)."
})

const expired = (why: string) =>
  new NotFound({
    code: "upload_expired",
    message: `This upload URL ${why}. Make another with POST /v1/image-uploads (create_image_upload).`
  })

const alreadyUsed = new Conflict({
  code: "upload_used",
  message:
    "Another image was uploaded to this URL, which takes only one. Make another with POST /v1/image-uploads (create_image_upload)."
})

const tooMany = new RateLimited({
  code: "rate_limited_workspace",
  message: `This workspace made ${maxPerDay} upload URLs within a day, which is the limit. Send images by their public https:// URL, or try later.`,
  retryAfter: 60
})

/** The workspace of a token. Fails if the service didn't issue it. */
export const workspaceOf = (token: string): Effect.Effect<WorkspaceId, NotFound> =>
  Effect.mapError(Effect.fromOption(FileId.workspaceOf(token)), () => unknown)

interface Row {
  readonly expires_at: string
  readonly tries: number
  readonly sent_hash: Uint8Array | null
  readonly file_id: string | null
}

export class ImageUploads extends Context.Service<
  ImageUploads,
  {
    /** Creates an upload URL. */
    readonly open: Effect.Effect<
      { readonly uploadUrl: string; readonly expiresAt: string },
      RateLimited,
      Tenant
    >
    /** Counts an attempt. Fails if the URL can't be used any more. */
    readonly enter: (token: string) => Effect.Effect<void, NotFound, Tenant>
    /** The file stored for a token if the same bytes were uploaded; fails if others were. */
    readonly stored: (
      token: string,
      sent: Uint8Array
    ) => Effect.Effect<Option.Option<string>, Conflict, Tenant>
    /** Assigns a file to a token, and returns its ID or that of an earlier upload of the same bytes. */
    readonly settle: (
      token: string,
      sent: Uint8Array,
      fileId: string
    ) => Effect.Effect<string, Conflict, Tenant>
    /** Deletes up to `limit` tokens created before `before`; returns how many. */
    readonly expire: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/ImageUploads") {
  static readonly layer = Layer.effect(
    ImageUploads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const prefix = `${yield* BaseUrl}${path}`

      const open = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const token = FileId.make(workspaceId, yield* ids.bytes(FileId.randomSize))
        const at = DateTime.makeUnsafe(yield* now)
        const expiresAt = DateTime.formatIso(DateTime.add(at, { minutes }))
        const dayBefore = DateTime.formatIso(DateTime.subtract(at, { days: 1 }))
        const rows = yield* sql`INSERT INTO image_uploads (workspace_id, hash, created_at, expires_at)
          SELECT ${workspaceId}::uuid, ${hash(token)}::bytea, ${DateTime.formatIso(at)}::timestamptz,
            ${expiresAt}::timestamptz
          WHERE (SELECT count(*) FROM image_uploads
            WHERE workspace_id = ${workspaceId} AND created_at > ${dayBefore}) < ${maxPerDay}
          RETURNING hash`
        return rows.length === 0 ? yield* tooMany : { uploadUrl: prefix + token, expiresAt }
      }).pipe(Sql.orDie)

      const enter = Effect.fn("ImageUploads.enter")(function* (token: string) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<Row>`UPDATE image_uploads SET tries = tries + 1
          WHERE workspace_id = ${workspaceId} AND hash = ${hash(token)}
            AND EXISTS (SELECT FROM workspaces w WHERE w.id = ${workspaceId} AND w.state = 'open')
          RETURNING expires_at, tries, file_id`
        if (row === undefined) return yield* unknown
        if (row.tries > maxTries) return yield* expired(`was tried ${maxTries} times`)
        if (row.file_id === null && row.expires_at <= (yield* now))
          return yield* expired(`has expired: it works for ${minutes} minutes`)
      }, Sql.orDie)

      const same = (
        row: Row | undefined,
        sent: Uint8Array
      ): Effect.Effect<Option.Option<string>, Conflict> => {
        if (row === undefined || row.file_id === null) return Effect.succeedNone
        return row.sent_hash !== null && hash(sent).equals(row.sent_hash)
          ? Effect.succeedSome(row.file_id)
          : Effect.fail(alreadyUsed)
      }

      const stored = Effect.fn("ImageUploads.stored")(function* (token: string, sent: Uint8Array) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<Row>`SELECT sent_hash, file_id FROM image_uploads
          WHERE workspace_id = ${workspaceId} AND hash = ${hash(token)}`
        return yield* same(row, sent)
      }, Sql.orDie)

      const settle = Effect.fn("ImageUploads.settle")(function* (
        token: string,
        sent: Uint8Array,
        fileId: string
      ) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<Row>`UPDATE image_uploads
          SET sent_hash = coalesce(sent_hash, ${hash(sent)}), file_id = coalesce(file_id, ${fileId})
          WHERE workspace_id = ${workspaceId} AND hash = ${hash(token)} RETURNING sent_hash, file_id`
        return Option.getOrElse(yield* same(row, sent), () => fileId)
      }, Sql.orDie)

      const expire = Effect.fn("ImageUploads.expire")(function* (before: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM image_uploads
          WHERE workspace_id = ${workspaceId} AND hash IN (SELECT hash FROM image_uploads
            WHERE workspace_id = ${workspaceId} AND created_at <= ${before} ORDER BY created_at LIMIT ${limit})
          RETURNING hash`
        return rows.length
      }, Sql.orDie)

      return ImageUploads.of({ open, enter, stored, settle, expire })
    })
  )
}
