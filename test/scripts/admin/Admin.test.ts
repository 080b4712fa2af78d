import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { hostname } from "node:os"
import { Settings } from "../../../layers/settings/Settings.ts"
import { call, callHere, run as admin } from "../../support/server/Admin.ts"
import { as, contract, created, ok, refused } from "../../support/server/Contract.ts"
import * as Process from "../../support/server/Process.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

const refusedWith = (code: string, call: ReturnType<typeof admin>) =>
  Effect.map(Effect.flip(call), (error) => assert.strictEqual(error.code, code))

let count = 0
const workspace = (plan = "standard") =>
  admin("workspace create", {
    name: "Acme",
    plan,
    ownerEmail: `Ada${++count}@Acme.example`,
    ownerName: "Ada"
  })

const lost = "0190a0b0-c0d0-7000-8000-00000000abcd"

const acme = ["--plan", "free", "--owner-email", "o@x.example"]

contract("the admin commands", (it) => {
  it.effect("create a working workspace, with everything the answer names and nothing else", () =>
    Effect.gen(function* () {
      const made = yield* workspace("free")
      assert.deepStrictEqual(made, {
        workspace: { id: made.workspace.id, name: "Acme", plan: "free" },
        team: { id: made.team.id },
        user: { id: made.user.id, email: `ada${count}@acme.example` },
        board: { id: made.board.id },
        apiKey: { id: made.apiKey.id, token: made.apiKey.token },
        link: made.link
      })
      assert.match(made.link.url, /\/welcome\/[0-9A-Za-z]{43}$/u)
      for (const { id } of [made.workspace, made.team, made.user, made.board, made.apiKey])
        assert.match(id, uuid)
      const me = yield* ok((yield* as(made.apiKey.token)).get("/v1/me"))
      assert.deepStrictEqual(me.workspace, { ...made.workspace, timeZone: "UTC" })
      assert.deepStrictEqual(me.user, { ...made.user, name: "Ada" })
    })
  )

  it.effect("add members, change their roles and remove them", () =>
    Effect.gen(function* () {
      const made = yield* workspace()
      const at = { workspace: made.workspace.id }
      const email = `bo${count}@acme.example`
      const { link, user } = yield* admin("member add", { ...at, email, role: "member", name: "Bo" })
      assert.deepStrictEqual(Object.keys(link), ["url", "expiresAt"])
      assert.deepStrictEqual(user, { id: user.id, email, role: "member" })
      const { apiKey } = yield* admin("key create", { ...at, user: user.id, name: "Bo's" })
      assert.deepStrictEqual(Object.keys(apiKey), ["id", "token"])
      const bo = yield* as(apiKey.token)
      yield* refused(bo.post("/v1/boards", { name: "B" }), 403, "admin_required")
      yield* admin("member role", { ...at, user: user.id, role: "admin" })
      yield* created(bo.post("/v1/boards", { name: "B" }))
      yield* admin("member remove", { ...at, user: user.id })
      yield* refused(bo.get("/v1/me"), 401, "invalid_credential")
      yield* refusedWith("member_not_found", admin("member role", { ...at, user: user.id, role: "admin" }))
      yield* refusedWith("member_not_found", admin("member remove", { ...at, user: lost }))
      yield* refusedWith("member_not_found", admin("key create", { ...at, user: user.id, name: "K" }))
      const owner = { ...at, user: made.user.id }
      yield* refusedWith("last_admin", admin("member role", { ...owner, role: "member" }))
      yield* refusedWith("last_admin", admin("member remove", owner))
      const demoted = { ...at, email: made.user.email, role: "viewer" }
      yield* refusedWith("last_admin", admin("member add", demoted))
      const back = yield* admin("member add", { ...at, email, role: "viewer" })
      assert.strictEqual(back.user.id, user.id)
      yield* refused(bo.get("/v1/me"), 401, "invalid_credential")
    })
  )

  it.effect("revive the keys of a member added back only if asked to", () =>
    Effect.gen(function* () {
      const made = yield* workspace()
      const at = { workspace: made.workspace.id }
      const bo = { ...at, email: `bo${count}@acme.example`, role: "member" }
      const { user } = yield* admin("member add", bo)
      const { apiKey } = yield* admin("key create", { ...at, user: user.id, name: "Bo's" })
      const send = yield* as(apiKey.token)
      for (const command of ["member add", "user invite"]) {
        yield* admin("member remove", { ...at, user: user.id })
        yield* admin(command, { ...bo, reviveKeys: "true" })
        yield* ok(send.get("/v1/me"))
      }
      yield* admin("member remove", { ...at, user: user.id })
      yield* admin("member add", bo)
      yield* refused(send.get("/v1/me"), 401, "invalid_credential")
      // The second removal revoked the key for good.
      yield* admin("member remove", { ...at, user: user.id })
      yield* admin("member add", { ...bo, reviveKeys: "true" })
      yield* refused(send.get("/v1/me"), 401, "invalid_credential")
    })
  )

  it.effect("revoke a key, say how many of its subscriptions are left, and delete them if told to", () =>
    Effect.gen(function* () {
      const made = yield* workspace()
      const at = { workspace: made.workspace.id, user: made.user.id }
      const key = yield* admin("key create", { ...at, name: "For hooks" })
      const send = yield* as(key.apiKey.token)
      for (const n of [1, 2]) {
        const url = `https://192.0.43.8/hooks/${n}`
        yield* created(send.post("/v1/webhooks", { boardId: made.board.id, url, events: ["deal.won"] }))
      }
      assert.strictEqual((yield* admin("key revoke", { id: key.apiKey.id })).webhooksLeft, 2)
      const ended = yield* admin("key revoke", { id: key.apiKey.id, endWebhooks: "true" })
      assert.strictEqual(ended.webhooksLeft, 0)
    })
  )

  it.effect("give a key an end and addresses", () =>
    Effect.gen(function* () {
      const made = yield* workspace()
      const key = { workspace: made.workspace.id, user: made.user.id, name: "Agent" }
      const expires = new Date(Date.now() + 86_400_000).toISOString()
      const { apiKey } = yield* admin("key create", { ...key, expires, allow: "127.0.0.1, 10.1.0.0/8" })
      assert.deepStrictEqual(apiKey, { ...apiKey, expiresAt: expires })
      yield* ok((yield* as(apiKey.token)).get("/v1/me"))
      const elsewhere = yield* admin("key create", { ...key, expires: "never", allow: "192.0.2.0/24" })
      assert.deepStrictEqual(Object.keys(elsewhere.apiKey), ["id", "token"])
      yield* refused((yield* as(elsewhere.apiKey.token)).get("/v1/me"), 401, "invalid_credential")
      const { data } = yield* admin("key list", { workspace: key.workspace })
      assert.deepStrictEqual(
        data.map((one: any) => [one.expiresAt, one.allowedAddresses]),
        [
          [null, ["192.0.2.0/24"]],
          [expires, ["127.0.0.1", "10.0.0.0/8"]],
          [null, []]
        ]
      )
      yield* refusedWith("invalid_limits", admin("key create", { ...key, expires: "2020-01-01" }))
      yield* refusedWith("invalid_limits", admin("key create", { ...key, allow: "office" }))
      yield* refusedWith("usage", admin("key create", { ...key, expires: "10y" }))
    })
  )

  it.effect("limit a free workspace to two keys, and make room when a key is revoked", () =>
    Effect.gen(function* () {
      const made = yield* workspace("free")
      const at = { workspace: made.workspace.id }
      const create = () => admin("key create", { ...at, user: made.user.id, name: "Another" })
      const second = yield* create()
      yield* refusedWith("plan_limit_exceeded", create())
      assert.isTrue((yield* admin("key revoke", { id: second.apiKey.id })).revoked)
      const answers = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.exit(create())),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter((one) => one._tag === "Success").length, 1)
      yield* admin("workspace plan", { ...at, plan: "standard" })
      yield* create()
      const { data } = yield* admin("key list", at)
      assert.strictEqual(data.length, 4)
      assert.notInclude(JSON.stringify(data), "svc_live_")
      yield* refusedWith("key_not_found", admin("key revoke", { id: lost }))
    })
  )

  it.effect("refuse an unknown workspace", () =>
    Effect.gen(function* () {
      const at = { workspace: lost }
      yield* refusedWith("workspace_not_found", admin("workspace plan", { ...at, plan: "free" }))
      yield* refusedWith("workspace_not_found", admin("key list", at))
      yield* refusedWith(
        "workspace_not_found",
        admin("member add", { ...at, email: "a@b.example", role: "admin" })
      )
    })
  )

  it.effect(
    "work beside a running service, which notices at once, and print one JSON document each",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestDatabase
        const { dataDir, encryptionKey } = yield* Settings
        const site = { DATABASE_URL: url, DATA_DIR: dataDir, ENCRYPTION_KEY: Redacted.value(encryptionKey!) }
        const run = (...args: ReadonlyArray<string>) => Process.run(site, ["scripts/admin.ts", ...args])
        const name = "A=B & --C"
        const made = yield* run("workspace", "create", `--name=${name}`, ...acme, "--json")
        assert.deepStrictEqual([made.code, made.stderr], [0, ""], made.stdout)
        const { apiKey, workspace } = JSON.parse(made.stdout)
        assert.strictEqual(workspace.name, name)
        const owner = yield* as(apiKey.token)
        yield* ok(owner.get("/v1/me"))
        const revoked = yield* run("key", "revoke", "--id", apiKey.id, "--json")
        assert.deepStrictEqual([revoked.code, JSON.parse(revoked.stdout).revoked], [0, true])
        yield* refused(owner.get("/v1/me"), 401, "invalid_credential")
        const failed = yield* run("key", "revoke", "--id", lost, "--json")
        assert.deepStrictEqual([failed.code, JSON.parse(failed.stdout).error.code], [1, "key_not_found"])
      }),
    240_000
  )

  const wrong: ReadonlyArray<readonly [call: ReadonlyArray<string>, said: ReadonlyArray<string>]> = [
    [[], ["Name a command: workspace, member", "admin -- --help"]],
    [["workspace"], ["Name a command: create, list, plan", "-- workspace --help"]],
    [
      ["workspace", "destroy"],
      ["no command destroy", "create, list, plan"]
    ],
    [
      ["workspce", "create"],
      ["no command workspce", "mean workspace?"]
    ],
    [
      ["key", "list", "--workspaces", lost],
      ["no flag --workspaces.", "mean --workspace?", "-- key list --help"]
    ],
    [["workspace", "create", ...acme, "--name"], ["--name needs a value"]],
    [["workspace", "create", "--name", ...acme], ["--name needs a value"]],
    [["workspace", "create", "--name=", ...acme], ["--name"]],
    [["workspace", "create", ...acme], ["Missing required flag: --name."]],
    [["workspace", "create", "--name", "N", ...acme, "--plan", "gold"], ["--plan"]],
    [
      ["workspace", "plan", "--workspace", lost, "--plan", "gold"],
      ["--plan", '"free" | "standard"']
    ],
    [
      ["key", "list", "--workspace", "x"],
      ["--workspace", "Expected a UUID."]
    ],
    [["job", "run"], ["argument: name"]],
    [
      ["job", "run", "stale-leads", "--as-of", "yesterday"],
      ["--as-of", "ISO 8601"]
    ],
    [["migrate", "now"], ['"now"']]
  ]

  it.effect("name the wrong word of a call and the nearest right one, as code usage, and do nothing", () =>
    Effect.gen(function* () {
      for (const [args, said] of wrong) {
        const { code, stderr, stdout } = yield* call([...args, "--json"])
        const { error } = JSON.parse(stdout)
        assert.deepStrictEqual([code, error.code, stderr], [1, "usage", ""], args.join(" "))
        for (const part of said) assert.include(error.message, part)
        const shown = yield* call(args)
        assert.deepStrictEqual([shown.code, shown.stdout], [1, ""])
        assert.isTrue(shown.stderr.endsWith(`${error.message}\n`), shown.stderr)
      }
    })
  )

  it.effect("print lines and tables for people, and a failure as one line on stderr", () =>
    Effect.gen(function* () {
      const made = yield* callHere(["workspace", "create", "--name", "Line\nbreak", ...acme])
      assert.match(made.stdout, /^workspace\.id +[0-9a-f-]{36}\nworkspace\.name +Line break\n/u)
      const workspace = /^workspace\.id +(\S+)$/mu.exec(made.stdout)![1]!
      const keys = (yield* callHere(["key", "list", "--workspace", workspace])).stdout.split("\n")
      assert.match(keys[0]!, /^id +name +userId/u)
      assert.strictEqual(keys[0]!.indexOf("name"), keys[1]!.indexOf("First key"))
      assert.deepStrictEqual(yield* callHere(["key", "list", "--workspace", lost]), {
        code: 1,
        stdout: "",
        stderr: `There is no workspace ${lost}.\n`
      })
    })
  )

  it.effect("list the jobs, and below them how the loops of each node are doing", () =>
    Effect.gen(function* () {
      const told = ({ loops }: any): boolean => loops.some(({ name }: any) => name === "The job stale-leads")
      const listed: ReturnType<typeof admin> = Effect.repeat(admin("job list"), { until: told })
      const { jobs, loops } = yield* Effect.timeout(listed, "20 seconds")
      assert.include(
        jobs.map(({ name }: any) => name),
        "stale-leads"
      )
      const { reportedAt, since, turns, ...counting } = loops.find(
        ({ name }: any) => name === "Counting requests"
      )
      const node = `${hostname()}:${process.pid}`
      assert.deepStrictEqual(counting, {
        node,
        name: "Counting requests",
        state: "working",
        failures: 0,
        lastFailure: null
      })
      for (const time of [reportedAt, since]) assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u)
      const { stdout } = yield* callHere(["job", "list"])
      assert.match(stdout, /^name +description .*\n(?:\S.*\n)+\nnode +name +state +since +turns /u)
      assert.include(stdout, node)
    })
  )

  it.effect("show help without a database, with the flags of each, and shell completions", () =>
    Effect.gen(function* () {
      const all = yield* call(["--help"])
      assert.deepStrictEqual([all.code, all.stderr], [0, ""])
      for (const group of ["workspace", "member", "key", "user", "form", "inbound", "job", "migrate"])
        assert.match(all.stdout, new RegExp(`^ +${group} {2}`, "mu"))
      const one = yield* call(["key", "create", "--help"])
      assert.strictEqual(one.code, 0)
      assert.include(one.stdout, "Creates an API key for a member")
      assert.match(one.stdout, /--user string +The person's id \(required\)/u)
      const json = yield* call(["key", "create", "--help", "--json"])
      assert.include(JSON.parse(json.stdout).help, "--user")
      const completions = yield* call(["--completions", "bash"])
      assert.strictEqual(completions.code, 0)
      assert.include(completions.stdout, "--owner-email")
    })
  )
})
