/**
 * Maps a change in the audit log to the operations that make it directly, so that a rule for one of them covers every call with that
 * effect.
 */
import type { AuditChange, AuditFields, AuditResource } from "../../../schema/Audit.ts"

/** Operations that make the same change. */
type EquivalentOperations = ReadonlyArray<string>

/** The group of operations for each kind of record. Undefined if credentials with rules can't change that kind. */
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

const replacesStages: EquivalentOperations = ["boards.replaceStages"]
const moves: EquivalentOperations = ["deals.move"]
const usesTemplate: EquivalentOperations = ["templates.use", "templates.log"]

const moved = new Set(["stageId", "stageEnteredAt", "commitmentAt", "wonAt", "deadAt"])
const goals = new Set(["goalProposals", "goalDealsWon", "goalDealValue", "goals"])

/** The operations that changing a field is equivalent to. */
const ofField: Readonly<
  Partial<Record<AuditResource, (name: string, after: AuditFields) => EquivalentOperations>>
> = {
  deal: (name, after) => {
    if (name === "deletedAt") return [after[name] === null ? "deals.restore" : "deals.delete"]
    if (name === "deletedBy" || name === "updatedAt") return []
    return moved.has(name) ? moves : ["deals.update"]
  },
  board: (name) => {
    if (name === "stageOrder") return replacesStages
    return goals.has(name) ? ["boards.setGoals", "boards.editGoals"] : ["boards.update"]
  },
  // Changing a stage's region opens or closes the deals in it.
  stage: (name) => (name === "region" ? moves : []),
  template: (name) => (name === "useCount" ? usesTemplate : ["templates.update"]),
  webhook: (name) => {
    // A test or a redelivery doesn't change the webhook itself.
    if (name === "sent") return []
    return [name === "secret" ? "webhooks.rotateSecret" : "webhooks.update"]
  }
}

/** For a part of a record, such as a stage, every change is equivalent to the same operations. */
const ofPart: Readonly<Partial<Record<AuditResource, EquivalentOperations>>> = {
  lead_history: ["leads.update"],
  stage: replacesStages,
  template_use: usesTemplate
}

const ofOne = ({ after, before, ids, resource }: AuditChange): ReadonlyArray<EquivalentOperations> => {
  const group = groups[resource]
  // An activity entry belongs to the change that it describes.
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

/** The operations equivalent to one call's changes. Parts of a record that the call creates or removes count with the record. */
export const of = (changes: ReadonlyArray<AuditChange>): ReadonlyArray<EquivalentOperations> => {
  const whole = new Map(changes.filter(isWhole).map(({ id, resource }) => [id, resource]))
  const isPart = (change: AuditChange) =>
    (change.of !== undefined && whole.has(change.of)) ||
    (!isWhole(change) && whole.get(change.id) === change.resource)
  return changes.filter((change) => !isPart(change)).flatMap(ofOne)
}
