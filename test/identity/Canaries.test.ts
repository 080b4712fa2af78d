import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Scope } from "../../schema/Scope.ts"
import { contract, member, workspace } from "../support/server/Contract.ts"
import { canaries, type Canary, plant, readAll, subsets } from "../support/samples/Canaries.ts"

const names = Object.keys(canaries) as ReadonlyArray<Canary>

const mayRead = (probe: Canary, held: ReadonlyArray<Scope>) =>
  canaries[probe].some((scope) => held.includes(scope))

contract(
  "what a record says",
  (it) => {
    it.effect(
      "is read on every surface by the scopes of its kind, and by no other set of scopes",
      () =>
        Effect.gen(function* () {
          const owner = yield* workspace("standard")
          const ids = yield* plant(owner)
          const viewer = yield* member(owner.workspace.id, "viewer")
          const wrong: Array<string> = []
          for (const scopes of subsets) {
            // A header can't be empty; a viewer who asks for a write alone has nothing left.
            const [token, header] =
              scopes.length === 0 ? [viewer.token, "deals:write"] : [owner.apiKey.token, scopes.join(" ")]
            const found = yield* readAll(token, ids, header)
            for (const probe of names) {
              const seen = found.filter(({ text }) => text.includes(probe))
              if (!mayRead(probe, scopes)) {
                wrong.push(
                  ...seen.map(({ surface, what }) => `${surface} ${what} tells ${probe} to ${header}`)
                )
                continue
              }
              for (const surface of ["rest", "rpc", "mcp"]) {
                if (!seen.some((one) => one.surface === surface))
                  wrong.push(`${surface} hides ${probe} from ${header}`)
              }
            }
          }
          assert.deepStrictEqual([...new Set(wrong)], [])
        }),
      600_000
    )

    it.effect("is in the audit log's entries for who may read it, and the entries are for every admin", () =>
      Effect.gen(function* () {
        const owner = yield* workspace("standard")
        const ids = yield* plant(owner)
        const entries = (scope: string) =>
          Effect.map(owner.get(`/v1/audit?target=${ids["lead"]}`, { scope }), ({ body }) => body.data)
        const told = yield* entries("pipeline:read leads:read")
        const withheld = yield* entries("pipeline:read deals:read")
        assert.deepStrictEqual(
          withheld.map(({ id }: any) => id),
          told.map(({ id }: any) => id)
        )
        const [creation] = withheld.at(-1).changes
        assert.deepStrictEqual(
          [creation.resource, creation.before, creation.after, creation.lacks],
          ["lead", null, {}, "leads:read"]
        )
        const [whole] = told.at(-1).changes
        assert.deepStrictEqual([whole.after.message, whole.lacks], ["messagecanary", undefined])
      })
    )
  },
  { RATE_LIMIT_PER_KEY: "1000000", RATE_LIMIT_PER_WORKSPACE: "1000000" }
)
