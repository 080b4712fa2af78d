/** An operation of one's own: a route, a tool, a call of RPC and an entry in every description, from one contract and one function. */
import { Clock, Effect, Schema } from "effect"
import { operation, start } from "sales-pipeline/extend"
import * as Operation from "sales-pipeline/contract/Operation"
import { Deals } from "sales-pipeline/layers/Deals"
import { NotFound } from "sales-pipeline/schema/Fault"
import * as Field from "sales-pipeline/schema/Field"
import { DealId } from "sales-pipeline/schema/Id"

const Age = Schema.Struct({
  id: DealId,
  days: Field.of("Days", "Whole days since it entered its stage.", Schema.Int)
}).annotate({ identifier: "DealAge" })

const age = Operation.make("deals.age", {
  title: "Get the age of a deal",
  description: "Tells how long a deal has been in its stage.",
  http: { method: "GET", path: "/deals/:id/age" },
  tool: "deal_age",
  scope: "deals:read",
  kind: "read",
  input: { id: DealId },
  success: Age,
  faults: [NotFound]
})

const days = Effect.fnUntraced(function* ({ id }: { readonly id: DealId }) {
  const { stageEnteredAt } = yield* (yield* Deals).find(id)
  const passed = (yield* Clock.currentTimeMillis) - Date.parse(stageEnteredAt)
  return { id, days: Math.floor(passed / 86_400_000) }
})

await start({ operations: [operation(age, days)] })
