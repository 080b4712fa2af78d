/** The operations that make a change by themselves: rules for them hold every call that makes it. */
import type { AuditChange, AuditFields, AuditResource } from "../../../schema/Audit.ts"

/** Operations that make the same change. */
type Same = ReadonlyArray<string>

/** Resources that credentials with rules can't change have none. */
const groups: Readonly<Record<AuditResource, string | undefined>> = {
  deal: "deals",
  note: "notes",
  lead: "leads",
  lead_history: "leads",
  board: "boards",
  stage: "boards",
  template: "templates",
  template_use: "templates",
  webhook: "webhooks",
  saved_view: undefined,
  calendar: undefined,
  form: undefined,
  inbound_address: undefined,
  rehearsal: undefined,
  api_key: undefined,
  app: undefined,
  member: undefined,
  invitation: undefined,
  workspace: undefined,
  approval: undefined,
  rules: undefined
}

const replacesStages: Same = ["boards.replaceStages"]
const moves: Same = ["deals.move"]
const usesTemplate: Same = ["templates.use", "templates.log"]

const moved = new Set(["stageId", "stageEnteredAt", "commitmentAt", "wonAt", "deadAt"])
const goals = new Set(["goalProposals", "goalDealsWon", "goalDealValue"])

/** The operations that a change of each field amounts to. */
const ofField: Readonly<Partial<Record<AuditResource, (name: string, after: AuditFields) => Same>>> = {
  deal: (name, after) => {
    if (name === "deletedAt") return [after[name] === null ? "deals.restore" : "deals.delete"]
    if (name === "deletedBy" || name === "updatedAt") return []
    return moved.has(name) ? moves : ["deals.update"]
  },
  board: (name) => {
    if (name === "stageOrder") return replacesStages
    return goals.has(name) ? ["boards.setGoals", "boards.editGoals"] : ["boards.update"]
  },
  // The deals in it are open in another way then.
  stage: (name) => (name === "region" ? moves : []),
  template: (name) => (name === "useCount" ? usesTemplate : ["templates.update"]),
  webhook: (name) => {
    // A test or a redelivery changes nothing in it.
    if (name === "sent") return []
    return [name === "secret" ? "webhooks.rotateSecret" : "webhooks.update"]
  }
}

/** Every change of a part, such as a stage, amounts to the same operation. */
const ofPart: Readonly<Partial<Record<AuditResource, Same>>> = {
  lead_history: ["leads.update"],
  stage: replacesStages,
  template_use: usesTemplate
}

const ofOne = ({ after, before, ids, resource }: AuditChange): ReadonlyArray<Same> => {
  const group = groups[resource]
  // An entry of a deal's activity goes with what it tells of.
  const isActivity = resource === "note" && (before ?? after)?.["kind"] === "system_event"
  if (group === undefined || isActivity || ids?.length === 0) return []
  const part = ofPart[resource]
  if (before === null || after === null) {
    return [part ?? [`${group}.${before === null ? "create" : "delete"}`]]
  }
  const rest = ofField[resource] ?? (() => part ?? [`${group}.update`])
  return [...(part === undefined ? [] : [part]), ...Object.keys(after).map((name) => rest(name, after))]
}

const isWhole = ({ after, before }: AuditChange): boolean => before === null || after === null

/** Of what one call changes; what belongs to a record that it makes or removes goes with that. */
export const of = (changes: ReadonlyArray<AuditChange>): ReadonlyArray<Same> => {
  const whole = new Map(changes.filter(isWhole).map(({ id, resource }) => [id, resource]))
  const isPart = (change: AuditChange) =>
    (change.of !== undefined && whole.has(change.of)) ||
    (!isWhole(change) && whole.get(change.id) === change.resource)
  return changes.filter((change) => !isPart(change)).flatMap(ofOne)
}
