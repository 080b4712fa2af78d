/** The keyed write that callers send: it locks rows that others want too, and has a countable effect or refuses. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as SqlFailures from "../../../layers/database/Sql.ts"
import { Conflict, Invalid } from "../../../schema/Fault.ts"
import * as Operation from "../../../src/contract/Operation.ts"
import type { Runnable } from "../../../src/Implementation.ts"
import { compile } from "../../../src/invocation/Invoke.ts"
import type { World } from "./World.ts"

export interface Plan {
  readonly key: string
  /** The request's content: another name under the same key is another request. */
  readonly name: string
  /** Rows it locks, in order. */
  readonly deals: ReadonlyArray<string>
  /** Its possible outcomes, one drawn at each run. */
  readonly ends: ReadonlyArray<"well" | "conflict" | "invalid" | "dies">
  readonly isPrepared: boolean
}

interface Input {
  readonly plan: Plan
  readonly world: World
}

const Success = Schema.Struct({ name: Schema.String, number: Schema.Int })

const conflict = new Conflict({ code: "last_admin", message: "It was decided against." })
const invalid = new Invalid({ code: "invalid_body", message: "It was not understood." })

const run = Effect.fnUntraced(function* ({ plan, world }: Input) {
  const sql = yield* SqlClient.SqlClient
  for (const deal of plan.deals) yield* sql`UPDATE deals SET touched = touched + 1 WHERE id = ${deal}`
  const number = world.chance.between(1, 1_000_000_000)
  yield* sql`INSERT INTO effects (key, id) VALUES (${plan.key}, ${number})`
  const end = world.chance.of(plan.ends)
  if (end === "conflict") return yield* conflict
  if (end === "invalid") return yield* invalid
  if (end === "dies") return yield* Effect.die(new Error("a mistake"))
  return { name: plan.name, number }
}, SqlFailures.orDie)

const touch: Runnable = {
  ...Operation.make("deals.touch", {
    title: "",
    description: "",
    kind: "write",
    input: {},
    success: Success,
    faults: [Conflict, Invalid]
  }),
  run
}

const plain = compile(touch)
const prepared = compile({
  ...touch,
  id: "deals.prepare",
  prepare: () => Effect.as(Effect.sleep("300 millis"), {})
})

/** Calls it as a surface does. */
export const call = (plan: Plan, world: World) =>
  (plan.isPrepared ? prepared : plain)({
    decoded: Effect.succeed({ plan, world } satisfies Input),
    sent: () => ({ name: plan.name })
  })
