/** Statements that ask several shards of a distributed database. Each carries its name in a comment. */
import { byColumn } from "../../../migrations/distribution.ts"

interface Across {
  readonly what: string
  /** Distributed tables of which it asks all shards. */
  readonly tables: ReadonlyArray<string>
  /** Whether it names the rows of several workspaces, each by its shard. */
  readonly isOfSeveral?: true
}

export const statements: Readonly<Record<string, Across>> = {
  "due deliveries": {
    what: "the courier's search for due deliveries of all workspaces, one probe for each subscription",
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

/** What a statement begins with that goes by the workspace's rows of any table: a name, if these are spread by something else. */
export const nameFor = (table: string): string => {
  if (byColumn[table] === undefined) return ""
  const [name] = Object.entries(statements).find(([, { tables }]) => tables.includes(table)) ?? []
  return `/* across: ${name} */ `
}

/** What finds the name in a statement, for PostgreSQL too. */
export const pattern = "/[*] across: ([a-z ]+) [*]/"

/** The names that a statement carries. */
export const namesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(pattern, "gu"))].map(([, name]) => name!)
