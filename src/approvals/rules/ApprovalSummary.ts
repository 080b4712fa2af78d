/** Describes a write that waits for an approval. */
import type { AuditChange } from "../../../schema/Audit.ts"
import type { DryRun } from "../../../schema/DryRun.ts"
import * as AuditText from "../../audit/rules/AuditText.ts"
import type { Read } from "../../audit/rules/PlanPreconditions.ts"
import type * as ChangeText from "../../audit/rules/ChangeText.ts"
import * as PlainText from "../../shared/PlainText.ts"

/** The number of records and lines in a short and in a full description. A call names at most 200 records. */
const shortLimits = { details: 20, lines: 12 }
const fullLimits = { details: 200, lines: Number.MAX_SAFE_INTEGER }

const maxSummaryLength = 500

interface Detail {
  readonly title: string
  readonly lines: ReadonlyArray<string>
}

/** Fields that hold a record's name. */
const nameFields = ["name", "companyName", "email", "label"]

const nameIn = (fields: Readonly<Record<string, unknown>>): string | undefined => {
  const person = [fields["firstName"], fields["lastName"]].filter((one) => typeof one === "string").join(" ")
  const found = nameFields.map((name) => fields[name]).find((one) => typeof one === "string" && one !== "")
  const name = person.trim() === "" ? found : person
  return typeof name === "string" ? PlainText.excerpt(name, 80).replaceAll(/[“”]/gu, '"') : undefined
}

/** Describes the changes of each record: its kind, its name if it was read, and each field's old and new value. */
export const details = (
  changes: ReadonlyArray<AuditChange>,
  reads: ReadonlyMap<string, Read>,
  isWhole = false
): ReadonlyArray<Detail> => {
  const limits = isWhole ? fullLimits : shortLimits
  const counted = changes.map((one) => (one.ids === undefined ? one : { ...one, count: one.ids.length }))
  const read = new Map([...reads.values()].map((one) => [one.id, one.fields]))
  const entry = { changes: counted as never }
  const context: Partial<ChangeText.RecordNames> = {
    isWhole,
    nameOf: (id) => nameIn(read.get(id) ?? {}),
    currencyOf: (id) => read.get(id)?.["currency"]
  }
  const shown = AuditText.changes(entry, context, limits.details).map(({ change, lines, title }): Detail => {
    const name = nameIn({ ...read.get(change.id), ...change.before, ...change.after })
    const gone = change.after?.["deletedAt"] != null ? title.replace(/changed$/u, "deleted") : title
    const called = name === undefined ? gone : gone.replace(/ (\w+)$/u, ` “${name}” $1`)
    const telling = lines.filter((line) => !/^(?:deleted|stage entered) (?:at|by): /u.test(line))
    return { title: called, lines: telling.slice(0, limits.lines) }
  })
  const more = AuditText.changesOf(entry).length - shown.length
  return more === 0 ? shown : [...shown, { title: `and ${more} more records`, lines: [] }]
}

const inLine = ({ lines, title }: Detail) =>
  lines.length === 0 ? title : `${title} (${lines.slice(0, 4).join("; ")}${lines.length > 4 ? "; …" : ""})`

/** Summarizes the write in one line. */
export const summary = (operation: string, all: ReadonlyArray<Detail>): string => {
  const rest = all.length > 3 ? `, and ${all.length - 3} more` : ""
  const what = all.length === 0 ? "nothing would change now" : all.slice(0, 3).map(inLine).join(", ")
  return PlainText.shortened(`${operation}: ${what}${rest}`, maxSummaryLength)
}

/** Like `summary`, without names and values, for callers who can't read the records. */
export const shortSummary = (operation: string, changes: DryRun["dryRun"]["changes"]): string => {
  const words = changes.map(
    ({ change, count, resource }) => `${count} ${resource.replaceAll("_", " ")} ${change}`
  )
  return words.length === 0 ? operation : `${operation}: ${words.join(", ")}`
}
