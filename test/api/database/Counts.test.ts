/**
 * What an operation costs, in counts that don't depend on the machine: statements, blocks that its reads look at in PostgreSQL
 * over 8,000 deals, and bytes of the answer. Its round trips are in RoundTrips, its time in `npm run bench`.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { terms } from "../../support/bench/Rows.ts"
import * as BenchDeals from "../../support/server/BenchDeals.ts"
import * as Sent from "../../support/server/Sent.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { TestService } from "../../support/server/TestService.ts"

/** The most of each; a tenth and three blocks more are let pass, as versions of PostgreSQL differ. */
const most: Readonly<Record<string, Counts>> = {
  get: { statements: 1, blocks: 7, bytes: 733 },
  list: { statements: 1, blocks: 60, bytes: 18_717 },
  "list of a stage": { statements: 1, blocks: 70, bytes: 18_468 },
  // Searches: up to 90 of them are rows that the count of deals looks at, unless a vacuum found all of them seen by everyone.
  "rare text": { statements: 1, blocks: 121, bytes: 45 },
  "common text": { statements: 1, blocks: 244, bytes: 18_557 },
  "rare words": { statements: 1, blocks: 124, bytes: 45 },
  "common words": { statements: 1, blocks: 400, bytes: 18_427 },
  lanes: { statements: 2, blocks: 176, bytes: 61_736 },
  report: { statements: 1, blocks: 14, bytes: 908 },
  summary: { statements: 4, blocks: 100, bytes: 3296 },
  notes: { statements: 2, blocks: 10, bytes: 45 },
  create: { statements: 5, blocks: 6, bytes: 736 },
  move: { statements: 5, blocks: 18, bytes: 739 },
  note: { statements: 5, blocks: 7, bytes: 655 }
}

interface Counts {
  readonly statements: number
  readonly blocks: number
  readonly bytes: number
}

const tables = "deals|notes|stages|boards|deal_totals|idempotency_keys|webhooks|changes|leads".split("|")

layer(TestService.layer())("an operation", (it) => {
  // A cluster plans each statement anew, on its workers.
  it.effect.skipIf(TestDatabase.isCluster)("costs no more than this", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace("standard")
      const [board] = yield* BenchDeals.fill(client, 8000)
      const { send } = client
      const stages = board!.stages as ReadonlyArray<{ readonly id: string }>
      const made = yield* Effect.promise(() =>
        send("POST", "/v1/deals", { boardId: board!.id, name: "Made" })
      )
      let count = 0
      const keyed = () => ({ "idempotency-key": `count-${++count}` })
      const get = (path: string) => () => send("GET", `/v1/${path}`)
      const calls: Readonly<Record<string, () => ReturnType<typeof send>>> = {
        get: get(`deals/${made.body.id}`),
        list: get("deals?limit=25"),
        "list of a stage": get(`deals?stageId=${stages[1]!.id}&limit=25`),
        "rare text": get(`deals?q=${terms.rare}&limit=25`),
        "common text": get(`deals?q=${terms.common}&limit=25`),
        "rare words": get(`deals?search=${terms.rare}+mia&limit=25`),
        "common words": get(`deals?search=${terms.common}+mia&limit=25`),
        lanes: get(`boards/${board!.id}/lanes`),
        report: get(`reports/weighted-pipeline?board_id=${board!.id}`),
        summary: get("reports/summary"),
        notes: get(`deals/${made.body.id}/notes`),
        create: () => send("POST", "/v1/deals", { boardId: board!.id, name: "Another" }, keyed()),
        move: () =>
          send(
            "POST",
            `/v1/deals/${made.body.id}/move`,
            { toStageId: stages[1 + (++count % 2)]!.id },
            keyed()
          ),
        note: () => send("POST", `/v1/deals/${made.body.id}/notes`, { contentText: "Hello" }, keyed())
      }
      const found: Record<string, Counts> = {}
      for (const [name, call] of Object.entries(calls)) {
        let least: Counts = { statements: Infinity, blocks: Infinity, bytes: 0 }
        // Jobs and deliveries may ask in between, so the fewest of some calls are its own.
        for (let time = 0; time < 3; time++) {
          const [{ status, text }, sent] = yield* Sent.during(
            tables,
            Effect.promise(() => call())
          )
          assert.isBelow(status, 300, `${name}: ${text}`)
          const reads = sent.filter((statement) => /^\s*SELECT\b/u.test(statement.text))
          const blocks = yield* Effect.forEach(reads, Sent.blocks)
          least = {
            statements: Math.min(least.statements, sent.length),
            blocks: Math.min(
              least.blocks,
              blocks.reduce((sum, one) => sum + one, 0)
            ),
            bytes: Buffer.byteLength(text)
          }
        }
        found[name] = least
      }
      const isMore = (name: string) => {
        const [now, then] = [found[name]!, most[name]]
        return (
          then === undefined ||
          now.statements > then.statements ||
          now.blocks > then.blocks * 1.1 + 3 ||
          now.bytes > then.bytes * 1.1
        )
      }
      const above = Object.keys(found).filter(isMore)
      const of = (counts: Readonly<Record<string, Counts>>) => above.map((name) => [name, counts[name]])
      assert.deepStrictEqual(of(found), of(most))
    })
  )
})
