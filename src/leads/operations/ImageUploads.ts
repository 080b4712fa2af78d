import { Effect } from "effect"
import { ImageUploads } from "../../../layers/files/ImageUploads.ts"
import { maxBytes } from "../../../schema/ImageUpload.ts"
import type * as Contract from "../contract/ImageUploads.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "leads.createUpload": Effect.fnUntraced(function* () {
    return { ...(yield* (yield* ImageUploads).open), maxBytes }
  })
} satisfies Implementation.Of<typeof Contract.operations>
