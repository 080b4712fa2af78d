/** Runs slow work in a separate thread, so that it doesn't block the event loop. */
import { Data, Duration, Effect } from "effect"
import { Worker } from "node:worker_threads"

/** The work timed out, or the thread crashed. */
export class ThreadFailed extends Data.TaggedError("ThreadFailed")<{ readonly message: string }> {}

/** A message to or from the thread. `id` links an answer to its order. */
type WithId<Order> = Order & { readonly id: number }

export type Answered<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly error: string }
)

/** The thread starts with the first order, doesn't keep the process alive, and is replaced after a failure. */
export const make = <Order extends object, Answer>(file: URL, patience: Duration.Input) => {
  let worker: Worker | undefined
  let orders = 0
  const waiting = new Map<number, (answered: Answered<Answer>) => void>()

  const fail = (error: string) => {
    worker = undefined
    for (const [id, settle] of waiting) settle({ id, error })
    waiting.clear()
  }

  const start = () => {
    const started = new Worker(file)
    started.unref()
    started.on("message", (answered: Answered<Answer>) => {
      waiting.get(answered.id)?.(answered)
      waiting.delete(answered.id)
    })
    started.on("error", (error) => worker === started && fail(String(error)))
    return started
  }

  const stop = Effect.promise(async () => {
    const stopped = worker
    fail("The thread was stopped")
    await stopped?.terminate()
  })

  const order = (order: Order): Effect.Effect<Answer, ThreadFailed> =>
    Effect.callback<Answered<Answer>>((resume) => {
      const id = ++orders
      waiting.set(id, (answered) => resume(Effect.succeed(answered)))
      worker ??= start()
      worker.postMessage({ ...order, id } satisfies WithId<Order>)
      return Effect.sync(() => waiting.delete(id))
    }).pipe(
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.andThen(stop, Effect.fail(new ThreadFailed({ message: "It took too long" })))
      }),
      Effect.flatMap((answered) =>
        "error" in answered
          ? Effect.fail(new ThreadFailed({ message: answered.error }))
          : Effect.succeed(answered.answer)
      )
    )

  return { order, stop }
}

/** Runs in the thread: processes orders one after another. */
export const serve = <Order extends object, Answer>(
  port: {
    on: (event: "message", listener: (order: WithId<Order>) => void) => unknown
    postMessage: (value: unknown) => void
  } | null,
  work: (order: Order) => Promise<Answer>
) => {
  let last: Promise<void> = Promise.resolve()
  port?.on("message", (order) => {
    last = last
      .then(() => work(order))
      .then(
        (answer): Answered<Answer> => ({ id: order.id, answer }),
        (error): Answered<Answer> => ({ id: order.id, error: String(error) })
      )
      .then((answered) => port.postMessage(answered))
  })
}
