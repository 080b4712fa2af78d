/** What the inbox shows, as its address says it. */
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
  /** Where a page that is not the first begins. */
  readonly cursor: string | undefined
}

const { maxLength: longestSearch } = Facts.of({ q: Leads.list.input.q }).q

/** Whatever the address has that makes no sense is left out: someone typed it, or a board has gone. */
export const read = (
  { searchParams }: URL,
  boards: ReadonlyArray<Pick<typeof Board.Encoded, "id">>
): Filter => {
  const text = (name: string) => searchParams.get(name) ?? ""
  // As the API says it too: whoever knows one address tries the other.
  const status = text("status") || text("view") || text("triageStatus")
  return {
    status: status === "all" || status === "suspect" || isTriageStatus(status) ? status : "active",
    board: boards.find(({ id }) => id === text("board"))?.id,
    q: Array.from(text("q").replaceAll("\u0000", "").toWellFormed().trim()).slice(0, longestSearch).join(""),
    sort: text("sort") === "score" ? "score" : "newest",
    cursor: text("cursor") || undefined
  }
}

/** Whether more is filtered out than the inbox does by itself. */
export const isNarrow = ({ board, q }: Filter): boolean => board !== undefined || q !== ""

/** The address of the inbox with this filter; what is as usual stays out of it. */
export const address = ({ board, cursor, q, sort, status }: Filter): string => {
  const usual = { status: "active", sort: "newest", board: "", q: "", cursor: "" }
  const wanted = { status, sort, board: board ?? "", q, cursor: cursor ?? "" }
  const entries = Object.entries(wanted).filter(
    ([name, value]) => value !== usual[name as keyof typeof usual]
  )
  return entries.length === 0 ? "/leads" : `/leads?${new URLSearchParams(entries)}`
}

/** The same as `leads.list` takes it. */
export const input = ({ board, cursor, q, sort, status }: Filter) => ({
  sort,
  boardId: board,
  cursor,
  q: q === "" ? undefined : q,
  view: status === "active" || status === "suspect" ? status : undefined,
  triageStatus: isTriageStatus(status) ? status : undefined
})
