/** A count of deals with the sum in the board's currency and the sums in other currencies. */
import * as Field from "../../../schema/Field.ts"
import * as Cents from "../../shared/Cents.ts"

/** The deals of one currency. */
export interface Part {
  readonly currency: Field.Currency
  readonly deals: number
  readonly cents: bigint
}

export interface Tally {
  /** All deals in any currency. A deal without an amount counts as 0 cents. */
  readonly deals: number
  /** The sum of the deals in the board's currency. */
  readonly cents: bigint
  /** The deals in other currencies, ordered by currency code. */
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

/** The tally of these parts for a board in this currency. */
export const of = (parts: ReadonlyArray<Part>, currency: Field.Currency): Tally => ({
  deals: count(parts),
  cents: cents(parts.filter((part) => part.currency === currency)),
  others: merged(parts.filter((part) => part.currency !== currency))
})

/** The sum of several tallies of one board. */
export const total = (tallies: ReadonlyArray<Tally>): Tally => ({
  deals: count(tallies),
  cents: cents(tallies),
  others: merged(tallies.flatMap(({ others }) => others))
})

/** The field `other_currencies` of responses, omitted if there are none. */
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
