/** Reads the inbox's filter from its address, and writes it. */
import type { Board } from "../../../../schema/Board.ts"
import { isTriageStatus, type TriageStatus } from "../../../../schema/TriageStatus.ts"
import * as Leads from "../../contract/Leads.ts"
import * as NameResolver from "../../../shared/NameResolver.ts"
import * as FieldInfo from "../../../surfaces/web/form/FieldInfo.ts"
import * as ParsedQuery from "../../../surfaces/web/ParsedQuery.ts"

export type View = TriageStatus | "active" | "all" | "suspect"

export interface InboxFilter {
  readonly status: View
  readonly board: string | undefined
  readonly q: string
  readonly sort: "newest" | "score"
  /** The cursor of a page after the first. */
  readonly cursor: string | undefined
  /** The id of the saved view that the filter comes from. */
  readonly saved: string
}

const { maxLength: maxSearchLength } = FieldInfo.of({ q: Leads.list.input.q }).q

/** Ignores invalid values, because people edit addresses by hand and boards can be deleted. */
export const read = (
  { searchParams }: URL,
  boards: ReadonlyArray<Pick<typeof Board.Encoded, "id">>
): InboxFilter => {
  const text = (name: string) => searchParams.get(name) ?? ""
  // Accepts the API's parameter names too, because people try them.
  const status = text("status") || text("view") || text("triageStatus")
  return {
    status:
      status === "all" || status === "suspect" || status === "active" || isTriageStatus(status)
        ? status
        : "new",
    board: boards.find(({ id }) => id === text("board"))?.id,
    q: Array.from(text("q").replaceAll("\u0000", "").toWellFormed().trim())
      .slice(0, maxSearchLength)
      .join(""),
    sort: text("sort") === "score" ? "score" : "newest",
    cursor: text("cursor") || undefined,
    saved: NameResolver.isId(text("saved")) ? text("saved") : ""
  }
}

/** The names of parameters with invalid values, and of unknown ones. */
export const unread = (url: URL, boards: Parameters<typeof read>[1]): ReadonlyArray<string> => {
  const { board = "", cursor = "", q, sort, status } = read(url, boards)
  const known = { board, cursor, q, sort, status, view: status, triageStatus: status, saved: () => true }
  return ParsedQuery.unread(url.searchParams, known)
}

/** Whether the filter is narrower than the inbox's default. */
export const isNarrow = ({ board, q }: InboxFilter): boolean => board !== undefined || q !== ""

const entries = ({ board, cursor, q, saved, sort, status }: InboxFilter): Array<[string, string]> => {
  const usual = { sort: "newest", board: "", q: "", cursor: "", saved: "" }
  const wanted = { sort, board: board ?? "", q, cursor: cursor ?? "", saved }
  const others = Object.entries(wanted).filter(([name, value]) => value !== usual[name as keyof typeof usual])
  return [["status", status], ...others]
}

/** The inbox's address with this filter, without default values. */
export const address = (filter: InboxFilter, path = "/leads"): string => {
  const isUsual = filter.status === "new" && filter.saved === ""
  const shown = entries(filter).filter(([name]) => name !== "status" || !isUsual)
  return shown.length === 0 ? path : `${path}?${new URLSearchParams(shown)}`
}

/** The list as a saved view stores it, and as the address of a lead's page contains it. */
export const listOf = (filter: InboxFilter, saved = ""): string =>
  new URLSearchParams(entries({ ...filter, cursor: undefined, saved })).toString()

/** The address of a lead that is opened from a list. */
export const leadAddress = (id: string, list: string): string =>
  list === "" ? `/leads/${id}` : `/leads/${id}?${new URLSearchParams({ list })}`

/** Parses a list from `listOf`, or from an address that somebody typed. */
export const fromList = (list: string, boards: Parameters<typeof read>[1]): InboxFilter => ({
  ...read(new URL(`?${list}`, "http://here.invalid"), boards),
  cursor: undefined
})

/** The filter as the input of `leads.list`. */
export const input = ({ board, cursor, q, sort, status }: InboxFilter) => ({
  sort,
  boardId: board,
  cursor,
  q: q === "" ? undefined : q,
  view: status === "active" || status === "suspect" ? status : undefined,
  triageStatus: isTriageStatus(status) ? status : undefined
})
