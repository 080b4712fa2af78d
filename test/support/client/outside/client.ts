import { answerOf, createClient, type Failure, verifyWebhook } from "@sales-pipeline/client"
import { group, layer } from "@sales-pipeline/client/effect"
import { start } from "@sales-pipeline/client/testing"
import { Effect } from "effect"
import { RpcClient } from "effect/rpc"

const client = createClient({ url: "https://crm.example", key: "svc_live_1" })

export const calls = async () => {
  const deal = await client.deals.create({ boardId: "b", name: "A", labels: ["new"] })
  deal.amountCents satisfies number | null
  answerOf(deal).requestId satisfies string | undefined
  // @ts-expect-error a misspelt field of an input
  await client.deals.create({ boardId: "b", name: "A", amountCent: 1 })
  // @ts-expect-error a misspelt field of an answer
  void deal.amountCent
  // @ts-expect-error a misspelt operation
  void client.deals.crate
  // @ts-expect-error a value that there is not
  await client.deals.list({ status: "lost" })
  // @ts-expect-error what it needs is missing
  await client.deals.create({ boardId: "b" })
  for await (const { name } of client.deals.list({ status: "won" })) name satisfies string
  const event = await verifyWebhook({ headers: {}, body: "" }, "whsec_")
  // @ts-expect-error an event that there is not
  if (event.event === "deal.lost") void event
}

export const every = async () => {
  const result = await client.deals.get.safe({ id: "1" })
  if (result.ok) return
  switch (result.error.type) {
    case "authentication_error":
    case "permission_error":
    case "invalid_request_error":
    case "rate_limit_error":
    case "api_error":
    case "connection_error":
    case "not_found":
      break
    default:
      result.error satisfies never
  }
  switch (result.error.type) {
    case "authentication_error":
    case "permission_error":
    case "invalid_request_error":
    case "rate_limit_error":
    case "api_error":
    case "connection_error":
      break
    default:
      // @ts-expect-error the case not_found is missing
      result.error satisfies never
  }
}

export const codes = (error: Failure<"api_error">) => {
  switch (error.code) {
    case "internal_error":
    case "unavailable":
      return
    default:
      error.code satisfies never
  }
}

export const missing = (error: Failure<"api_error">) => {
  switch (error.code) {
    case "internal_error":
      return
    default:
      // @ts-expect-error the code unavailable is missing
      error.code satisfies never
  }
}

void Effect.gen(function* () {
  const rpc = yield* RpcClient.make(group)
  const deals = yield* rpc["deals.search"]({ q: "licence" })
  deals.data satisfies ReadonlyArray<{ readonly name: string }>
  // @ts-expect-error a misspelt field of an input
  yield* rpc["deals.search"]({ qq: "licence" })
  // @ts-expect-error a misspelt field of an answer
  void deals.dat
  yield* Effect.catchTag(rpc["deals.search"]({ q: "a" }), "RpcClientError", () => Effect.void)
}).pipe(Effect.scoped, Effect.provide(layer({ url: "https://crm.example", key: "svc_live_1" })))

export const tested = async () => {
  const service = await start({ seed: 1 })
  const { boardId, client: own } = await service.workspace({ plan: "free" })
  await own.deals.create({ boardId, name: "A" })
  // @ts-expect-error an option that there is not
  await start({ sead: 1 })
}
