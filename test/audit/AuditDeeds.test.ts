import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Replay from "../support/audit/Replay.ts"
import { callHere, run as admin } from "../support/server/Admin.ts"
import { as, contract, created, ok } from "../support/server/Contract.ts"

const later = "2100-01-01T00:00:00.000Z"

contract("the audit log of commands, jobs and strangers", (it) => {
  it.effect("names the operator and the job, and neither keeps a token", () =>
    Effect.gen(function* () {
      const made = yield* admin("workspace create", {
        name: "A",
        plan: "standard",
        ownerEmail: "o@acme.example"
      })
      const workspace: string = made.workspace.id
      const { apiKey } = yield* admin("key create", { workspace, user: made.user.id, name: "Second" })
      yield* admin("key revoke", { id: apiKey.id })
      const { user } = yield* admin("member add", { workspace, email: "bo@acme.example", role: "member" })
      yield* admin("member role", { workspace, user: user.id, role: "viewer" })
      yield* admin("workspace plan", { workspace, plan: "free" })
      const { token, url } = yield* admin("form token", { board: made.board.id })
      const mine = yield* as(made.apiKey.token)
      const lead = yield* created(mine.post("/v1/leads", { firstName: "Cy" }))
      yield* JobCommands.run("stale-leads", later)
      const log = yield* Replay.log(workspace)
      assert.deepStrictEqual(
        log.map(({ actor_id, actor_type, operation }) => [actor_type, actor_id, operation]),
        [
          ["admin", "operator", "admin.workspace.create"],
          ["admin", "operator", "admin.key.create"],
          ["admin", "operator", "admin.key.revoke"],
          ["admin", "operator", "admin.member.add"],
          ["admin", "operator", "admin.member.role"],
          ["admin", "operator", "admin.workspace.plan"],
          ["admin", "operator", "admin.form.token"],
          ["api_key", made.apiKey.id, "leads.create"],
          ["job", "stale-leads", "jobs.stale-leads"]
        ]
      )
      assert.deepStrictEqual(log.at(-1)!.changes, [
        {
          resource: "lead",
          id: lead.id,
          before: { triageStatus: "new", triagedAt: lead.createdAt },
          after: { triageStatus: "stale", triagedAt: later }
        }
      ])
      yield* Replay.check(workspace)
      const text = JSON.stringify(log)
      for (const secret of [made.apiKey.token, apiKey.token, token, url]) assert.notInclude(text, secret)
    })
  )

  it.effect("tells of a stranger's message", () =>
    Effect.gen(function* () {
      const made = yield* admin("workspace create", {
        name: "A",
        plan: "standard",
        ownerEmail: "o@acme.example"
      })
      const { url } = yield* admin("form token", { board: made.board.id })
      const mine = yield* as(made.apiKey.token)
      yield* ok(mine.post(new URL(url).pathname, { firstName: "Cy", message: "Hi" }))
      const row = (yield* Replay.log(made.workspace.id)).at(-1)!
      assert.include(row, {
        operation: "intake.form",
        surface: "intake",
        actor_type: "visitor",
        actor_id: "form"
      })
      assert.strictEqual(row.changes[0]!.resource, "lead")
    })
  )

  it.effect("is checked and written out by commands", () =>
    Effect.gen(function* () {
      const made = yield* admin("workspace create", {
        name: "A",
        plan: "standard",
        ownerEmail: "o@acme.example"
      })
      const workspace: string = made.workspace.id
      const { workspaces } = yield* admin("audit verify", { workspace })
      assert.include(workspaces[0], { workspaceId: workspace })
      const lie = yield* callHere(["audit", "verify", `--workspace=${workspace}`, "--head=7:abc", "--json"])
      assert.include(JSON.parse(lie.stdout).error, { code: "audit_tampered" })
      const to = join(mkdtempSync(join(tmpdir(), "audit-")), "log.ndjson")
      assert.deepStrictEqual(yield* admin("audit export", { workspace, to }), { entries: 1, file: to })
      const lines = readFileSync(to, "utf8").trim().split("\n")
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line).operation),
        ["admin.workspace.create"]
      )
      const again = yield* callHere(["audit", "export", `--workspace=${workspace}`, `--to=${to}`, "--json"])
      assert.include(JSON.parse(again.stdout).error, { code: "file_not_written" })
    })
  )
})
