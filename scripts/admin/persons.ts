/** Commands for a person across workspaces: export and erase their data. */
import { Effect } from "effect"
import * as PersonData from "../../layers/privacy/PersonData.ts"
import { PersonAccounts } from "../../layers/privacy/PersonAccounts.ts"
import { DataSubjects } from "../../layers/privacy/DataSubjects.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { all, within } from "./command/Workspace.ts"
import * as Written from "./command/Written.ts"

const email = Flags.email("The person's email address")
const workspace = Flags.optional(Flags.workspace)

const exported = make(
  "export",
  "Writes what is kept of a person outside, for them to read: in one workspace, or in all.",
  { email, workspace, to: Flags.optional(Flags.output("A new file; by default the answer holds it")) },
  Effect.fnUntraced(function* ({ email, to, workspace }) {
    const ids = workspace === undefined ? yield* all : [workspace]
    const workspaces = yield* Effect.forEach(ids, (id) =>
      Effect.map(within(id, PersonData.read(email)), (data) => ({ workspaceId: id, ...data }))
    )
    const found = workspaces.filter(({ deals, leads, namedIn }) =>
      [deals.length, leads.length, Object.keys(namedIn).length].some((count) => count > 0)
    )
    const data = { email, accounts: yield* (yield* PersonAccounts).find(email), workspaces: found }
    if (to === undefined) return data
    return yield* Written.into(to, (write) =>
      Effect.as(write(`${JSON.stringify(data, null, 2)}\n`), { email, file: to, workspaces: found.length })
    )
  })
)

const erase = make(
  "erase",
  "Erases a person outside from one workspace, or from all, with what the audit log says of them. Without --confirm it only counts.",
  { email, workspace, confirm: Flags.toggle("confirm", "Erases, for good") },
  Effect.fnUntraced(function* ({ confirm, email, workspace }) {
    const persons = yield* DataSubjects
    const accounts = yield* PersonAccounts
    const known = yield* accounts.check(email)
    const ids = workspace === undefined ? yield* all : [workspace]
    const workspaces = yield* Effect.forEach(ids, (id) =>
      Effect.map(within(id, persons.erase(email, !confirm)), (erased) => ({ workspaceId: id, ...erased }))
    )
    // An account doesn't belong to a single workspace, so it is erased only without one.
    const gone = workspace === undefined ? known : []
    if (confirm) for (const { id } of gone) yield* accounts.erase(id)
    return {
      erased: confirm,
      accounts: gone.length,
      workspaces,
      ...(confirm ? {} : { next: "Nothing was changed. Run this again with --confirm to erase." })
    }
  })
)

export const person = group("person", "What is kept of a person, in all workspaces", [exported, erase])
