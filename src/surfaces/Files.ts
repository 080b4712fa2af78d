/** Serves stored images to anyone who has their unguessable address. */
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { FileRecords } from "../../layers/files/FileRecords.ts"
import { Files } from "../../layers/files/Files.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { NotFound } from "../../schema/Fault.ts"
import * as FileId from "../shared/FileId.ts"

/** The file is always an image: it may not run or load anything, and it never changes under its id. */
const headers = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff"
}

const find = Effect.fn("Files.find")(function* (id: string) {
  const workspaceId = yield* Effect.fromOption(FileId.workspaceOf(id))
  const records = yield* FileRecords
  const files = yield* Files
  const record = yield* Effect.flatMap(records.find(id), Effect.fromOption).pipe(
    Effect.provideService(Tenant, { workspaceId })
  )
  const bytes = yield* Effect.flatMap(files.read(`${workspaceId}/${record.sha256}`), Effect.fromOption)
  return { bytes, contentType: record.contentType }
})

const get = Effect.gen(function* () {
  const { id = "" } = yield* HttpRouter.params
  const found = yield* Effect.option(find(id))
  if (Option.isNone(found)) {
    return yield* new NotFound({ code: "file_not_found", message: "There is no file at this address." })
  }
  return HttpServerResponse.uint8Array(found.value.bytes, { contentType: found.value.contentType, headers })
})

export const routes = [{ method: "GET", path: "/files/:id" }]

export const layer = HttpRouter.add("GET", "/files/:id", get)
