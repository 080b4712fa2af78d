/** Tells changes in few words: a row for each, or a line for all changes of a record. */
import type { Change, ChangeRow } from "../../../schema/Change.ts"
import * as PlainText from "../../shared/PlainText.ts"
import { isObject } from "../../shared/Json.ts"

export type Named = Change & { readonly name: string | null }

/** The most characters of a name, a value and what happened, and the most parts of a line. */
const [maxNameLength, maxValueLength, maxWhatLength, maxParts] = [60, 24, 90, 8]

const valueText = (value: unknown): string => {
  if (isObject(value)) return typeof value["name"] === "string" ? valueText(value["name"]) : "…"
  if (value === null || value === undefined) return "none"
  return PlainText.shortened(
    PlainText.line(Array.isArray(value) ? value.join(", ") : String(value)),
    maxValueLength
  )
}

const fromTo = ({ from, to }: Record<string, unknown>) => `${valueText(from)} → ${valueText(to)}`

/** A short description of the change. Undefined if the type is enough. */
const whatOf = ({ data, text }: Change): string | undefined => {
  const parts = (): string | undefined => {
    if (text !== null) return PlainText.line(text)
    if (!isObject(data)) return undefined
    const { changes, fields, operation, stage } = data
    if (isObject(changes))
      return Object.entries(changes)
        .map(([field, change]) => `${field} ${isObject(change) ? fromTo(change) : ""}`)
        .join(", ")
    if ("from" in data && "to" in data) return fromTo(data)
    if (Array.isArray(fields)) return fields.join(", ")
    if (stage !== undefined) return valueText(stage)
    return typeof operation === "string" ? operation : undefined
  }
  const what = parts()
  return what === undefined ? undefined : PlainText.shortened(what, maxWhatLength)
}

const byOf = ({ actor }: Change): string | undefined =>
  actor === null ? undefined : (actor.agent ?? actor.name ?? actor.userName ?? undefined)

const idOf = ({ approvalId, dealId, id, leadId }: Change): string => dealId ?? leadId ?? approvalId ?? id

const nameOf = ({ name }: Named) => (name === null ? {} : { name: PlainText.shortened(name, maxNameLength) })

export const toRow = (change: Named): ChangeRow => {
  const [by, what] = [byOf(change), whatOf(change)]
  return {
    type: change.type,
    // An id has more tokens than the rest of the row, and tools take names.
    ...(change.name === null ? { id: idOf(change) } : nameOf(change)),
    at: change.createdAt.slice(0, 16),
    ...(by === undefined ? {} : { by }),
    ...(what === undefined ? {} : { what })
  }
}

/** The last part of a type, as words: `stage changed`. */
const verbOf = ({ type }: Change) => type.split(".")[1]!.replaceAll("_", " ")

const partOf = (change: Change): string => {
  const [what, verb] = [
    whatOf(change),
    change.type.startsWith("note.") ? `note ${verbOf(change)}` : verbOf(change)
  ]
  const by = byOf(change)
  return `${verb}${what === undefined ? "" : ` ${what}`}${by === undefined ? "" : ` (${by})`}`
}

const kindOf = ({ approvalId, dealId, leadId }: Change) =>
  dealId !== null ? "deal" : leadId !== null ? "lead" : approvalId === undefined ? "change" : "approval"

/** One line for each record, in the order of their first changes. */
export const digest = (changes: ReadonlyArray<Named>): ReadonlyArray<ChangeRow> =>
  [...Map.groupBy(changes, idOf)].map(([id, some]) => {
    const parts = some.slice(0, maxParts).map(partOf)
    const more = some.length - parts.length
    return {
      type: kindOf(some[0]!),
      id,
      ...nameOf(some[0]!),
      line: [...parts, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
    }
  })
