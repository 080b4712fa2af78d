import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../src/contract/Api.ts"
import { contract, refused, workspace } from "../support/server/Contract.ts"
import * as Requests from "../support/server/Requests.ts"

contract("every answer of the API", (it) => {
  it.effect("says that its type is not to be guessed, and who may keep it", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const ids = yield* Requests.fixtures(api, routed)
      for (const operation of routed.filter(({ kind }) => kind !== "delete")) {
        const { headers } = yield* Requests.send(api, Requests.requestOf(operation, ids))
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", operation.id)
        assert.match(headers.get("cache-control") ?? "", /^(?:private, no-cache|no-store)$/u, operation.id)
      }
      for (const [method, path] of [
        ["GET", "/v1/nothing"],
        ["GET", "/v1/deals/none"],
        ["GET", "/v1/deals?limit=0"],
        ["PUT", "/v1/deals"],
        ["HEAD", "/v1/deals"],
        ["OPTIONS", "/v1/deals"]
      ] as const) {
        const { headers } = yield* api.request(method, path)
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", `${method} ${path}`)
        assert.strictEqual(headers.get("cache-control"), "private, no-cache", `${method} ${path}`)
      }
    })
  )
})

contract("promotion that is switched off", (it) => {
  it.effect("says so before it looks for the lead, whatever is sent as its id", () =>
    Effect.gen(function* () {
      const { post } = yield* workspace()
      for (const id of ["x", "01997f2e-6b1c-7d7a-9d0c-6c7d8e9f0a1b"])
        yield* refused(post(`/v1/leads/${id}/promote`), 403, "promote_disabled")
    })
  )
})
