/** Reads the filter, order and columns of the page of all deals from its address, and writes them. */
import { Schema } from "effect"
import type { Member } from "../../../../schema/Member.ts"
import * as NameResolver from "../../../shared/NameResolver.ts"
import * as ParsedQuery from "../../../surfaces/web/ParsedQuery.ts"
import * as AmountRange from "./AmountRange.ts"
import * as Deal from "../../../../schema/Deal.ts"

export const columns = [
  ...(["company", "stage", "amount", "owner", "nextStep", "labels"] as const),
  ...(["contact", "expectedClose", "since", "created", "updated"] as const)
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
  /** Words that must all occur in the name, company or contact. */
  readonly q: string
  readonly board: string
  readonly stage: string
  /** A person's id, `me`, or empty for anyone. */
  readonly owner: string
  readonly status: Deal.Status
  readonly label: string
  /** Days without activity; empty for no filter. */
  readonly quiet: string
  readonly overdue: boolean
  /** As typed, in major units. */
  readonly min: string
  readonly max: string
  /** The first and last day of closing, inclusive; empty for no filter. */
  readonly closedFrom: string
  readonly closedTo: string
  /** The first and last day of the expected close, inclusive; empty for no filter. */
  readonly expectedFrom: string
  readonly expectedTo: string
  readonly sort: Deal.Sort
  readonly columns: ReadonlyArray<Column>
  readonly cursor: string
  /** The id of the saved view that the filter comes from. */
  readonly saved: string
}

export interface Places {
  readonly boards: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly members: ReadonlyArray<typeof Member.Encoded>
}

const isStatus = Schema.is(Deal.Status)
const isSort = Schema.is(Deal.Sort)

/** The maximum length of a filter's text. */
export const maxLength = 80

const dayOf = (text: string): string =>
  /^(?!0000)\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text)) && text < "9999-12-31"
    ? text
    : ""

/** Drops invalid values, which `unread` reports. Owners needn't be members, because former members can own deals. */
export const read = ({ searchParams }: URL, { boards }: Pick<Places, "boards">): Filter => {
  const text = (name: string) =>
    Array.from((searchParams.get(name) ?? "").replaceAll("\u0000", "").toWellFormed().trim())
      .slice(0, maxLength)
      .join("")
  const status = text("status")
  const sort = text("sort")
  const stage = text("stage")
  const isStage = /^stg_\w{1,40}$/u.test(stage)
  // The board can be omitted if there is only one.
  const only = isStage && boards.length === 1 ? boards[0]!.id : ""
  const board = boards.find(({ id }) => id === (text("board") || only))?.id ?? ""
  const owner = text("owner").toLowerCase()
  const chosen = new Set(searchParams.getAll("c"))
  const wanted = columns.filter((one) => chosen.has(one))
  return {
    q: text("q"),
    board,
    stage: board !== "" && isStage ? stage : "",
    owner: owner === "me" || NameResolver.isId(owner) ? owner : "",
    status: isStatus(status) ? status : "open",
    label: text("label"),
    quiet: /^[1-9]\d{0,2}$/u.test(text("quiet")) ? text("quiet") : "",
    overdue: text("overdue") === "yes",
    min: text("min").slice(0, AmountRange.maxLength),
    max: text("max").slice(0, AmountRange.maxLength),
    closedFrom: dayOf(text("closedFrom")),
    closedTo: dayOf(text("closedTo")),
    expectedFrom: dayOf(text("expectedFrom")),
    expectedTo: dayOf(text("expectedTo")),
    sort: isSort(sort) ? sort : "-created",
    columns: wanted.length === 0 ? usualColumns : wanted,
    // The length of a cursor with the longest filters.
    cursor: (searchParams.get("cursor") ?? "").slice(0, 2_000),
    saved: NameResolver.isId(text("saved")) ? text("saved") : ""
  }
}

/** The names of parameters with invalid values, and of unknown ones. */
export const unread = (url: URL, places: Pick<Places, "boards">): ReadonlyArray<string> => {
  const { columns: _, overdue, ...filter } = read(url, places)
  const { searchParams } = url
  return ParsedQuery.unread(searchParams, {
    ...filter,
    overdue: overdue ? "yes" : "",
    c: (values) => values.every((one) => columns.some((column) => column === one)),
    // An address with only a view opens that view, so it is only a filter together with other parameters.
    saved: () => filter.saved === "" || [...searchParams.keys()].some((name) => name !== "saved")
  })
}

/** The names of filters with invalid values, which the page doesn't apply. */
export const ignored = (url: URL, places: Pick<Places, "boards">): ReadonlyArray<string> =>
  unread(url, places).filter((name) => name in read(url, places) && name !== "saved")

const isUsual = (chosen: ReadonlyArray<Column>): boolean => chosen.join() === usualColumns.join()

/** The filter as form fields or address parameters, without default values. */
export const entries = (filter: Filter): ReadonlyArray<readonly [name: string, value: string]> => {
  const { board, columns: shown, cursor, label, max, min, overdue, owner, q, quiet } = filter
  const { closedFrom, closedTo, expectedFrom, expectedTo, saved, sort, stage, status } = filter
  const all: ReadonlyArray<readonly [name: string, value: string]> = [
    ["q", q],
    ["board", board],
    ["stage", stage],
    ["owner", owner],
    // An address with only the view would reset the filter to the saved one.
    ["status", status === "open" && saved === "" ? "" : status],
    ["label", label],
    ["quiet", quiet],
    ["min", min],
    ["max", max],
    ["closedFrom", closedFrom],
    ["closedTo", closedTo],
    ["expectedFrom", expectedFrom],
    ["expectedTo", expectedTo],
    ["overdue", overdue ? "yes" : ""],
    ["sort", sort === "-created" ? "" : sort],
    ...(isUsual(shown) ? [] : shown.map((one) => ["c", one] as const)),
    ["cursor", cursor],
    ["saved", saved]
  ]
  return all.filter(([, value]) => value !== "")
}

export const address = (filter: Filter, path = "/deals"): string => {
  const query = new URLSearchParams(
    entries(filter).map(([name, value]): [string, string] => [name, value])
  ).toString()
  return query === "" ? path : `${path}?${query}`
}

/** The filter as a saved view stores it. */
export const toView = (filter: Filter): string => {
  const all = entries({ ...filter, cursor: "", saved: "" }).map(([name, value]): [string, string] => [
    name,
    value
  ])
  return all.length === 0 ? plain : new URLSearchParams(all).toString()
}

/** The name of the list in the address of a deal that was opened from it. */
export const named = (filter: Filter): string => {
  const query = new URLSearchParams(toView(filter))
  if (filter.saved !== "") query.set("saved", filter.saved)
  return query.toString()
}

/** The list without filters. */
export const plain = "status=open"

/** The address of the list named in a form. */
export const listed = (text: string): string | undefined => {
  const url = URL.parse(text, "http://here.invalid")
  const isHere = url?.origin === "http://here.invalid" && url.pathname === "/deals"
  return text !== "" && isHere ? `/deals${url.search}` : undefined
}

/** The address to return to, which must be on this site. */
export const back = (text: string): string => listed(text) ?? "/deals"
