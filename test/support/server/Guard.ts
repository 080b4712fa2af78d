/** Watches what the service of a test sends to its database: each statement is for one shard, or says which of `Across` it is. */
import { Context, Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import * as StatementRunner from "../../../layers/database/client/StatementRunner.ts"
import * as MultiShardStatements from "../../../layers/database/citus/MultiShardStatements.ts"
import * as OneShard from "../database/OneShard.ts"

const routings = new Map<string, OneShard.Routing>()

const routingOf = (text: string) => {
  const known = routings.get(text)
  if (known !== undefined) return known
  const routing = OneShard.routing(text)
  routings.set(text, routing)
  return routing
}

/** What is wrong with a statement, but for what those are allowed whose names it carries. */
export const problem = (text: string, parameters: ReadonlyArray<unknown>): string | undefined => {
  const names = MultiShardStatements.namesIn(text)
  const unknown = names.find((name) => MultiShardStatements.statements[name] === undefined)
  if (unknown !== undefined) return `carries the name ${unknown}, which MultiShardStatements doesn't have`
  const allowed = names.map((name) => MultiShardStatements.statements[name]!)
  const { keys, lost } = routingOf(text)
  const asked = new Set(lost.filter((table) => !allowed.some(({ tables }) => tables.includes(table))))
  if (asked.size > 0) return `asks every shard of ${[...asked].join(", ")}`
  const values = new Set(keys.map((key) => (typeof key === "number" ? parameters[key - 1] : key)))
  if (values.size > 1 && !allowed.some(({ isOfSeveral }) => isOfSeveral)) return "names several workspaces"
  return undefined
}

/** Each is told of every statement that the service of a test sends. */
export const listeners = new Set<(text: string, parameters: ReadonlyArray<unknown>) => void>()

/** Fails when its scope closes if a statement was for several shards. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const problems = new Set<string>()
    yield* Effect.addFinalizer(() =>
      problems.size === 0 ? Effect.void : Effect.die(new Error([...problems].join("\n\n")))
    )
    const hear = (text: string, parameters: ReadonlyArray<unknown>) => {
      for (const listen of listeners) listen(text, parameters)
      const found = problem(text, parameters)
      if (found !== undefined) problems.add(`A statement ${found}:\n${text}`)
    }
    const transform: Statement.Transformer = (statement) =>
      Effect.sync(() => {
        hear(...statement.compile())
        return statement
      })
    return Context.make(StatementRunner.StatementObserver, hear).pipe(
      Context.add(Statement.CurrentTransformer, transform)
    )
  })
)
