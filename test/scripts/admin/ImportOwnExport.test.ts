/** The files of the list of deals and of the inbox, imported again. */
import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import * as Columns from "../../../src/imports/rules/Columns.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import * as Admin from "../../support/server/Admin.ts"
import { counts, made } from "../../support/server/ImportCommand.ts"
import { TestService } from "../../support/server/TestService.ts"

const hostile = [
  { name: "Plain", company: "Acme", amountCents: 123_456, keyTerms: "Net 30\nand more", labels: ["a", "b"] },
  { name: "=cmd", company: "'=quoted", labels: ["x,y", "z;w", " spaced "], externalId: "crm-7" },
  { name: 'Quote " and ; and ,', company: "A;B", primaryContactName: "Ann Lee (ann@b.example);Bob" },
  { name: "Ünï (Sales)", primaryContactLinkedin: "https://www.linkedin.com/in/ann", nextStep: "Call" },
  {
    name: "-5",
    company: "＝1",
    primaryContactPhone: "+49 30 1; 2",
    nextStep: "@home",
    nextStepAt: "2030-12-04"
  }
]

const leads = [
  {
    firstName: "Mia",
    lastName: "Chen",
    workEmail: "mia@acme.example",
    companyName: "Acme; Globex",
    message: " Hi\nthere"
  },
  {
    lastName: "=cmd",
    companyWebsite: "https://acme.example/?a=1;b",
    phone: "+49 30 1; 2",
    consent: "no",
    utmSource: "x, y"
  },
  {
    firstName: "Anna Maria",
    companyName: "'=A",
    howHeard: 'A "friend"',
    consent: true,
    externalId: undefined,
    gclid: "g"
  },
  {
    message: "\tonly this",
    sourceUrl: "https://a.example/b?c",
    referrer: "https://b.example",
    utmMedium: "m"
  }
]

layer(TestService.layer(), { excludeTestServices: true })("the inbox as a file", (it) => {
  it.effect(
    "has all that an import takes, changes nothing when imported again, and makes the leads elsewhere",
    () =>
      Effect.gen(function* () {
        const mine = yield* SignedIn.make()
        for (const lead of leads) yield* Effect.promise(() => mine.send("POST", "/v1/leads", lead))
        const known = yield* Effect.promise(() =>
          mine.send("POST", "/v1/imports/leads", {
            rows: [
              {
                externalId: "crm-1",
                firstName: "Zoe",
                workEmail: "zoe@b.example",
                createdAt: "2024-01-02T03:04:05Z"
              }
            ]
          })
        )
        assert.strictEqual(known.status, 200)
        const page = yield* Effect.promise(() => mine.browser.send("/leads/csv?status=all"))
        assert.strictEqual(page.status, 200, page.text)
        const head = page.text
          .split("\r\n")[0]!
          .replaceAll(/["\ufeff]/gu, "")
          .split(",")
          .map(Columns.normalize)
        const taken = Object.keys(Columns.of.leads).filter((field) => field !== "fullName")
        assert.includeMembers(head, taken.map(Columns.normalize))
        const file = made("own-leads.csv", page.text)
        const run = Effect.fnUntraced(function* (workspaceId: string, ...more: ReadonlyArray<string>) {
          const flags = ["--workspace", workspaceId, "--file", file, "--json", ...more]
          return JSON.parse((yield* Admin.callHere(["import", "leads", ...flags])).stdout)
        })
        const tried = yield* run(mine.workspace.id)
        assert.deepStrictEqual(counts(tried), [0, 0, leads.length + 1, 0], JSON.stringify(tried))
        const other = yield* (yield* TestService).workspace()
        assert.deepStrictEqual(counts(yield* run(other.workspace.id)), [leads.length + 1, 0, 0, 0])
        assert.deepStrictEqual(counts(yield* run(other.workspace.id)), [0, 0, leads.length + 1, 0])
        const alike = (all: ReadonlyArray<any>) =>
          all
            .map(({ attribution: { source: _, ...from }, contact, createdAt }) =>
              JSON.stringify({ from, contact, createdAt })
            )
            .toSorted()
        const there = yield* Effect.promise(() => other.send("GET", "/v1/leads?limit=100"))
        const here = yield* Effect.promise(() => mine.send("GET", "/v1/leads?limit=100"))
        assert.deepStrictEqual(alike(there.body.data), alike(here.body.data))
      })
  )
})

layer(TestService.layer(), { excludeTestServices: true })("the list of deals as a file", (it) => {
  it.effect("changes nothing when it is imported again, and makes the same deals elsewhere once", () =>
    Effect.gen(function* () {
      const mine = yield* SignedIn.make()
      const call = (method: string, path: string, body?: object) =>
        Effect.map(
          Effect.promise(() => mine.send(method, path, body)),
          (answer) => answer.body
        )
      const stages = yield* call("GET", `/v1/boards/${mine.board.id}/stages`)
      for (const [index, deal] of hostile.entries()) {
        const { id } = yield* call("POST", "/v1/deals", { boardId: mine.board.id, ...deal })
        yield* call("POST", `/v1/deals/${id}/move`, { toStageId: stages[(index + 3) % stages.length].id })
      }
      const page = yield* Effect.promise(() => mine.browser.send("/deals/csv?status=all"))
      const file = made("own.csv", page.text)
      const run = Effect.fnUntraced(function* (workspaceId: string, ...more: ReadonlyArray<string>) {
        const flags = ["--workspace", workspaceId, "--file", file, "--json", ...more]
        const { stdout } = yield* Admin.callHere(["import", "deals", ...flags])
        return JSON.parse(stdout)
      })
      const tried = yield* run(mine.workspace.id, "--dry-run")
      assert.deepStrictEqual(counts(tried), [0, 0, hostile.length, 0], JSON.stringify(tried))
      // Columns that a person left out or wrote in capitals; without the id here, no deal is made anew.
      const without = (left: string) => {
        const lines = parse(page.text, { bom: true }) as ReadonlyArray<ReadonlyArray<string>>
        const at = lines[0]!.indexOf(left)
        const kept = lines.map((line) => line.filter((_, index) => index !== at))
        const [head, ...rest] = kept
        const rows = [head!.map((name) => name.toUpperCase()), ...rest]
        return rows
          .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
          .join("\r\n")
      }
      for (const [left, expected] of [
        ["in_stage_since", [0, 0, hostile.length, 0]],
        ["id", [0, 0, 1, hostile.length - 1]]
      ] as const) {
        const partial = made(`own-without-${left}.csv`, without(left))
        const flags = ["--workspace", mine.workspace.id, "--file", partial, "--json", "--dry-run"]
        const done = JSON.parse((yield* Admin.callHere(["import", "deals", ...flags])).stdout)
        assert.deepStrictEqual(counts(done), [...expected], left)
      }
      const other = yield* (yield* TestService).workspace()
      assert.deepStrictEqual(counts(yield* run(other.workspace.id)), [hostile.length, 0, 0, 0])
      assert.deepStrictEqual(counts(yield* run(other.workspace.id)), [0, 0, hostile.length, 0])
      const there = yield* Effect.promise(() => other.send("GET", "/v1/deals?status=all&limit=100"))
      const here = yield* call("GET", "/v1/deals?status=all&limit=100")
      const alike = (deals: ReadonlyArray<any>) =>
        deals
          .map(({ company, keyTerms, labels, name, nextStep, primaryContact, stage }) => ({
            ...{ company, keyTerms, labels, name, nextStep, primaryContact },
            stage: stage.name
          }))
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      assert.deepStrictEqual(alike(there.body.data), alike(here.data))
    })
  )
})
