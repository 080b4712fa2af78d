/** Reads a board's filter, order and card counts from its address, and writes them. */
import { Effect } from "effect"
import * as NameResolver from "../../shared/NameResolver.ts"
import * as Lanes from "../contract/Lanes.ts"
import * as AmountRange from "../../deals/pages/list/AmountRange.ts"
import * as FieldInfo from "../../surfaces/web/form/FieldInfo.ts"
import * as ParsedQuery from "../../surfaces/web/ParsedQuery.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"

/** In the order of the select field. */
export const sorts = ["latest", "oldest", "amount", "name", "nextStep"] as const
type Sort = (typeof sorts)[number]

/** The number of days after which a deal in a stage counts as stale, the same as in reports. */
export const staleDays = 30

export interface BoardFilter {
  readonly q: string
  /** A person's id, `me`, or empty for anyone. */
  readonly owner: string
  readonly label: string
  /** As typed, in major units. */
  readonly min: string
  readonly max: string
  readonly stale: boolean
  readonly overdue: boolean
  readonly sort: Sort
  /** The id of the saved view that the filter comes from. */
  readonly saved: string
  /** The number of deals to show in each stage for which more were requested. */
  readonly more: ReadonlyMap<string, number>
}

const { label, q } = FieldInfo.of({ q: Lanes.list.input.q, label: Lanes.list.input.label })
export const maxLengths = { q: q.maxLength!, label: label.maxLength!, amount: AmountRange.maxLength } as const

/** The maximum number of lanes that show more, because each takes a query of its own. */
const maxLanes = 8

const moreOf = (texts: ReadonlyArray<string>): BoardFilter["more"] =>
  new Map(
    texts.slice(0, maxLanes).flatMap((text) => {
      const { count, stage } = /^(?<stage>stg_\w{1,40})\.(?<count>\d{1,4})$/u.exec(text)?.groups ?? {}
      return stage === undefined
        ? []
        : [[stage, Math.min(Lanes.maxWithoutCursor, Math.max(1, Number(count)))] as const]
    })
  )

/** Ignores invalid values, because people edit addresses by hand. */
export const read = (parameters: URLSearchParams): BoardFilter => {
  const text = (name: string, max: number) => {
    const value = (parameters.get(name) ?? "").replaceAll("\u0000", "").toWellFormed().trim()
    return Array.from(value).slice(0, max).join("")
  }
  const owner = text("owner", 36)
  return {
    q: text("q", maxLengths.q),
    owner: owner === "me" || NameResolver.isId(owner) ? owner : "",
    label: text("label", maxLengths.label),
    min: text("min", maxLengths.amount),
    max: text("max", maxLengths.amount),
    stale: text("stale", 1) === "1",
    overdue: text("overdue", 1) === "1",
    sort: sorts.find((one) => one === parameters.get("sort")) ?? "latest",
    saved: NameResolver.isId(text("saved", 36)) ? text("saved", 36) : "",
    more: moreOf(parameters.getAll("more"))
  }
}

/** The names of parameters with invalid values, and of unknown ones. */
export const unread = (parameters: URLSearchParams): ReadonlyArray<string> => {
  const { more: _, overdue, stale, ...filter } = read(parameters)
  const known = { ...filter, overdue: overdue ? "1" : "", stale: stale ? "1" : "" }
  return ParsedQuery.unread(parameters, { ...known, more: () => true, saved: () => true })
}

/** Whether the filter may exclude deals. */
export const isNarrow = ({ label, max, min, overdue, owner, q, stale }: BoardFilter): boolean =>
  overdue || stale || [q, owner, label, min, max].some((text) => text !== "")

/** The number of active filters in the collapsed part of the form. */
export const folded = ({ label, max, min, overdue, owner, sort, stale }: BoardFilter): number =>
  [
    !["", "me"].includes(owner),
    label !== "",
    min !== "",
    max !== "",
    stale,
    overdue,
    sort !== "latest"
  ].filter(Boolean).length

/** The parameters of the address, without default values. */
const entries = ({ more, overdue, saved, sort, stale, ...texts }: BoardFilter): Array<[string, string]> => [
  ...Object.entries(texts).filter(([, text]) => text !== ""),
  ...(stale ? [["stale", "1"] as [string, string]] : []),
  ...(overdue ? [["overdue", "1"] as [string, string]] : []),
  // An address with only the view would reset the filter to the saved one.
  ...(sort === "latest" && saved === "" ? [] : [["sort", sort] as [string, string]]),
  ...(saved === "" ? [] : [["saved", saved] as [string, string]]),
  ...Array.from(more, ([stage, count]): [string, string] => ["more", `${stage}.${count}`])
]

export const query = (filter: BoardFilter): string => new URLSearchParams(entries(filter)).toString()

/** A board without any filter. */
export const plain = "sort=latest"

/** The filter as a saved view stores it, for any board. */
export const toView = (filter: BoardFilter): string =>
  query({ ...filter, more: new Map(), saved: "" }) || plain

export const address = (boardId: string, filter: BoardFilter): string => {
  const text = query(filter)
  return `/boards/${boardId}${text === "" ? "" : `?${text}`}`
}

/** The filter as input of `boards.lanes`, and errors by field. */
export const input = Effect.fnUntraced(function* (
  context: PageContext,
  boardId: string,
  filter: BoardFilter
) {
  const { label, overdue, owner, q, sort, stale } = filter
  const { amounts, wrong } = yield* AmountRange.read(context, boardId, filter)
  const text = (value: string) => (value === "" ? undefined : value)
  const asked = {
    ...amounts,
    q: text(q),
    label: text(label),
    ownerId: text(owner),
    overdue: overdue || undefined,
    staleDays: stale ? staleDays : undefined,
    sort
  }
  return { asked, wrong }
})
