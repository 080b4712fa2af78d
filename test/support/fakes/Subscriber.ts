/** A board for webhook tests: subscribe, change deals, read the log. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { eventually, type Received } from "./Receiver.ts"
import { type Answer, type Client, TestService } from "../server/TestService.ts"

export const every = ["deal.created", "deal.stage_changed", "deal.won", "lead.created"]

export const makeSubscriber = Effect.gen(function* () {
  const client: Client = yield* (yield* TestService).workspace()
  const call = (method: string, path: string, body?: unknown): Effect.Effect<Answer> =>
    Effect.promise(() => client.send(method, path, body))
  const boardId = client.board.id
  const stages = (yield* call("GET", `/v1/boards/${boardId}/stages`)).body
  return {
    client,
    boardId,
    call,
    /** Finds a stage by name. */
    stage: (name: string) => stages.find((one: { name: string }) => one.name === name),
    subscribe: Effect.fnUntraced(function* (url: string, changes: object = {}) {
      const made = yield* call("POST", "/v1/webhooks", { boardId, url, events: every, ...changes })
      assert.strictEqual(made.status, 201, made.text)
      return made.body
    }),
    deal: (changes: object = {}) =>
      Effect.map(call("POST", "/v1/deals", { boardId, name: "Deal", ...changes }), (made) => {
        assert.strictEqual(made.status, 201, made.text)
        return made.body
      }),
    webhook: (id: string) =>
      Effect.map(call("GET", "/v1/webhooks?limit=100"), ({ body }) =>
        body.data.find((one: { id: string }) => one.id === id)
      ),
    /** Waits until all deliveries of a subscription are settled. */
    settled: (id: string, count: number) =>
      eventually(async () => {
        const { body } = await client.send("GET", `/v1/webhooks/${id}/deliveries?limit=100`)
        const isDone = body.data.every((one: { status: string }) => one.status !== "pending")
        return isDone && body.data.length === count ? body.data : undefined
      })
  }
})

export const json = ({ body }: Received) => JSON.parse(body.toString())

/** Throws unless `received` is signed with `secret`. */
export const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
