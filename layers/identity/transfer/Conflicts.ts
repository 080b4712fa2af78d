/** Finds conflicts of an import: with the workspace itself, and with accounts and keys that belong to somebody else. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import type { Checked } from "./Check.ts"
import type * as Format from "./Format.ts"
import * as RecordWriter from "./RecordWriter.ts"

export interface Person {
  readonly id: string
  readonly email: string
  /** The person's account: a new one that only this workspace trusts, an existing one that all trust, or a conflicting one. */
  readonly account: "new" | "existing" | "taken"
}

type Workspace = {
  readonly id: WorkspaceId
  readonly name: string
  readonly plan: Plan
  readonly created_at: string
  /** Missing in files that earlier versions exported. */
  readonly time_zone?: string | null
}

/** While the file is checked, collects the ids and addresses that may already exist in this instance. */
export const collect = () => {
  const people: Array<Omit<Person, "account">> = []
  const keys: Array<{ readonly id: string; readonly hash: string }> = []
  let workspace: Workspace | undefined
  let end: Format.End | undefined
  return {
    people,
    keys,
    workspace: () => workspace,
    end: () => end,
    visit: (checked: Checked) => {
      if (checked.type === "end") end = checked.end
      if (checked.type !== "record") return undefined
      const { fields, kind } = checked
      if (kind.kind === "workspace") workspace = fields as Workspace
      if (kind.kind === "person") people.push({ id: String(fields["id"]), email: String(fields["email"]) })
      if (kind.kind === "api_key") keys.push({ id: String(fields["id"]), hash: String(fields["hash"]) })
      return undefined
    }
  }
}

/** The number of records looked up at a time. */
const atOnce = 500

const slices = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) =>
    all.slice(index * atOnce, (index + 1) * atOnce)
  )

const inTheWay = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, id: WorkspaceId, sha256: string) {
  const [row] = yield* sql<{ state: string; sha256: string | null; lines: number | null }>`SELECT w.state,
      i.sha256, i.lines FROM workspaces w LEFT JOIN workspace_imports i ON i.workspace_id = w.id
    WHERE w.id = ${id}`
  if (row === undefined) return { lines: 0 }
  if (row.state === "importing" && row.sha256 === sha256) return { lines: row.lines! }
  const why =
    row.state === "importing"
      ? "is being imported from another file. Import that file again, or remove what there is of it with workspace delete."
      : row.state === "deleting"
        ? "was deleted here within the last hour, or still is being deleted. Import it when admin workspace list has not shown it for an hour."
        : "is here already. Delete it first with workspace delete, if the file shall take its place."
  return { lines: 0, conflict: `The workspace ${id} ${why}` }
})

/** Returns the progress of an earlier import of the same file, the people's accounts here, and all conflicts. */
export const find = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  id: WorkspaceId,
  sha256: string,
  found: ReturnType<typeof collect>
) {
  const { conflict, lines } = yield* inTheWay(sql, id, sha256)
  const people: Array<Person> = []
  for (const some of slices(found.people)) {
    const accounts = yield* RecordWriter.accountsLike(sql, some)
    for (const person of some) {
      const known = RecordWriter.accountOf(person, id, accounts)
      const account = known === "taken" ? known : known?.onlyIn === null ? "existing" : "new"
      people.push({ ...person, account })
    }
  }
  const conflicts = [
    ...(conflict === undefined ? [] : [conflict]),
    ...people.filter(({ account }) => account === "taken").map(({ email }) => RecordWriter.taken(email))
  ]
  for (const some of slices(found.keys)) {
    const ids = some.map((key) => key.id)
    const hashes = some.map(({ hash }) => Buffer.from(hash.slice(2), "hex"))
    const rows = yield* sql<{ id: string; name: string }>`SELECT id, name FROM api_keys
      WHERE workspace_id <> ${id} AND ${sql.or([sql.in("id", ids), sql.in("hash", hashes)])}`
    for (const { id: key } of rows) {
      conflicts.push(`Another workspace here has the API key ${key}, which the file has too.`)
    }
  }
  return { lines, people, conflicts }
})
