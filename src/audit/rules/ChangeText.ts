/** Describes the fields that a write changes in a record. */
import { Schema } from "effect"
import type { AuditChange } from "../../../schema/Audit.ts"
import { Currency } from "../../../schema/Field.ts"
import * as PlainText from "../../shared/PlainText.ts"
import { type ChangeWords, english } from "./ChangeWords.ts"
import { isObject } from "../../shared/Json.ts"

const maxValueLength = 80

/** Data about other records, for describing ids. */
export interface RecordNames {
  readonly nameOf: (id: string) => string | undefined
  /** The currency of a deal. */
  readonly currencyOf?: (id: string) => unknown
  /** Whether long values are included in full. */
  readonly isWhole?: boolean
  /** The maximum number of fields listed per record. Default: all. */
  readonly maxFields?: number
  /** Default: English. */
  readonly words?: ChangeWords
}

/** A field's old and new value. `before` is missing for a new record, and `after` for a removed one. */
export interface FieldText {
  readonly label: string
  readonly before?: string
  readonly after?: string
}

/** For example, `primaryContactName` becomes `primary contact name`. */
export const words = (field: string) => field.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)

/** Replaces quotes within the value, so that it can't end the quotation. */
const inQuotes = (text: string, max: number) => PlainText.excerpt(text, max).replaceAll(/[“”]/gu, '"')

export const quoted = (text: string, max = maxValueLength) => `“${inQuotes(text, max)}”`

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u
const isTexts = Schema.is(Schema.Array(Schema.String))

const textOf = (given: unknown, { isWhole = false, nameOf, words: said = english }: RecordNames): string => {
  const limit = isWhole ? Number.MAX_SAFE_INTEGER : maxValueLength
  if (given === null || given === undefined) return said.nothing
  if (typeof given === "boolean") return given ? said.yes : said.no
  if (isTexts(given))
    return given.length === 0
      ? said.nothing
      : given
          .slice(0, isWhole ? given.length : 10)
          .map((one) => quoted(one, limit))
          .join(", ")
  if (typeof given !== "string") return inQuotes(JSON.stringify(given), limit)
  return isTime.test(given) ? said.moment(given) : quoted(nameOf(given) ?? given, limit)
}

const isCurrency = Schema.is(Currency)

/** Leaves out times, and ids without a known name, of new and removed records. */
const isTold = (name: string, value: unknown, { nameOf }: RecordNames) =>
  !/(?:Id|At|By)$/u.test(name) || (typeof value === "string" && nameOf(value) !== undefined)

/** An enrichment is described by key. */
const keysOf = (
  name: string,
  before: unknown,
  after: unknown
): ReadonlyArray<readonly [string, unknown, unknown]> => {
  const objects = name === "enrichment" ? [before, after].filter(isObject) : []
  if (objects.length === 0 || [before, after].some((one) => one != null && !isObject(one))) {
    return [[name, before, after]]
  }
  const keys = new Set(objects.flatMap((one) => Object.keys(one)))
  const at = (value: unknown, key: string) => (isObject(value) ? value[key] : undefined)
  return [...keys].map((key) => [key, at(before, key), at(after, key)])
}

/** The described fields and their total number, without `updatedAt`. */
export const fieldsOf = (
  { after, before, id, resource }: Pick<AuditChange, "resource" | "id" | "before" | "after">,
  context: RecordNames
): { readonly count: number; readonly fields: ReadonlyArray<FieldText> } => {
  const isEdit = before !== null && after !== null
  const said = context.words ?? english
  const currency = [after?.["currency"], before?.["currency"], context.currencyOf?.(id)].find(isCurrency)
  const show = (name: string, given: unknown) =>
    resource === "deal" && name === "amountCents" && typeof given === "number" && currency !== undefined
      ? said.money(given, currency)
      : textOf(given, context)
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => name !== "updatedAt" && (isEdit || isTold(name, (after ?? before)![name], context)))
    .flatMap((name) => keysOf(name, before?.[name], after?.[name]))
  const fields = all.slice(0, context.maxFields ?? all.length).map(([name, old, now]) => ({
    label: said.fields[name] ?? inQuotes(words(name), 100),
    ...(before === null ? {} : { before: show(name, old) }),
    ...(after === null ? {} : { after: show(name, now) })
  }))
  return { count: all.length, fields }
}
