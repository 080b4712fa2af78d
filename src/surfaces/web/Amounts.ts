/** Amounts of money, formatted for the reader's language. */
import type { Currency } from "../../../schema/Field.ts"
import { Result } from "effect"
import * as Amount from "../../deals/rules/Amount.ts"
import * as Money from "../../shared/Money.ts"
import type { Locale } from "./i18n/Locale.ts"
import { say } from "./i18n/Words.ts"
import { html, Message, type Part } from "./Html.ts"

type Cents = number | bigint

/** The amount with all decimals of the currency. */
export const full = (cents: Cents, currency: Currency): Message =>
  new Message(({ locale }) => locale.money(cents, currency))

/** Exact, without decimals if they are zero. */
export const short = (cents: Cents, currency: Currency): Message =>
  new Message(({ locale }) => locale.short(cents, currency))

/** A large sum in compact form, with the exact one as a tooltip. */
export const compactAmount = (cents: Cents, currency: Currency): Message =>
  new Message(({ locale }) => {
    const compact = locale.compact(cents, currency)
    const exact = locale.short(cents, currency)
    return compact === undefined ? exact : html`<span title="${exact}">${compact}</span>`
  })

/** The amount as text of an input field. */
export const typed = (cents: Cents, currency: Currency): Message =>
  new Message(({ locale }) => locale.typed(cents, currency))

const way =
  (currency: Currency) =>
  ({ cents, rounded }: Amount.Reading): Part =>
    rounded
      ? say.forms.roundedWay(full(cents, currency))
      : say.forms.way(typed(cents, currency), full(cents, currency))

/** Whether the text is written as a form in this language shows it: with its decimal mark and all decimals. */
const isOwn = (text: string, digits: number, { decimal }: Locale) =>
  digits > 0 && new RegExp(`^\\d+[${decimal()}]\\d{${digits}}$`, "u").test(text)

/** Parses a typed amount to minor units, with the separators of this language or another. Ambiguous text is refused. */
export const read = (text: string, currency: Currency, locale?: Locale): Result.Result<number, Part> => {
  const such = typed(BigInt(`125${"0".repeat(2 + Money.digits(currency))}`), currency)
  if (!/^[\d.,\s\u00a0\u202f'’]{1,40}$/u.test(text)) return Result.fail(say.forms.noAmount(currency, such))
  const own = locale !== undefined && isOwn(text, Money.digits(currency), locale)
  const found = own ? [] : Amount.meanings(text, currency)
  const [only, ...others] = found
  if (others.length > 0) return Result.fail(say.forms.twoWays(found.map(way(currency))))
  const cents = own ? BigInt(text.replace(/[.,]/u, "")) : only?.cents
  if (cents === undefined || only?.rounded === true) {
    return Result.fail(say.forms.decimals(currency, Money.digits(currency), such))
  }
  return cents > Amount.maxAmount
    ? Result.fail(say.forms.maxAmount(typed(Amount.maxAmount, currency)))
    : Result.succeed(Number(cents))
}
