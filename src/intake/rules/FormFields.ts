/** Maps the fields of a website's form to the fields of a lead, whatever their names. Other fields go into the message. */
import * as Field from "../../../schema/Field.ts"
import * as LeadFields from "../../../schema/LeadFields.ts"
import type { Submission } from "../../../schema/LeadSubmission.ts"
import * as PersonName from "../../leads/rules/PersonName.ts"
import * as PlainText from "../../shared/PlainText.ts"
import * as FormNames from "./FormNames.ts"
import * as FormShapes from "./FormShapes.ts"

/** The form's fields in the order sent. */
export type Sent = Iterable<readonly [name: string, value: unknown]>

/** A submission's fields as text, before validation. Blank fields are missing. */
export type Fields = Partial<Record<keyof Submission, string>>

/** Tracking fields. People don't type these, so a long value is truncated instead of rejected. */
export const tracked = LeadFields.tracking

/** The separators with which several values are joined in one field. */
const separators: Partial<Record<keyof Submission, string>> = {
  message: "\n",
  howHeard: ", ",
  companyName: ", ",
  phone: ", "
}

/** Consent in a site's own words is stored as consentText, and counts neither as yes nor as no. */
const settleConsent = ({ consent, ...fields }: Fields): Fields => {
  if (consent === undefined) return fields
  return LeadFields.consentOf(consent) === undefined
    ? { consentText: consent, ...fields }
    : { ...fields, consent }
}

const cutTracked = (fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(
    tracked.flatMap((field) => {
      const value = fields[field]
      return value === undefined ? [] : [[field, PlainText.cut(value, LeadFields.maxTrackedLength)]]
    })
  )
})

interface Entry {
  readonly label: string
  readonly text: string
}

/** The values of each field, by its own name and by its aliases, and the values without a field. */
class Sorted {
  readonly own = new Map<keyof Submission, Array<Entry>>()
  readonly other = new Map<keyof Submission, Array<Entry>>()
  readonly names: Array<Entry> = []
  readonly rest: Array<Entry> = []

  add(path: ReadonlyArray<string>, text: string) {
    const entry = { label: FormNames.labelOf(path), text }
    const { field, isOwn } = FormNames.fieldOf(path)
    if (field === "name") this.names.push(entry)
    else if (field === undefined) this.rest.push(entry)
    else {
      const into = isOwn ? this.own : this.other
      into.set(field, [...(into.get(field) ?? []), entry])
    }
  }

  /** A field's values. Those of its aliases count only if there is none under its own name. */
  take(field: keyof Submission): ReadonlyArray<Entry> {
    const own = this.own.get(field)
    const other = this.other.get(field) ?? []
    if (own === undefined) return other
    this.rest.push(...other.filter(({ text }) => own.every((one) => one.text !== text)))
    return own
  }
}

const isTracked = (field: keyof Submission): boolean => tracked.some((one) => one === field)

/**
 * Reduces several values to one: joined if the field has a separator, else the first one (of emails, the first valid one). For consent and
 * tracking the last one counts, because a checkbox follows its hidden default.
 */
const settle = (field: keyof Submission, all: ReadonlyArray<Entry>, rest: Array<Entry>): string => {
  if (field === "consent" || field === "consentText" || isTracked(field)) return all.at(-1)!.text
  const distinct = all.filter(({ text }, index) => all.findIndex((one) => one.text === text) === index)
  const separator = separators[field]
  if (separator !== undefined) return distinct.map(({ text }) => text).join(separator)
  const chosen =
    (field === "workEmail" ? distinct.find(({ text }) => Field.isEmail(text.trim())) : undefined) ??
    distinct[0]!
  rest.push(...distinct.filter((one) => one !== chosen))
  return chosen.text
}

/** Splits a full name into first and last name, if the form has no separate fields. */
const nameIn = ({ names }: Sorted, fields: Fields, rest: Array<Entry>): Fields => {
  const [first, ...more] = names.filter(
    ({ text }, index) => names.findIndex((one) => one.text === text) === index
  )
  if (first === undefined) return fields
  rest.push(...more)
  const { title: _, ...parts } = PersonName.read(first.text)
  const isTold = Object.entries(parts).every(([name, text]) => {
    const own = fields[name as keyof Submission]
    return own === undefined || own === text
  })
  if (!isTold) rest.push(first)
  return { ...parts, ...fields }
}

/** Formats a field as `Label: value`, for the lines below the typed message. */
const lineOf = ({ label, text }: Entry): string => `${label}:${text.includes("\n") ? "\n" : " "}${text}`

/** Truncates the lines to a lead's limit, and notes this. A message that is too long by itself is rejected instead. */
const withLines = (message: string, rest: ReadonlyArray<Entry>): string => {
  const lines = Array.from(new Set(rest.map(lineOf))).join("\n")
  if (lines === "") return message
  const whole = message === "" ? lines : `${message}\n\n${lines}`
  if (
    PlainText.cut(message, LeadFields.maxMessageLength) !== message ||
    PlainText.cut(whole, LeadFields.maxMessageLength) === whole
  )
    return whole
  const note = "\n[The rest of this form was too long and was left out.]"
  return PlainText.cut(message, LeadFields.maxMessageLength - note.length) === message
    ? PlainText.cut(whole, LeadFields.maxMessageLength - note.length) + note
    : message
}

const sorted = (sent: Sent): Sorted => {
  const made = new Sorted()
  for (const [path, value] of FormShapes.flat(sent)) {
    const text = PlainText.clean(value)
    if (text.trim() !== "" && FormNames.isTyped(path)) made.add(path, text)
  }
  return made
}

/**
 * The fields of a lead. Other fields and an invalid email go into its message. Under the API's own field name an invalid email is kept, so
 * that it is rejected: sites that use this name show the error.
 */
export const read = (sent: Sent): Fields => {
  const all = sorted(sent)
  const rest: Array<Entry> = []
  const found: Record<string, string> = {}
  for (const field of new Set([...all.own.keys(), ...all.other.keys()])) {
    const values = all.take(field)
    const text = settle(field, values, rest)
    if (field !== "workEmail") found[field] = text
    else if (all.own.has(field) || Field.isEmail(text.trim())) found[field] = text.trim()
    else rest.push(values.find((one) => one.text === text)!)
  }
  const { message = "", ...fields } = nameIn(all, found, rest)
  const whole = withLines(message, [...rest, ...all.rest])
  return settleConsent(cutTracked(whole === "" ? fields : { ...fields, message: whole }))
}
