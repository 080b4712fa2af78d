/** Describes a system event in words that follow the name of the person who did it. */
import { Option, Schema } from "effect"
import type { ActorRef } from "../../../schema/Actor.ts"
import type { Currency } from "../../../schema/Field.ts"
import type { SystemEventType } from "../../../schema/Note.ts"
import * as Money from "../platform/Money.ts"
import * as AuditText from "../audit/AuditText.ts"
import * as PlainText from "../platform/PlainText.ts"

/** What the event's data does not contain. */
export interface Known {
  readonly currency: Currency
  /** The name of a person by id. */
  readonly person: (id: string) => string
}

const Named = Schema.Struct({ name: Schema.String })
const Change = Schema.Struct({ from: Schema.Json, to: Schema.Json })

/** The parts of an event's data that are described; a missing part is left out. */
const Data = Schema.Struct({
  stage: Schema.optionalKey(Named),
  from: Schema.optionalKey(Named),
  to: Schema.optionalKey(Named),
  template: Schema.optionalKey(Named),
  changes: Schema.optionalKey(Schema.Record(Schema.String, Change))
})
type Data = typeof Data.Type

const decode = Schema.decodeUnknownOption(Data)
const dataOf = (data: unknown): Data => Option.getOrElse(decode(data), (): Data => ({}))

const longest = 80

const quoted = (text: string): string => `“${PlainText.shortened(text, longest)}”`

/** Who did it: the person, and the agent that acted for them if it said what it is called. */
export const by = (actor: Pick<ActorRef, "agent"> | null, person: string): string =>
  actor?.agent === undefined
    ? person
    : `${PlainText.shortened(AuditText.agentName(actor.agent), longest)}, for ${person}`

/** Through which key or app the person did it; empty if they used a page. */
export const means = (actor: Pick<ActorRef, "type" | "name"> | null): string => {
  switch (actor?.type) {
    case "api_key":
      return actor.name === null ? "with an API key" : `with the API key ${quoted(actor.name)}`
    case "oauth":
      return actor.name === null ? "through a connected app" : `through the app ${quoted(actor.name)}`
    default:
      return ""
  }
}

const isNamed = Schema.is(Named)
const isTexts = Schema.is(Schema.Array(Schema.String))

type Show = (value: Schema.Json, known: Known) => string | undefined

const text: Show = (value) => (typeof value === "string" && value !== "" ? quoted(value) : undefined)
const amount: Show = (value, { currency }) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? Money.short(value, currency)
    : undefined
const person: Show = (value, { person }) => (typeof value === "string" ? person(value) : undefined)
const stage: Show = (value) => (isNamed(value) ? value.name : undefined)
const moment: Show = (value) =>
  typeof value === "string"
    ? value.replace(/T23:59:59\.999Z$/u, "").replace(/T(\d\d:\d\d).*/u, " $1 UTC")
    : undefined
const labels: Show = (value) =>
  isTexts(value) && value.length > 0 ? value.map(quoted).join(", ") : undefined

/** Fields shown with their old and new values; for others the feed only says that they changed. */
const shown: { readonly [field: string]: readonly [name: string, show: Show] } = {
  name: ["name", text],
  company: ["company", text],
  amountCents: ["amount", amount],
  stage: ["stage", stage],
  ownerId: ["owner", person],
  labels: ["labels", labels],
  nextStep: ["next step", text],
  nextStepAt: ["time of the next step", moment],
  externalId: ["external id", text]
}

const unshown: { readonly [field: string]: string } = {
  primaryContact: "the primary contact",
  keyTerms: "the key terms"
}

const changed = (field: string, { from, to }: typeof Change.Type, known: Known): string => {
  const [name, show] = shown[field] ?? []
  if (name === undefined || show === undefined) return `changed ${unshown[field] ?? field}`
  const [before, after] = [show(from, known), show(to, known)]
  if (after === undefined) return `cleared the ${name}`
  return before === undefined
    ? `set the ${name} to ${after}`
    : `changed the ${name} from ${before} to ${after}`
}

const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

const where = (word: string, place: { readonly name: string } | undefined): string =>
  place === undefined ? "" : ` ${word} ${place.name}`

export const of = (type: SystemEventType, data: unknown, known: Known): string => {
  const { changes = {}, from, stage, template, to } = dataOf(data)
  switch (type) {
    case "deal_created":
      return `created the deal${where("in", stage)}`
    case "stage_changed":
      return `moved it${where("from", from)}${where("to", to)}`
    case "deal_won":
      return "won the deal"
    case "deal_dead":
      return "gave the deal up"
    case "deal_reopened":
      return "reopened the deal"
    case "deal_updated":
      return listed(
        Object.entries(changes)
          .filter(([field]) => field !== "ownerName")
          .map(([field, change]) => changed(field, change, known))
      )
    case "lead_promoted":
      return "made it from a lead"
    case "email_sent":
      return template === undefined
        ? "used an email template"
        : `used the email template ${quoted(template.name)}`
  }
}
