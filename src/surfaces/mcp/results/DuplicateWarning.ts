/** Warns about a possible duplicate of a deal that was just created: agents repeat calls whose response they lost, and few send a key. */
import { Effect, Schema } from "effect"
import { Deals } from "../../../../layers/deals/Deals.ts"
import { now } from "../../../../layers/runtime/Now.ts"
import { Deal } from "../../../../schema/Deal.ts"
import { Call } from "../../../invocation/Call.ts"
import type * as Implementation from "../../../Implementation.ts"
import type { Fields } from "../../http/request/Fields.ts"

const success = Schema.Struct({
  ...Deal.fields,
  warnings: Schema.optionalKey(Schema.Array(Schema.String))
})

const warning = (id: string, madeAt: string, at: string) => {
  const seconds = Math.round((Date.parse(at) - Date.parse(madeAt)) / 1_000)
  return `A deal of this name and company was made ${seconds} s ago: ${id}. If it is the same one, use that and ask for this one to be deleted; send an idempotencyKey to repeat a call.`
}

/** The operation as a tool runs it. A call with an idempotency key can't create a duplicate. */
export const derive = (operation: Implementation.Runnable): Implementation.Runnable => {
  if (operation.id !== "deals.create") return operation
  const run = Effect.fnUntraced(function* (input: Fields) {
    const deal: Deal = yield* operation.run(input)
    if ((yield* Call).idempotencyKey !== undefined) return deal
    const twin = yield* (yield* Deals).findDuplicate(deal)
    return twin === undefined ? deal : { ...deal, warnings: [warning(twin.id, twin.createdAt, yield* now)] }
  })
  return { ...operation, success, run }
}
