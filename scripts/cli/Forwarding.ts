/** Sends events to an address on this machine, signed like deliveries, and retries until they are accepted. */
import { Console, Effect } from "effect"
import { Signer } from "../../layers/webhooks/Signer.ts"
import type { Message } from "./Payloads.ts"
import { Surroundings } from "./Surroundings.ts"

export interface Target {
  readonly url: string
  readonly secret: string
}

/** The timeout of a delivery, in milliseconds. */
const timeout = 15_000

/** The maximum number of attempts for an event that the receiver refuses. If the receiver isn't running, it is awaited. */
const maxAttempts = 4

const [shortest, longest] = [500, 10_000]

type Outcome = { readonly status: number } | { readonly reason: string }

const send = Effect.fnUntraced(function* ({ secret, url }: Target, { body, id }: Message) {
  const { headers } = yield* Signer
  const timestamp = Math.floor(Date.now() / 1_000)
  const signed = headers({ id, timestamp, body, secrets: [secret] })
  return yield* Effect.promise(async (signal): Promise<Outcome> => {
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/json", ...signed },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)])
      })
      await response.arrayBuffer()
      return { status: response.status }
    } catch (cause) {
      const { cause: inner, message, name } = cause as Error
      if (name === "TimeoutError") return { reason: "no answer within 15 s" }
      return { reason: (inner as { code?: string } | undefined)?.code ?? message }
    }
  })
})

const paint = Effect.fnUntraced(function* (code: number, text: string) {
  const { colored } = yield* Surroundings
  return colored ? `\u001B[${code}m${text}\u001B[0m` : text
})

const [green, red] = [32, 31]

const print = Effect.fnUntraced(function* (
  color: number,
  mark: string,
  { event, id }: Message,
  text: string
) {
  const time = new Date().toISOString().slice(11, 19)
  yield* Console.log(`${time} ${yield* paint(color, mark)} ${event} ${id} ${text}`)
})

/** Whether the receiver accepted it. */
export const forward = Effect.fnUntraced(function* (target: Target, message: Message) {
  let pause = shortest
  let absent: string | undefined
  for (let refused = 0; ;) {
    const outcome = yield* send(target, message)
    if ("status" in outcome && outcome.status >= 200 && outcome.status < 300) {
      yield* print(green, "✓", message, String(outcome.status))
      return true
    }
    if ("reason" in outcome) {
      if (absent !== outcome.reason) {
        yield* print(red, "✗", message, `${outcome.reason}; trying again until ${target.url} answers`)
      }
      absent = outcome.reason
    } else {
      refused += 1
      absent = undefined
      const isOver = refused >= maxAttempts || outcome.status === 410
      const next = isOver ? "given up" : `again in ${pause / 1_000} s`
      yield* print(red, "✗", message, `${outcome.status}; ${next}`)
      if (isOver) return false
    }
    yield* Effect.sleep(pause)
    pause = Math.min(pause * 2, longest)
  }
}, Effect.provide(Signer.layer))
