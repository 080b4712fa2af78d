import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { commands } from "../../scripts/admin/commands.ts"
import { as, contract, created, ok, refused } from "../support/Contract.ts"
import * as Process from "../support/Process.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/** A command as the script runs it, in this process. */
const admin = (words: string, options: Record<string, string> = {}) => {
  const command = commands.find((one) => one.words === words)!
  const schema = Schema.Struct(command.options) as unknown as Schema.Codec<unknown, unknown>
  return Effect.flatMap(Schema.decodeUnknownEffect(schema)(options), command.run) as Effect.Effect<
    any,
    { readonly code?: string; readonly message: string },
    never
  >
}

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

contract("the admin commands", (it) => {
  it.effect("make a workspace that works, with what their answer names and nothing else", () =>
    Effect.gen(function* () {
      const made = yield* workspace("free")
      assert.deepStrictEqual(made, {
        workspace: { id: made.workspace.id, name: "Acme", plan: "free" },
        team: { id: made.team.id },
        user: { id: made.user.id, email: `ada${count}@acme.example` },
        board: { id: made.board.id },
        apiKey: { id: made.apiKey.id, token: made.apiKey.token }
      })
      for (const { id } of [made.workspace, made.team, made.user, made.board, made.apiKey])
        assert.match(id, uuid)
      const me = yield* ok((yield* as(made.apiKey.token)).get("/v1/me"))
      assert.deepStrictEqual(me.workspace, made.workspace)
      assert.deepStrictEqual(me.user, { ...made.user, name: "Ada" })
    })
  )

  it.effect("add members, change their roles and remove them", () =>
    Effect.gen(function* () {
      const made = yield* workspace()
      const at = { workspace: made.workspace.id }
      const email = `bo${count}@acme.example`
      const { user } = yield* admin("member add", { ...at, email, role: "member", name: "Bo" })
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
    })
  )

  it.effect("hold a free workspace to two keys, one of which frees its place when it is revoked", () =>
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

  it.effect("refuse what is about a workspace that is not there", () =>
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
    "print one JSON document each and tell a running service at once; a failure is code 1",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestDatabase
        const run = (...args: ReadonlyArray<string>) =>
          Effect.map(Process.run({ DATABASE_URL: url }, ["scripts/admin.ts", ...args]), (exit) => ({
            code: exit.code,
            answer: JSON.parse(exit.stdout)
          }))
        const name = "A=B & --C"
        const made = yield* run(
          "workspace",
          "create",
          `--name=${name}`,
          "--plan",
          "free",
          "--owner-email",
          "o@x.example",
          "--json"
        )
        assert.strictEqual(made.code, 0)
        assert.strictEqual(made.answer.workspace.name, name)
        const owner = yield* as(made.answer.apiKey.token)
        yield* ok(owner.get("/v1/me"))
        const revoked = yield* run("key", "revoke", "--id", made.answer.apiKey.id, "--json")
        assert.strictEqual(revoked.code, 0)
        yield* refused(owner.get("/v1/me"), 401, "invalid_credential")
        const [unknown, misspelt] = yield* Effect.all(
          [run("workspace", "destroy"), run("key", "list", "--workspaces", "x")],
          { concurrency: 2 }
        )
        assert.deepStrictEqual([unknown.code, unknown.answer.error.code], [1, "usage"])
        assert.include(unknown.answer.error.message, "workspace create --name")
        assert.deepStrictEqual([misspelt.code, misspelt.answer.error.code], [1, "usage"])
        assert.include(misspelt.answer.error.message, "--workspace")
      }),
    60_000
  )
})
