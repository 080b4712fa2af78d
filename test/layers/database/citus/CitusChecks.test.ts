import { assert, describe, it } from "@effect/vitest"
import * as CitusChecks from "../../../../layers/database/citus/CitusChecks.ts"

const node = (name: string, changed: Partial<CitusChecks.Node> = {}): CitusChecks.Node => ({
  name,
  isCoordinator: false,
  problem: null,
  preparedTransactions: 400,
  walLevel: "logical",
  outputPlugins: null,
  leftover: 0,
  ...changed
})

const coordinator = node("a:5432", { isCoordinator: true })

const ready: CitusChecks.Facts = {
  citus: "13.2-1",
  isCoordinator: true,
  nodes: [coordinator, node("b:5432")],
  pending: [],
  problems: [],
  bytes: 0
}

const codeOf = (changed: Partial<CitusChecks.Facts>) => CitusChecks.refusal({ ...ready, ...changed })?.code

describe("a database to be distributed", () => {
  it("is taken where nothing is in the way", () => {
    assert.isUndefined(codeOf({}))
    assert.deepStrictEqual(CitusChecks.warnings(ready), [])
  })

  it.each<[string, Partial<CitusChecks.Facts>]>([
    ["no_citus", { citus: null }],
    ["old_citus", { citus: "11.3-1" }],
    ["not_coordinator", { isCoordinator: false }],
    ["coordinator_unregistered", { nodes: [node("b:5432")] }],
    ["no_worker", { nodes: [coordinator] }],
    ["node_away", { nodes: [coordinator, node("b:5432", { problem: "connection refused" })] }],
    ["no_prepared_transactions", { nodes: [coordinator, node("b:5432", { preparedTransactions: 0 })] }],
    ["not_migrated", { pending: ["0044_import_uploads"] }],
    ["unfit_schema", { problems: ["the table strays is in no list of migrations/distribution.ts"] }]
  ])("is refused with %s, in one line", (code, changed) => {
    const refusal = CitusChecks.refusal({ ...ready, ...changed })
    assert.strictEqual(refusal?.code, code)
    assert.match(refusal!.message, /^[A-Z].+\.$/u)
  })

  it("is refused with the first of several reasons", () => {
    assert.strictEqual(codeOf({ citus: null, nodes: [], pending: ["0044_import_uploads"] }), "no_citus")
    assert.strictEqual(codeOf({ nodes: [coordinator], problems: ["x"] }), "no_worker")
  })

  it("names three of many problems of the schema, and counts the others", () => {
    const message = CitusChecks.refusal({
      ...ready,
      problems: ["one", "two", "three", "four", "five"]
    })?.message
    assert.strictEqual(message, "The schema can't be distributed: one; two; three; and 2 more.")
  })

  it("is warned of where shards can't be moved, or writers would wait for long", () => {
    const nodes = [
      coordinator,
      node("b:5432", { walLevel: "replica" }),
      node("c:5432", { outputPlugins: "pgoutput" }),
      node("d:5432", { outputPlugins: "pgoutput, citus" }),
      node("e:5432", { leftover: 2 })
    ]
    const warnings = CitusChecks.warnings({ ...ready, nodes, bytes: 12 * 2 ** 30 })
    assert.strictEqual(warnings.length, 4)
    assert.match(warnings[0]!, /^wal_level is replica on b:5432/u)
    assert.match(warnings[1]!, /^output_plugin_libraries does not list citus on c:5432/u)
    assert.match(warnings[2]!, /^2 prepared transactions are left on e:5432/u)
    assert.match(warnings[3]!, /^The tables have 12 GB/u)
  })
})
