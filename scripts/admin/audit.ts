/** Commands that verify and export the audit log. */
import { Effect, Schema } from "effect"
import { AuditLog } from "../../layers/audit/AuditLog.ts"
import { AuditProof, describe } from "../../layers/audit/AuditProof.ts"
import { Seals } from "../../layers/audit/Seals.ts"
import * as ChangeSet from "../../layers/audit/ChangeSet.ts"
import { now } from "../../layers/runtime/Now.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import type { AuditEntry } from "../../schema/Audit.ts"
import type * as Page from "../../schema/Page.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as Batches from "../../src/jobs/Batches.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { all, within, writing } from "./command/Workspace.ts"
import * as Written from "./command/Written.ts"

const Head = Schema.String.check(
  Schema.isPattern(/^\d+:[0-9a-f]*$/u, { expected: "a head, as audit verify printed it" })
)

const verify = make(
  "verify",
  "Checks that no entry of the audit log was altered, removed or put in, for one workspace or all.",
  {
    workspace: Flags.optional(Flags.workspace),
    head: Flags.optional(
      Flags.text("head", Head, "A head that this printed before, which must still be there; with --workspace")
    )
  },
  Effect.fnUntraced(function* ({ head, workspace }) {
    const { check } = yield* AuditProof
    const { auditKeepDays } = yield* Settings
    const dropped = Batches.keptFrom("month", yield* now, auditKeepDays)
    if (head !== undefined && workspace === undefined) {
      return yield* new Refused({ code: "workspace_missing", message: "Add --workspace: a head is of one." })
    }
    const ids = workspace === undefined ? yield* all : [workspace]
    const workspaces = yield* Effect.forEach(ids, (id) =>
      Effect.map(within(id, check(dropped, head)), (proof) => ({ workspaceId: id, ...proof }))
    )
    const tampered = workspaces.filter(({ wrong }) => wrong > 0)
    if (tampered.length === 0)
      return { workspaces: workspaces.map(({ flaws: _, wrong: __, ...rest }) => rest) }
    const messages = tampered.map(({ flaws, workspaceId, wrong }) => {
      // Only the first flaw of each kind is shown.
      const firstOfKind = flaws.filter(
        ({ what }, index) => flaws.findIndex((one) => one.what === what) === index
      )
      const more = wrong > firstOfKind.length ? [`and ${wrong - firstOfKind.length} more`] : []
      return `The audit log of workspace ${workspaceId} was changed: ${[...firstOfKind.map(describe), ...more].join("; ")}.`
    })
    const sound = workspaces.length - tampered.length
    return yield* new Refused({
      code: "audit_tampered",
      message: `${messages.join(" ")} ${sound} of ${workspaces.length} workspaces are sound. If seals alone are wrong, check that ENCRYPTION_KEY is the service's.`
    })
  })
)

const reseal = make(
  "reseal",
  "Seals the audit log anew as it is now, whoever wrote it: after an incident that was looked into. Heads from before are void.",
  { workspace: Flags.workspace },
  Effect.fnUntraced(function* ({ workspace }) {
    const seals = yield* Seals
    const former = yield* within(workspace, seals.head)
    // The log then records its own resealing.
    yield* writing(
      "audit.reseal",
      workspace,
      ChangeSet.note(() => [
        Difference.of("workspace", workspace, { auditHead: former?.head }, { auditHead: null })
      ])
    )
    const entries = yield* within(workspace, seals.reseal)
    return { workspace: { id: workspace }, entries, head: (yield* within(workspace, seals.head))?.head }
  })
)

const exported = make(
  "export",
  "Writes the audit log of a workspace to a new file, newest first, a JSON document a line.",
  { workspace: Flags.workspace, to: Flags.output("The file, which must not exist yet") },
  Effect.fnUntraced(function* ({ to, workspace }) {
    const log = yield* AuditLog
    return yield* Written.into(
      to,
      Effect.fnUntraced(function* (write) {
        let entries = 0
        let cursor: string | null | undefined
        while (cursor !== null) {
          const page: Page.Page<AuditEntry> = yield* within(
            workspace,
            log.list({}, { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
          )
          yield* write(page.data.map((entry) => `${JSON.stringify(entry)}\n`).join(""))
          entries += page.data.length
          cursor = page.nextCursor
        }
        return { entries, file: to }
      })
    )
  })
)

export const audit = group("audit", "The audit log", [verify, reseal, exported])
