/** An Outbox that delivers nothing, and records what was appended. */
import * as StatementPipeline from "../../../layers/database/client/StatementPipeline.ts"
import { Effect, Layer } from "effect"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import type { Event } from "../../../src/webhooks/rules/Event.ts"

/** `take` returns what was appended since its last call. */
export const makeOutboxRecorder = () => {
  const events: Array<Event> = []
  const append = (more: ReadonlyArray<Event>) => Effect.sync(() => void events.push(...more))
  return {
    take: (): ReadonlyArray<Event> => events.splice(0),
    layer: Layer.succeed(
      Outbox,
      Outbox.of({
        append,
        subscribed: () => Effect.succeed(StatementPipeline.none([])),
        follow: () => Effect.void
      })
    ) as unknown as Layer.Layer<never>
  }
}
