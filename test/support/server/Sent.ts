/** The statements that a service of a test sends while something is done, and how the database would run them. */
import { Effect } from "effect"
import { SqlClient, Statement as Sql } from "effect/sql"
import * as Guard from "./Guard.ts"

export interface Statement {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** The result of `effect`, and the statements on one of `tables` that were sent meanwhile. */
export const during = <A, E, R>(tables: ReadonlyArray<string>, effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const sent: Array<Statement> = []
    const named = new RegExp(`\\b(${tables.join("|")})\\b`, "u")
    const listen = (text: string, parameters: ReadonlyArray<unknown>) => {
      if (named.test(text)) sent.push({ text, parameters })
    }
    Guard.listeners.add(listen)
    const over = Effect.sync(() => Guard.listeners.delete(listen))
    // The service has Guard, which `effect` has not.
    const own = Effect.provideService(effect, Sql.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        listen(...statement.compile())
        return statement
      })
    )
    return Effect.ensuring(
      Effect.map(own, (value) => [value, sent] as const),
      over
    )
  })

export interface Node {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Relation Name"?: string
  readonly Plans?: ReadonlyArray<Node>
}

/** A node of a plan and all below it. */
export const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The plan of a statement for its own values. */
export const plan = Effect.fnUntraced(function* ({ parameters, text }: Statement) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node }> }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    [...parameters]
  ).unprepared
  return nodesOf(row!["QUERY PLAN"][0]!.Plan)
})

/** How many blocks a statement that only reads looks at, in the cache or not: it is run for that. */
export const blocks = Effect.fnUntraced(function* ({ parameters, text }: Statement) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node & Blocks }> }>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
    [...parameters]
  ).unprepared
  const { Plan } = row!["QUERY PLAN"][0]!
  return Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]
})

interface Blocks {
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
}
