/** An Outbox that delivers to nobody, and remembers what was appended. */
import { Effect, Layer } from "effect"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import type { Event } from "../../../src/domain/webhooks/Event.ts"

/** `take` gives what was appended since it was last called. */
export const makeOutboxRecorder = () => {
  const events: Array<Event> = []
  const append = (more: ReadonlyArray<Event>) => Effect.sync(() => void events.push(...more))
  return {
    take: (): ReadonlyArray<Event> => events.splice(0),
    layer: Layer.succeed(Outbox, Outbox.of({ append })) as unknown as Layer.Layer<never>
  }
}
