/** Merges two deals: the kept one's empty fields are filled, and its labels joined with the other's. */
import { Struct } from "effect"
import type { Deal } from "../../../schema/Deal.ts"
import { changeable, distinct, maxLabels } from "../../../schema/DealFields.ts"
import * as ForecastCategory from "./ForecastCategory.ts"
import * as MatchKey from "./MatchKey.ts"

type Contact = Deal["primaryContact"]

const isEmpty = (value: unknown) => value === null || value === ""

/** The value of `kept` unless it is empty. */
const either = <A>(kept: A, other: A): A => (isEmpty(kept) ? other : kept)

/** Whether two contacts may be the same person: their names and emails are equal, or empty. */
const isSamePerson = (a: Contact, b: Contact) =>
  (isEmpty(a.email) || isEmpty(b.email) || MatchKey.email(a.email!) === MatchKey.email(b.email!)) &&
  (isEmpty(a.name) || isEmpty(b.name) || a.name!.toLowerCase() === b.name!.toLowerCase())

const contact = (kept: Contact, other: Contact): Contact =>
  isSamePerson(kept, other)
    ? {
        name: either(kept.name, other.name),
        title: either(kept.title, other.title),
        email: either(kept.email, other.email),
        phone: either(kept.phone, other.phone),
        linkedin: either(kept.linkedin, other.linkedin)
      }
    : kept

/** Its empty fields from the other deal. */
const filled = (kept: Deal, other: Deal): Partial<Deal> =>
  Object.fromEntries(changeable.filter((field) => isEmpty(kept[field])).map((field) => [field, other[field]]))

/** The kept deal after the merge. An external id stays with its deal, so that an undo can bring that one back. */
export const into = (kept: Deal, other: Deal, now: string): Deal => ({
  ...kept,
  ...filled(kept, other),
  externalId: kept.externalId,
  amountCents:
    kept.currency === other.currency ? either(kept.amountCents, other.amountCents) : kept.amountCents,
  labels: distinct([...kept.labels, ...other.labels]).slice(0, maxLabels),
  primaryContact: contact(kept.primaryContact, other.primaryContact),
  ...Struct.pick(isEmpty(kept.nextStep) && kept.nextStepAt === null ? other : kept, [
    "nextStep",
    "nextStepAt"
  ]),
  forecastCategory: ForecastCategory.chosen(kept) ?? ForecastCategory.chosen(other) ?? kept.forecastCategory,
  // Only a lost deal has a reason.
  lostReason: kept.stage.region === "dead" ? either(kept.lostReason, other.lostReason) : kept.lostReason,
  updatedAt: now
})
