/** Downloads the failed lines as a file to correct and import again. */
import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { ImportUpload } from "../../../layers/imports/ImportUpload.ts"
import { ImportUploads } from "../../../layers/imports/ImportUploads.ts"
import * as ErrorsFile from "../rules/ErrorsFile.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"

const before = -1

export const file = Effect.fnUntraced(function* (
  { actor }: PageContext,
  { headers, id, kind }: ImportUpload
) {
  const { failures } = yield* ImportUploads
  const some = (after: number) =>
    Effect.provideService(failures(id, after), Tenant, { workspaceId: actor.workspace.id })
  const texts = Stream.paginate(before, (after) =>
    Effect.map(some(after), (batches) => {
      const kept = batches.flatMap(({ lines }) => lines)
      return [
        [ErrorsFile.body(headers, kept)],
        Option.map(Option.fromUndefinedOr(batches.at(-1)), ({ number }) => number)
      ] as const
    })
  )
  return HttpServerResponse.stream(
    Stream.concat(Stream.make(ErrorsFile.head(headers)), texts).pipe(Stream.encodeText),
    {
      contentType: "text/csv; charset=utf-8",
      headers: {
        ...PageResponse.headers(),
        "content-disposition": `attachment; filename="failed-${kind}.csv"`
      }
    }
  )
})
