/**
 * Measures whether lists and searches of leads stay fast as leads grow: 1,000,000 leads against 10,000
 * (`node scripts/run.mjs scripts/bench/leads.ts`; `DATABASE_URL` replaces the embedded server).
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { parseArgs } from "node:util"
import * as LeadDraft from "../../src/domain/leads/LeadDraft.ts"
import * as TestServer from "../../test/support/server/TestServer.ts"
import * as Compare from "./Compare.ts"
import { bare, load, type Loaded } from "./load.ts"
import type { Scenario } from "./Scenarios.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"
import * as Table from "./Table.ts"

const { values: options } = parseArgs({
  options: {
    large: { type: "string", default: "1000000" },
    small: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "1" },
    connections: { type: "string", default: "2" }
  }
})

const people = "Mia Jonas Priya Elena Arjun Ruth Sanne Marcus Ioana Dale Aiko Omar".split(" ")
const houses = "Ferrum Halden Brightwater Tamarind Calder Velo Oakline Papirus Gearhart Kessler".split(" ")

/**
 * Most leads are triaged; the newest hundredth still waits in the inbox. At any size, 40 leads are from Zyxel and one
 * from Quixby; one in a thousand is from Brimstone.
 */
const leads = `
WITH drawn AS (
  SELECT n, $3::timestamptz - ($4::int - n) * (interval '365 days' / $4::int) AS created,
    CASE WHEN n > $4::int * 0.99 THEN (ARRAY['new', 'new', 'contacted'])[1 + n % 3]
      ELSE (ARRAY['promoted', 'junk', 'junk', 'bad_fit', 'stale', 'stale', 'stale', 'stale'])[1 + n % 8] END AS status,
    ($5::text[])[1 + n * 7 % 12] AS first, ($5::text[])[1 + n * 5 % 12] || 'sen' AS last,
    ($6::text[])[1 + n * 3 % 10] || ' ' || n / 10 ||
      CASE WHEN n = 37 THEN ' Quixby' WHEN n % ($4::int / 40) = 7 THEN ' Zyxel' WHEN n % 1000 = 500 THEN ' Brimstone' ELSE '' END AS company,
    CASE WHEN n % 2 = 0 THEN (n * 37 % 1010) / 10.0 END AS score
  FROM generate_series(1, $4::int) AS n
), dated AS (
  SELECT *, date_trunc('milliseconds', created) AS created_at, least(score, 100) AS rank,
    lower(first || '.' || last || n || '@' || split_part(company, ' ', 1) || '.example') AS email
  FROM drawn
)
INSERT INTO leads (workspace_id, id, board_id, triage_status, triaged_at, source, first_name, last_name, email,
  company_name, company_website, message, attribution, enrichment, rank, search, words, email_lower, email_domain,
  website_host, created_at)
SELECT $1::uuid, (lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || '7' ||
    lpad(to_hex(n & 4095), 3, '0') || 'a' || lpad(to_hex(n >> 12), 7, '0') || '00000000')::uuid,
  $2::uuid, status, created_at, 'form', first, last, email, company, 'https://' || split_part(email, '@', 2),
  'Could you tell us more about sensors for our warehouses?', $7::json,
  CASE WHEN rank IS NULL THEN '{}' ELSE json_build_object('status', 'complete', 'score', rank, 'verdict', 'Worth a call',
    'body', repeat('A sentence of a write-up. ', 20)) END,
  coalesce(rank, -1), found, found, email, split_part(email, '@', 2), split_part(email, '@', 2), created_at
FROM dated CROSS JOIN LATERAL (SELECT lower(company || E'\\n' || 'https://' || split_part(email, '@', 2) || E'\\n' ||
  email || E'\\n' || first || ' ' || last) AS found) searched`

const attribution = JSON.stringify(LeadDraft.attribution({ source: "form", utmSource: "newsletter" }))

const history = `
INSERT INTO lead_history (workspace_id, lead_id, position, bytes_before, bytes, at, by, payload)
SELECT workspace_id, id, 0, 0, octet_length(enrichment::text) + 58, created_at, 'bench', enrichment FROM leads WHERE workspace_id = $1 AND rank >= 0`

const fill = Effect.fnUntraced(function* (loaded: Loaded, count: number) {
  const sql = yield* SqlClient.SqlClient
  const values = [
    loaded.workspace.id,
    loaded.board.id,
    "2026-05-01T09:30:00.000Z",
    count,
    people,
    houses,
    attribution
  ]
  yield* sql.withTransaction(
    bare(
      ["leads", "lead_history"],
      Effect.andThen(sql.unsafe(leads, values), sql.unsafe(history, [loaded.workspace.id]))
    )
  )
  yield* sql`VACUUM (ANALYZE) leads, lead_history`
})

const asking =
  (query: string): Scenario =>
  ({ loaded }) => {
    const headers = { authorization: `Bearer ${loaded.apiKey.token}` }
    return () => ({ method: "GET", path: `/v1/leads?limit=25${query}`, headers, status: 200 })
  }

const scenarios: Readonly<Record<string, Scenario>> = {
  list: asking(""),
  "list, active": asking("&view=active"),
  "list, junk": asking("&triageStatus=junk"),
  "list, by score": asking("&sort=score"),
  "list, active by score": asking("&view=active&sort=score"),
  "list, stale by score": asking("&triageStatus=stale&sort=score"),
  "list, scored 90 or more": asking("&scoreMin=90"),
  "list, scored 99.9 or more": asking("&scoreMin=99.9"),
  "list, of a day": asking("&createdAfter=2026-04-30T09:30:00Z"),
  "list, of a day by score": asking("&createdAfter=2026-04-30T09:30:00Z&sort=score"),
  "q, one in ten": asking("&q=ferrum"),
  "q, one in a thousand": asking("&q=brimstone"),
  "q, 40 leads": asking("&q=zyxel"),
  "q, one lead": asking("&q=quixby"),
  "q, one lead, of common letters": asking("&q=marcus.ruthsen37%40"),
  "q, nothing": asking("&q=nowhere%20at%20all")
}

const contestant = Effect.fnUntraced(function* (site: Site.Site, count: number) {
  const name = `pipeline_bench_leads_${count}`
  const url = TestServer.withDatabase(site.url, name)
  yield* Console.error(`Loading ${count} leads`)
  yield* Effect.acquireRelease(
    TestServer.administer(site.url, Effect.andThen(TestServer.drop(name), TestServer.create(name))),
    () => Effect.ignore(TestServer.administer(site.url, TestServer.drop(name)))
  )
  const filled = Effect.tap(load({ deals: 100 }), (loaded) => fill(loaded, count))
  const loaded: Loaded = yield* Effect.provide(filled, Site.repositories(url, site.directory))
  const server = yield* Server.service(site, { url }, { name: String(count) })
  return { server, subject: { loaded, sample: [] } }
})

const main = Effect.gen(function* () {
  const site = yield* Site.make(undefined, process.env["DATABASE_URL"])
  const contestants = [
    yield* contestant(site, Number(options.large)),
    yield* contestant(site, Number(options.small))
  ] as const
  const plan = {
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    warm: 1,
    connections: Number(options.connections),
    postmaster: site.postmaster
  }
  const results: Array<Compare.Comparison> = []
  for (const [name, scenario] of Object.entries(scenarios)) {
    yield* Console.error(`  ${name}`)
    results.push(yield* Effect.promise(() => Compare.compare(plan, name, scenario, contestants)))
  }
  yield* Console.log(Table.comparisons([options.large, options.small], results))
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
