import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../src/contract/Api.ts"
import { contract, refused, workspace } from "../support/server/Contract.ts"
import * as Requests from "../support/server/Requests.ts"

contract("an empty cursor", (it) => {
  it.effect("is refused by every list, so that a client that sends what it lacks does not begin again", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const ids = yield* Requests.fixtures(api, routed)
      const lists = routed.filter(({ input, kind }) => kind === "read" && "cursor" in input)
      assert.isAbove(lists.length, 10)
      for (const operation of lists) {
        const { path } = Requests.requestOf(operation, ids)
        const include = "include" in operation.input ? "&include=activity" : ""
        const mark = path.includes("?") ? "&" : "?"
        yield* refused(api.get(`${path}${mark}cursor=${include}`), 400, "invalid_cursor")
      }
    })
  )
})
