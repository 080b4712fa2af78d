/**
 * Collects the records that a dry run, or a call that executes a plan, reads for its decision, and the deliveries it would send. Other
 * calls collect nothing.
 */
import { Context, Effect } from "effect"
import type { WebhookId } from "../../schema/Id.ts"
import type { DeliveryEvent } from "../../schema/Webhook.ts"
import type { Read } from "../../src/audit/rules/PlanPreconditions.ts"

interface Reads {
  /** By kind and id; a record that is read twice keeps its first state. */
  readonly reads: Map<string, Read>
  readonly deliveries: Array<{ readonly webhookId: WebhookId; readonly event: DeliveryEvent }>
}

export const ReadSet = Context.Reference<Reads | undefined>("pipeline/layers/audit/ReadSet", {
  defaultValue: () => undefined
})

export const make = (): Reads => ({ reads: new Map(), deliveries: [] })

/** Notes records that were read, and describes them only if they are collected. */
export const recordRead = <A>(
  resource: Read["resource"],
  records: ReadonlyArray<A>,
  describe: (record: A) => Omit<Read, "resource">
): Effect.Effect<void> =>
  Effect.withFiberSucceed((fiber) => {
    const seen = fiber.getRef(ReadSet)
    if (seen === undefined) return
    for (const record of records) {
      const read = { resource, ...describe(record) }
      const key = `${resource} ${read.id}`
      if (!seen.reads.has(key)) seen.reads.set(key, read)
    }
  })

/** Notes deliveries that were written. */
export const sends = (deliveries: ReadonlyArray<Reads["deliveries"][number]>): Effect.Effect<void> =>
  Effect.map(ReadSet, (seen) => {
    if (seen !== undefined)
      for (const { event, webhookId } of deliveries) seen.deliveries.push({ event, webhookId })
  })
