import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { RpcClient } from "effect/rpc"
import { group } from "../../src/contract/Rpc.ts"
import { serialization } from "../../src/contract/RpcWire.ts"
import * as McpClients from "../support/mcp/McpClients.ts"
import { TestService } from "../support/server/TestService.ts"

const protocol = (url: string, token: string) =>
  RpcClient.layerProtocolHttp({
    url: `${url}/rpc`,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
  }).pipe(Layer.provide([FetchHttpClient.layer, serialization]))

/** A workspace with a board in yen, and its tools. */
const inYen = Effect.gen(function* () {
  const { service, session, workspace: client } = yield* McpClients.inWorkspace
  yield* Effect.promise(() => client.send("PATCH", `/v1/boards/${client.board.id}`, { currency: "JPY" }))
  return { ...client, session, url: service.url }
})

layer(TestService.layer(), { excludeTestServices: true })("an amount in decimals", (it) => {
  it.effect("is taken over REST on create and update, in the deal's own currency", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      yield* Effect.promise(async () => {
        const deal = { boardId: client.board.id, name: "A" }
        const made = await client.send("POST", "/v1/deals", { ...deal, amount: "12500.00" })
        assert.strictEqual(made.status, 201, made.text)
        assert.strictEqual(made.body.amountCents, 1_250_000)
        assert.notProperty(made.body, "amount")
        await client.send("PATCH", `/v1/boards/${client.board.id}`, { currency: "JPY" })
        const path = `/v1/deals/${made.body.id}`
        const updated = await client.send("PATCH", path, { amount: "99.95" })
        assert.strictEqual(updated.body.amountCents, 9_995)
        const yen = await client.send("POST", "/v1/deals", { ...deal, amount: "500000" })
        assert.deepInclude(yen.body, { amountCents: 500_000, currency: "JPY" })
      })
    })
  )

  it.effect("is refused if it is ambiguous, with what to write instead", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      yield* Effect.promise(async () => {
        const send = (fields: object) =>
          client.send("POST", "/v1/deals", { boardId: client.board.id, name: "A", ...fields })
        for (const amount of ["12,500.00", "12.500", "12,50"]) {
          const { body, status } = await send({ amount })
          assert.strictEqual(status, 400)
          assert.strictEqual(body.error.code, "invalid_body")
          assert.include(body.error.message, "two ways")
          assert.include(body.error.message, '"12.50" for $12.50')
          assert.strictEqual(body.error.meta.issues[0].path, "amount")
        }
        const decimals = await send({ amount: "0.125" })
        assert.include(decimals.body.error.message, 'write "0.13" (rounded) for $0.13.')
        for (const fields of [
          { amount: "12.345" },
          { amount: "5", amountCents: 500 },
          { amount: "1".repeat(41) }
        ]) {
          assert.strictEqual((await send(fields)).status, 400, JSON.stringify(fields))
        }
        const text = await send({ amountCents: "12500" })
        assert.include(
          text.body.error.message,
          "amountCents must be an integer of minor units (decimals go into"
        )
        const number = await send({ amount: 12_500 })
        assert.strictEqual(number.status, 400)
        assert.include(
          number.body.error.message,
          'amount must be a decimal string of whole units, such as "12500.00"'
        )
        assert.include(number.body.error.message, "as amountCents (1250000 for $12,500.00")
        assert.strictEqual((await client.send("GET", "/v1/deals")).body.data.length, 0)
      })
    })
  )

  it.effect("is accepted and refused alike by the tools, which explain minor units", () =>
    Effect.gen(function* () {
      const { board, session } = yield* inYen
      yield* Effect.promise(async () => {
        const call = (fields: object) =>
          session.call("create_deal", { boardId: board.id, name: "A", ...fields })
        const made = (await call({ amount: "500000" })).structuredContent
        assert.deepInclude(made, { amountCents: 500_000, currency: "JPY" })
        const { id } = made
        const updated = await session.call("update_deal", { id, amount: "1" })
        assert.strictEqual(updated.structuredContent.amountCents, 1)
        const refused = await call({ amount: "500,000" })
        assert.isTrue(refused.isError)
        assert.include(refused.content[0].text, "¥500,000")
        assert.include((await call({ amount: 500_000 })).content[0].text, "amountCents (")
        const tools = await session.tools()
        const described = (name: string) => tools.find((one) => one.name === name).inputSchema.properties
        assert.include(described("create_deal").amountCents.description, "500000 is ¥500,000")
        assert.include(described("create_deal").amount.description, "decimals")
        assert.include(tools.find((one) => one.name === "update_deal").description, "as in create_deal")
      })
    })
  )

  it.effect("keeps its minor units when a board's currency changes, and the answer warns of it", () =>
    Effect.gen(function* () {
      const { board, send } = yield* (yield* TestService).workspace()
      yield* Effect.promise(async () => {
        const patch = (fields: object) => send("PATCH", `/v1/boards/${board.id}`, fields)
        const usual = await patch({ defaultDealAmountCents: 1_250_000 })
        assert.isNull(usual.headers.get("service-warning"))
        const { body, headers } = await patch({ currency: "JPY" })
        assert.deepInclude(body, { currency: "JPY", defaultDealAmountCents: 1_250_000 })
        const warning = headers.get("service-warning")!
        assert.include(warning, "defaultDealAmountCents 1250000 is 1250000 JPY")
        assert.include(warning, "/v1/boards/{id}/goals")
      })
    })
  )

  it.effect("is taken over RPC", () =>
    Effect.gen(function* () {
      const { apiKey, board, url } = yield* inYen
      yield* Effect.gen(function* () {
        const client = yield* RpcClient.make(group)
        const deal = yield* client["deals.create"]({ boardId: board.id, name: "A", amount: "500000" })
        assert.strictEqual(deal.amountCents, 500_000)
        const fault = yield* Effect.flip(client["deals.update"]({ id: deal.id, amount: "500,000" }))
        assert.include(JSON.stringify(fault), "¥500,000")
      }).pipe(Effect.provide(protocol(url, apiKey.token)))
    })
  )

  it.effect("is never described as if every currency had two decimals", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      yield* Effect.promise(async () => {
        const { text } = await service.send("GET", "/openapi.json")
        assert.notInclude(text, "1250000 is 12,500.00")
        assert.include(text, "500000 is ¥500,000")
      })
    })
  )
})
