/** Which deals the page of all deals shows, in which order and with which columns: read from and written to its address. */
import { Schema } from "effect"
import type { Member } from "../../../../schema/Member.ts"
import * as Deal from "../../../../schema/Deal.ts"

export const columns = [
  ...(["company", "stage", "amount", "owner", "nextStep", "labels"] as const),
  ...(["contact", "since", "created", "updated"] as const)
] as const
export type Column = (typeof columns)[number]

export const usualColumns: ReadonlyArray<Column> = [
  "company",
  "stage",
  "amount",
  "owner",
  "nextStep",
  "updated"
]

export interface Filter {
  /** Words that must all be in name, company or contact. */
  readonly q: string
  readonly board: string
  readonly stage: string
  /** An id, `me`, or empty. */
  readonly owner: string
  readonly status: Deal.Status
  readonly label: string
  /** Days without activity; empty for any. */
  readonly quiet: string
  readonly overdue: boolean
  readonly sort: Deal.Sort
  readonly columns: ReadonlyArray<Column>
  readonly cursor: string
}

export interface Places {
  readonly boards: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly members: ReadonlyArray<typeof Member.Encoded>
}

const isStatus = Schema.is(Deal.Status)
const isSort = Schema.is(Deal.Sort)

const longest = 80

/** What is none is left out: someone typed it, or what it named is gone. */
export const read = ({ searchParams }: URL, { boards, members }: Places): Filter => {
  const text = (name: string) =>
    Array.from((searchParams.get(name) ?? "").replaceAll("\u0000", "").toWellFormed().trim())
      .slice(0, longest)
      .join("")
  const status = text("status")
  const sort = text("sort")
  const board = boards.find(({ id }) => id === text("board"))?.id ?? ""
  const owner = text("owner")
  const chosen = new Set(searchParams.getAll("c"))
  const wanted = columns.filter((one) => chosen.has(one))
  const stage = text("stage")
  return {
    q: text("q"),
    board,
    stage: board !== "" && /^stg_\w{1,40}$/u.test(stage) ? stage : "",
    owner: owner === "me" || members.some(({ id }) => id === owner) ? owner : "",
    status: isStatus(status) ? status : "open",
    label: text("label"),
    quiet: /^[1-9]\d{0,2}$/u.test(text("quiet")) ? text("quiet") : "",
    overdue: text("overdue") === "yes",
    sort: isSort(sort) ? sort : "-created",
    columns: wanted.length === 0 ? usualColumns : wanted,
    // As long as cursors get with the longest filters.
    cursor: (searchParams.get("cursor") ?? "").slice(0, 2_000)
  }
}

const isUsual = (chosen: ReadonlyArray<Column>): boolean => chosen.join() === usualColumns.join()

/** The filter as fields of a form, or of an address: without what is usual. */
export const entries = (filter: Filter): ReadonlyArray<readonly [name: string, value: string]> => {
  const { board, columns: shown, cursor, label, overdue, owner, q, quiet, sort, stage, status } = filter
  const all = [
    ...([
      ["q", q],
      ["board", board],
      ["stage", stage],
      ["owner", owner]
    ] as const),
    ...([
      ["status", status === "open" ? "" : status],
      ["label", label],
      ["quiet", quiet]
    ] as const),
    ...([
      ["overdue", overdue ? "yes" : ""],
      ["sort", sort === "-created" ? "" : sort]
    ] as const),
    ...(isUsual(shown) ? [] : shown.map((one) => ["c", one] as const)),
    ["cursor", cursor] as const
  ]
  return all.filter(([, value]) => value !== "")
}

export const address = (filter: Filter, path = "/deals"): string => {
  const query = new URLSearchParams(
    entries(filter).map(([name, value]): [string, string] => [name, value])
  ).toString()
  return query === "" ? path : `${path}?${query}`
}

/** As the input of `deals.list`, without its page. */
export const input = ({ board, label, overdue, owner, q, quiet, stage, status }: Filter) => ({
  search: q === "" ? undefined : q,
  boardId: board === "" ? undefined : board,
  stageId: stage === "" ? undefined : stage,
  ownerId: owner === "" ? undefined : owner,
  label: label === "" ? undefined : label,
  quietDays: quiet === "" ? undefined : Number(quiet),
  overdue: overdue ? true : undefined,
  status
})

/** The address of a page of ours that a form may lead back to. */
export const back = (text: string): string => {
  const url = URL.parse(text, "http://here.invalid")
  const isHere = url?.origin === "http://here.invalid" && url.pathname === "/deals"
  return isHere ? `/deals${url.search}` : "/deals"
}
