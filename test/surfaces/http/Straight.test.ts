import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../../src/contract/Api.ts"
import * as BothWays from "../../support/server/BothWays.ts"
import { type Api, contract, created, workspace } from "../../support/server/Contract.ts"
import * as Requests from "../../support/server/Requests.ts"
import { TestService } from "../../support/server/TestService.ts"

const { partsOf, taken, watched } = BothWays

/** Sends a request both ways; the answers are the same. */
const both = ({ request }: Api, path: string, headers: Record<string, string> = {}) =>
  BothWays.alike((more) => Effect.runPromise(request("GET", path, undefined, { ...headers, ...more })), path)

contract(
  "the straight way of a call",
  (it) => {
    it.effect("answers each operation as the router does", () =>
      Effect.gen(function* () {
        const api = yield* workspace()
        const ids = yield* Requests.fixtures(api, routed)
        const reads = routed.filter(({ http, kind }) => kind === "read" && http.method === "GET")
        assert.isAbove(reads.length, 30)
        for (const operation of reads) {
          // What is asked for says when it was made, or how much was used until now.
          if (/^(?:me\.|usage|reports\.|cards\.|rehearsals)/u.test(operation.id)) continue
          const { path } = Requests.requestOf(operation, ids)
          yield* both(api, path)
          yield* both(api, path, { "accept-encoding": "br", "if-none-match": "*" })
        }
      })
    )

    it.effect("refuses what the router refuses, in the same words", () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const api = yield* workspace()
        const { board, post } = api
        const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "A" }))
        const none = "/v1/deals/00000000-0000-7000-8000-000000000000"
        const statuses = [
          [400, "/v1/deals?limit=0"],
          [400, "/v1/deals?nothing=1"],
          [400, "/v1/deals?limit=1&limit=2"],
          [400, "/v1/deals?cursor=made-up"],
          [400, "/v1/deals?q=%00"],
          [404, none],
          [404, "/v1/deals/made-up"],
          [200, `/v1/deals/${deal.id}?`],
          [200, `/v1/deals?q=%41`]
        ] as const
        for (const [status, path] of statuses)
          assert.strictEqual((yield* both(api, path)).status, status, path)
        const few = yield* both(api, `/v1/deals/${deal.id}`, { scope: "leads:read" })
        assert.strictEqual(few.status, 403)
        assert.strictEqual((yield* both(api, "/v1/deals", { scope: "everything" })).status, 400)
        assert.strictEqual((yield* both(api, "/v1/deals", { "dry-run": "true" })).status, 400)
        const nobody = {
          request: (...sent: Parameters<typeof service.send>) => Effect.promise(() => service.send(...sent))
        }
        assert.strictEqual((yield* both(nobody as Api, "/v1/deals")).status, 401)
        assert.strictEqual(
          (yield* both(nobody as Api, none, { authorization: "Bearer svc_live_no" })).status,
          401
        )
      })
    )

    it.effect("leaves to the router what is unusual", () =>
      Effect.gen(function* () {
        const { request } = yield* workspace()
        const paths = ["/v1/deals/bulk-move", "/v1/deals/%41", "/v1/nothing", "/docs", "/readyz"]
        taken.length = 0
        for (const path of paths) yield* request("GET", path)
        yield* request("HEAD", "/v1/deals")
        yield* request("OPTIONS", "/v1/deals")
        yield* request("GET", `/v1/deals?${"a&".repeat(300)}`)
        assert.deepStrictEqual(
          taken,
          [...paths, "HEAD", "OPTIONS", "long"].map(() => false)
        )
      })
    )

    it.effect("writes and refuses bodies as the router does", () =>
      Effect.gen(function* () {
        const { board, request } = yield* workspace()
        const deal = { boardId: board.id, name: "A" }
        const sent: ReadonlyArray<readonly [status: number, body: unknown, headers: Record<string, string>]> =
          [
            [201, deal, {}],
            [201, deal, { "idempotency-key": "once" }],
            [400, { ...deal, name: "" }, {}],
            [400, "{", {}],
            [400, new Uint8Array([0x7b, 0xff, 0x7d]), {}],
            [415, JSON.stringify(deal), { "content-type": "text/plain" }],
            [415, JSON.stringify(deal), { "content-encoding": "gzip" }],
            [400, undefined, {}],
            [400, deal, { "idempotency-key": "\u00e9" }],
            [401, deal, { authorization: "Bearer svc_live_no" }],
            [403, deal, { scope: "leads:read" }],
            [200, deal, { "dry-run": "true" }]
          ]
        for (const [status, body, headers] of sent) {
          const [straight, routedOne] = yield* BothWays.both(
            (more) => Effect.runPromise(request("POST", "/v1/deals", body, { ...headers, ...more })),
            String(status)
          )
          assert.deepStrictEqual([straight.status, routedOne.status], [status, status], straight.text)
          const [one, other] = [straight, routedOne].map(partsOf)
          if (status < 300)
            assert.deepStrictEqual(
              Object.keys(one!.headers),
              Object.keys(other!.headers).filter((name) => name !== "idempotent-replayed")
            )
          else assert.deepStrictEqual(one, other)
        }
        taken.length = 0
        const long = yield* request("POST", "/v1/deals", { ...deal, keyTerms: "a".repeat(70_000) })
        assert.deepStrictEqual([long.status, taken], [400, [false]])
      })
    )
  },
  {},
  { overrides: watched }
)
