/** Checks the values of an exported record that the database or later readers would fail on. */
import { Schema } from "effect"
import * as Field from "../../../schema/Field.ts"
import * as Rules from "../../../schema/Rules.ts"
import { Attempt } from "../../../schema/Webhook.ts"
import type { Kind } from "./Kinds.ts"
import type { Column } from "./RecordRows.ts"

type Test = (value: unknown) => boolean

const isText: Test = (value) => typeof value === "string"

const matches =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === "string" && pattern.test(value)

const isMoment = Schema.is(Field.Moment)

const integers = (bits: number): Test => {
  const most = Math.min(2 ** (bits - 1) - 1, Number.MAX_SAFE_INTEGER)
  return (value) => Number.isSafeInteger(value) && Math.abs(Number(value)) <= most
}

const isObject: Test = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

interface Rule {
  readonly test: Test
  readonly what: string
}

const json: Rule = { test: isObject, what: "a JSON object" }

/** Rules by database type. Times are exported in UTC; PostgreSQL's "infinity" is refused, as it can't be shown as a day. */
const ofType: Readonly<Record<string, Rule>> = {
  uuid: {
    test: matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u),
    what: "a UUID in lower case"
  },
  text: { test: isText, what: "a text" },
  "text[]": { test: (value) => Array.isArray(value) && value.every(isText), what: "an array of texts" },
  boolean: { test: (value) => typeof value === "boolean", what: "true or false" },
  smallint: { test: integers(16), what: "an integer of 16 bits" },
  integer: { test: integers(32), what: "an integer of 32 bits" },
  bigint: { test: integers(64), what: "an integer of 53 bits" },
  "double precision": { test: Number.isFinite, what: "a number" },
  bytea: { test: matches(/^\\x(?:[0-9a-f]{2})*$/u), what: "\\x and hex digits" },
  date: { test: matches(/^\d{4}-\d{2}-\d{2}$/u), what: "a day such as 2026-05-01" },
  time: {
    test: matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|\+00:00)$/u),
    what: "a time in UTC such as 2026-05-01T09:30:00Z, of the years 0001 to 9999"
  },
  json,
  jsonb: json
}

const isRules = Schema.is(Schema.Struct(Rules.settable))

/** Columns of JSON whose readers need more than an object. */
const shapes: Readonly<Record<string, Rule>> = {
  "deliveries.attempts": { test: Schema.is(Schema.Array(Attempt)), what: "an array of attempts" },
  "audit.changes": {
    test: (value) => Array.isArray(value) && value.every(isObject),
    what: "an array of objects"
  },
  "credential_rules.rules": {
    test: (value) => isObject(value) && isRules(value),
    what: "rules of a credential"
  }
}

const isTime = (type: string) => type.startsWith("timestamp")

const ruleOf = ({ table }: Kind, { name, type }: Column, isSealed: boolean): Rule => {
  if (isSealed) return ofType["text"]!
  const rule = shapes[`${table}.${name}`] ?? ofType[isTime(type) ? "time" : type.replace(/\(.*\)/u, "")]
  // A column of a new type needs a rule above.
  if (rule === undefined) throw new Error(`No rule for ${table}.${name}, which is ${type}.`)
  const isOfCalendar = isTime(type) || type === "date"
  return isOfCalendar ? { ...rule, test: (value) => rule.test(value) && isMoment(value) } : rule
}

/** Names of workspaces and people, which are shown in terminals and emails. */
const named = new Set(["workspace.name", "person.name"])

const isName = Schema.is(Field.name(500))

/** Matches control characters, such as those that colour a terminal. White space is allowed, as it is shown as a space. */
const hasControls = matches(/(?!\s)\p{Cc}/u)

/** Whether the JSON has a plain integer. PostgreSQL doesn't accept 1.0 or 1e3 as integers. */
const isPlain = (text: string, name: string, value: unknown) =>
  text.includes(`"${name}":${String(value)},`) ||
  text.includes(`"${name}":${String(value)}}`) ||
  new RegExp(`"${name}"\\s*:\\s*${String(value)}\\s*[,}]`, "u").test(text)

/** Returns a function that describes what is wrong with a record's values, if anything; `text` is the record's line. */
export const flawOf = (kind: Kind, columns: ReadonlyMap<string, Column>) => {
  const rules = new Map(
    [...columns.values()].map((column) => [
      column.name,
      { ...ruleOf(kind, column, kind.sealed?.includes(column.name) === true), ...column }
    ])
  )
  return (fields: Readonly<Record<string, unknown>>, text: string): string | undefined => {
    for (const [name, value] of Object.entries(fields)) {
      const rule = rules.get(name)
      if (rule === undefined) continue
      const { isRequired, test, type, what } = rule
      if (value === null) {
        if (isRequired) return `has no ${name}`
        continue
      }
      if (!test(value)) return `must have ${what} as ${name}`
      if (/int/u.test(type) && !isPlain(text, name, value)) return `must have ${what} as ${name}`
      if (named.has(`${kind.kind}.${name}`) && (!isName(value) || hasControls(value))) {
        return `has a ${name} that is blank, longer than 500 characters or holds control characters`
      }
    }
    return undefined
  }
}
