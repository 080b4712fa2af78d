/** A form over the fields of a schema: a page names those it asks for, in their order; all else is read from the schema. */
import { Result, Schema } from "effect"
import * as Field from "../../../../schema/Field.ts"

import * as Money from "../../../values/Money.ts"
import { lazy } from "../../../values/Memo.ts"
import type { Refused, Submission } from "../Form.ts"
import { say } from "../words/Words.ts"
import { type Html, html, type Part, plain } from "../Html.ts"
import * as Amounts from "../Amounts.ts"
import type { Locale } from "../words/Locale.ts"
import * as PageLayout from "../frame/PageLayout.ts"
import * as FormControl from "./FormControl.ts"
import * as FieldInfo from "./FieldInfo.ts"
import * as EditConflicts from "./EditConflicts.ts"
import * as FieldTitles from "./FieldTitles.ts"
import * as Problems from "./Problems.ts"

interface Spec<Value = unknown> extends FormControl.Look {
  /** Minor units, typed in decimals of the currency the form is shown and read in. */
  readonly money?: true
  /** What an error calls it, if its label is a phrase. */
  readonly called?: Part
  /** What is chosen, such as “an owner”: an error asks for that alone. */
  readonly choose?: Part
  /** What its literals are called. */
  readonly words?: Readonly<Record<string, Part>>
  /** What it means to leave it empty, where that is neither null nor to leave it as it is. */
  readonly blank?: Value
}

/** The fields asked for, in their order; one the schema does not have is a mistake the compiler finds. */
export type Specs<Fields extends Schema.Struct.Fields, S> = {
  readonly [Name in keyof S]: Name extends keyof Fields ? Spec<Fields[Name]["Encoded"]> : never
}

export interface Shown<Fields extends Schema.Struct.Fields, S> {
  readonly values?: { readonly [Name in keyof S & keyof Fields]?: Fields[Name]["Encoded"] | null | undefined }
  readonly choices?: { readonly [Name in keyof S]?: ReadonlyArray<FormControl.Choice> }
  readonly currency?: Field.Currency
  /** What was sent before, and why it was not taken. */
  readonly refused?: Refused | undefined
  /** What is wrong with the values. */
  readonly issues?: ReadonlyArray<Problems.Issue>
  /** Tells its fields apart from those of another form of the page. */
  readonly id?: string
  readonly focused?: keyof S | undefined
  /** Whether to send along what it shows, so that only what was changed since is read. */
  readonly marked?: boolean
  /** Whether the marks are those of the values now, though something was refused. */
  readonly remarked?: boolean
}

/** Browsers send every line break as `\r\n`. */
const normal = (text: string): string => text.replaceAll(/\r\n?/gu, "\n").trim()

const amount = lazy(() => FieldInfo.of({ amount: Field.Amount }).amount)

const amountHint = (currency: Field.Currency): Part =>
  say.forms.such(currency, Amounts.typed(Number(`125${"0".repeat(2 + Money.digits(currency))}`), currency))

/** A field as the page and the schema together describe it. */
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
    /** Words or ids are chosen from boxes; other lists are typed, one entry a line. */
    isBoxes: isList && (items?.enum !== undefined || items?.maxLength === undefined)
  }
}
type Asked = ReturnType<typeof plan>

/** A value as a browser would send it. */
const textsOf = (
  { isBoxes, money }: Asked,
  value: unknown,
  currency: Field.Currency | undefined
): ReadonlyArray<Part> => {
  if (value === null || value === undefined || value === false) return []
  if (value === true) return [FormControl.checked]
  if (Array.isArray(value)) return isBoxes ? (value as ReadonlyArray<string>) : [value.join("\n")]
  return [money === true ? Amounts.typed(value as number, currency!) : String(value)]
}

/** The value of what was sent. What can't be read stays as it was sent, for the schema to refuse; `flaw` says why. */
const valueOf = (
  asked: Asked,
  texts: ReadonlyArray<string>,
  currency: string | undefined,
  locale: Locale | undefined
) => {
  const { maxItems = Infinity, minItems = 0, nullable, type } = asked.facts
  const flaw = asked.choose === undefined ? undefined : say.forms.choose(asked.choose)
  if (type === "boolean") return { value: texts.length > 0 }
  if (asked.isBoxes) {
    const isEnough = texts.length >= minItems
    return {
      value: texts,
      flaw: isEnough ? undefined : say.forms.checkAtLeast(minItems)
    }
  }
  // No field takes an object, so that the schema refuses it.
  if (texts.length > 1) return { value: {}, flaw: say.forms.twice }
  if (texts[0] === undefined) return { value: undefined, flaw }
  const text = asked.type === "password" ? texts[0] : normal(texts[0])
  if (type === "array") {
    const lines = text.split(/\s*\n\s*/u).filter((line) => line !== "")
    return {
      value: lines,
      flaw: lines.length > maxItems ? say.forms.atMost(maxItems) : undefined
    }
  }
  if (text === "")
    return { value: asked.blank ?? (nullable ? null : asked.required ? text : undefined), flaw }
  if (type !== "integer" && type !== "number") return { value: text, flaw }
  if (asked.money !== true) return { value: /^-?\d+(\.\d+)?$/u.test(text) ? Number(text) : text }
  if (!Schema.is(Field.Currency)(currency)) {
    return { value: text, flaw: say.forms.noCurrency }
  }
  const read = Amounts.read(text, currency, locale)
  return Result.isSuccess(read) ? { value: read.success } : { value: text, flaw: read.failure }
}

/** `edits`: a field left out stays as it is, so a form that shows it must send it. */
export const of = <const Fields extends Schema.Struct.Fields, const S>(
  fields: Fields,
  specs: S & Specs<Fields, S>,
  { edits = false }: { readonly edits?: boolean } = {}
) => {
  type Name = keyof S & string
  const names = Object.keys(specs as object) as Array<Name>
  const missing = names.find((name) => fields[name] === undefined)
  if (missing !== undefined) throw new Error(`A form asks for ${missing}, which its schema has not`)
  // Not at the start: there are some forty forms, whose schemas are then read.
  const planned = lazy(() => {
    const known = FieldInfo.of(Object.fromEntries(names.map((name) => [name, fields[name]!])))
    return names.map((name) => plan(name, (specs as Record<Name, Spec>)[name], known[name]!, edits))
  })
  /** What errors call the fields. */
  const labels = lazy(
    () =>
      new Map(
        planned()
          .filter(({ hidden }) => hidden !== true)
          .map(({ called, label, name }) => [name, called ?? label])
      )
  )

  /** The values sent; and by field, what to say if the schema or the operation refuses it. */
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

  const show = (shown: Shown<Fields, S>) => {
    const asked = planned()
    const { currency, focused, id, marked = false, refused, remarked = false } = shown
    const { issues = refused === undefined ? [] : Problems.issuesOf(refused.fault) } = shown
    const problems = Problems.byField(issues, labels())
    const first = asked.find(({ name }) => problems.has(name))?.name ?? focused
    const given = (shown.values ?? {}) as Readonly<Record<string, unknown>>
    const choices = (shown.choices ?? {}) as Readonly<Record<string, ReadonlyArray<FormControl.Choice>>>
    const valueTexts = (one: Asked) => textsOf(one, given[one.name], currency)
    const control = (one: Asked): Html => {
      const { facts, hint, isBoxes, money, name } = one
      const most = facts.type === "array" && !isBoxes && facts.maxItems
      const hints = [hint, money && currency && amountHint(currency), most && say.forms.oneALine(most)]
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
    const at = Object.fromEntries(asked.map((one) => [one.name, control(one)]))
    const marks =
      marked &&
      (refused === undefined || remarked
        ? EditConflicts.of(asked, valueTexts)
        : EditConflicts.again(names, refused.form))
    return {
      /** What no field of it can show. */
      problem: PageLayout.problem(refused && Problems.elsewhere(refused, labels())),
      /** Each field by its name, for a page that lays them out. */
      at: at as { readonly [N in Name]: Html },
      marks,
      /** All of them, in their order. */
      fields: html`${marks} ${Object.values(at)}`
    }
  }

  /** The labels of what was changed in a form shown `marked`, and by somebody else to something else since. */
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
