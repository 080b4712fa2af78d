/**
 * Measures reports and matching on 1,000,000 deals against 10,000, against trivial requests, and against each
 * report written as one SQL sum: `node scripts/run.mjs scripts/bench/reports.ts`, with `--keep <directory>` to load
 * the deals only once.
 */
import { PgClient } from "@effect/sql-pg"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { parseArgs } from "node:util"
import { median } from "./Compare.ts"
import { drive } from "./Drive.ts"
import { addLeads } from "./LeadRows.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"
import * as Table from "./Table.ts"

const { values: options } = parseArgs({
  options: {
    keep: { type: "string" },
    large: { type: "string", default: "1000000" },
    small: { type: "string", default: "10000" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "1" },
    connections: { type: "string", default: "1" }
  }
})

const match = (email: string) => `/v1/match?email=${encodeURIComponent(email)}`

/** Paths within one workspace; its first board has the most deals. */
const scenarios: Readonly<Record<string, (board: string, email: string) => string>> = {
  "GET /v1/me": () => "/v1/me",
  "GET /v1/boards/{id}": (board) => `/v1/boards/${board}`,
  "weighted-pipeline": (board) => `/v1/reports/weighted-pipeline?board_id=${board}`,
  "this-month": (board) => `/v1/reports/this-month?board_id=${board}`,
  "deal-progress": (board) => `/v1/reports/deal-progress?board_id=${board}`,
  summary: () => "/v1/reports/summary",
  "match a deal's address": (_, email) => match(email),
  "match a deal's domain": (_, email) => match(`nobody@${email.split("@")[1]}`),
  "match a lead's address": () => match("lead7@firm7.example"),
  "match a lead's domain": () => match("nobody@firm7.example")
}

/** The reports' statements, if there were no totals. */
const sums: Readonly<Record<string, (board: string) => string>> = {
  "weighted-pipeline": (
    board
  ) => `SELECT s.id, count(d.id), sum(d.amount_cents), sum(d.amount_cents * s.probability)
    FROM stages s LEFT JOIN deals d ON d.workspace_id = s.workspace_id AND d.board_id = s.board_id
      AND d.stage_id = s.id AND d.status = 'open' AND d.deleted_at IS NULL
    WHERE s.board_id = '${board}' GROUP BY s.id`,
  "this-month": (board) => `SELECT count(*) FILTER (WHERE commitment_at >= date_trunc('month', now())),
      count(*) FILTER (WHERE won_at >= date_trunc('month', now())),
      sum(amount_cents) FILTER (WHERE won_at >= date_trunc('month', now()))
    FROM deals WHERE board_id = '${board}' AND deleted_at IS NULL`,
  "deal-progress": (board) => `SELECT date_trunc('week', created_at), count(*), sum(amount_cents)
    FROM deals WHERE board_id = '${board}' AND deleted_at IS NULL
      AND created_at > now() - interval '12 weeks' GROUP BY 1`
}

interface Subject {
  readonly server: Server.Server
  readonly filled: Site.Filled
  readonly email: string
  /** Milliseconds, one figure for each round. */
  readonly p50: Record<string, Array<number>>
}

const emailOf = Effect.fnUntraced(function* ({ loaded }: Site.Filled) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ email: string }>`SELECT contact_email_lower AS email FROM deals
    WHERE workspace_id = ${loaded.workspace.id} ORDER BY created_at DESC LIMIT 1`
  return rows[0]!.email
})

const on = <A, E>(filled: Site.Filled, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, PgClient.layer({ url: Redacted.make(filled.url), maxConnections: 1 }))

const subject = Effect.fnUntraced(function* (site: Site.Site, deals: string) {
  yield* Console.error(`Loading ${deals} deals`)
  const filled = yield* Site.fill(site, Number(deals))
  yield* on(filled, addLeads(filled, Number(deals)))
  const server = yield* Server.service(site, filled, { name: deals })
  const p50 = Object.fromEntries(Object.keys(scenarios).map((name): [string, Array<number>] => [name, []]))
  return { server, filled, email: yield* on(filled, emailOf(filled)), p50 } satisfies Subject
})

const measure = async ({ email, filled, p50, server }: Subject, name: string) => {
  const { apiKey, boards } = filled.loaded
  const path = scenarios[name]!(boards[0]!.id, email)
  const headers = { authorization: `Bearer ${apiKey.token}` }
  const load = {
    url: server.url,
    connections: Number(options.connections),
    seconds: Number(options.seconds),
    next: () => ({ method: "GET", path, headers, status: 200 })
  }
  p50[name]!.push((await drive(load)).p50)
}

/** The median time of a statement, sent the way a report sends it. */
const timed = ({ filled }: Subject, name: string) =>
  on(
    filled,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const statement = sums[name]!(filled.loaded.boards[0]!.id)
      const times: Array<number> = []
      for (let round = 0; round < Number(options.rounds); round++) {
        const begun = performance.now()
        yield* sql.unsafe(statement)
        times.push(performance.now() - begun)
      }
      return median(times)
    })
  )

const ms = (value: number | undefined) => (value === undefined ? "" : value.toFixed(3))
const times = (value: number) => value.toFixed(2)

/** Noise only adds time: the fastest round is the most accurate. */
const best = ({ p50 }: Subject, name: string) => Math.min(...p50[name]!)

const row = Effect.fnUntraced(function* (name: string, large: Subject, small: Subject) {
  const [much, little] = [best(large, name), best(small, name)]
  const to = (other: string) => times(much / best(large, other))
  const sum = name in sums ? yield* timed(large, name) : undefined
  return [
    name,
    ms(much),
    ms(little),
    times(much / little),
    to("GET /v1/me"),
    to("GET /v1/boards/{id}"),
    ms(sum)
  ]
})

const main = Effect.gen(function* () {
  const site = yield* Site.make(options.keep, process.env["DATABASE_URL"])
  const large = yield* subject(site, options.large)
  const small = yield* subject(site, options.small)
  for (let round = 0; round < Number(options.rounds); round++) {
    yield* Console.error(`Round ${round + 1}`)
    for (const name of Object.keys(scenarios)) {
      for (const one of [large, small]) yield* Effect.promise(() => measure(one, name))
    }
  }
  const rows = yield* Effect.forEach(Object.keys(scenarios), (name) => row(name, large, small))
  const head = ["p50, ms", options.large, options.small, "ratio", "of /me", "of /boards/{id}", "one SQL sum"]
  yield* Console.log(`\n${Table.of([head, ...rows])}`)
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
