/** Commands for the rules of API keys and connected apps. */
import { Effect, Schema } from "effect"
import { Audit } from "../../layers/audit/Audit.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import { RuleStore } from "../../layers/approvals/RuleStore.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import { CredentialId } from "../../schema/Id.ts"
import { settable } from "../../schema/Rules.ts"
import * as Api from "../../src/contract/Api.ts"
import * as RuleEvaluation from "../../src/approvals/rules/RuleEvaluation.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { within } from "./command/Workspace.ts"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct(settable)), {
  onExcessProperty: "error"
})

const invalid = (message: string) => new Refused({ code: "rules_invalid", message })

const list = make(
  "list",
  "Lists the API keys and connected apps of a workspace that have rules.",
  { workspace: Flags.workspace },
  Effect.fnUntraced(function* ({ workspace }) {
    return { rules: yield* within(workspace, (yield* RuleStore).list) }
  })
)

const set = make(
  "set",
  "Replaces the rules of an API key or a connected app; {} removes them.",
  {
    workspace: Flags.workspace,
    credential: Flags.text("credential", CredentialId, "The id of the key, or the client id of the app"),
    rules: Flags.name('The rules as JSON, such as {"default":"ask"}', "rules")
  },
  Effect.fnUntraced(function* ({ credential, rules, workspace }) {
    const parsed = yield* Effect.mapError(decode(rules), (error) => invalid(`--rules: ${error.message}`))
    const settled = yield* Effect.mapError(
      Effect.fromResult(RuleEvaluation.settle(parsed as never, Api.operations)),
      invalid
    )
    const auditContext = {
      operation: "admin.rules.set",
      surface: "admin",
      doer: AuditActors.operator
    } as const
    const write = (yield* Audit).runAudited(auditContext, (yield* RuleStore).set(credential, settled, null))
    return yield* within(
      workspace,
      Effect.mapError(write, ({ message }) => new Refused({ code: "credential_missing", message }))
    )
  })
)

export const rules = group("rules", "What keys and apps may do by themselves", [list, set])
