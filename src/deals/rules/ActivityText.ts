/** Describes a system event. The text follows the actor's name. */
import { Option, Schema } from "effect"
import * as DealFields from "../../../schema/DealFields.ts"
import type { Currency } from "../../../schema/Field.ts"
import type { SystemEventType } from "../../../schema/Note.ts"
import * as PlainText from "../../shared/PlainText.ts"
import { type ActivityWords, english } from "./ActivityWords.ts"

/** Names and settings for the text of an activity. */
export interface ActivityNames {
  readonly currency: Currency
  /** A person's name by id; undefined for former members. */
  readonly person: (id: string) => string | undefined
}

const Named = Schema.Struct({ name: Schema.String })
const Change = Schema.Struct({ from: Schema.Json, to: Schema.Json })

/** The parts of an event's data that are described. Missing parts are skipped. */
const Data = Schema.Struct({
  stage: Schema.optionalKey(Named),
  from: Schema.optionalKey(Named),
  to: Schema.optionalKey(Named),
  template: Schema.optionalKey(Named),
  lostReason: Schema.optionalKey(Schema.String),
  changes: Schema.optionalKey(Schema.Record(Schema.String, Change))
})
type Data = typeof Data.Type

const decode = Schema.decodeUnknownOption(Data)
const dataOf = (data: unknown): Data => Option.getOrElse(decode(data), (): Data => ({}))

const maxLength = 80

const shorten = (text: string): string => PlainText.shortened(text, maxLength)

const isNamed = Schema.is(Named)
const isCategory = Schema.is(DealFields.ForecastCategory)
const isTexts = Schema.is(Schema.Array(Schema.String))

type Show = (value: Schema.Json, known: ActivityNames, words: ActivityWords) => string | undefined

const text: Show = (value, _known, words) =>
  typeof value === "string" && value !== "" ? words.quoted(shorten(value)) : undefined
const amount: Show = (value, { currency }, words) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? words.money(value, currency)
    : undefined
const person: Show = (value, { person }, words) =>
  typeof value === "string" ? words.name(person(value) ?? words.left) : undefined
const stage: Show = (value, _known, words) => (isNamed(value) ? words.name(value.name) : undefined)
const moment: Show = (value, _known, words) => (typeof value === "string" ? words.moment(value) : undefined)
const category: Show = (value, _known, { forecast }) =>
  typeof value === "string" && isCategory(value) ? forecast[value] : undefined
const labels: Show = (value, _known, words) =>
  isTexts(value) && value.length > 0
    ? value.map((label) => words.quoted(shorten(label))).join(", ")
    : undefined

/** Fields shown with their old and new values. For others the feed only says that they changed. */
const formatters: { readonly [Field in DealFields.Changeable]?: Show } = {
  name: text,
  company: text,
  amountCents: amount,
  stage,
  ownerId: person,
  labels,
  nextStep: text,
  nextStepAt: moment,
  expectedCloseAt: moment,
  forecastCategory: category,
  lostReason: text,
  externalId: text
}

const isField = (name: string): name is DealFields.Changeable =>
  DealFields.changeable.some((field) => field === name)

const changed = (
  field: string,
  { from, to }: typeof Change.Type,
  context: ActivityNames,
  words: ActivityWords
): string => {
  if (!isField(field)) return words.changed(field)
  const name = words.fields[field]
  const show = formatters[field]
  if (show === undefined) return words.changed(name)
  const [before, after] = [show(from, context, words), show(to, context, words)]
  if (after === undefined) return words.cleared(name)
  return before === undefined ? words.set(name, after) : words.changed(name, before, after)
}

export const of = (
  type: SystemEventType,
  data: unknown,
  context: ActivityNames,
  words: ActivityWords = english
): string => {
  const { changes = {}, from, lostReason, stage, template, to } = dataOf(data)
  const nameOf = (place: typeof Named.Type | undefined) => place && words.name(place.name)
  switch (type) {
    case "deal_created":
      return words.created(nameOf(stage))
    case "stage_changed":
      return words.moved(nameOf(from), nameOf(to))
    case "deal_won":
      return words.won
    case "deal_dead":
      return words.dead(lostReason && words.quoted(shorten(lostReason)))
    case "deal_reopened":
      return words.reopened
    case "deal_updated":
      return words.updated(
        words.list(
          Object.entries(changes)
            .filter(([field]) => field !== "ownerName")
            .map(([field, change]) => changed(field, change, context, words))
        )
      )
    case "lead_promoted":
      return words.promoted
    case "deal_merged":
      return words.merged(nameOf(from), nameOf(to))
    case "email_sent":
      return words.usedTemplate(template && words.quoted(shorten(template.name)))
  }
}
