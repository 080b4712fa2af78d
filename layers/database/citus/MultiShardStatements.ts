/** Statements that query several shards of a distributed database. A comment in each carries its name. */
import { byColumn } from "../../../migrations/distribution.ts"

interface MultiShardStatement {
  readonly what: string
  /** Distributed tables that it queries on all shards. */
  readonly tables: ReadonlyArray<string>
  /** Whether it addresses rows of several workspaces, each by shard. */
  readonly isOfSeveral?: true
}

export const statements: Readonly<Record<string, MultiShardStatement>> = {
  "due deliveries": {
    what: "the delivery worker's search for due deliveries of all workspaces, one probe for each subscription",
    tables: ["webhooks", "deliveries"]
  },
  "waiting deliveries": {
    what: "the backlog of deliveries for metrics, counted up to a limit",
    tables: ["webhooks", "deliveries"]
  },
  "request counts": {
    what: "requests counted since the last flush, of all workspaces",
    tables: [],
    isOfSeveral: true
  },
  sessions: {
    what: "a person's sessions, and those that are over: they are spread by the hash of their secret",
    tables: ["sessions"]
  },
  "app grants": {
    what: "what an app's grant left, and what is over: it is spread by the hash of its secret",
    tables: ["oauth_artifacts", "oauth_grants"]
  },
  "copied rows": {
    what: "a rehearsal's rows, copied from another workspace",
    tables: [],
    isOfSeveral: true
  },
  "search of nearly all": {
    what: "a search in a workspace that has nearly all deals of a single server, never sent to a cluster",
    tables: ["deals"]
  }
}

/** Prefix for a statement by workspace on any table: a name comment if the table is distributed by another column. */
export const nameFor = (table: string): string => {
  if (byColumn[table] === undefined) return ""
  const [name] = Object.entries(statements).find(([, { tables }]) => tables.includes(table)) ?? []
  return `/* across: ${name} */ `
}

/** Pattern of the name comment, also valid in PostgreSQL. */
export const pattern = "/[*] across: ([a-z ]+) [*]/"

/** The names in a statement. */
export const namesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(pattern, "gu"))].map(([, name]) => name!)
