import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { RpcClient } from "effect/rpc"
import type { DryRun } from "../../../schema/DryRun.ts"
import { StageId } from "../../../schema/Id.ts"
import { group } from "../../../src/contract/Rpc.ts"
import { serialization } from "../../../src/contract/RpcWire.ts"
import { TestService } from "../../support/server/TestService.ts"

const protocol = (url: string, token: string) =>
  RpcClient.layerProtocolHttp({
    url: `${url}/rpc`,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
  }).pipe(Layer.provide([FetchHttpClient.layer, serialization]))

layer(TestService.layer())("RPC", (it) => {
  it.effect("gives TypeScript callers a typed client of the same operations", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey, board } = yield* service.workspace()
      yield* Effect.gen(function* () {
        const client = yield* RpcClient.make(group)
        const deal = yield* client["deals.create"]({ boardId: board.id, name: "By RPC" })
        const stages = yield* client["boards.stages"]({ id: board.id })
        const won = stages.find((stage) => stage.region === "won")!
        const moved = yield* client["deals.move"]({ id: deal.id, toStageId: won.id })
        assert.strictEqual(moved.stage.region, "won")
        const found = yield* client["deals.search"]({ q: "by rpc", status: "all" })
        assert.deepStrictEqual(
          found.data.map(({ id }) => id),
          [deal.id]
        )
        yield* client["notes.create"]({ id: deal.id, contentText: "Done." })
        const activity = yield* client["notes.activity"]({ id: deal.id })
        assert.deepStrictEqual(
          activity.data.map((note) => note.systemEventType ?? note.kind),
          ["manual", "deal_won", "stage_changed", "deal_created"]
        )
        const failed = yield* Effect.flip(
          client["deals.move"]({ id: deal.id, toStageId: StageId.make("stg_no") })
        )
        assert.strictEqual("error" in failed ? failed.error.code : undefined, "invalid_stage")
      }).pipe(Effect.scoped, Effect.provide(protocol(service.url, apiKey.token)))
    })
  )

  it.effect(
    "fails with what a dry run found, so that no caller takes it for done, and carries out its plan",
    () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { apiKey, board } = yield* service.workspace()
        yield* Effect.gen(function* () {
          const client = yield* RpcClient.make(group)
          const body = { boardId: board.id, name: "By RPC" }
          const found = yield* Effect.flip(client["deals.create"](body, { headers: { "dry-run": "true" } }))
          const { dryRun } = found as DryRun
          assert.deepInclude(dryRun, { status: 201, replayed: false })
          assert.strictEqual((dryRun.answer as any).name, "By RPC")
          assert.strictEqual((yield* client["deals.list"]({})).data.length, 0)
          const plan = dryRun.plan!
          const other = yield* Effect.flip(
            client["deals.create"]({ ...body, name: "X" }, { headers: { plan } })
          )
          assert.strictEqual("error" in other ? other.error.code : undefined, "invalid_plan")
          yield* client["deals.create"](body, { headers: { plan } })
          assert.strictEqual((yield* client["deals.list"]({})).data.length, 1)
        }).pipe(Effect.scoped, Effect.provide(protocol(service.url, apiKey.token)))
      })
  )

  it.effect("refuses a bad credential before anything else", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const answer = yield* Effect.promise(() => service.send("POST", "/rpc", "{}"))
      assert.strictEqual(answer.status, 401)
      assert.strictEqual(answer.body.error.code, "missing_credential")
      const call = Effect.gen(function* () {
        return yield* (yield* RpcClient.make(group))["me.get"]({})
      }).pipe(Effect.scoped, Effect.provide(protocol(service.url, `svc_live_${"x".repeat(43)}`)))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(call)))
    })
  )
})
