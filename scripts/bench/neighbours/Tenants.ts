/** A database of many workspaces: the quiet ones that are measured, a busy one, and a crowd to compare that with. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as TestServer from "../../../test/support/server/TestServer.ts"
import type { Request } from "../Drive.ts"
import { type Loaded, load } from "../load.ts"
import { scenarios, type Subject } from "../Scenarios.ts"
import * as Site from "../Site.ts"

const [quiet, crowd] = [8, 16]

const sampleOf = Effect.fnUntraced(function* ({ workspace }: Loaded) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<
    Subject["sample"][number]
  >`SELECT id, board_id AS board, stage_id AS stage FROM deals
    WHERE workspace_id = ${workspace.id} AND status = 'open' ORDER BY reverse(id::text) LIMIT 400`
  return [...rows]
})

/** The number of deals also tells the owners' addresses apart. */
const tenant = Effect.fnUntraced(function* (deals: number) {
  const loaded = yield* load({ deals, boards: 2 })
  return { loaded, sample: yield* sampleOf(loaded) } satisfies Subject
})

/** Half gets, a quarter lists, a quarter moves. */
export const mix = (subject: Subject): (() => Request) => {
  const [get, list, move] = [scenarios["get"]!, scenarios["list"]!, scenarios["move"]!].map((one) =>
    one(subject)
  )
  const turns = [get!, list!, get!, move!]
  let index = 0
  return () => turns[index++ % turns.length]!()
}

/** Moves alone, which wait for a deal that someone has locked. */
export const moves = (subject: Subject): (() => Request) => scenarios["move"]!(subject)

export const make = Effect.fnUntraced(function* (site: Site.Site) {
  const name = "pipeline_bench_neighbours"
  const url = TestServer.withDatabase(site.url, name)
  yield* TestServer.administer(site.url, Effect.andThen(TestServer.drop(name), TestServer.create(name)))
  yield* Effect.addFinalizer(() => Effect.ignore(TestServer.administer(site.url, TestServer.drop(name))))
  const count = (number: number, from: number) =>
    Effect.forEach(Array.from({ length: number }), (_, index) => tenant(from + index))
  const filled = Effect.gen(function* () {
    return { busy: yield* tenant(20_000), quiet: yield* count(quiet, 1_000), crowd: yield* count(crowd, 500) }
  })
  const made = yield* Effect.provide(filled, Site.repositories(url, site.directory))
  return { url, ...made }
})

export type Tenants = Effect.Success<ReturnType<typeof make>>
