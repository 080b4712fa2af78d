import { assert } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { Boards } from "../../layers/boards/Boards.ts"
import {
  anonymous,
  as,
  contract,
  created,
  member,
  ok,
  refused,
  workspace
} from "../support/server/Contract.ts"

const nobody = "0190a0b0-c0d0-7000-8000-00000000abcd"

contract("errors", (it) => {
  it.effect("lists every issue, names the first in the message, and says what each must be", () =>
    Effect.gen(function* () {
      const { board, post, put } = yield* workspace()
      const body = {
        boardId: "x",
        name: " ",
        company: 1,
        amountCents: -1,
        labels: ["fine", "", 3, "x".repeat(81)],
        ownerId: "me",
        stageId: null,
        primaryContactEmail: {},
        keyTerms: "x".repeat(20_001)
      }
      const error = yield* refused(post("/v1/deals", body), 400, "invalid_body")
      assert.deepStrictEqual(error.meta.issues, [
        { path: "boardId", message: "must be a UUID" },
        { path: "name", message: "must not be blank" },
        { path: "company", message: "must be a string or null" },
        { path: "amountCents", message: "must be an integer of 0 or more" },
        { path: "stageId", message: "must be a string" },
        { path: "ownerId", message: "must be a UUID" },
        { path: "labels[1]", message: "must not be blank" },
        { path: "labels[2]", message: "must be a string" },
        { path: "labels[3]", message: "must be at most 80 characters" },
        { path: "primaryContactEmail", message: "must be a string or null" },
        { path: "keyTerms", message: "must be at most 20000 characters" }
      ])
      assert.strictEqual(error.message, "boardId must be a UUID. (10 more in meta.issues)")
      const stages = [{ region: "earl", probability: 101, colour: 1 }, 5]
      const nested = yield* refused(put(`/v1/boards/${board.id}/stages`, { stages }), 400, "unknown_field")
      const paths = nested.meta.issues.map((issue: { path: string }) => issue.path)
      assert.sameMembers(paths, [
        "stages[0].colour",
        "stages[0].name",
        "stages[0].region",
        "stages[0].probability",
        "stages[1]"
      ])
      const region = nested.meta.issues.find((issue: { path: string }) => issue.path === "stages[0].region")
      assert.strictEqual(
        region.message,
        'must be "early", "anchor", "late", "won" or "dead"; did you mean early?'
      )
      const missing = yield* refused(post("/v1/deals", {}), 400, "invalid_body")
      assert.strictEqual(missing.message, "boardId is required. (1 more in meta.issues)")
    })
  )

  const misspelt: ReadonlyArray<readonly [sent: string, meant: string]> = [
    ["stage", "stageId"],
    ["stage_id", "stageId"],
    ["Name", "name"],
    ["amount_cents", "amountCents"],
    ["owner", "ownerId"],
    ["label", "labels"],
    ["contactEmail", "primaryContactEmail"],
    ["board", "boardId"]
  ]
  for (const [sent, meant] of misspelt) {
    it.effect(`names ${meant} to a caller who sent ${sent}, and creates nothing`, () =>
      Effect.gen(function* () {
        const { board, get, post } = yield* workspace()
        const body = { boardId: board.id, name: "D", [sent]: "x" }
        const error = yield* refused(post("/v1/deals", body), 400, "unknown_field")
        const [first, fields] = error.message.split(" Its fields: ")
        assert.strictEqual(first, `${sent} is not a field of this operation; did you mean ${meant}?`)
        assert.include(fields, "boardId, name, company, amountCents, ")
        assert.strictEqual((yield* ok(get("/v1/deals?status=all"))).data.length, 0)
      })
    )
  }

  it.effect(
    "checks in this order: route, credential, scope, role, body and query, key, existence, state",
    () =>
      Effect.gen(function* () {
        const owner = yield* workspace()
        const viewer = yield* member(owner.workspace.id, "viewer")
        const someone = yield* member(owner.workspace.id, "member")
        const stranger = yield* anonymous
        const impostor = yield* as(`svc_live_${"0".repeat(43)}`)
        const badKey = { "idempotency-key": "é" }
        const lost = `/v1/deals/${nobody}/move`
        yield* refused(stranger.post("/v1/nothing", "{", badKey), 404, "route_not_found")
        yield* refused(stranger.post(`${lost}?x=1`, "{", badKey), 401, "missing_credential")
        yield* refused(impostor.post(`${lost}?x=1`, "{", badKey), 401, "invalid_credential")
        yield* refused(viewer.post(`${lost}?x=1`, "{", badKey), 403, "insufficient_scope")
        yield* refused(viewer.post("/v1/boards", "{", badKey), 403, "insufficient_scope")
        yield* refused(someone.post("/v1/boards", "{", badKey), 403, "admin_required")
        yield* refused(someone.post(`${lost}?x=1`, "{", badKey), 400, "invalid_query")
        yield* refused(someone.post(lost, "{", badKey), 400, "invalid_json")
        yield* refused(someone.post(lost, {}, badKey), 400, "invalid_body")
        yield* refused(someone.post(lost, { toStageId: "none" }, badKey), 400, "invalid_idempotency_key")
        yield* refused(someone.post(lost, { toStageId: "none" }), 404, "deal_not_found")
        const deal = yield* created(someone.post("/v1/deals", { boardId: owner.board.id, name: "D" }))
        yield* refused(someone.post(`/v1/deals/${deal.id}/move`, { toStageId: "none" }), 400, "invalid_stage")
      })
  )

  it.effect("accepts a token in one form only", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* workspace()
      const { get } = yield* anonymous
      const me = (authorization: string) => get("/v1/me", { authorization })
      yield* ok(me(`Bearer ${apiKey.token}`))
      yield* ok(me(`bearer  ${apiKey.token}`))
      yield* refused(me(""), 401, "missing_credential")
      const wrong = [
        "Bearer",
        apiKey.token,
        `Basic ${apiKey.token}`,
        `Bearer ${apiKey.token}x`,
        `Bearer ${apiKey.token} x`,
        `Bearer ${apiKey.token.slice(0, -1)}`,
        `Bearer ${apiKey.token.toLowerCase()}`,
        `Bearer svc_live_${"0".repeat(43)}`,
        "Bearer eyJhbGciOiJub25lIn0.e30."
      ]
      const answers = yield* Effect.forEach(wrong, (value) => refused(me(value), 401, "invalid_credential"))
      assert.strictEqual(new Set(answers.map((one) => one.message)).size, 1)
      yield* refused(get(`/v1/me?access_token=${apiKey.token}`), 401, "missing_credential")
    })
  )
})

const logged: Array<string> = []
const recorder = Logger.layer([
  Logger.make((entry) => {
    logged.push(JSON.stringify(Logger.formatStructured.log(entry)))
  })
])

/** Boards with an unexpected failure. */
const broken = Layer.effect(
  Boards,
  Effect.map(Boards, (boards) => {
    const fails = () => Effect.die(new Error("password=hunter2 at 10.0.0.1"))
    return Boards.of({ ...boards, find: fails, staged: fails, withStages: fails })
  })
)

contract(
  "a defect",
  (it) => {
    it.effect("is answered 500 without details, and logged under the same request id", () =>
      Effect.gen(function* () {
        const { board, get, post } = yield* workspace()
        const error = yield* refused(get(`/v1/boards/${board.id}`), 500, "internal_error")
        assert.deepStrictEqual([error.type, error.meta], ["api_error", undefined])
        assert.notMatch(JSON.stringify(error), /hunter2|10\.0\.0\.1|Error:|\.ts/u)
        const lines = logged.filter((line) => line.includes(error.request_id))
        assert.strictEqual(lines.length, 1)
        assert.include(lines[0], "hunter2")
        const key = { "idempotency-key": "defect" }
        const body = { boardId: board.id, name: "D" }
        const first = yield* refused(post("/v1/deals", body, key), 500, "internal_error")
        const again = yield* refused(post("/v1/deals", body, key), 500, "internal_error")
        assert.notStrictEqual(first.request_id, again.request_id)
        assert.strictEqual((yield* ok(get("/v1/deals"))).data.length, 0)
      })
    )
  },
  {},
  { overrides: Layer.merge(broken, recorder) as unknown as Layer.Layer<never> }
)
