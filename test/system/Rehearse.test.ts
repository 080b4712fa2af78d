import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Play from "./rehearse/Play.ts"
import * as Script from "./rehearse/Script.ts"
import * as Service from "./rehearse/Service.ts"
import { fork, site } from "../support/samples/Rehearsals.ts"
import { contract, created, ok } from "../support/server/Contract.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"
import { TestService } from "../support/server/TestService.ts"

const flawOf = (text: string) => {
  try {
    Script.read(text)
    return ""
  } catch (error) {
    return (error as Error).message
  }
}

/** A script that makes a deal, wins it by tool, and tries what is refused. */
const scriptFor = (boardId: string, won: string) => [
  { name: "deal", call: "POST /v1/deals", body: { boardId, name: "Trackers, $12.50 each" } },
  { tool: "move_deal", arguments: { id: "$deal.id", toStageId: won } },
  { call: "GET /v1/deals/$1.id" },
  { call: "POST /v1/deals", body: { boardId, name: "" }, expect: "invalid_body" },
  { call: "DELETE /v1/deals/$deal.id", expect: 200 }
]

/** Runs the command; its code, and what it prints. */
const command = (args: ReadonlyArray<string>, url: string, key: string) =>
  Effect.promise(
    () =>
      new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
        const env = { ...process.env, SALES_PIPELINE_URL: url, SALES_PIPELINE_API_KEY: key }
        execFile(
          process.execPath,
          ["test/system/main.ts", "rehearse", ...args],
          { env },
          (error, stdout, stderr) =>
            resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
        )
      })
  )

const stage = Effect.gen(function* () {
  const { board, source } = yield* site
  const hook = {
    boardId: board.id,
    url: "https://192.0.43.8/hooks",
    label: "Warehouse",
    events: ["deal.won"]
  }
  yield* created(source.post("/v1/webhooks", hook))
  const stages = yield* ok(source.get(`/v1/boards/${board.id}/stages`))
  const won = stages.find(({ region }: any) => region === "won").id
  return { source, board, won, url: (yield* TestService).url }
})

contract("the rehearsal of a script", (it) => {
  it.effect(
    "plays calls and tools, follows references, and tells what each changed and what was captured",
    () =>
      Effect.gen(function* () {
        const { board, source, url, won } = yield* stage
        const copy = yield* fork(source.workspace.id)
        const seen: Array<Play.Played> = []
        const played = yield* Effect.promise(() =>
          Play.play(
            Service.of(url, copy.apiKey.token),
            Script.read(JSON.stringify(scriptFor(board.id, won))),
            {
              dryRun: false,
              onStep: (one) => seen.push(one)
            }
          )
        )
        assert.deepStrictEqual(seen, played)
        assert.deepStrictEqual(
          played.map(({ asExpected, status }) => [status, asExpected]),
          [
            [201, true],
            [200, true],
            [200, true],
            [400, true],
            [200, true]
          ]
        )
        const [make, move, read, refused, remove] = played as [
          Play.Played,
          Play.Played,
          Play.Played,
          Play.Played,
          Play.Played
        ]
        assert.match(make.changed.join("\n"), /made.*Trackers, \$12\.50 each/u)
        assert.match(move.changed.join("\n"), /changed.*Won/u)
        assert.deepStrictEqual(move.events, ["deal.won for Warehouse"])
        assert.match(read.call, /^GET \/v1\/deals\/[0-9a-f-]{36}$/u)
        assert.deepStrictEqual(read.changed, [])
        assert.strictEqual(refused.error?.code, "invalid_body")
        assert.match(remove.changed.join("\n"), /deleted/iu)
        assert.strictEqual((yield* ok(source.get("/v1/deals"))).data.length, 1)
      })
  )

  it.effect(
    "is a command that plays in rehearsals alone, and exits with 1 if something went otherwise than expected",
    () =>
      Effect.gen(function* () {
        const { board, source, url, won } = yield* stage
        const copy = yield* fork(source.workspace.id)
        const directory = yield* temporaryDirectory
        const file = join(directory, "script.ndjson")
        const steps = scriptFor(board.id, won)
        writeFileSync(file, steps.map((step) => JSON.stringify(step)).join("\n"))
        const done = yield* command(["--json", file], url, copy.apiKey.token)
        assert.strictEqual(done.code, 0, done.stderr)
        assert.deepInclude(JSON.parse(done.stdout), { dryRun: false, failed: 0 })
        const text = yield* command([file], url, copy.apiKey.token)
        assert.match(text.stdout, /2 {2}200 {2}move_deal[\s\S]*captured deal\.won for Warehouse/u)
        const before = (yield* ok(source.get("/v1/deals?status=all"))).data
        const refused = yield* command([file], url, source.apiKey.token)
        assert.strictEqual(refused.code, 1)
        assert.match(refused.stderr, /is not a rehearsal/u)
        // A dry run may be played there: what refers to a deal that was not made fails.
        const tried = yield* command(["--dry-run", "--json", file], url, source.apiKey.token)
        const { calls } = JSON.parse(tried.stdout)
        assert.deepStrictEqual(
          [tried.code, calls[0].status, calls[0].changed[0]],
          [1, 200, "deal would be created"]
        )
        assert.deepStrictEqual((yield* ok(source.get("/v1/deals?status=all"))).data, before)
        writeFileSync(file, '{"call":"GET /v1/me","expect":404}')
        assert.strictEqual((yield* command([file], url, copy.apiKey.token)).code, 1)
      }),
    60_000
  )

  it.effect("refuses what is no script, and says what to write", () =>
    Effect.sync(() => {
      assert.match(flawOf("{"), /^Line 1 is not JSON/u)
      assert.match(flawOf("[]"), /1 to 1000 calls/u)
      assert.match(flawOf('[{"call":"POST /v1/deals","tool":"x"}]'), /^Call 1 needs one of/u)
      assert.match(flawOf('[{"call":"/v1/deals"}]'), /must be a method and a path/u)
      assert.match(flawOf('[{"call":"GET /v1/me","exepct":1}]'), /has the field exepct/u)
      const answers = new Map([["1", { id: "a", n: 3, list: [{ id: "b" }] }]])
      assert.deepStrictEqual(
        Script.filled({ a: "$1.n", b: "no. $1.n", c: ["$1.list.0.id"], d: "$12.50" }, answers),
        { a: 3, b: "no. 3", c: ["b"], d: "$12.50" }
      )
      assert.throws(() => Script.filled("$2.id", answers), /refers to no call/u)
      assert.throws(() => Script.filled("$1.nothing", answers), /has no nothing/u)
    })
  )
})
