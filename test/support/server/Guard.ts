/** Watches what the service of a test sends to its database: each statement is for one shard, or is listed here. */
import { Context, Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import * as OneShard from "./OneShard.ts"

/** Statements that ask several shards, by a part of their text. */
export const across: Readonly<Record<string, RegExp>> = {
  "the courier's search for due deliveries of all workspaces, one probe for each subscription":
    /SELECT w\.workspace_id AS "workspaceId", w\.id AS "webhookId"\s+FROM webhooks w CROSS JOIN LATERAL/u,
  "the backlog of deliveries for metrics, counted up to a limit":
    /SELECT min\(d\.due_at\) FROM webhooks w CROSS JOIN LATERAL/u,
  "requests counted since the last flush, of all workspaces": /^INSERT INTO request_counts /u,
  "the check of the key on a database from before the canary": /^SELECT id, url FROM webhooks LIMIT 1$/u,
  "a person's sessions, and those that are over: they are spread by the hash of their secret":
    /\b(FROM|UPDATE) "?sessions\b/u,
  "what an app's grant left, and what is over: it is spread by the hash of its secret":
    /FROM oauth_artifacts WHERE (grant_id|\(kind, hash\) IN)/u,
  "a rehearsal's rows, copied from another workspace":
    /INSERT INTO \S+ \(workspace_id[^)]*\)\s+SELECT \$\d+::uuid/u
}

const routings = new Map<string, OneShard.Routing>()

const routingOf = (text: string) => {
  const known = routings.get(text)
  if (known !== undefined) return known
  const routing = OneShard.routing(text)
  routings.set(text, routing)
  return routing
}

/** What is wrong with a statement. */
const problem = (text: string, parameters: ReadonlyArray<unknown>): string | undefined => {
  const { keys, lost } = routingOf(text)
  if (lost.length > 0) return `asks every shard of ${[...new Set(lost)].join(", ")}`
  const values = new Set(keys.map((key) => (typeof key === "number" ? parameters[key - 1] : key)))
  return values.size > 1 ? "names several workspaces" : undefined
}

const isListed = (text: string) => Object.values(across).some((one) => one.test(text))

/** Fails when its scope closes if a statement was for several shards. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const problems = new Set<string>()
    yield* Effect.addFinalizer(() =>
      problems.size === 0 ? Effect.void : Effect.die(new Error([...problems].join("\n\n")))
    )
    return Context.make(Statement.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        const [text, parameters] = statement.compile()
        const found = problem(text, parameters)
        if (found !== undefined && !isListed(text)) problems.add(`A statement ${found}:\n${text}`)
        return statement
      })
    )
  })
)
