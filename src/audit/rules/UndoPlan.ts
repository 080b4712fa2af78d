/**
 * Plans which changes of audit entries to revert, and the resulting records. Pure: takes the current records, already locked.
 * Entries are processed from the newest to the oldest and changes from the last to the first, so that a change isn't blocked by later
 * changes that are reverted too.
 */
import type { AuditChange, AuditResource } from "../../../schema/Audit.ts"
import { maxRecords } from "../../../schema/Undo.ts"
import * as FieldChange from "./FieldChange.ts"
import { attempt, objection, type Step } from "./RevertChange.ts"
import {
  type Entry,
  type CurrentRecord,
  keyOf,
  type Refusal,
  type Refused,
  type Rules,
  type State,
  type RevertedRecord
} from "./UndoTypes.ts"

interface ChangeSummary {
  readonly resource: AuditResource
  readonly id: string
  readonly fields: ReadonlyArray<string>
}

export interface Plan {
  readonly undone: ReadonlyArray<{ readonly entry: Entry; readonly changes: ReadonlyArray<ChangeSummary> }>
  readonly refused: ReadonlyArray<Refused>
  /** Only records that differ in the end, in the order in which they were processed. */
  readonly turned: ReadonlyArray<RevertedRecord>
  /** The change in the number of active deals. */
  readonly active: number
}

const nothingLeft: Refusal = {
  code: "already_undone",
  message: "It is as it was before already: there is nothing left to undo."
}

const noRoom: Refusal = {
  code: "plan_limit_exceeded",
  message: "The plan has no room for another active deal. Win, lose or delete an open one first."
}

/** The refusal of an entry that changed more records than one call can undo. */
export const tooLarge = (entry: Entry, size: number): Refused => {
  const [{ id, of, resource }] = entry.changes as readonly [AuditChange]
  const message = `It changed ${size} records, and one undo takes back ${maxRecords}.`
  return { entry, resource, id, target: of ?? id, fields: [], code: "too_many", message }
}

type Group = ReadonlyArray<AuditChange>

/** Splits a change of many records into one change per record. */
const each = (changes: Group): Group =>
  changes.flatMap(({ ids, ...change }) =>
    ids === undefined ? [change] : ids.map((id) => ({ ...change, id }))
  )

/** Groups an entry's changes that can only be reverted together. */
const groupsOf = (entry: Entry, rules: Rules): ReadonlyArray<Group> => {
  const changes = each(entry.changes)
  const parents = new Map<string, string>()
  const find = (key: string): string => {
    const parent = parents.get(key) ?? key
    return parent === key ? key : find(parent)
  }
  for (const { id, resource } of changes) parents.set(keyOf(resource, id), keyOf(resource, id))
  for (const change of changes) {
    for (const key of rules[change.resource]?.links?.(change) ?? []) {
      if (parents.has(key)) parents.set(find(keyOf(change.resource, change.id)), find(key))
    }
  }
  return [...Map.groupBy(changes, ({ id, resource }) => find(keyOf(resource, id))).values()]
}

const summaryOf = ({ after, before, id, resource }: AuditChange): ChangeSummary => ({
  resource,
  id,
  fields: before === null || after === null ? [] : Object.keys(after)
})

const isSilent = (rules: Rules, change: AuditChange): boolean =>
  rules[change.resource]?.isSilent?.(change) ?? false

/** The result of reverting a group: its records, its description, and the change in the number of active deals. */
interface Reverted {
  readonly records: ReadonlyMap<string, RevertedRecord>
  readonly told: ReadonlyArray<ChangeSummary>
  readonly active: number
}

type Outcome = Reverted | { readonly why: Refusal; readonly fields: ReadonlyArray<string> }

const takeBack = (
  entry: Entry,
  group: Group,
  {
    found,
    rules,
    turned
  }: {
    readonly found: ReadonlyMap<string, CurrentRecord>
    readonly rules: Rules
    readonly turned: ReadonlyMap<string, RevertedRecord>
  }
): Outcome => {
  const records = new Map<string, RevertedRecord>()
  const get = (key: string): State => {
    const known = records.get(key) ?? turned.get(key)
    return known === undefined ? (found.get(key)?.state ?? null) : known.after
  }
  const stands = (key: string) =>
    records.has(key) || turned.has(key) || found.has(key) ? get(key) !== null : true
  // Activity about a record's creation is kept if the record can be restored.
  const stays = group.some(
    ({ before, resource }) => before === null && rules[resource]?.removed !== undefined
  )
  const isQuiet = group.every((change) => isSilent(rules, change))
  const changes: Array<ChangeSummary> = []
  const taken: Array<{ step: Step; key: string; before: State; after: State }> = []
  let active = 0
  for (const change of group.toReversed()) {
    const { id, of, resource } = change
    const rule = rules[resource]
    if ((stays && isSilent(rules, change)) || rule?.isLasting?.(change) === true) continue
    const key = keyOf(resource, id)
    const state = get(key)
    const step = { change, entry, rule, get, stands }
    const attempted = attempt(step, state)
    if (attempted._tag === "refused") return attempted
    if (attempted._tag === "same") continue
    taken.push({ step: { ...step, rule: rule! }, key, before: state, after: attempted.state })
    active += (rule?.active?.(attempted.state) ?? 0) - (rule?.active?.(state) ?? 0)
    const known = records.get(key) ?? turned.get(key)
    records.set(key, {
      resource,
      id,
      ...(of === undefined ? {} : { of }),
      before: known === undefined ? state : known.before,
      after: attempted.state,
      returned: known?.returned ?? (state === null ? attempted.state : null),
      undoes: [...new Set([...(known?.undoes ?? []), entry.id])]
    })
    if (isQuiet || !isSilent(rules, change)) changes.push(summaryOf(change))
  }
  for (const { after, before, key, step } of taken) {
    const against = objection(step, found.get(key), before, after)
    if (against !== undefined && against._tag === "refused") return against
  }
  return records.size === 0 ? { why: nothingLeft, fields: [] } : { records, told: changes, active }
}

/** Plans the undo of entries, newest first. `room` is how many more active deals the plan allows. */
export const of = (
  entries: ReadonlyArray<Entry>,
  found: ReadonlyMap<string, CurrentRecord>,
  rules: Rules,
  room: number
): Plan => {
  const turned = new Map<string, RevertedRecord>()
  const refused: Array<Refused> = []
  let active = 0

  const refuse = (entry: Entry, group: Group, why: Refusal, fields: ReadonlyArray<string>) => {
    const loud = group.filter((change) => !isSilent(rules, change))
    const named = new Map((loud.length > 0 ? loud : group).map((one) => [keyOf(one.resource, one.id), one]))
    for (const { id, of, resource } of named.values())
      refused.push({ entry, resource, id, target: of ?? id, fields, ...why })
  }

  const attemptAt = (entry: Entry, group: Group): Outcome => {
    const made = takeBack(entry, group, { found, rules, turned })
    if ("why" in made) return made
    if (made.active > 0 && active + made.active > room) return { why: noRoom, fields: [] }
    active += made.active
    for (const [key, one] of made.records) turned.set(key, one)
    return made
  }

  const undone = entries.flatMap((entry) => {
    let groups = groupsOf(entry, rules).toReversed()
    const changes: Array<ChangeSummary> = []
    // A refused group may depend on another one, as a note does on its deal. It is tried again as long as others succeed.
    for (let isStuck = false; !isStuck && groups.length > 0;) {
      const left: Array<readonly [Group, Extract<Outcome, { readonly why: Refusal }>]> = []
      for (const group of groups) {
        const attempted = attemptAt(entry, group)
        if ("why" in attempted) left.push([group, attempted])
        else changes.push(...attempted.told)
      }
      isStuck = left.length === groups.length
      if (isStuck) for (const [group, { fields, why }] of left) refuse(entry, group, why, fields)
      groups = left.map(([group]) => group)
    }
    return changes.length > 0 ? [{ entry, changes }] : []
  })
  return {
    undone,
    refused,
    turned: [...turned.values()].filter(({ after, before }) => !FieldChange.isSame(before, after)),
    active
  }
}
