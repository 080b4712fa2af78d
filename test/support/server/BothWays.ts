/** Sends requests both ways, straight and through the router, and compares the answers. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Straight } from "../../../src/surfaces/http/Straight.ts"
import type { Answer } from "./TestService.ts"

/** Whether each request was taken straight, in their order. */
export const taken: Array<boolean> = []

/** A service whose requests are told in `taken`. */
export const watched = Layer.effect(
  Straight,
  Effect.map(Straight, (way) => ({
    handlers: way.handlers,
    get take() {
      return way.take
    },
    set take(take) {
      way.take = (...exchange) => {
        const isTaken = take(...exchange)
        taken.push(isTaken)
        return isTaken
      }
    }
  }))
) as unknown as Layer.Layer<never>

/** A trace is told apart, so that such a request goes through the router. */
const traced = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00" }

const own = new Set(["date", "ratelimit", "service-request-id"])

type Shown = Pick<Answer, "headers" | "status" | "text">

export const partsOf = ({ headers, status, text }: Shown) => ({
  status,
  text: text.replaceAll(/req_[0-9a-f]{32}/gu, "req_"),
  headers: Object.fromEntries([...headers].filter(([name]) => !own.has(name)))
})

const left = (headers: Headers) => Number(/"key";r=(\d+)/u.exec(headers.get("ratelimit") ?? "")?.[1])

/** The answers to a request sent straight and through the router. Each counts once against the limit of its key. */
export const both = <A extends Shown>(
  send: (headers: Record<string, string>) => Promise<A>,
  what: string,
  isTaken = true
) =>
  Effect.map(
    Effect.promise(async () => {
      taken.length = 0
      return [await send({}), await send(traced)] as const
    }),
    (answers) => {
      assert.deepStrictEqual(taken, [isTaken, false], what)
      const [one, other] = answers.map(({ headers }) => left(headers))
      assert.isTrue(
        Number.isNaN(one) ? Number.isNaN(other) : other === one! - 1,
        `${what}: counted once each`
      )
      for (const { headers } of answers)
        assert.match(headers.get("service-request-id")!, /^req_[0-9a-f]{32}$/u, what)
      return answers
    }
  )

/** Sends a request both ways; the answers are the same. */
export const alike = <A extends Shown>(...asked: Parameters<typeof both<A>>) =>
  Effect.map(both(...asked), ([one, other]) => {
    assert.deepStrictEqual(partsOf(one), partsOf(other), asked[1])
    return one
  })
