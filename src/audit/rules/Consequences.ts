/** Summarizes the effects of a write, and groups records that change in the same way. */
import { Array as Arr } from "effect"
import type { AuditChange, AuditFields } from "../../../schema/Audit.ts"
import type { DryRun } from "../../../schema/DryRun.ts"
import type { DealId } from "../../../schema/Id.ts"
import * as PlainText from "../../shared/PlainText.ts"

type Summary = DryRun["dryRun"]

/** The maximum number of ids in a group, which is how many a request can name. */
const maxIds = 200

/** The maximum number of deals and kinds of data in the activity. */
const maxActivity = 20

/** Groups elements, ordered by each group's first member. */
const grouped = <A>(all: ReadonlyArray<A>, keyOf: (one: A) => string) =>
  [...Map.groupBy(all, keyOf).values()].filter(Arr.isArrayNonEmpty)

const kindOf = ({ after, before }: AuditChange) =>
  before === null ? "created" : after === null || after["deletedAt"] != null ? "deleted" : "updated"

const isEntry = ({ before, resource }: AuditChange) => resource === "note" && before === null

const fieldsOf = (change: AuditChange): ReadonlyArray<string> =>
  kindOf(change) === "updated" ? Object.keys(change.after!) : []

/** The maximum number of names in a group, and of characters in a name. */
const [maxNames, maxNameLength] = [5, 60]

/** The display name of a record: its name, a lead's person or company, or a webhook's label. */
const nameOf = (fields: AuditFields | null | undefined): string | undefined => {
  const { companyName, email, firstName, label, lastName, name } = fields ?? {}
  const person = [firstName, lastName].filter((part) => typeof part === "string").join(" ")
  return [name, person, companyName, email, label].find(
    (text): text is string => typeof text === "string" && text !== ""
  )
}

/** The changed records without activity entries; with names if `stateOf` tells the state of a record when it was read. */
export const changes = (
  all: ReadonlyArray<AuditChange>,
  stateOf?: (resource: string, id: string) => AuditFields | undefined
): Summary["changes"] => {
  const others = all.filter((change) => !isEntry(change))
  return grouped(others, (one) => [one.resource, kindOf(one), ...fieldsOf(one)].join(" ")).map((some) => {
    const [first] = some
    const change = kindOf(first)
    const fields = fieldsOf(first)
    const ids = some.flatMap(({ id, ids = [id] }) => ids)
    const names =
      stateOf === undefined
        ? []
        : ids
            .slice(0, maxNames)
            .flatMap((id, index) => nameOf(stateOf(first.resource, id)) ?? nameOf(some[index]?.after) ?? [])
    return {
      resource: first.resource,
      change,
      count: ids.length,
      ...(change === "created" ? {} : { ids: ids.slice(0, maxIds) }),
      ...(names.length === 0
        ? {}
        : { names: names.slice(0, maxNames).map((name) => PlainText.shortened(name, maxNameLength)) }),
      ...(fields.length === 0 ? {} : { fields })
    }
  })
}

/** The activity entry's data without its actor. */
const dataOf = ({ after }: AuditChange) => {
  const { actor: _, ...data } = (after!["systemEventData"] ?? {}) as Record<string, unknown>
  return data
}

/** The activity entries. Their data is included only if the caller can read it. */
export const activity = (all: ReadonlyArray<AuditChange>, mayRead: boolean): Summary["activity"] => {
  const entries = all.filter(isEntry)
  const typeOf = ({ after }: AuditChange) =>
    (after!["systemEventType"] ?? "note") as Summary["activity"][number]["type"]
  const told = new Set<string>()
  const keyOf = (entry: AuditChange) => {
    const key = `${typeOf(entry)} ${JSON.stringify(dataOf(entry))}`
    if (!mayRead || (!told.has(key) && told.size >= maxActivity)) return typeOf(entry)
    told.add(key)
    return key
  }
  return grouped(entries, keyOf).map((some) => {
    const [first] = some
    const data = dataOf(first)
    const isTold = told.has(`${typeOf(first)} ${JSON.stringify(data)}`)
    return {
      type: typeOf(first),
      count: some.length,
      dealIds: some.slice(0, maxActivity).map((entry) => entry.of as DealId),
      ...(isTold && Object.keys(data).length > 0 ? { data: data as never } : {})
    }
  })
}

export const webhooks = (
  deliveries: ReadonlyArray<Omit<Summary["webhooks"][number], "count">>
): Summary["webhooks"] =>
  grouped(deliveries, ({ event, webhookId }) => `${webhookId} ${event}`).map((some) => ({
    ...some[0],
    count: some.length
  }))
