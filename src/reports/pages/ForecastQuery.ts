/** Reads the filter of the forecast page from its address, and writes it. */
import { Schema } from "effect"
import { By } from "../../../schema/Forecast.ts"
import * as ListFilter from "../../deals/pages/list/ListFilter.ts"
import * as NameResolver from "../../shared/NameResolver.ts"
import * as ParsedQuery from "../../surfaces/web/ParsedQuery.ts"

export interface Filter {
  readonly by: By
  /** Empty for all. */
  readonly board: string
  /** A person's id, `me`, or empty for everyone. */
  readonly owner: string
  /** The row whose deals are shown; empty for none. */
  readonly period: string
}

const isBy = Schema.is(By)

const periods: Readonly<Record<By, RegExp>> = {
  month: /^(?:(?!0000)\d{4}-(?:0[1-9]|1[0-2])|overdue|later)$/u,
  quarter: /^(?:(?!0000)\d{4}-Q[1-4]|overdue|later)$/u
}

/** Drops invalid values, which `invalid` reports. */
export const read = ({ searchParams }: URL): Filter => {
  const text = (name: string) => (searchParams.get(name) ?? "").trim()
  const [asked, board, owner, period] = [text("by"), text("board"), text("owner"), text("period")]
  const by = isBy(asked) ? asked : "month"
  return {
    by,
    board: NameResolver.isId(board) ? board : "",
    owner: NameResolver.isMe(owner) || NameResolver.isId(owner) ? owner.toLowerCase() : "",
    period: periods[by].test(period) ? period : ""
  }
}

/** The names of parameters with invalid values. */
export const invalid = (url: URL): ReadonlyArray<string> => {
  const filter = read(url)
  return ParsedQuery.unread(url.searchParams, { ...filter }).filter((name) => Object.hasOwn(filter, name))
}

export const address = ({ by, ...rest }: Filter, path = "/forecast"): string => {
  const all = Object.entries({ by: by === "month" ? "" : by, ...rest }).filter(([, value]) => value !== "")
  return all.length === 0 ? path : `${path}?${new URLSearchParams(all).toString()}`
}

/** The filter of the page of deals with the same board and owner. */
export const toListFilter = (
  { board, owner }: Filter,
  { boards }: Pick<ListFilter.Places, "boards">
): ListFilter.Filter =>
  ListFilter.read(new URL(`http://here.invalid/deals?${new URLSearchParams({ board, owner }).toString()}`), {
    boards
  })
