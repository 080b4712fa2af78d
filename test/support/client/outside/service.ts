import { Effect, Layer, Schema } from "effect"
import * as Operation from "sales-pipeline/contract/Operation"
import { operation, start, swap } from "sales-pipeline/extend"
import { Files } from "sales-pipeline/layers/Files"
import { Ids } from "sales-pipeline/layers/Ids"
import type { Deal } from "sales-pipeline/schema/Deal"
import { Conflict, NotFound } from "sales-pipeline/schema/Fault"
import { DealId } from "sales-pipeline/schema/Id"

void ((deal: Deal) => {
  deal.amountCents satisfies number | null
  // @ts-expect-error a misspelt field
  return deal.amountCent
})

const contract = Operation.make("deals.echo", {
  title: "Echo a deal",
  description: "Says its id.",
  http: { method: "GET", path: "/deals/:id/echo" },
  scope: "deals:read",
  kind: "read",
  input: { id: DealId },
  success: Schema.Struct({ id: DealId }),
  faults: [NotFound]
})

export const right = () => start({ operations: [operation(contract, ({ id }) => Effect.succeed({ id }))] })

// @ts-expect-error it answers what the contract does not say
operation(contract, () => Effect.succeed({ name: "A" }))

// @ts-expect-error it fails with a fault that the contract does not declare
operation(contract, ({ id }) => Effect.fail(new Conflict({ code: "external_id_taken", message: id })))

// @ts-expect-error a layer of another service
swap(Files, Ids.layerCounting)

swap(Ids, Ids.layerCounting)

// @ts-expect-error a store without the ways to read and to remove
swap(Files, Layer.succeed(Files, { keep: () => Effect.void }))

// @ts-expect-error there is no such option
void (() => start({ swap: [] }))

// @ts-expect-error what is not public can't be imported
export type { Made } from "sales-pipeline/layers/identity/Workspaces"

// @ts-expect-error nor can a path into the package
export type { Actor } from "sales-pipeline/dist/types/schema/Actor.d.ts"
