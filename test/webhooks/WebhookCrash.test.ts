import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import * as Process from "../support/server/Process.ts"
import { eventually, makeReceiver } from "../support/fakes/Receiver.ts"
import { json } from "../support/fakes/Subscriber.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const moves = 200

const senderOf =
  (url: () => string, token: string) => async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${url()}/v1${path}`, { method, headers, ...sent })
    assert.isBelow(response.status, 300, `${method} ${path}`)
    return (await response.json()) as any
  }

layer(TestDatabase.layerClone, { excludeTestServices: true })("a service that is killed", (it) => {
  it.effect(
    "sends the event of every acknowledged move once it is back, each with one id",
    () =>
      Effect.gen(function* () {
        const site = { ...(yield* Process.site), OUTBOUND_ALLOW_PRIVATE: "true" }
        const receiver = yield* makeReceiver()
        const first = yield* Process.start(site)
        let url = first.url
        const send = senderOf(() => url, first.token!)
        const { data: boards } = yield* Effect.promise(() => send("GET", "/boards?limit=1"))
        const boardId = boards[0].id
        const stages = yield* Effect.promise(() => send("GET", `/boards/${boardId}/stages`))
        const subscription = { boardId, url: receiver.url, events: ["deal.stage_changed"] }
        yield* Effect.promise(() => send("POST", "/webhooks", subscription))
        const deals = yield* Effect.promise(() =>
          Promise.all(
            Array.from({ length: 10 }, (_, index) =>
              send("POST", "/deals", { boardId, name: `Deal ${index}` })
            )
          )
        )

        const acknowledged = new Set<string>()
        const move = async (turn: number): Promise<void> => {
          const toStageId = stages[(Math.floor(turn / deals.length) + 1) % stages.length].id
          const moved = await send("POST", `/deals/${deals[turn % deals.length].id}/move`, {
            toStageId
          }).catch(() => undefined)
          if (moved === undefined) return pause(50).then(() => move(turn))
          acknowledged.add(`${moved.id} ${moved.stageEnteredAt}`)
        }
        let turn = 0
        const worker = async () => {
          while (turn < moves) await move(turn++)
        }
        const moving = Promise.all(Array.from({ length: 8 }, worker))
        yield* eventually(() => (acknowledged.size >= moves / 2 ? true : undefined), 30)
        yield* first.kill("SIGKILL")
        yield* first.exit
        url = (yield* Process.start(site)).url
        yield* Effect.promise(() => moving)

        const idsOf = () =>
          Map.groupBy(receiver.received, (one) => `${json(one).deal_id} ${json(one).changed_at}`)
        yield* eventually(() => {
          const seen = idsOf()
          return [...acknowledged].every((key) => seen.has(key)) ? true : undefined
        }, 60)
        for (const tries of idsOf().values()) {
          assert.strictEqual(new Set(tries.map((one) => one.headers["webhook-id"])).size, 1)
        }
      }),
    150_000
  )
})
