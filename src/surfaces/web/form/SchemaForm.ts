/** A form over the fields of a schema. A page lists the fields in order; everything else comes from the schema. */
import { Result, Schema } from "effect"
import * as Field from "../../../../schema/Field.ts"

import * as Money from "../../../shared/Money.ts"
import { lazy } from "../../../shared/Memo.ts"
import type { Refused, Submission } from "../Form.ts"
import { say } from "../i18n/Words.ts"
import { type Html, html, type Part, plain } from "../Html.ts"
import * as Amounts from "../Amounts.ts"
import type { Locale } from "../i18n/Locale.ts"
import * as PageLayout from "../frame/PageLayout.ts"
import * as FormControl from "./FormControl.ts"
import * as FieldInfo from "./FieldInfo.ts"
import * as EditConflicts from "./EditConflicts.ts"
import * as FieldTitles from "./FieldTitles.ts"
import * as Problems from "./Problems.ts"

interface Spec<Value = unknown> extends FormControl.Look {
  /** Minor units, typed as a decimal number in the form's currency. */
  readonly money?: true
  /** The field's name in error messages, if its label is a phrase. */
  readonly called?: Part
  /** The thing to choose, such as “an owner”; the error for a missing value names only that. */
  readonly choose?: Part
  /** The labels of its literals. */
  readonly words?: Readonly<Record<string, Part>>
  /** The value of an empty field, if that is neither null nor “unchanged”. */
  readonly blank?: Value
}

/** The form's fields in order. The compiler rejects a field that the schema doesn't have. */
export type Specs<Fields extends Schema.Struct.Fields, S> = {
  readonly [Name in keyof S]: Name extends keyof Fields ? Spec<Fields[Name]["Encoded"]> : never
}

export interface Shown<Fields extends Schema.Struct.Fields, S> {
  readonly values?: { readonly [Name in keyof S & keyof Fields]?: Fields[Name]["Encoded"] | null | undefined }
  readonly choices?: { readonly [Name in keyof S]?: ReadonlyArray<FormControl.Choice> }
  readonly currency?: Field.Currency
  /** The form that was sent before, and why it was refused. */
  readonly refused?: Refused | undefined
  /** Issues of the values. */
  readonly issues?: ReadonlyArray<Problems.Issue>
  /** A prefix that distinguishes its fields from those of another form on the page. */
  readonly id?: string
  readonly focused?: keyof S | undefined
  /** Whether to send hashes of the shown values, so that only fields changed since are read. */
  readonly marked?: boolean
  /** Whether the hashes are those of the current values, even though the form was refused. */
  readonly remarked?: boolean
}

/** Browsers send every line break as `\r\n`. */
const normal = (text: string): string => text.replaceAll(/\r\n?/gu, "\n").trim()

const amount = lazy(() => FieldInfo.of({ amount: Field.Amount }).amount)

const amountHint = (currency: Field.Currency): Part =>
  say.forms.such(currency, Amounts.typed(Number(`125${"0".repeat(2 + Money.digits(currency))}`), currency))

/** A field as described by the page and the schema together. */
const plan = (name: string, spec: Spec, facts: FieldInfo.FieldInfo, edits: boolean) => {
  const { enum: words, items, nullable, required, title = name, type } = facts
  const isList = type === "array"
  const mayBeBlank = spec.hidden === true || spec.blank !== undefined || type === "boolean" || isList
  return {
    ...spec,
    name,
    facts,
    label: spec.label ?? FieldTitles.of(title),
    required: !mayBeBlank && !nullable && (required || edits),
    choices: (items?.enum ?? words)?.map((id) => ({ id, name: spec.words?.[id] ?? id })),
    /** Enumerated words and ids are checkboxes; other lists are typed, one entry per line. */
    isBoxes: isList && (items?.enum !== undefined || items?.maxLength === undefined)
  }
}
type FieldPlan = ReturnType<typeof plan>

/** The value in the form in which a browser would send it. */
const textsOf = (
  { isBoxes, money }: FieldPlan,
  value: unknown,
  currency: Field.Currency | undefined
): ReadonlyArray<Part> => {
  if (value === null || value === undefined || value === false) return []
  if (value === true) return [FormControl.checked]
  if (Array.isArray(value)) return isBoxes ? (value as ReadonlyArray<string>) : [value.join("\n")]
  return [money === true ? Amounts.typed(value as number, currency!) : String(value)]
}

/** The value of the submitted texts. Unreadable text is passed on unchanged for the schema to refuse; `flaw` says why. */
const valueOf = (
  field: FieldPlan,
  texts: ReadonlyArray<string>,
  currency: string | undefined,
  locale: Locale | undefined
) => {
  const { maxItems = Infinity, minItems = 0, nullable, type } = field.facts
  const flaw = field.choose === undefined ? undefined : say.forms.choose(field.choose)
  if (type === "boolean") return { value: texts.length > 0 }
  if (field.isBoxes) {
    const isEnough = texts.length >= minItems
    return {
      value: texts,
      flaw: isEnough ? undefined : say.forms.checkAtLeast(minItems)
    }
  }
  // No field accepts an object, so the schema refuses it.
  if (texts.length > 1) return { value: {}, flaw: say.forms.twice }
  if (texts[0] === undefined) return { value: undefined, flaw }
  const text = field.type === "password" ? texts[0] : normal(texts[0])
  if (type === "array") {
    const lines = text.split(/\s*\n\s*/u).filter((line) => line !== "")
    return {
      value: lines,
      flaw: lines.length > maxItems ? say.forms.atMost(maxItems) : undefined
    }
  }
  if (text === "")
    return { value: field.blank ?? (nullable ? null : field.required ? text : undefined), flaw }
  if (type !== "integer" && type !== "number") return { value: text, flaw }
  if (field.money !== true) return { value: /^-?\d+(\.\d+)?$/u.test(text) ? Number(text) : text }
  if (!Schema.is(Field.Currency)(currency)) {
    return { value: text, flaw: say.forms.noCurrency }
  }
  const read = Amounts.read(text, currency, locale)
  return Result.isSuccess(read) ? { value: read.success } : { value: text, flaw: read.failure }
}

/** `edits`: a field that is absent stays unchanged, so a form that shows it must send it. */
export const of = <const Fields extends Schema.Struct.Fields, const S>(
  fields: Fields,
  specs: S & Specs<Fields, S>,
  { edits = false }: { readonly edits?: boolean } = {}
) => {
  type Name = keyof S & string
  const names = Object.keys(specs as object) as Array<Name>
  const missing = names.find((name) => fields[name] === undefined)
  if (missing !== undefined) throw new Error(`A form asks for ${missing}, which its schema has not`)
  // Built on first use: there are about forty forms, and their schemas would slow the start.
  const planned = lazy(() => {
    const known = FieldInfo.of(Object.fromEntries(names.map((name) => [name, fields[name]!])))
    return names.map((name) => plan(name, (specs as Record<Name, Spec>)[name], known[name]!, edits))
  })
  /** The names of the fields in error messages. */
  const labels = lazy(
    () =>
      new Map(
        planned()
          .filter(({ hidden }) => hidden !== true)
          .map(({ called, label, name }) => [name, called ?? label])
      )
  )

  /** The submitted values, and for each field the message to use if the schema or the operation refuses it. */
  const read = (
    { all, visit }: Pick<Submission, "all"> & { readonly visit?: Submission["visit"] },
    currency?: string | undefined,
    only: ReadonlyArray<string> = names
  ) => {
    const sent = planned().filter(({ name }) => only.includes(name))
    const found = sent.map((one) => ({
      name: one.name,
      ...valueOf(one, all(one.name), currency, visit?.reader.locale)
    }))
    return {
      values: Object.fromEntries(found.map(({ name, value }) => [name, value])) as {
        readonly [N in Name & keyof Fields]?: Fields[N]["Encoded"]
      },
      flaws: new Map(found.flatMap(({ flaw, name }) => (flaw === undefined ? [] : [[name, flaw] as const])))
    }
  }

  const show = (view: Shown<Fields, S>) => {
    const fieldPlans = planned()
    const { currency, focused, id, marked = false, refused, remarked = false } = view
    const { issues = refused === undefined ? [] : Problems.issuesOf(refused.fault) } = view
    const problems = Problems.byField(issues, labels())
    const first = fieldPlans.find(({ name }) => problems.has(name))?.name ?? focused
    const current = (view.values ?? {}) as Readonly<Record<string, unknown>>
    const choices = (view.choices ?? {}) as Readonly<Record<string, ReadonlyArray<FormControl.Choice>>>
    const valueTexts = (one: FieldPlan) => textsOf(one, current[one.name], currency)
    const control = (one: FieldPlan): Html => {
      const { facts, hint, isBoxes, money, name } = one
      const maxLines = facts.type === "array" && !isBoxes && facts.maxItems
      const hints = [
        hint,
        money && currency && amountHint(currency),
        maxLines && say.forms.oneALine(maxLines)
      ]
      return FormControl.render({
        ...one,
        id: id === undefined ? name : `${name}-${id}`,
        facts: money === true ? amount() : facts,
        texts: one.type === "password" ? [] : (refused?.form.all(name) ?? valueTexts(one)),
        choices: choices[name] ?? one.choices,
        problem: problems.get(name),
        focused: name === first,
        hints: hints.filter(Boolean)
      })
    }
    const at = Object.fromEntries(fieldPlans.map((one) => [one.name, control(one)]))
    const marks =
      marked &&
      (refused === undefined || remarked
        ? EditConflicts.of(fieldPlans, valueTexts)
        : EditConflicts.again(names, refused.form))
    return {
      /** The issues that no field can show. */
      problem: PageLayout.problem(refused && Problems.elsewhere(refused, labels())),
      /** Each field by name, for a page that lays them out itself. */
      at: at as { readonly [N in Name]: Html },
      marks,
      /** All fields, in order. */
      fields: html`${marks} ${Object.values(at)}`
    }
  }

  /** The labels of the fields that were changed in a `marked` form and that someone else has since changed differently. */
  const overtaken = (
    submission: Submission,
    values: NonNullable<Shown<Fields, S>["values"]>,
    currency?: Field.Currency
  ): ReadonlyArray<Part> => {
    const changed = EditConflicts.changed(names, submission)
    return planned()
      .filter(({ name }) => changed.includes(name))
      .filter((one) => {
        const value = (values as Readonly<Record<string, unknown>>)[one.name]
        const texts = textsOf(one, value, currency).map((text) => plain(text, submission.visit.reader))
        return EditConflicts.isOther(one.name, submission, texts)
      })
      .map(({ label }) => label)
  }

  return { names, labels, read, show, overtaken }
}
