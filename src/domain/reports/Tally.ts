/** How many deals there are and what they come to: a sum in one currency, and what is in others beside it. */
import * as Field from "../../../schema/Field.ts"
import * as Cents from "../platform/Cents.ts"

/** The deals of one currency. */
export interface Part {
  readonly currency: Field.Currency
  readonly deals: number
  readonly cents: bigint
}

export interface Tally {
  /** All deals, whatever their currency; one without an amount counts as 0 cents. */
  readonly deals: number
  /** Of the deals in the board's currency alone. */
  readonly cents: bigint
  /** The deals in other currencies, in the order of their codes. */
  readonly others: ReadonlyArray<Part>
}

const count = (parts: ReadonlyArray<{ readonly deals: number }>): number =>
  parts.reduce((sum, { deals }) => sum + deals, 0)

const cents = (parts: ReadonlyArray<{ readonly cents: bigint }>): bigint =>
  Cents.total(parts.map((part) => part.cents))

const merged = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> =>
  [...Map.groupBy(parts, ({ currency }) => currency)]
    .map(([currency, same]) => ({ currency, deals: count(same), cents: cents(same) }))
    .filter(({ deals }) => deals !== 0)
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))

/** The parts as a board of this currency counts them. */
export const of = (parts: ReadonlyArray<Part>, currency: Field.Currency): Tally => ({
  deals: count(parts),
  cents: cents(parts.filter((part) => part.currency === currency)),
  others: merged(parts.filter((part) => part.currency !== currency))
})

/** Several of one board together. */
export const total = (tallies: ReadonlyArray<Tally>): Tally => ({
  deals: count(tallies),
  cents: cents(tallies),
  others: merged(tallies.flatMap(({ others }) => others))
})

/** What answers say of the other currencies: nothing if there are none. */
export const otherCurrencies = ({ others }: Pick<Tally, "others">) =>
  others.length === 0
    ? {}
    : {
        other_currencies: others.map(({ cents, currency, deals }) => ({
          currency,
          count: deals,
          cents: Field.sum(cents)
        }))
      }
