/** Reverts one change of a record, or explains why it can't. */
import type { AuditChange, AuditResource } from "../../../schema/Audit.ts"
import * as FieldChange from "./FieldChange.ts"
import type { Entry, CurrentRecord, Get, Refusal, Rule, State } from "./UndoTypes.ts"

export type Attempt =
  /** The record is already in its earlier state. */
  | { readonly _tag: "same" }
  | { readonly _tag: "next"; readonly state: State }
  /** `fields` are those that someone has changed since. */
  | { readonly _tag: "refused"; readonly why: Refusal; readonly fields: ReadonlyArray<string> }

const unchanged: Attempt = { _tag: "same" }

const next = (state: State): Attempt => ({ _tag: "next", state })

const refuse = (why: Refusal, fields: ReadonlyArray<string> = []): Attempt => ({
  _tag: "refused",
  why,
  fields
})

const changedSince = (fields: ReadonlyArray<string>): Attempt =>
  refuse({ code: "changed_since", message: `Changed since: ${fields.join(", ")}.` }, fields)

const recordGone = (resource: AuditResource) =>
  refuse({ code: "gone", message: `The ${resource.replaceAll("_", " ")} is not there any more.` })

const builtUpon = refuse({
  code: "built_upon",
  message: "Something was added to it since, and would be lost. Remove that first, or undo both."
})

/** Instructions for admins to revert by hand what undo doesn't support. */
const manualSteps: Readonly<Partial<Record<AuditResource, string>>> = {
  form: "A contact page is opened, closed and given its owner in settings; a closed one's address does not come back.",
  inbound_address: "An address for email is opened and closed in settings; a closed one does not come back.",
  api_key: "Revoke the key in settings, or make a new one: a revoked key does not come back.",
  app: "Disconnect the app in settings; its person can connect it again.",
  member: "Roles and memberships are changed in settings; a password is chosen by its person.",
  invitation: "Withdraw the invitation in settings, or send another.",
  workspace: "The plan is changed by the operator: admin workspace plan."
}

/** Records that were created with the workspace can't be undone. */
const beginning = "admin.workspace.create"
const cameAlong = "It came with the workspace when that was made. Change or delete it by hand."

const refuseRevert = (resource: AuditResource, message?: string) =>
  refuse({
    code: "not_undoable",
    message:
      message ??
      manualSteps[resource] ??
      `Changes of ${resource.replaceAll("_", " ").replace(/s$/u, "")}s are not undone. Change it by hand.`
  })

export interface Step {
  readonly change: AuditChange
  readonly entry: Entry
  readonly rule: Rule
  readonly get: Get
  /** Whether a record that existed before the undo still exists. */
  readonly stands: (key: string) => boolean
}

const thereOf = ({ get, rule }: Step, state: State) => state !== null && (rule.isThere?.(state, get) ?? true)

const fieldsBack = (step: Step, state: State): Attempt => {
  const { change, rule } = step
  const { after, before, resource } = change
  if (state === null) return recordGone(resource)
  const back = FieldChange.back(state, before!, after!, rule.soft)
  // A missing record isn't an error if the change being reverted is its removal.
  if (!thereOf(step, state) && !thereOf(step, back.next)) return recordGone(resource)
  if (back.conflicts.length > 0) return changedSince(back.conflicts)
  return back.next === state ? unchanged : next(back.next)
}

const turnedBack = (step: Step, state: State): Attempt => {
  const { change, rule } = step
  const { after, before, resource } = change
  if (before !== null && after !== null) return fieldsBack(step, state)
  if (before === null) {
    if (state === null || !thereOf(step, state)) return unchanged
    const fields = FieldChange.differing(after ?? {}, state, rule.soft)
    return fields.length > 0 ? changedSince(fields) : next(rule.removed?.(state) ?? null)
  }
  // The log has only the id of a purged record.
  if (state === null) return Object.keys(before).length === 0 ? recordGone(resource) : next(before)
  const fields = FieldChange.differing(before, state, rule.soft)
  return fields.length > 0 ? changedSince(fields) : unchanged
}

/** The record after the change is reverted. Kinds of records without a rule can't be reverted. */
export const attempt = (
  step: Omit<Step, "rule"> & { readonly rule: Rule | undefined },
  state: State
): Attempt => {
  const { entry, rule } = step
  if (entry.operation === beginning) return refuseRevert(step.change.resource, cameAlong)
  if (rule === undefined) return refuseRevert(step.change.resource)
  const forbids = rule.reasonNotRevertible?.(step.change)
  return forbids === undefined
    ? turnedBack({ ...step, rule }, state)
    : refuseRevert(step.change.resource, forbids)
}

/** The reason why a change can't stay reverted after everything that belongs to it is reverted too. The order doesn't matter here. */
export const objection = (step: Step, found: CurrentRecord | undefined, before: State, after: State) => {
  const isLost = thereOf(step, before) && !thereOf(step, after)
  const since = (found?.dependents ?? []).filter(({ at }) => at >= step.entry.at)
  if (isLost && since.some(({ key }) => step.stands(key))) return builtUpon
  const why = step.rule.refuses?.(step.change, after, step.get)
  return why === undefined ? undefined : refuse(why)
}
