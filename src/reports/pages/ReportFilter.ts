/** Reads the board, months and owner of the reports page from its address, and writes them. */
import { Schema } from "effect"
import * as Contract from "../contract/Periods.ts"
import * as NameResolver from "../../shared/NameResolver.ts"
import * as Period from "../rules/Period.ts"

export interface Filter {
  readonly board: string
  /** A person's id, or empty. */
  readonly owner: string
  readonly from: string
  readonly to: string
}

const isMonth = Schema.is(Contract.range.from)

/** Invalid or too many months are replaced by the current one. */
export const read = (
  { searchParams }: URL,
  board: string,
  thisMonth: string
): Filter & { readonly isWrong: boolean } => {
  const [from, to] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""]
  const first = from === "" ? (to === "" ? thisMonth : to) : from
  const last = to === "" ? first : to
  const isRight =
    isMonth(first) && isMonth(last) && first <= last && last < Period.monthAfter(first, Contract.maxMonths)
  const owner = (searchParams.get("owner") ?? "").toLowerCase()
  return {
    board,
    // Former members may have won deals.
    owner: NameResolver.isId(owner) ? owner : "",
    ...(isRight ? { from: first, to: last } : { from: thisMonth, to: thisMonth }),
    isWrong: !isRight
  }
}

export const query = ({ board, from, owner, to }: Filter): string =>
  new URLSearchParams(
    Object.entries({ board, owner, from, to }).filter(([, value]) => value !== "")
  ).toString()

/** The preset periods by name. */
export const usual = (thisMonth: string) => {
  const quarter = Period.monthAfter(thisMonth, -((Number(thisMonth.slice(5)) - 1) % 3))
  const span = (from: string, months: number) => ({ from, to: Period.monthAfter(from, months - 1) })
  return {
    thisMonth: span(thisMonth, 1),
    lastMonth: span(Period.monthAfter(thisMonth, -1), 1),
    thisQuarter: span(quarter, 3),
    lastQuarter: span(Period.monthAfter(quarter, -3), 3),
    thisYear: span(`${thisMonth.slice(0, 4)}-01`, 12)
  }
}

export const lastDay = ({ to }: Filter): string => Period.daysBefore(`${Period.monthAfter(to, 1)}-01`, 1)
