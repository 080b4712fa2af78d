import { Schema } from "effect"
import { Approval, ApprovalList, ApprovalStatus, Decision, maxAlike } from "../../../schema/Approval.ts"
import { Conflict, Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { ApprovalId, CredentialId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"
import { deciding } from "./Rules.ts"

const list = Operation.make("approvals.list", {
  title: "List approvals",
  description:
    "Lists the writes that were asked for, newest first: to an admin all, to a credential its own. Kept for 30 days after their end.",
  tool: "list_approvals",
  http: { method: "GET", path: "/approvals" },
  kind: "read",
  input: {
    ...Page.parameters,
    status: Field.of("Status", "Only those of this status.", Field.optional(ApprovalStatus)),
    credential: Field.of("Credential", "Only those of this key or app.", Field.optional(CredentialId))
  },
  success: ApprovalList,
  faults: [Invalid]
})

const get = Operation.make("approvals.get", {
  title: "Get an approval",
  description: "Reads one approval: its status, and the answer of the call once there is one.",
  tool: "get_approval",
  words: { id: "Id from a result with notDone." },
  http: { method: "GET", path: "/approvals/:id" },
  kind: "read",
  input: { id: ApprovalId },
  success: Approval,
  faults: [NotFound]
})

/** The count stops here, because pages show more than 99 as "99+". */
export const maxCounted = 100

const count = Operation.make("approvals.count", {
  title: "Count waiting approvals",
  description: `Counts the writes that wait for an admin, up to ${maxCounted}.`,
  scope: "pipeline:read",
  role: "admin",
  kind: "read",
  input: {},
  success: Schema.Struct({
    count: Field.of("Waiting", `Number pending; ${maxCounted} for that many or more.`, Schema.Int)
  }),
  faults: []
})

const alike = Field.of(
  "Alike",
  `true: decides up to ${maxAlike} more pending ones of the same credential and operation.`,
  Field.optional(Schema.Boolean)
)

const approve = Operation.make("approvals.approve", {
  title: "Approve",
  description:
    "Carries out a write that was asked for, as the credential that asked, if what it is based on has not changed since. The status says what became of it. Only for admins, and not with a credential that has rules itself.",
  http: { method: "POST", path: "/approvals/:id/approve", bodyOptional: true },
  scope: deciding,
  role: "admin",
  kind: "write",
  destructive: true,
  input: { id: ApprovalId, alike },
  example: { alike: false },
  success: Decision,
  faults: [Forbidden, NotFound, Conflict]
})

const decline = Operation.make("approvals.decline", {
  title: "Decline",
  description:
    "Declines a write that was asked for: nothing is done, and the credential that asked is told. Only for admins, and not with a credential that has rules itself.",
  http: { method: "POST", path: "/approvals/:id/decline", bodyOptional: true },
  scope: deciding,
  role: "admin",
  kind: "write",
  input: {
    id: ApprovalId,
    reason: Field.like(Approval.fields.reason, Field.optional(Field.name(500))),
    alike
  },
  example: { reason: "Ask Ada first." },
  success: Decision,
  faults: [Forbidden, NotFound, Conflict]
})

export const operations = [list, get, approve, decline] as const

export const onPages = [count] as const
