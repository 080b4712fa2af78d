import { assert, describe, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Arguments from "../../../scripts/cli/Arguments.ts"
import * as Api from "../../../src/contract/Api.ts"
import { runner } from "../../support/server/Cli.ts"
import { TestService } from "../../support/server/TestService.ts"

/** A workspace, and commands that work in it. */
const site = Effect.gen(function* () {
  const service = yield* TestService
  const { apiKey, send } = yield* service.workspace()
  const env = { SALES_PIPELINE_URL: service.url, SALES_PIPELINE_API_KEY: apiKey.token, HOME: "/nowhere" }
  const run = runner(env)
  const json = (...args: ReadonlyArray<string>) =>
    Effect.map(run(...args, "--json"), ({ code, stdout }) => ({ code, body: JSON.parse(stdout) }))
  return { env, run, json, send: (...args: Parameters<typeof send>) => Effect.promise(() => send(...args)) }
})

layer(TestService.layer(), { timeout: "60 seconds" })("commands made of the contract", (it) => {
  it.effect("create, find, move and list deals by names", () =>
    Effect.gen(function* () {
      const { json, run } = yield* site
      const [board] = (yield* json("boards", "list")).body.data
      const made = yield* json(
        "deals",
        "create",
        "--name",
        "Fleet",
        "--board",
        board.name.toUpperCase(),
        "--amount",
        "12500.00",
        "--labels",
        "a",
        "--labels",
        "b"
      )
      assert.strictEqual(made.code, 0)
      assert.strictEqual(made.body.boardId, board.id)
      assert.strictEqual(made.body.amountCents, 1_250_000)
      assert.deepStrictEqual(made.body.labels, ["a", "b"])
      const moved = yield* json("deals", "move", "fleet", "--to-stage", "won")
      assert.strictEqual(moved.body.stage.name, "Won")
      const { stdout } = yield* run("deals", "list", "--stage", "Won")
      const [head, row] = stdout.split("\n")
      assert.match(head!, /^id +name +.*amount +stage/u)
      assert.include(row, made.body.id)
      assert.include(row, "12500.00 USD")
      const mine = yield* json("deals", "list", "--owner", "me", "--status", "all")
      assert.lengthOf(mine.body.data, 1)
    })
  )

  it.effect("say which request wrote, and the command that takes it back", () =>
    Effect.gen(function* () {
      const { env, json, run, send } = yield* site
      yield* run("deals", "create", "--name", "Fleet")
      const { stderr } = yield* run("deals", "move", "Fleet", "--to-stage", "Won")
      const [, request] =
        /^Request (req_\w+); to take it back: sales-pipeline undo run --request-id \1$/mu.exec(stderr)!
      const undone = yield* run("undo", "run", "--request-id", request!)
      assert.strictEqual(undone.code, 0, undone.stderr)
      assert.match(undone.stdout, / deal [0-9a-f-]{36} stageId/u)
      assert.notInclude(undone.stdout, "[object Object]")
      assert.strictEqual((yield* send("GET", "/v1/deals?q=fleet")).body.data[0].stage.name, "New")
      assert.match(undone.stderr, /^Request req_\w+; to take it back: /mu)
      const inClone = runner({ ...env, npm_lifecycle_event: "cli" })
      assert.match(
        (yield* inClone("deals", "create", "--name", "Depot")).stderr,
        /to take it back: npm run -s cli -- undo run --request-id req_\w+$/mu
      )
      for (const args of [
        ["deals", "list"],
        ["deals", "delete", "Fleet", "--dry-run"],
        ["me", "get"]
      ])
        assert.notInclude((yield* run(...args)).stderr, "Request")
      assert.strictEqual((yield* json("deals", "get", "Fleet")).code, 0)
    })
  )

  it.effect("send an object as it stands, replaced by flags, and empty fields", () =>
    Effect.gen(function* () {
      const { json, run } = yield* site
      const input = JSON.stringify({ name: "A", company: "Acme", nextStep: "Call" })
      const { body } = yield* json("deals", "create", "--input", input, "--name", "B")
      assert.deepInclude(body, { name: "B", company: "Acme" })
      const { stdout } = yield* run("deals", "get", "B")
      assert.match(stdout, /^company +Acme$/mu)
      assert.notMatch(stdout, /keyTerms|labels/u)
      const { body: emptied } = yield* json(
        "deals",
        "update",
        "B",
        "--clear",
        "company",
        "--clear",
        "next-step"
      )
      assert.deepInclude(emptied, { company: null, nextStep: null })
      const wrong = yield* json("deals", "create", "--input", "[1]")
      assert.deepInclude(wrong, { code: 2 })
      const file = yield* json("deals", "create", "--input", "@/nowhere.json")
      assert.include(file.body.error.message, "there is no file /nowhere.json")
    })
  )

  it.effect("rehearse without a trace", () =>
    Effect.gen(function* () {
      const { json, run, send } = yield* site
      yield* json("deals", "create", "--name", "Kept")
      const { code, stdout } = yield* run("deals", "delete", "Kept", "--dry-run")
      assert.strictEqual(code, 0)
      assert.match(stdout, /^Nothing was done\./u)
      assert.match(stdout, /^plan {2}\S/mu)
      assert.lengthOf((yield* send("GET", "/v1/deals")).body.data, 1)
    })
  )

  it.effect("do once what has the same idempotency key", () =>
    Effect.gen(function* () {
      const { json, send } = yield* site
      const create = json("deals", "create", "--name", "Once", "--idempotency-key", "k1")
      assert.strictEqual((yield* create).body.id, (yield* create).body.id)
      assert.lengthOf((yield* send("GET", "/v1/deals")).body.data, 1)
    })
  )

  it.effect("read all pages, and say what is left", () =>
    Effect.gen(function* () {
      const { json, run, send } = yield* site
      const rows = Array.from({ length: 130 }, (_, place) => ({
        externalId: `x${place}`,
        name: `Deal ${place}`
      }))
      yield* send("POST", "/v1/imports/deals", { rows })
      const some = yield* run("deals", "list", "--limit", "2")
      assert.match(some.stderr, /^2 shown; there are more: --all reads on, or --cursor \S+$/mu)
      assert.lengthOf(some.stdout.trim().split("\n"), 3)
      const { body } = yield* json("deals", "list", "--all")
      assert.lengthOf(new Set(body.data.map(({ id }: { id: string }) => id)), 130)
      assert.isFalse(body.hasMore)
    })
  )

  it.effect("tell by exit code and line what went wrong", () =>
    Effect.gen(function* () {
      const { env, json, run } = yield* site
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, number, string]> = [
        [["deals", "move", "Fleet"], 2, "usage: Missing: --to-stage."],
        [
          ["deals", "lst"],
          2,
          "usage: There is no command lst. Did you mean list? Help: sales-pipeline deals --help"
        ],
        [["deals", "list", "--limti", "3"], 2, "usage: There is no flag --limti. Did you mean --limit?"],
        [["deals", "list", "--limit", "1000"], 1, "invalid_query: limit must be an integer from 1 to 100."],
        [["deals", "get", "Nobody"], 1, "deal_not_found: There is no deal Nobody in this workspace."],
        [
          ["deals", "list", "--stage", "Gone"],
          1,
          "invalid_stage: --stage: no stage of the board is called Gone."
        ],
        [["deals", "list", "--service", "ftp://x"], 2, "usage: --service must be an address"],
        [
          ["deals", "list", "--service", "http://127.0.0.1:9"],
          4,
          "unavailable: The service at http://127.0.0.1:9 does not answer"
        ]
      ]
      for (const [args, exit, line] of cases) {
        const { code, stderr, stdout } = yield* run(...args)
        assert.deepStrictEqual([code, stdout], [exit, ""], args.join(" "))
        assert.include(stderr, line)
      }
      const { body } = yield* json("deals", "get", "Nobody")
      assert.deepInclude(body.error, { code: "deal_not_found" })
      const stranger = runner({ ...env, SALES_PIPELINE_API_KEY: `svc_live_${"x".repeat(43)}` })
      const refused = yield* stranger("deals", "list")
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /^invalid_credential: .*sales-pipeline login/u)
    })
  )

  it.effect("say that a write waits for an approval, by an exit code of its own", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { json, send } = yield* site
      const me = (yield* json("whoami")).body
      const { body } = yield* send("GET", "/v1/me")
      yield* send("PUT", `/v1/rules/${body.apiKey.id}`, { default: "ask" })
      const { code, body: answer } = yield* json("boards", "create", "--name", "Second")
      assert.strictEqual(code, 3)
      assert.strictEqual(answer.approval.status, "pending")
      assert.deepInclude(me, { service: service.url, through: "an API key" })
    })
  )
})

describe("flags made of the contract", () => {
  const ours = [
    "json",
    "service",
    "all",
    "input",
    "clear",
    "plan",
    "dry-run",
    "idempotency-key",
    "help",
    "version"
  ]

  test("have names of their own, and descriptions", () => {
    for (const operation of [...Api.routed, ...Api.files]) {
      const given = Arguments.of(operation)
      const flags = given.filter(({ isPlaced }) => !isPlaced).map(({ written }) => written.slice(2))
      assert.lengthOf(new Set(flags), flags.length, operation.id)
      assert.notIncludeMembers(flags, ours, operation.id)
      for (const { facts, written } of given)
        assert.isNotEmpty(facts.description, `${operation.id} ${written}`)
    }
  })

  test("complete in three shells", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const run = runner({})
        for (const shell of ["bash", "zsh", "fish"]) {
          const { stdout } = yield* run("--completions", shell)
          for (const word of ["rotate-secret", "to-stage", "listen"]) assert.include(stdout, word, shell)
        }
      })
    ))
})
