import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { everything, routed } from "../../../src/Registry.ts"
import * as Operation from "../../../src/contract/Operation.ts"
import { bodyDecoder, queryDecoder } from "../../../src/surfaces/http/request/Fields.ts"
import { anonymous, contract, member, refused, workspace } from "../../support/server/Contract.ts"
import * as Requests from "../../support/server/Requests.ts"

const writes = routed.filter((operation) => operation.kind !== "read")
const scopesOf = (operation: Operation.Any) => [operation.scope ?? []].flat()

/** Answers are alike if they differ only in ids, and in when a report was made. */
const blurred = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, "<id>")
    .replaceAll(/req_[0-9a-f]{32}/gu, "<request>")
    .replaceAll(/stg_[0-9A-Za-z]{16}/gu, "<stage>")
    .replaceAll(/"generated_at":"[^"]*"/gu, "<now>")

const nobodys: Record<string, string> = { stage: "stg_0000000000000000" }
const random = (resource: string) => nobodys[resource] ?? "0190a0b0-c0d0-7000-8000-00000000abcd"

contract(
  "every operation of the registry",
  (it) => {
    it.effect("answers another workspace's id like an id that does not exist", () =>
      Effect.gen(function* () {
        const [mine, theirs] = [yield* workspace(), yield* workspace()]
        const own = yield* Requests.fixtures(mine, routed)
        const foreign = yield* Requests.fixtures(theirs, routed)
        let compared = 0
        for (const operation of routed) {
          for (const place of Requests.placesOf(operation)) {
            const sendWith = (id: string) =>
              Requests.send(mine, Requests.requestOf(operation, { ...own, [place.resource]: id }, place))
            const a = yield* sendWith(foreign[place.resource]!)
            const b = yield* sendWith(random(place.resource))
            const what = `${operation.id} with another's ${place.name}`
            assert.deepStrictEqual([a.status, blurred(a.text)], [b.status, blurred(b.text)], what)
            if (operation.kind === "read" && place.carrier !== "path" && a.status === 200) {
              assert.notInclude(a.text, foreign[place.resource]!, what)
            } else assert.include([400, 404], a.status, `${what}: ${a.text}`)
            compared++
          }
        }
        assert.isAbove(compared, 15)
      })
    )

    it.effect("finds its own ids, so that the comparison above says something", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const own = yield* Requests.fixtures(mine, routed)
        for (const operation of routed.filter((one) => one.kind === "read")) {
          const { status, text } = yield* Requests.send(mine, Requests.requestOf(operation, own))
          assert.strictEqual(status, 200, `${operation.id}: ${text}`)
        }
      })
    )

    it.effect("needs a credential", () =>
      Effect.gen(function* () {
        const nobody = yield* anonymous
        const mine = yield* workspace()
        const own = yield* Requests.fixtures(mine, routed)
        for (const operation of routed) {
          const request = Requests.requestOf(operation, own)
          yield* refused(Requests.send(nobody, request), 401, "missing_credential")
          const wrong = { authorization: `Bearer svc_live_${"0".repeat(43)}` }
          yield* refused(Requests.send(nobody, request, wrong), 401, "invalid_credential")
        }
      })
    )

    it.effect("refuses a viewer's writes, and names the scope and the role", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const own = yield* Requests.fixtures(mine, routed)
        const viewer = yield* member(mine.workspace.id, "viewer")
        const isWrite = (scope: string) => scope.endsWith(":write")
        for (const operation of writes.filter((one) => scopesOf(one).some(isWrite))) {
          const request = { ...Requests.requestOf(operation, own), body: { nothing: "valid" } }
          const error = yield* refused(Requests.send(viewer, request), 403, "insufficient_scope")
          const scope = scopesOf(operation).find(isWrite)!
          assert.include(error.message, scope)
          assert.include(error.message, "viewer")
          assert.deepStrictEqual(error.meta, { scope, lacking: "role" })
        }
        for (const operation of routed.filter((one) => one.kind === "read" && one.role !== "admin")) {
          const { status } = yield* Requests.send(viewer, Requests.requestOf(operation, own))
          // An approval is for whoever asked, and for admins.
          assert.strictEqual(status, operation.id === "approvals.get" ? 404 : 200, operation.id)
        }
      })
    )

    it.effect("refuses a member what only admins may do", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const own = yield* Requests.fixtures(mine, routed)
        const someone = yield* member(mine.workspace.id, "member")
        for (const operation of routed.filter((one) => one.role === "admin")) {
          const body = operation.kind === "read" ? undefined : { nothing: "valid" }
          const request = { ...Requests.requestOf(operation, own), body }
          yield* refused(Requests.send(someone, request), 403, "admin_required")
        }
      })
    )

    it.effect("refuses an unknown field or parameter, and changes nothing", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const own = yield* Requests.fixtures(mine, routed)
        for (const operation of routed) {
          const request = Requests.requestOf(operation, own)
          const path = `${request.path}${request.path.includes("?") ? "&" : "?"}zzyzx=1`
          const error = yield* refused(Requests.send(mine, { ...request, path }), 400, "invalid_query")
          assert.deepStrictEqual(error.meta.issues[0].path, "zzyzx", operation.id)
          if (operation.kind !== "write") continue
          const body = { ...request.body, zzyzx: 1 }
          const unknown = yield* refused(Requests.send(mine, { ...request, body }), 400, "unknown_field")
          assert.include(unknown.message, "zzyzx")
        }
      })
    )

    it("has a unique id, route and tool", () => {
      const unique = (what: ReadonlyArray<string | undefined>) => {
        const named = what.filter((one) => one !== undefined)
        assert.deepStrictEqual([...new Set(named)], named)
      }
      unique(everything.map(({ id }) => id))
      unique(everything.map(({ tool }) => tool))
      unique(everything.map(({ http }) => http && `${http.method} ${http.path}`))
      const known = everything.map(({ id }) => id)
      assert.includeMembers(known, ["deals.search", "leads.triage", "leads.enrich"])
      for (const { formOf } of everything) assert.include([undefined, ...known], formOf)
    })

    it("has a valid example if it takes a body", () => {
      for (const operation of routed) {
        const { rest } = Operation.carriers(operation)
        const example = operation.example ?? {}
        const query = Object.fromEntries(
          Object.entries(example).map(([name, value]) => [name, String(value)])
        )
        const hasQuery = operation.kind === "read" && !Operation.hasBody(operation)
        const decoded = hasQuery ? queryDecoder(rest)(query) : bodyDecoder(rest, true)(example)
        if (!hasQuery && Object.keys(rest).length > 0) assert.isDefined(operation.example, operation.id)
        if (operation.example === undefined) continue
        const result = Effect.runSync(Effect.result(decoded))
        assert.isTrue(Result.isSuccess(result), `${operation.id}: ${JSON.stringify(result)}`)
      }
    })
  },
  { PROMOTION_ENABLED: "true" }
)
