/** Parses emails, one at a time, in a separate thread. */
import { Context, Effect, Layer, Semaphore } from "effect"
import type { Order, Read } from "./MailReaderThread.ts"
import type { Parsed } from "./Mime.ts"
import * as Thread from "../runtime/Thread.ts"
import { MailParseError } from "./MailParseError.ts"

const tooLong = new MailParseError({
  message: "The message takes too long to read. Send it with fewer parts and lines."
})

export class MailReader extends Context.Service<
  MailReader,
  {
    /** `returnPath` as in `Mail`. */
    readonly read: (raw: Uint8Array, returnPath?: string) => Effect.Effect<Parsed, MailParseError>
  }
>()("pipeline/layers/MailReader") {
  static readonly layer = Layer.effect(
    MailReader,
    Effect.gen(function* () {
      const { order, stop } = Thread.make<Order, Read>(
        new URL("./MailReaderThread.ts", import.meta.url),
        "10 seconds"
      )
      yield* Effect.addFinalizer(() => stop)
      const semaphore = yield* Semaphore.make(1)
      const read = Effect.fn("MailReader.read")(function* (raw: Uint8Array, returnPath?: string) {
        const answer = yield* semaphore
          .withPermits(1)(order({ raw, returnPath }))
          .pipe(
            Effect.catchTag("ThreadFailed", ({ message }) =>
              Effect.andThen(
                Effect.logWarning(`A message could not be read: ${message}`),
                Effect.fail(tooLong)
              )
            )
          )
        return "unreadable" in answer ? yield* new MailParseError({ message: answer.unreadable }) : answer
      })
      return MailReader.of({ read })
    })
  )
}
