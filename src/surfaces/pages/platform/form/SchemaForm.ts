/** A form over the fields of a schema: a page names those it asks for, in their order; all else is read from the schema. */
import { Result, Schema } from "effect"
import * as Field from "../../../../../schema/Field.ts"
import * as Amount from "../../../../domain/deals/Amount.ts"
import * as Money from "../../../../domain/platform/Money.ts"
import type { Refused, Submission } from "../Form.ts"
import { empty, type Html, html } from "../Html.ts"
import * as Layout from "../Layout.ts"
import * as Control from "./Control.ts"
import * as Facts from "./Facts.ts"
import * as Marks from "./Marks.ts"
import * as Problems from "./Problems.ts"

interface Spec<Value = unknown> extends Control.Look {
  /** Minor units, typed in decimals of the currency the form is shown and read in. */
  readonly money?: true
  /** What its literals are called. */
  readonly words?: Readonly<Record<string, string | Html>>
  /** What it means to leave it empty, where that is neither null nor to leave it as it is. */
  readonly blank?: Value
}

/** The fields asked for, in their order; one the schema does not have is a mistake the compiler finds. */
export type Specs<Fields extends Schema.Struct.Fields, S> = {
  readonly [Name in keyof S]: Name extends keyof Fields ? Spec<Fields[Name]["Encoded"]> : never
}

export interface Shown<Fields extends Schema.Struct.Fields, S> {
  readonly values?: { readonly [Name in keyof S & keyof Fields]?: Fields[Name]["Encoded"] | null | undefined }
  readonly choices?: { readonly [Name in keyof S]?: ReadonlyArray<Control.Choice> }
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
}

interface Read {
  readonly currency?: string | undefined
  readonly only?: ReadonlyArray<string> | undefined
}

/** Browsers send every line break as `\r\n`. */
const normal = (text: string): string => text.replaceAll(/\r\n?/gu, "\n").trim()

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const amount = Facts.of({ amount: Field.Amount }).amount

const amountHint = (currency: Field.Currency): string =>
  `In ${currency}, such as ${Money.typed(currency === "JPY" ? 12_500 : 1_250_000, currency)}.`

/** `edits`: what is left out stays as it is, so that a form which shows it has to send it. */
export const of = <const Fields extends Schema.Struct.Fields, const S>(
  fields: Fields,
  specs: S & Specs<Fields, S>,
  { edits = false }: { readonly edits?: boolean } = {}
) => {
  type Name = keyof S & string
  const names = Object.keys(specs as object) as unknown as ReadonlyArray<Name>
  const known = Facts.of(Object.fromEntries(names.map((name) => [name, fields[name]!])))
  const specOf = (name: Name): Spec => (specs as Readonly<Record<Name, Spec>>)[name]
  const labelOf = (name: string): string => specOf(name as Name).label ?? known[name]!.title ?? name

  const isRequired = (name: Name): boolean => {
    const { nullable, required, type } = known[name]!
    const { blank, hidden } = specOf(name)
    const mayBeBlank = hidden === true || blank !== undefined || type === "boolean" || type === "array"
    return !mayBeBlank && !nullable && (required || edits)
  }

  const textsOf = (
    name: Name,
    value: unknown,
    currency: Field.Currency | undefined
  ): ReadonlyArray<string> => {
    if (value === null || value === undefined) return []
    if (typeof value === "boolean") return value ? [Control.checked] : []
    if (Array.isArray(value)) return isBoxes(name) ? value : [value.join("\n")]
    return [specOf(name).money === true ? Money.typed(value as number, currency!) : String(value)]
  }

  /** A list whose entries are chosen among some, which no text can be typed into. */
  const isBoxes = (name: Name): boolean =>
    known[name]!.type === "array" &&
    (known[name]!.items?.enum !== undefined || known[name]!.items?.maxLength === undefined)

  const choicesOf = (name: Name, given: ReadonlyArray<Control.Choice> | undefined) => {
    const { enum: literals, items } = known[name]!
    const words = specOf(name).words ?? {}
    return given ?? (items?.enum ?? literals)?.map((value) => ({ value, text: words[value] ?? value }))
  }

  /** The value that texts stand for; what cannot be read stays as it is, for the schema to refuse, with why. */
  const valueOf = (name: Name, texts: ReadonlyArray<string>, currency: string | undefined) => {
    const { minItems = 0, nullable, type } = known[name]!
    const { blank, money, type: typed } = specOf(name)
    if (type === "boolean") return { value: texts.length > 0 }
    if (type === "array" && isBoxes(name)) {
      return texts.length < minItems
        ? { value: texts, flaw: `Check at least ${minItems === 1 ? "one" : minItems}.` }
        : { value: texts }
    }
    if (texts[0] === undefined) return { value: undefined }
    const text = typed === "password" ? texts[0] : normal(texts[0])
    if (type === "array") return { value: lines(text) }
    if (text === "") {
      return { value: blank ?? (nullable ? null : isRequired(name) ? text : undefined) }
    }
    if (type !== "integer" && type !== "number") return { value: text }
    if (money !== true) return { value: /^-?\d+(\.\d+)?$/u.test(text) ? Number(text) : text }
    if (!Schema.is(Field.Currency)(currency)) return { value: text }
    const read = Amount.read(text, currency)
    return Result.isSuccess(read) ? { value: read.success } : { value: text, flaw: read.failure }
  }

  const read = ({ all }: Pick<Submission, "all">, { currency, only }: Read = {}) => {
    const found = names
      .filter((name) => only?.includes(name) !== false)
      .map((name) => ({ name, ...valueOf(name, all(name), currency) }))
    return {
      values: Object.fromEntries(found.map(({ name, value }) => [name, value])) as {
        readonly [N in Name & keyof Fields]?: Fields[N]["Encoded"]
      },
      /** Of fields that cannot be read: the ends of sentences that begin with the field. */
      flaws: new Map<string, string>(
        found.flatMap(({ flaw, name }) => (flaw === undefined ? [] : [[name, flaw] as const]))
      )
    }
  }

  const show = ({
    choices = {},
    currency,
    focused,
    id,
    marked,
    refused,
    issues = refused === undefined ? [] : Problems.issuesOf(refused.fault),
    values = {}
  }: Shown<Fields, S>) => {
    const isShown = (name: string) => names.includes(name as Name) && specOf(name as Name).hidden !== true
    const problems = Problems.byField(
      issues.filter(({ path }) => isShown(Problems.fieldOf(path))),
      labelOf
    )
    const first = names.find((name) => problems.has(name)) ?? focused
    const shownTexts = (name: Name) =>
      textsOf(name, (values as Readonly<Record<string, unknown>>)[name], currency)
    const at = Object.fromEntries(
      names.map((name) => {
        const spec = specOf(name)
        const facts = known[name]!
        const ofMoney = spec.money === true && currency !== undefined
        const most = facts.type === "array" && !isBoxes(name) ? facts.maxItems : undefined
        const hints = [
          spec.hint,
          ofMoney && amountHint(currency),
          most !== undefined && `One a line, at most ${most}.`
        ]
        return [
          name,
          Control.render({
            ...spec,
            name,
            id: id === undefined ? name : `${name}-${id}`,
            label: labelOf(name),
            facts: spec.money === true ? amount : facts,
            texts: spec.type === "password" ? [] : (refused?.form.all(name) ?? shownTexts(name)),
            required: isRequired(name),
            choices: choicesOf(
              name,
              (choices as Readonly<Record<string, ReadonlyArray<Control.Choice>>>)[name]
            ),
            problem: problems.get(name),
            focused: name === first,
            hints: hints.filter((hint) => hint !== undefined && hint !== false)
          })
        ]
      })
    ) as { readonly [N in Name]: Html }
    const marks =
      marked !== true
        ? empty
        : refused === undefined
          ? Marks.of(names, shownTexts)
          : Marks.again(names, refused.form)
    return {
      /** What no field of it can show. */
      problem: Layout.problem(refused && Problems.elsewhere(refused, isShown)),
      /** Each field by its name, for a page that lays them out. */
      at,
      marks,
      /** All of them, in their order. */
      fields: html`${marks} ${names.map((name) => at[name])}`
    }
  }

  return { names, labelOf, read, show }
}
