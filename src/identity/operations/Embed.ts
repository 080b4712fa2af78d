import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { EmbedGrants } from "../../../layers/identity/EmbedGrants.ts"
import type * as Contract from "../contract/Embed.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "embed.createToken": Effect.fnUntraced(function* () {
    return yield* (yield* EmbedGrants).mint(yield* Actor)
  })
} satisfies Implementation.Of<typeof Contract.operations>
