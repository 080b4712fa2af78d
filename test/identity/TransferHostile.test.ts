import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Passphrase from "../../layers/identity/transfer/Passphrase.ts"
import { linesOf, write } from "../support/samples/Exported.ts"
import * as FullWorkspace from "../support/samples/FullWorkspace.ts"
import { callHere, run as admin } from "../support/server/Admin.ts"
import { contract, workspace } from "../support/server/Contract.ts"
import * as Second from "../support/server/Second.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const none = { proposals: null, deals_won: null, deal_value: null }
const passphrase = "correct horse battery staple"

contract(
  "a hostile file of a workspace",
  (it) => {
    it.effect(
      "opens every secret before it writes, and takes no password that would take hours to check",
      () =>
        Effect.gen(function* () {
          const { at } = yield* FullWorkspace.make
          const folder = yield* temporaryDirectory
          const [good, bad] = [join(folder, "good"), join(folder, "bad")]
          yield* admin("workspace export", { ...at, to: good, passphrase })
          const lines = linesOf(good).slice(0, -1)
          const seen = yield* callHere([
            "workspace",
            "import",
            `--from=${good}`,
            `--passphrase=${passphrase}`
          ])
          assert.include(seen.stderr, "--passphrase takes only -")
          assert.notInclude(seen.stderr, passphrase)
          const { sealer } = yield* Passphrase.forExport(passphrase, at.workspace)
          const second = yield* Second.make()
          const refuses = Effect.fnUntraced(function* (
            kind: string,
            column: string,
            value: (sealed: (text: string) => string) => unknown,
            text: string
          ) {
            const index = lines.findIndex((line) => line.startsWith(`{"kind":"${kind}"`))
            const { fields } = JSON.parse(lines[index]!)
            const made = value((plain) => sealer.seal(plain, `${kind}:${fields.id}:${column}`))
            write(bad, lines.with(index, JSON.stringify({ kind, fields: { ...fields, [column]: made } })))
            for (const more of [{}, { dryRun: "true" }]) {
              const tried = second.admin("workspace import", { from: bad, passphrase, ...more })
              const { code, message } = yield* Effect.flip(tried)
              assert.deepStrictEqual([code, message], ["invalid_file", `Line ${index + 1} ${text}.`])
            }
          })
          const [salt, tag] = ["A".repeat(22), "A".repeat(43)]
          const foreign = "has a password_hash that is not one that this service makes"
          for (const hash of [
            `$argon2id$v=19$m=47104,t=400000,p=1$${salt}$${tag}`,
            `$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${tag}`,
            `$argon2id$v=19$m=47104,t=2,p=1$${salt}$AAAA`,
            "secret"
          ]) {
            yield* refuses("person", "password_hash", (sealed) => sealed(hash), foreign)
          }
          const shut = "that the passphrase does not open"
          yield* refuses("webhook", "secret", () => "AAAA", `has a secret ${shut}`)
          yield* refuses("webhook", "url", (sealed) => `A${sealed("x")}`, `has a url ${shut}`)
          yield* refuses(
            "webhook",
            "url",
            (sealed) => sealed("file:///etc/passwd"),
            "has a url that is none of HTTP"
          )
          yield* refuses("delivery", "attempts", () => "x", "must have an array of attempts as attempts")
          yield* refuses("delivery", "attempts", () => ["x"], "must have an array of attempts as attempts")
          assert.deepStrictEqual((yield* second.admin("workspace list")).data, [])
        }).pipe(Effect.scoped),
      // Each of twenty tries derives a key of the passphrase, which is meant to be slow.
      120_000
    )

    it.effect("refuses files that were cut, changed or made up, with the line", () =>
      Effect.gen(function* () {
        const { at } = yield* FullWorkspace.make
        const folder = yield* temporaryDirectory
        const [good, bad] = [join(folder, "good"), join(folder, "bad")]
        yield* admin("workspace export", { ...at, to: good, withoutSecrets: "true" })
        const lines = linesOf(good).slice(0, -1)
        const second = yield* Second.make()
        const { user: stranger, workspace: elsewhere } = yield* second.on(workspace())
        const other = elsewhere.id
        const tried = Effect.fnUntraced(function* (text: string) {
          const error = yield* Effect.flip(
            second.admin("workspace import", { from: bad, withoutSecrets: "true" })
          )
          assert.strictEqual(error.code, "invalid_file", error.message)
          assert.include(error.message, text)
        })
        writeFileSync(bad, lines.join("\n"))
        yield* tried("is cut off")
        writeFileSync(bad, `${lines.join("\n")}\n`)
        yield* tried("has no end")
        writeFileSync(bad, readFileSync(good, "utf8").replace('"name":"Test"', '"name":"Best"'))
        yield* tried("another SHA-256")
        writeFileSync(bad, "x".repeat(17 * 1_048_576))
        yield* tried("Line 1 is longer than")
        const at2 = (kind: string) => lines.findIndex((line) => line.startsWith(`{"kind":"${kind}"`))
        const changed = (kind: string, change: (line: any) => unknown) => {
          const index = at2(kind)
          const whole = JSON.parse(lines[index]!)
          const line = JSON.stringify(
            whole.fields === undefined ? change(whole) : { ...whole, fields: change(whole.fields) }
          )
          write(bad, lines.with(index, line))
          return index + 1
        }
        const cases: ReadonlyArray<readonly [string, (line: any) => unknown, string]> = [
          ["piece", (line) => ({ ...line, kind: "user" }), "is of a kind that there isn't"],
          ["header", (line) => ({ ...line, kind: "deal" }), "is not the header"],
          ["deal", (line) => ({ ...line, workspace_id: other }), 'has a field "workspace_id"'],
          ["deal", ({ name: _, ...line }) => line, "has no field name"],
          ["deal", (line) => ({ ...line, name: "a\u0000b" }), "U+0000"],
          ["workspace", (line) => ({ ...line, id: other }), "of another workspace"],
          ["header", (line) => ({ ...line, version: 2 }), "of a newer version"],
          ["header", (line) => ({ ...line, schema: "9999_later" }), "of a newer version"],
          ["header", (line) => ({ ...line, schema: "0074_amount_order" }), "of an older schema"],
          ["form", (line) => ({ ...line, token: "0".repeat(52) }), "belongs to another workspace"],
          ["file", (line) => ({ ...line, content_type: "text/html" }), "is not an image"],
          ["piece", (line) => ({ ...line, data: `AAAA${line.data.slice(4)}` }), "SHA-256"],
          ["audit", (line) => ({ ...line, at: "2999-01-01T00:00:00+00:00" }), "from the future"],
          [
            "deal",
            (line) => ({ ...line, created_at: "infinity" }),
            "of the years 0001 to 9999 as created_at"
          ],
          [
            "workspace",
            (line) => ({ ...line, created_at: "infinity" }),
            "of the years 0001 to 9999 as created_at"
          ],
          [
            "note",
            (line) => ({ ...line, created_at: "2026-02-30T00:00:00Z" }),
            "of the years 0001 to 9999 as created_at"
          ],
          [
            "deal",
            (line) => ({ ...line, active_on: "-infinity" }),
            "must have a day such as 2026-05-01 as active_on"
          ],
          ["member", (line) => ({ ...line, user_id: stranger.id }), "user_id that is no person of the file"],
          ["deal", (line) => ({ ...line, owner_id: stranger.id }), "owner_id that is no person"],
          ["note", (line) => ({ ...line, author_id: stranger.id }), "author_id that is no person"],
          ["api_key", (line) => ({ ...line, user_id: stranger.id }), "user_id that is no person"],
          [
            "board",
            (line) => ({ ...line, goals: { [`month:${stranger.id}`]: none } }),
            "goals of somebody who is no person"
          ],
          ["board", (line) => ({ ...line, goals: { week: none } }), "has invalid goals"],
          ["deal", (line) => ({ ...line, lead_id: "x" }), "must have a UUID in lower case as lead_id"],
          [
            "deal",
            (line) => ({ ...line, amount_cents: 1.5 }),
            "must have an integer of 53 bits as amount_cents"
          ],
          ["deal", (line) => ({ ...line, labels: "x" }), "must have an array of texts as labels"],
          ["deal", (line) => ({ ...line, status: null }), "has no status"],
          ["deal", (line) => ({ ...line, name: "\ud83e" }), "half a character"],
          ["lead", (line) => ({ ...line, suspect: "t" }), "must have true or false as suspect"],
          ["lead", (line) => ({ ...line, enrichment: [] }), "must have a JSON object as enrichment"],
          ["audit", (line) => ({ ...line, changes: {} }), "must have an array of objects as changes"],
          [
            "rules",
            (line) => ({ ...line, rules: { default: "x" } }),
            "must have rules of a credential as rules"
          ],
          ["workspace", (line) => ({ ...line, name: "\u001b[31mred" }), "control characters"],
          ["person", (line) => ({ ...line, name: "\u0007" }), "control characters"],
          ["member", () => null, "must have kind and fields"]
        ]
        for (const [kind, change, text] of cases) {
          const line = changed(kind, change)
          yield* tried(text)
          if (kind !== "piece") yield* tried(`Line ${line} `)
        }
        write(bad, lines.toSpliced(at2("deal"), 0, lines[at2("deal")]!))
        yield* tried("is there twice")
        assert.strictEqual((yield* second.admin("workspace list")).data.length, 1)
        // What only the database can tell is found while it is written, and names its line too.
        const line = changed("deal", (one) => ({ ...one, stage_id: "stg_nowhere" }))
        yield* tried(`Line ${line} is refused by the database`)
        const [half] = (yield* second.admin("workspace list")).data.filter(
          ({ id }: any) => id === at.workspace
        )
        assert.strictEqual(half.state, "importing")
      }).pipe(Effect.scoped)
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" }
)
