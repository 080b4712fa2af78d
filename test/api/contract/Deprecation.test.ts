import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Api from "../../../src/contract/Api.ts"
import type { Deprecation } from "../../../src/contract/Operation.ts"
import { routed } from "../../../src/Registry.ts"
import * as OpenApi from "../../../src/surfaces/openapi/OpenApi.ts"
import { anonymous, contract, workspace } from "../../support/server/Contract.ts"

/** None is deprecated today, so one pretends to be, for as long as the test. */
const pretending = Effect.acquireRelease(
  Effect.sync(() => {
    const some = [...Api.routed, ...routed].filter(({ id }) => id === "me.get")
    assert.lengthOf(some, 2)
    const deprecated: Deprecation = {
      since: "2026-05-01",
      sunset: "2027-05-01",
      instead: "GET /v1/members"
    }
    for (const operation of some) Object.assign(operation, { deprecated })
    return some
  }),
  (some) => Effect.sync(() => some.forEach((operation) => Reflect.deleteProperty(operation, "deprecated")))
)

const told = ["deprecation", "sunset", "link"]

contract("a deprecated operation", (it) => {
  it.effect("says so on every answer, and in the API description", () =>
    Effect.gen(function* () {
      const { get } = yield* workspace()
      const before = yield* get("/v1/me")
      assert.deepStrictEqual(
        told.filter((name) => before.headers.has(name)),
        []
      )
      yield* pretending
      for (const answer of [yield* get("/v1/me"), yield* (yield* anonymous).get("/v1/me")]) {
        const [deprecation, sunset, link] = told.map((name) => answer.headers.get(name))
        assert.deepStrictEqual([deprecation, sunset], ["@1777593600", "Sat, 01 May 2027 00:00:00 GMT"])
        // Beside that of an error, which leads to its explanation.
        const help = `</docs/errors#${answer.body.error?.code}>; rel="help"; type="text/html"`
        const own = '</docs/me#me.get>; rel="deprecation"; type="text/html"'
        assert.strictEqual(link, answer.status === 200 ? own : `${own}, ${help}`)
      }
      const { paths } = OpenApi.make("http://127.0.0.1") as any
      const { deprecated, description, responses } = paths["/v1/me"].get
      assert.isTrue(deprecated)
      assert.include(
        description,
        "Deprecated since 2026-05-01; gone from 2027-05-01 at the earliest. Use GET /v1/members."
      )
      assert.containsAllKeys(responses["200"].headers, ["Deprecation", "Sunset", "Link"])
      assert.notProperty(paths["/v1/deals"].get, "deprecated")
    }).pipe(Effect.scoped)
  )

  it("is announced at least six months ahead", () => {
    for (const { deprecated, id } of routed) {
      if (deprecated === undefined) continue
      const months = (Date.parse(deprecated.sunset) - Date.parse(deprecated.since)) / (30 * 86_400_000)
      assert.isAtLeast(months, 6, id)
    }
  })
})
