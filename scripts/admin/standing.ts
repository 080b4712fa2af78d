/** Commands that list workspaces and their members, and suspend, resume or delete a workspace. */
import { Console, Effect, Schema } from "effect"
import { Members } from "../../layers/identity/Members.ts"
import { WorkspaceRemoval } from "../../layers/identity/transfer/WorkspaceRemoval.ts"
import { WorkspaceStates } from "../../layers/identity/WorkspaceStates.ts"
import { now } from "../../layers/runtime/Now.ts"
import { make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { within, writing } from "./command/Workspace.ts"

export const list = make(
  "list",
  "Lists all workspaces, oldest first, without rehearsals.",
  {},
  Effect.fnUntraced(function* () {
    return { data: yield* (yield* WorkspaceStates).list }
  })
)

const Reason = Schema.String.check(
  Schema.isPattern(/^\P{Cc}*\S\P{Cc}*$/u, { expected: "a line of text" }),
  Schema.isMaxLength(500)
)

export const suspend = make(
  "suspend",
  "Suspends a workspace: every credential is refused, forms and mail are put off, webhooks wait, jobs skip it.",
  {
    workspace: Flags.workspace,
    reason: Flags.optional(Flags.text("reason", Reason, "Why, as its people and agents are told"))
  },
  Effect.fnUntraced(function* ({ reason = null, workspace }) {
    const { set } = yield* WorkspaceStates
    const suspended = yield* writing("workspace.suspend", workspace, set(workspace, "suspended", reason))
    return { workspace: { id: workspace, state: "suspended", reason }, changed: suspended }
  })
)

export const resume = make(
  "resume",
  "Opens a suspended workspace again; webhooks that waited are sent.",
  { workspace: Flags.workspace },
  Effect.fnUntraced(function* ({ workspace }) {
    const { set } = yield* WorkspaceStates
    const resumed = yield* writing("workspace.resume", workspace, set(workspace, "open", null))
    return { workspace: { id: workspace, state: "open" }, changed: resumed }
  })
)

export const remove = make(
  "delete",
  "Deletes a workspace for good: all its rows and files, its rehearsals, and accounts of people in no other workspace.",
  {
    workspace: Flags.workspace,
    confirm: Flags.name("The workspace's name, exactly, so that no other is deleted", "confirm"),
    dryRun: Flags.toggle("dry-run", "Only counts what would be deleted")
  },
  Effect.fnUntraced(function* ({ confirm, dryRun, workspace }) {
    const removal = yield* WorkspaceRemoval
    const found = yield* removal.find(workspace, confirm)
    const summary = { workspace: { id: workspace, name: found.name }, rehearsals: found.ids.length - 1 }
    if (dryRun) return { dryRun: true, ...summary, counts: yield* removal.count(found) }
    const counts = yield* removal.run(found)
    // The audit log is deleted with the workspace, so this line in the operator's terminal or log is the only record.
    yield* Console.error(`${yield* now} The workspace ${workspace} (${found.name}) was deleted for good.`)
    return { ...summary, deleted: true, counts }
  })
)

export const memberList = make(
  "list",
  "Lists a workspace's members.",
  { workspace: Flags.workspace },
  Effect.fnUntraced(function* ({ workspace }) {
    return { data: yield* within(workspace, (yield* Members).all) }
  })
)
