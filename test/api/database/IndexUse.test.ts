/** What each index of the large tables is for: the request whose statement reads it. One that no request needs costs writes. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import * as StatementPipeline from "../../../layers/database/client/StatementPipeline.ts"
import { Duplicates } from "../../../layers/records/Duplicates.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import * as LeadRows from "../../support/bench/LeadRows.ts"
import * as BenchDeals from "../../support/server/BenchDeals.ts"
import * as Sent from "../../support/server/Sent.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { TestService } from "../../support/server/TestService.ts"

const longAgo = "2020-01-01T00:00:00Z"

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The request of each index: a GET of this path, with the ids of `of`. */
const uses = {
  deals_pkey: "deals/:deal",
  deals_newest: "deals?status=all",
  deals_newest_by_status: "deals",
  deals_newest_of_board: "deals?boardId=:board&status=all",
  deals_newest_of_board_by_status: "deals?boardId=:board",
  deals_newest_of_stage: "deals?stageId=:stage",
  deals_by_amount: "deals?sort=-amount",
  deals_without_amount: "deals?sort=-amount",
  deals_by_update: "deals?sort=-updated",
  deals_by_activity: "deals?sort=-quiet",
  deals_by_next_step: "deals?overdue=true",
  deals_by_expected_close: "deals?sort=expectedClose&expectedCloseAfter=2020-01-01",
  deals_of_owner: "deals?ownerId=:stranger",
  deals_closed: "deals?status=all&closedAfter=:from&closedBefore=:to",
  deals_labelled: "deals?label=rare",
  deals_external_id: "deals?externalId=x1",
  deals_search: "deals?q=zyx&sort=created",
  deals_newest_by_text: "deals?q=zyx",
  // Other texts, as the way of a search is remembered.
  deals_of_long_text: "deals?q=kio",
  deals_text_sample: "deals?q=ren",
  deals_text_sample_sparse: "deals?q=pilot",
  deals_entered_of_stage: "boards/:board/lanes",
  deals_quiet: "reports/summary",
  deals_by_contact: "match?email=mia.chen%40babaro.example",
  deals_by_contact_domain: "match?email=nobody%40nowhere.example",
  leads_pkey: "leads/:lead",
  leads_newest: "leads",
  leads_newest_by_status: "leads?triageStatus=junk",
  leads_newest_of_board: "leads?boardId=:board",
  leads_newest_of_board_by_status: "leads?boardId=:board&triageStatus=junk",
  leads_newest_active: "leads?view=active",
  leads_best: "leads?sort=score",
  leads_best_by_status: "leads?sort=score&triageStatus=junk",
  leads_best_active: "leads?sort=score&view=active",
  leads_suspect: "leads?view=suspect",
  leads_search: "leads?q=firm77",
  leads_external_id: "leads?externalId=x1",
  leads_by_email: "match?email=nobody%40nowhere.example",
  leads_by_email_domain: "match?email=nobody%40nowhere.example",
  leads_by_website_host: "match?email=nobody%40nowhere.example",
  notes_newest_of_deal: "deals/:deal/notes",
  notes_search: "deals?search=zyxwv&in=notes"
}

/** What a new record may be a duplicate of. */
const duplicatesOf = (kind: "deal" | "lead") =>
  Effect.flatMap(Duplicates, ({ of }) =>
    Effect.flatMap(
      of({ kind, company: "Acme", email: null, name: "Mia", kinds: new Set([kind]) }),
      StatementPipeline.answered
    )
  )

/** Those that only jobs and writes read. */
const ofJobs: Readonly<Record<string, Effect.Effect<unknown, unknown, Deals | Duplicates | Leads | Tenant>>> =
  {
    deals_by_title: duplicatesOf("deal"),
    leads_by_company: duplicatesOf("lead"),
    deals_deleted: Effect.flatMap(Deals, (deals) => deals.purge(longAgo, 100)),
    leads_waiting: Effect.flatMap(Leads, (leads) => leads.expire(longAgo, longAgo, 100))
  }

const tables = ["deals", "leads", "notes"]

/** The indexes that the statements of `effect` would read. */
const readBy = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const [result, sent] = yield* Sent.during(tables, effect)
  const nodes = (yield* Effect.forEach(sent, Sent.plan)).flat()
  return [result, nodes.flatMap((node) => node["Index Name"] ?? [])] as const
})

layer(TestService.layer())("an index", (it) => {
  // A cluster plans on its workers, whose indexes have names of their own.
  it.effect.skipIf(TestDatabase.isCluster)("is read by a request", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const client = yield* (yield* TestService).workspace("standard")
      const { board, send, workspace } = client
      const get = (path: string) => Effect.promise(() => send("GET", `/v1/${path}`))
      const other = (yield* BenchDeals.fill(client, 8000))[1]!
      yield* LeadRows.insert(workspace.id, board.id, 8000)
      yield* sql`UPDATE leads SET triage_status = 'junk', board_id = ${other.id} WHERE right(id::text, 1) = '7'`
      yield* sql`VACUUM (ANALYZE) leads`
      const [ids] = yield* sql<{ deal: string; lead: string }>`SELECT
        (SELECT id FROM deals WHERE workspace_id = ${workspace.id} LIMIT 1) AS deal,
        (SELECT id FROM leads WHERE workspace_id = ${workspace.id} LIMIT 1) AS lead`
      const named = {
        ...ids!,
        board: other.id,
        stage: other.stages[1].id,
        stranger: board.id,
        from: daysAgo(200),
        to: daysAgo(199)
      }
      const problems: Array<string> = []
      const expect = (index: string, what: string, read: ReadonlyArray<string>) => {
        if (!read.includes(index)) problems.push(`${what} reads ${read.join(", ")} instead of ${index}`)
      }
      for (const [index, use] of Object.entries(uses)) {
        const path = use.replaceAll(/:([a-z]+)/gu, (_, name: keyof typeof named) => named[name])
        const [{ status, text }, read] = yield* readBy(get(path))
        if (status !== 200) problems.push(`${path} was answered ${status} ${text}`)
        expect(index, path, read)
      }
      for (const [index, job] of Object.entries(ofJobs)) {
        const [, read] = yield* readBy(Effect.provideService(job, Tenant, { workspaceId: workspace.id }))
        expect(index, "its job", read)
      }
      const all = yield* sql<{ name: string }>`SELECT indexrelid::regclass::text AS name FROM pg_index
        WHERE indrelid IN ('deals'::regclass, 'leads'::regclass, 'notes'::regclass) AND NOT indisprimary`
      for (const { name } of all) {
        if (!(name in uses) && !(name in ofJobs)) problems.push(`Nothing is named for ${name}`)
      }
      assert.deepStrictEqual(problems, [])
    })
  )
})
