/** The code of the documentation: what a page shows is run as it stands, or says which test runs it, or why none can. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import * as Fences from "../support/docs/Fences.ts"
import { follow, languages } from "../support/docs/Shell.ts"
import { run as admin } from "../support/server/Admin.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"
import { TestService } from "../support/server/TestService.ts"

const fences = Fences.files().flatMap((file) => Fences.of(file))

const runnable = (file: string) => fences.filter((one) => one.file === file && one.mark === "run")

const pages = [...new Set(fences.filter(({ mark }) => mark === "run").map(({ file }) => file))]

/** Refusals that a page shows on purpose. */
const meant: Readonly<Record<string, ReadonlyArray<string>>> = {
  "docs/start.md": ["unknown_field"],
  // What the agent gets of the admin's no, twice.
  "docs/agents.md": ["approval_declined", "approval_declined"]
}

const deals = `Record ID,Deal Name,Amount,Deal Stage,Close Date
101,Annual licence,12500.00,Proposal,
102,Broken,a lot,Proposal,
`

/** What a reader has in the folder. */
const files = {
  "hubspot-deals.csv": deals,
  "deals.csv": "id,Opportunity,stage\n7,Fleet,Demo booked\n",
  "password.txt": "correct horse battery staple\n"
}

/** What shows that a page did what it says. */
const shows: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  "README.md": [/"contentText":"Budget approved\."/u, /note\.created/u],
  "docs/start.md": [/"dryRun":\{"status":200/u, /✓ verified {2}webhook\.test/u],
  "docs/agents.md": [
    /"writesPerHour":50/u,
    /"status":"declined"/u,
    /"agent":"Scout\/1\.0"/u,
    /"undone":\[\{/u
  ],
  "docs/approvals.md": [/"deals\.delete":"ask"/u],
  "docs/audit.md": [/"operation":"deals\.create"/u, /"heads?"/u],
  "docs/dry-run.md": [/"plan":"/u],
  "docs/undo.md": [/"undone":\[\{/u, /"dryRun"/u],
  "docs/rehearsals.md": [/"rehearsalOf"/u, /"now"/u],
  "docs/import.md": [/"outcome":"created"/u, /Opportunity/u],
  "docs/intake.md": [/\/f\/\w+/u, /ok: true/u, /"accepted":true/u],
  "docs/webhooks.md": [/"signingSecret":"whsec_/u, /✓ verified {2}webhook\.test/u],
  "docs/mcp.md": [/"move_deal"/u],
  "docs/admin.md": [/svc_live_/u, /"rehearsalOf"/u]
}

/** What the pages take as given: a service, a workspace with a deal, a lead, and addresses for more. */
const reader = Effect.gen(function* () {
  const service = yield* TestService
  const { url: database } = yield* TestDatabase
  const { apiKey, board, send, user, workspace } = yield* service.workspace()
  const { id: member, token } = yield* service.member(workspace.id, "member")
  const { board: other } = yield* service.workspace()
  const [form, oldForm] = yield* Effect.forEach([board, other], ({ id }) =>
    admin("form token", { board: id })
  )
  const [mailbox, oldMailbox] = yield* Effect.forEach([board, other], ({ id }) =>
    admin("inbound address", { board: id })
  )
  return yield* Effect.promise(async () => {
    const { body: stages } = await send("GET", `/v1/boards/${board.id}/stages`)
    const { body: deal } = await send("POST", "/v1/deals", { boardId: board.id, name: "Fleet" })
    const me = await service.as(token)("GET", "/v1/me")
    return {
      SALES_PIPELINE_URL: service.url,
      SALES_PIPELINE_API_KEY: apiKey.token,
      DATABASE_URL: database,
      ENCRYPTION_KEY: "5".repeat(64),
      BASE_URL: service.url,
      WORKSPACE: workspace.id,
      BOARD: board.id,
      STAGE: stages[1].id,
      DEAL: deal.id,
      MEMBER: member,
      OWNER: user.id,
      ADMIN: apiKey.token,
      CREDENTIAL: me.body.apiKey.id,
      OLD_KEY: me.body.apiKey.id,
      FORM: `${service.url}/f/${form.token}`,
      MAILBOX: `${service.url}/intake/email/${mailbox.token}`,
      OLD_FORM: oldForm.token,
      OLD_MAILBOX: oldMailbox.token
    }
  })
})

describe("each piece of code in the documentation", () => {
  it("is run, names the test that runs it, or says why it can't be", () => {
    const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined)
    const flaws = fences.flatMap((one) => {
      const flaw = Fences.flaw(one, textOf)
      return flaw === undefined ? [] : [`${one.file}:${one.line} ${flaw}`]
    })
    assert.deepStrictEqual(flaws, [])
    assert.isAbove(fences.length, 100)
  })

  it("is refused if it isn't", () => {
    const flawOf = (source: string) =>
      Fences.of("docs/new.md", source).map((one) =>
        Fences.flaw(one, (path) =>
          path.endsWith("A.test.ts") ? "docs/new.md" : path.endsWith("B.test.ts") ? "" : undefined
        )
      )
    const said = (source: string) => String(flawOf(source)[0])
    assert.match(said("```sh\ncurl x\n```\n"), /is not tested/u)
    assert.match(said("- a\n\n  ```ts\n  f()\n  ```\n"), /is not tested/u)
    assert.match(said("```\nnpm start\n```\n"), /has commands/u)
    assert.match(said("```ts not run:\nf()\n```\n"), /is not tested/u)
    assert.match(said("```ts in test/C.test.ts\nf()\n```\n"), /is not there/u)
    assert.match(said("```ts in test/B.test.ts\nf()\n```\n"), /does not read docs\/new\.md/u)
    assert.match(said("```json\n{a: 1}\n```\n"), /is no JSON/u)
    assert.deepStrictEqual(
      flawOf(
        "```sh run\na\n```\n\n```ts in test/A.test.ts\n```\n\n```go not run: no compiler\n```\n\n```json\n[]\n```\n"
      ),
      Array.from({ length: 4 }, () => undefined)
    )
  })
})

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("the code of a page", (it) => {
  for (const file of pages) {
    it.effect(
      `of ${file} does what it says`,
      () =>
        Effect.gen(function* () {
          const snippets = runnable(file)
          for (const { language } of snippets) assert.include(languages, language, file)
          const { code, output } = yield* follow(snippets, yield* reader, files)
          assert.strictEqual(code, 0, output)
          const refused = Array.from(
            output.matchAll(/"error":\{"type":"\w+","code":"(\w+)"/gu),
            ([, one]) => one
          )
          assert.deepStrictEqual(refused, [...(meant[file] ?? [])], output)
          for (const wanted of shows[file] ?? []) assert.match(output, wanted, output)
        }),
      250_000
    )
  }

  it.effect("is run, and a failure is noticed", () =>
    Effect.gen(function* () {
      assert.includeMembers(pages, Object.keys(shows))
      const wrong = yield* follow([{ language: "ts", code: "throw new Error('no')" }], yield* reader)
      assert.notStrictEqual(wrong.code, 0)
    })
  )
})
