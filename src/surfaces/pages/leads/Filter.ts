/** The inbox's filter, read from and written to its address. */
import type { Board } from "../../../../schema/Board.ts"
import { isTriageStatus, type TriageStatus } from "../../../../schema/Lead.ts"
import * as Leads from "../../../contract/leads/Leads.ts"
import * as Facts from "../platform/form/Facts.ts"

export type View = TriageStatus | "active" | "all" | "suspect"

export interface Filter {
  readonly status: View
  readonly board: string | undefined
  readonly q: string
  readonly sort: "newest" | "score"
  /** The start of a page after the first. */
  readonly cursor: string | undefined
}

const { maxLength: longestSearch } = Facts.of({ q: Leads.list.input.q }).q

/** Ignores invalid values in the address: someone typed them, or a board was deleted. */
export const read = (
  { searchParams }: URL,
  boards: ReadonlyArray<Pick<typeof Board.Encoded, "id">>
): Filter => {
  const text = (name: string) => searchParams.get(name) ?? ""
  // The API's parameter names work too, since people try them.
  const status = text("status") || text("view") || text("triageStatus")
  return {
    status: status === "all" || status === "suspect" || isTriageStatus(status) ? status : "active",
    board: boards.find(({ id }) => id === text("board"))?.id,
    q: Array.from(text("q").replaceAll("\u0000", "").toWellFormed().trim()).slice(0, longestSearch).join(""),
    sort: text("sort") === "score" ? "score" : "newest",
    cursor: text("cursor") || undefined
  }
}

/** Whether the filter is narrower than the inbox's default. */
export const isNarrow = ({ board, q }: Filter): boolean => board !== undefined || q !== ""

/** The inbox's address with this filter, without default values. */
export const address = ({ board, cursor, q, sort, status }: Filter): string => {
  const usual = { status: "active", sort: "newest", board: "", q: "", cursor: "" }
  const wanted = { status, sort, board: board ?? "", q, cursor: cursor ?? "" }
  const entries = Object.entries(wanted).filter(
    ([name, value]) => value !== usual[name as keyof typeof usual]
  )
  return entries.length === 0 ? "/leads" : `/leads?${new URLSearchParams(entries)}`
}

/** The filter as the input of `leads.list`. */
export const input = ({ board, cursor, q, sort, status }: Filter) => ({
  sort,
  boardId: board,
  cursor,
  q: q === "" ? undefined : q,
  view: status === "active" || status === "suspect" ? status : undefined,
  triageStatus: isTriageStatus(status) ? status : undefined
})
