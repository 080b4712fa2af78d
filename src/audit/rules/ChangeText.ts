/** The fields of a record that a write changes, as a person reads them. */
import { Schema } from "effect"
import type { AuditChange } from "../../../schema/Audit.ts"
import { Currency } from "../../../schema/Field.ts"
import * as PlainText from "../../values/PlainText.ts"
import { type ChangeWords, english } from "./ChangeWords.ts"

const longest = 80

/** What is known of the records that ids stand for. */
export interface Known {
  readonly nameOf: (id: string) => string | undefined
  /** Of a deal. */
  readonly currencyOf?: (id: string) => unknown
  /** Whether values are told to their ends, however long. */
  readonly isWhole?: boolean
  /** The maximum number of fields listed per record. Default: all. */
  readonly mostFields?: number
  /** Left out: English. */
  readonly words?: ChangeWords
}

/** A field before and after; `before` is left out of a new record, `after` of one that is removed. */
export interface FieldText {
  readonly label: string
  readonly before?: string
  readonly after?: string
}

/** `primaryContactName` as `primary contact name`. */
export const words = (field: string) => field.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)

/** No value ends its own quotes. */
const inQuotes = (text: string, most: number) => PlainText.excerpt(text, most).replaceAll(/[“”]/gu, '"')

export const quoted = (text: string, most = longest) => `“${inQuotes(text, most)}”`

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u
const isTexts = Schema.is(Schema.Array(Schema.String))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (given: unknown, { isWhole = false, nameOf, words: said = english }: Known): string => {
  const most = isWhole ? Number.MAX_SAFE_INTEGER : longest
  if (given === null || given === undefined) return said.nothing
  if (typeof given === "boolean") return given ? said.yes : said.no
  if (isTexts(given))
    return given.length === 0
      ? said.nothing
      : given
          .slice(0, isWhole ? given.length : 10)
          .map((one) => quoted(one, most))
          .join(", ")
  if (typeof given !== "string") return inQuotes(JSON.stringify(given), most)
  return isTime.test(given) ? said.moment(given) : quoted(nameOf(given) ?? given, most)
}

const isCurrency = Schema.is(Currency)

/** Times and ids say nothing to a person, of a whole record; unless it is known whose ids they are. */
const isTold = (name: string, value: unknown, { nameOf }: Known) =>
  !/(?:Id|At|By)$/u.test(name) || (typeof value === "string" && nameOf(value) !== undefined)

/** An enrichment is told by its keys. */
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

/** The fields that are told, and how many there are; `updatedAt` is left out. */
export const fieldsOf = (
  { after, before, id, resource }: Pick<AuditChange, "resource" | "id" | "before" | "after">,
  known: Known
): { readonly count: number; readonly fields: ReadonlyArray<FieldText> } => {
  const isEdit = before !== null && after !== null
  const said = known.words ?? english
  const currency = [after?.["currency"], before?.["currency"], known.currencyOf?.(id)].find(isCurrency)
  const show = (name: string, given: unknown) =>
    resource === "deal" && name === "amountCents" && typeof given === "number" && currency !== undefined
      ? said.money(given, currency)
      : textOf(given, known)
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => name !== "updatedAt" && (isEdit || isTold(name, (after ?? before)![name], known)))
    .flatMap((name) => keysOf(name, before?.[name], after?.[name]))
  const fields = all.slice(0, known.mostFields ?? all.length).map(([name, old, now]) => ({
    label: said.fields[name] ?? inQuotes(words(name), 100),
    ...(before === null ? {} : { before: show(name, old) }),
    ...(after === null ? {} : { after: show(name, now) })
  }))
  return { count: all.length, fields }
}
