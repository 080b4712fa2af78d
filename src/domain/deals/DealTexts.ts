/** A deal as form fields: each a text, and the edit that a change of the texts means. */
import { Result } from "effect"
import type { Deal, Edit } from "../../../schema/Deal.ts"
import type { Currency } from "../../../schema/Field.ts"
import * as Amount from "./Amount.ts"
import * as Money from "../platform/Money.ts"
import * as PlainText from "../platform/PlainText.ts"

export const fields = [
  "name",
  "company",
  "amount",
  "ownerId",
  "labels",
  "contactName",
  "contactTitle",
  "contactEmail",
  "contactPhone",
  "contactLinkedin",
  "keyTerms"
] as const

export type Field = (typeof fields)[number]

export type Texts = { readonly [F in Field]: string }

/** Browsers send every line break as `\r\n`. */
export const normal = (text: string): string => text.replaceAll(/\r\n?/gu, "\n").trim()

/** The texts a form shows for a deal. */
export const of = (deal: typeof Deal.Encoded): Texts => ({
  name: deal.name,
  company: deal.company ?? "",
  amount: deal.amountCents === null ? "" : Money.typed(deal.amountCents, deal.currency),
  ownerId: deal.ownerId,
  labels: deal.labels.join("\n"),
  contactName: deal.primaryContact.name ?? "",
  contactTitle: deal.primaryContact.title ?? "",
  contactEmail: deal.primaryContact.email ?? "",
  contactPhone: deal.primaryContact.phone ?? "",
  contactLinkedin: deal.primaryContact.linkedin ?? "",
  keyTerms: deal.keyTerms ?? ""
})

const orNull = (text: string): string | null => (text === "" ? null : text)

const amount = (text: string, currency: Currency): Result.Result<number | null, string> =>
  text === "" ? Result.succeed(null) : Amount.read(text, currency)

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** An edit as a caller may send it, before its ids are checked. */
export interface Change extends Omit<Edit, "ownerId" | "stageId"> {
  readonly ownerId?: string
}

/** A hint on how to type an amount. */
export const amountHint = (currency: Currency): string => {
  const example = Money.typed(currency === "JPY" ? 12_500 : 1_250_000, currency)
  return `In ${currency}, such as ${example}.`
}

/** The message about an amount that was not accepted; `what` names the amount. */
export const unread = (what: string, text: string, problem: string): string =>
  `${what} “${PlainText.shortened(text, 40)}” ${problem}.`

/** The edit that the typed texts mean; a message for the person if the amount cannot be read. */
export const edit = (typed: Partial<Texts>, currency: Currency): Change | string => {
  const sum = amount(normal(typed.amount ?? ""), currency)
  if (Result.isFailure(sum)) return unread("The amount", typed.amount ?? "", sum.failure)
  const to: { readonly [F in Field]: (text: string) => Change } = {
    name: (name) => ({ name }),
    company: (text) => ({ company: orNull(text) }),
    amount: () => ({ amountCents: sum.success }),
    ownerId: (text) => ({ ownerId: text }),
    labels: (text) => ({ labels: lines(text) }),
    contactName: (text) => ({ primaryContactName: orNull(text) }),
    contactTitle: (text) => ({ primaryContactTitle: orNull(text) }),
    contactEmail: (text) => ({ primaryContactEmail: orNull(text) }),
    contactPhone: (text) => ({ primaryContactPhone: orNull(text) }),
    contactLinkedin: (text) => ({ primaryContactLinkedin: orNull(text) }),
    keyTerms: (text) => ({ keyTerms: orNull(text) })
  }
  return fields.reduce<Change>((made, field) => {
    const text = typed[field]
    return text === undefined ? made : { ...made, ...to[field](normal(text)) }
  }, {})
}
