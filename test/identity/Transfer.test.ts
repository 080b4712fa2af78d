import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { kinds, stays } from "../../layers/identity/transfer/Kinds.ts"
import { linesOf } from "../support/samples/Exported.ts"
import * as FullWorkspace from "../support/samples/FullWorkspace.ts"
import { fork, tables } from "../support/samples/Rehearsals.ts"
import { run as admin } from "../support/server/Admin.ts"
import { as, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import * as Second from "../support/server/Second.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const passphrase = "correct horse battery staple"

contract(
  "a workspace that moves",
  (it) => {
    it.effect("knows of every table whether it is exported", () =>
      Effect.gen(function* () {
        const declared = [...kinds.map(({ table }) => table), ...Object.keys(stays)]
        const own = ["workspaces", "users"]
        assert.deepStrictEqual(yield* tables, declared.filter((name) => !own.includes(name)).sort())
      })
    )

    it.effect("is the same elsewhere, byte by byte, with all that its people and agents need", () =>
      Effect.gen(function* () {
        const { at, board, deal, form, hook, lead, receiver, source } = yield* FullWorkspace.make
        const folder = yield* temporaryDirectory
        const file = join(folder, "a.ndjson")
        const done = yield* admin("workspace export", { ...at, to: file, passphrase })
        assert.deepInclude(done, { file, filesLost: 0 })
        assert.strictEqual(done.audit.wrong, 0)
        const seen = new Set(linesOf(file).map((line) => JSON.parse(line).kind))
        assert.deepStrictEqual(
          ["header", "end", "piece", ...kinds.map(({ kind }) => kind)].filter((kind) => !seen.has(kind)),
          ["inbound_message"]
        )
        assert.notInclude(readFileSync(file, "utf8"), receiver.url)
        const again = join(folder, "b.ndjson")
        yield* admin("workspace export", { ...at, to: again, passphrase })
        assert.isTrue(readFileSync(file).equals(readFileSync(again)))

        const second = yield* Second.make()
        const dry = yield* second.admin("workspace import", { from: file, dryRun: "true" })
        assert.deepStrictEqual([dry.dryRun, dry.conflicts, dry.counts.deal], [true, [], 2])
        assert.deepStrictEqual((yield* second.admin("workspace list")).data, [])
        const made = yield* second.admin("workspace import", { from: file, passphrase })
        assert.deepStrictEqual(made.workspace, { id: at.workspace, name: "Test", plan: "standard" })
        assert.deepStrictEqual([made.state, made.audit.wrong], ["suspended", 0])
        assert.isAtLeast(made.audit.entries, done.audit.entries)
        yield* second.admin("totals verify", at)
        yield* second.admin("audit verify", at)
        const third = join(folder, "c.ndjson")
        yield* second.admin("workspace export", { ...at, to: third, passphrase })
        assert.deepStrictEqual(linesOf(third), linesOf(file))
        assert.isTrue(readFileSync(file).equals(readFileSync(third)))

        // Nothing was sent, and nobody gets in, before it is resumed.
        const there = yield* second.on(as(source.apiKey.token))
        yield* second.on(refused(there.get("/v1/me"), 403, "workspace_suspended"))
        yield* second.admin("workspace resume", at)
        const path = `/v1/deals/${deal.id}`
        assert.deepStrictEqual(yield* ok(there.get(path)), yield* ok(source.get(path)))
        const activity = `${path}/activity`
        assert.deepStrictEqual(yield* ok(there.get(activity)), yield* ok(source.get(activity)))
        const moved = yield* ok(there.get(`/v1/leads/${lead.id}`))
        const image = `https://second.example/files/${lead.enrichment.screenshot.split("/").at(-1)}`
        assert.strictEqual(moved.enrichment.screenshot, image)
        assert.strictEqual((yield* there.get(new URL(image).pathname)).status, 200)
        yield* ok(there.post(`/f/${form.token}`, { firstName: "Eve", message: "To the new home" }))
        const before = receiver.received.length
        yield* created(there.post("/v1/deals", { boardId: board.id, name: "At the new home" }))
        yield* Effect.repeat(ok(there.get(`/v1/webhooks/${hook.id}/deliveries`)), {
          until: ({ data }: any) => data[0].event === "deal.created" && data[0].status === "delivered",
          schedule: Schedule.spaced("50 millis"),
          times: 200
        })
        assert.isAbove(receiver.received.length, before)
        const page = yield* ok(there.get("/v1/events?limit=5"))
        assert.strictEqual(page.data.length, 5)
        // It is there now, and is not written over.
        const twice = second.admin("workspace import", { from: file, passphrase })
        assert.strictEqual((yield* Effect.flip(twice)).code, "conflict")
      }).pipe(Effect.scoped)
    )

    it.effect("leaves its secrets behind if told to, and opens them with the passphrase alone", () =>
      Effect.gen(function* () {
        const { at } = yield* FullWorkspace.make
        const folder = yield* temporaryDirectory
        const [bare, whole] = [join(folder, "bare"), join(folder, "whole")]
        assert.strictEqual(
          (yield* Effect.flip(admin("workspace export", { ...at, to: bare }))).code,
          "passphrase_missing"
        )
        yield* admin("workspace export", { ...at, to: bare, withoutSecrets: "true" })
        const kept = linesOf(bare).map((line) => JSON.parse(line))
        assert.isFalse(kept.some(({ kind }) => kind === "webhook" || kind === "delivery"))
        assert.isTrue(
          kept.filter(({ kind }) => kind === "person").every((one) => one.fields.password_hash === null)
        )
        yield* admin("workspace export", { ...at, to: whole, passphrase })
        const second = yield* Second.make()
        const wrong = { from: whole, passphrase: "another passphrase" }
        assert.strictEqual(
          (yield* Effect.flip(second.admin("workspace import", wrong))).code,
          "wrong_passphrase"
        )
        assert.strictEqual(
          (yield* Effect.flip(second.admin("workspace import", { from: whole }))).code,
          "passphrase_missing"
        )
        yield* second.admin("workspace import", { from: whole, withoutSecrets: "true" })
        const out = join(folder, "out")
        yield* second.admin("workspace export", { ...at, to: out, withoutSecrets: "true" })
        assert.isTrue(readFileSync(bare).equals(readFileSync(out)))
      }).pipe(Effect.scoped)
    )

    it.effect("is not exported as a copy, nor over a file", () =>
      Effect.gen(function* () {
        const made = yield* workspace()
        const copy = yield* fork(made.workspace.id)
        const folder = yield* temporaryDirectory
        const to = { to: join(folder, "a"), withoutSecrets: "true" }
        const flipped = (flags: Record<string, string>) => Effect.flip(admin("workspace export", flags))
        assert.strictEqual((yield* flipped({ workspace: copy.workspace.id, ...to })).code, "is_rehearsal")
        yield* admin("workspace export", { workspace: made.workspace.id, ...to })
        assert.strictEqual((yield* flipped({ workspace: made.workspace.id, ...to })).code, "file_not_written")
      }).pipe(Effect.scoped)
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" }
)
