/**
 * The list or board that a deal's page was opened from, with its filter and order, as named in the address. It determines the previous and
 * next deal and the link back. By default this is the deal's board.
 */
import { Effect } from "effect"
import type { Deal as Schema } from "../../../schema/Deal.ts"
import type { Fault } from "../../../schema/Fault.ts"
import type { Neighbours } from "../../../schema/Neighbours.ts"
import * as BoardFilter from "../../boards/pages/BoardFilter.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as PrevNext from "../../surfaces/web/frame/PrevNext.ts"
import type { Part } from "../../surfaces/web/Html.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ListFilter from "./list/ListFilter.ts"
import * as ListInput from "./list/ListInput.ts"

const boardNames = callOperation("boards.names")
const besideOnBoard = callOperation("deals.neighbours")
const besideInList = callOperation("deals.listedBeside")

type Deal = typeof Schema.Encoded

/** Longer than any filter that a list or a board writes. */
const maxQueryLength = 2_500

const address = (id: string, name: "list" | "board", query: string): string =>
  query === "" ? `/deals/${id}` : `/deals/${id}?${new URLSearchParams({ [name]: query })}`

/** The address of a deal that is opened from a list. */
export const fromList = (id: string, filter: ListFilter.Filter): string =>
  address(id, "list", ListFilter.named(filter))

/** The address of a deal that is opened from its board. */
export const fromBoard = (id: string, filter: BoardFilter.BoardFilter): string =>
  address(id, "board", BoardFilter.query({ ...filter, more: new Map() }))

/** The address of a deal's subpage or form, which keeps where the deal was opened from. */
export const at = (
  { url }: PageContext,
  id: string,
  path = "",
  more: Readonly<Record<string, string>> = {}
): string => {
  const named = ["list", "board"].flatMap((name): Array<[string, string]> => {
    const query = (url.searchParams.get(name) ?? "").slice(0, maxQueryLength)
    return query === "" ? [] : [[name, query]]
  })
  const parameters = new URLSearchParams([...Object.entries(more), ...named]).toString()
  return `/deals/${encodeURIComponent(id)}${path}${parameters === "" ? "" : `?${parameters}`}`
}

interface Place {
  readonly label: Part
  readonly back: { readonly href: string; readonly name: Part }
  readonly neighbours: typeof Neighbours.Encoded
  readonly to: (id: string) => string
}

const none = { previous: null, next: null }

/** Ignores lists that can't be read, such as another workspace's. */
const orNone = <E, R>(beside: Effect.Effect<typeof Neighbours.Encoded, E, R>) =>
  Effect.catchIf(
    beside,
    (fault) => (fault as Partial<Fault>)._tag === "invalid_request_error",
    () => Effect.succeed(none)
  )

const inList = Effect.fnUntraced(function* (context: PageContext, { id }: Deal, query: string) {
  const boards = yield* boardNames({})
  const filter = { ...ListFilter.read(new URL(`/deals?${query}`, context.url), { boards }), cursor: "" }
  const { asked } = yield* ListInput.input(context, filter, { boards })
  return {
    label: say.deals.alongList,
    back: { href: ListFilter.address(filter), name: say.deals.list.title },
    neighbours: yield* orNone(besideInList({ ...asked, sort: filter.sort, id })),
    to: (other) => fromList(other, filter)
  } satisfies Place
})

const onBoard = Effect.fnUntraced(function* (context: PageContext, { boardId, id }: Deal, query: string) {
  const filter = { ...BoardFilter.read(new URLSearchParams(query)), more: new Map<string, number>() }
  const { asked } = yield* BoardFilter.input(context, boardId, filter)
  return {
    label: say.deals.neighbours,
    back: { href: BoardFilter.address(boardId, filter), name: say.deals.toBoard },
    neighbours: yield* orNone(besideOnBoard({ ...asked, id })),
    to: (other) => fromBoard(other, filter)
  } satisfies Place
})

const placeOf = (
  context: PageContext,
  deal: Deal
): ReturnType<typeof inList> | ReturnType<typeof onBoard> => {
  const text = (name: string) => (context.url.searchParams.get(name) ?? "").slice(0, maxQueryLength)
  return text("list") === "" ? onBoard(context, deal, text("board")) : inList(context, deal, text("list"))
}

/** The navigation section that the deal was opened from. */
export const section = ({ url }: PageContext): "Deals" | "Board" =>
  (url.searchParams.get("list") ?? "") === "" ? "Board" : "Deals"

/** Links back, and to the previous and next deal. */
export const along = Effect.fnUntraced(function* (context: PageContext, deal: Deal) {
  const { back, neighbours: beside, label, to }: Place = yield* placeOf(context, deal)
  const turn = (one: (typeof beside)["next"]) =>
    one === null ? undefined : { href: to(one.id), title: one.name }
  return PrevNext.render({
    label,
    back,
    previous: turn(beside.previous),
    next: turn(beside.next),
    words: say.deals
  })
})
