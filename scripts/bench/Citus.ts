/** A spread database against a plain one on the coordinator's server. */
import { Console, Effect } from "effect"
import { loadavg } from "node:os"
import { SqlClient } from "effect/sql"
import * as TestServer from "../../test/support/server/TestServer.ts"
import * as Compare from "./Compare.ts"
import * as Drive from "./Drive.ts"
import type { Scenario } from "./Scenarios.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"
import * as Table from "./Table.ts"

interface Executions {
  readonly one: number
  readonly several: number
}

/** What the coordinator has run, on one shard and on several; needs `citus.enable_stat_counters`. */
const executions = (url: string) =>
  TestServer.administer(
    url,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<Executions>`SELECT coalesce(sum(query_execution_single_shard), 0)::float8 AS one,
        coalesce(sum(query_execution_multi_shard), 0)::float8 AS several
      FROM citus_stat_counters WHERE name = current_database()`
    )
  )

export const compare = Effect.fnUntraced(function* (
  site: Site.Site,
  plan: Compare.Plan,
  chosen: ReadonlyArray<readonly [string, Scenario]>,
  deals: number
) {
  yield* Console.error(`Loading ${deals} deals twice`)
  const plain = yield* Site.fill(site, deals)
  const spread = yield* Site.spread(site, deals)
  const contestants = [
    { server: yield* Server.service(site, spread, { name: "citus" }), subject: spread },
    { server: yield* Server.service(site, plain, { name: "plain" }), subject: plain }
  ] as const
  const load = () => loadavg()[0]!.toFixed(1)
  yield* Console.log(
    `\nCitus and plain: ${deals} deals, distributed in ${spread.seconds} s, ${plan.connections} connections, ${plan.rounds} rounds, load of the machine ${load()}\n`
  )
  const results: Array<Compare.Comparison> = []
  const commands: Array<ReadonlyArray<string>> = [["per request on Citus", "on one shard", "on several"]]
  for (const [name, scenario] of chosen) {
    yield* Console.error(`  ${name}`)
    results.push(yield* Effect.promise(() => Compare.compare(plan, name, scenario, contestants)))
    const [before] = yield* executions(spread.url)
    const drive = { ...plan, url: contestants[0].server.url, next: scenario(spread) }
    const { requests } = yield* Effect.promise(() => Drive.drive(drive))
    const [after] = yield* executions(spread.url)
    const each = (of: keyof Executions) => ((after![of] - before![of]) / requests).toFixed(2)
    commands.push([name, each("one"), each("several")])
  }
  yield* Console.log(Table.comparisons(["citus", "plain"], results))
  yield* Console.log(`\n${Table.of(commands)}\n\nLoad of the machine ${load()}`)
})
