/** Lists and searches deals. */
import { Effect, Schema } from "effect"
import * as Lists from "../../../layers/deals/DealLists.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import { SearchMatches } from "../../../layers/records/SearchMatches.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { RowField } from "../../../schema/Deal.ts"
import * as Field from "../../../schema/Field.ts"
import type { SearchPlace } from "../../../schema/Matched.ts"
import type * as Page from "../../../schema/Page.ts"
import type { DealId, UserId } from "../../../schema/Id.ts"
import * as RecordScope from "../../../schema/RecordScope.ts"
import type * as Contract from "../contract/DealLists.ts"
import * as EmptyRange from "../rules/EmptyRange.ts"
import * as SearchHints from "../rules/SearchHints.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"
import type * as Implementation from "../../Implementation.ts"
import * as SearchQuery from "../../shared/SearchQuery.ts"
import * as SerializedJson from "../../shared/SerializedJson.ts"

type ListInput = Schema.Schema.Type<Schema.Struct<typeof Contract.fields>> & {
  readonly q?: string
  readonly search?: string
  readonly in?: ReadonlyArray<SearchPlace>
}

type ListQuery = Omit<ListInput, "ownerId"> & { readonly ownerId?: UserId }

const times = [
  ...(["createdAfter", "createdBefore", "updatedSince", "closedAfter", "closedBefore"] as const),
  ...(["nextStepAfter", "nextStepBefore", "expectedCloseAfter", "expectedCloseBefore"] as const)
]
const bounds = [
  "ownerId",
  "label",
  "externalId",
  "amountMin",
  "amountMax",
  "quietDays",
  "overdue",
  ...times
] as const

/** The request's filters, with the caller's own id for `me`, and times in the canonical form that cursors depend on. */
const askedOf = Effect.fnUntraced(function* ({ ownerId, ...sent }: ListInput) {
  const { user } = yield* Actor
  if (sent.in !== undefined && (sent.search ?? "").trim() === "")
    return yield* Invalid.at("invalid_query", "in", "needs search, the words to look for")
  const contradiction = EmptyRange.of(sent)
  if (contradiction !== undefined) return yield* contradiction
  const at = times.flatMap((name) => {
    const time = sent[name]
    return time === undefined ? [] : [[name, new Date(time).toISOString()] as const]
  })
  const owner = ownerId === undefined ? {} : { ownerId: ownerId === "me" ? user.id : (ownerId as UserId) }
  return { ...sent, ...owner, ...Object.fromEntries(at) } as ListQuery
})

const texted = <Name extends string>(name: Name, text: string | undefined) =>
  (text === undefined || text.trim() === "" ? {} : { [name]: text }) as { readonly [name in Name]?: string }

/** The filters of a list. With a stage or a closing time and no status, deals of any status match. */
const filters = ({ cursor: _, in: places, limit: __, q, search, status, ...rest }: ListQuery) => {
  const isOfAny = [rest.stageId, rest.closedAfter, rest.closedBefore].some((sent) => sent !== undefined)
  return {
    ...rest,
    ...texted("q", q),
    ...texted("search", search),
    // A search in deals alone has its own indexes.
    ...(places === undefined || places.every((place) => place === "deals") ? {} : { in: places }),
    status: status ?? (isOfAny ? ("all" as const) : ("open" as const))
  }
}

/** The filters by which a bulk change selects deals. */
export const choice = (input: ListInput) => Effect.map(askedOf(input), filters)

const isSearch = Schema.is(Field.anySearch)

const nothingWider = "No wider search finds anything in the names, companies and contacts of deals either."

/** A search of notes and leads, too, as far as the caller may read them. */
const everywhere = (input: ListQuery, mayReadLeads: boolean) => {
  const places = mayReadLeads ? (["deals", "notes", "leads"] as const) : (["deals", "notes"] as const)
  const isWhole = places.every((place) => input.in?.includes(place))
  if (input.search === undefined || isWhole) return []
  const ask = `with in ${JSON.stringify(places)}${input.status === "all" ? "" : " and status all"}`
  return [{ ask, filters: filters({ ...input, in: places, status: "all" }) }]
}

/** Hints about what a wider filter would find. */
export const suggestWider = Effect.fnUntraced(function* (sent: ListInput) {
  const input = yield* askedOf(sent)
  const { scopes } = yield* Actor
  const mayReadLeads = RecordScope.mayRead(scopes, "lead")
  const changes = [
    { ask: "with status all", to: (before: ListQuery): ListQuery => ({ ...before, status: "all" }) },
    ...SearchHints.anywhere(input),
    ...SearchHints.without(input, bounds),
    ...SearchHints.words(input, "search_deals", isSearch)
  ]
  const all = [...SearchHints.of(input, changes, filters), ...everywhere(input, mayReadLeads)]
  const each = all.map((one) => one.filters)
  const counts = yield* (yield* Deals).counts(each, SearchHints.maxCounted)
  const { q, search } = { q: undefined, search: undefined, ...filters(input) }
  const elsewhere = mayReadLeads ? " search_leads searches leads." : ""
  const notes = search === undefined ? "" : " Notes were searched, too."
  const hasText = q !== undefined || search !== undefined
  return SearchHints.hint(all, counts, hasText ? `${nothingWider}${notes}${elsewhere}` : undefined)
})

/** The fields that a tool asks for in short rows. */
interface RowFields {
  readonly fields?: ReadonlyArray<RowField>
}

const queryOf = Effect.fnUntraced(function* (input: ListInput) {
  const { cursor, limit } = input
  const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
  return [filters(yield* askedOf(input)), page] as const
})

/** Adds the matching line to each deal of a search with `in`. */
const matched = Effect.fnUntraced(function* <Row extends { readonly id: DealId }>(
  { in: places, search = "" }: ListInput,
  page: Page.Page<Row>
) {
  if (places === undefined) return page
  const ids = page.data.map(({ id }) => id)
  const found = yield* (yield* SearchMatches).ofDeals(ids, search, places)
  const withMatch = (row: Row) => {
    const match = found.get(row.id)
    return match === undefined ? row : { ...row, matched: match }
  }
  return { ...page, data: page.data.map(withMatch) }
})

const list = Effect.fnUntraced(function* (input: ListInput) {
  const page = yield* (yield* Deals).list(...(yield* queryOf(input)))
  return input.in === undefined ? page : yield* matched(input, SerializedJson.valueOf(page))
})

const shortRows = Effect.fnUntraced(function* ({ fields = [], ...input }: ListInput & RowFields) {
  const { timeZone = "UTC" } = (yield* Actor).workspace
  const shown = { dayOf: TimeZone.dayIn(timeZone), fields }
  return yield* matched(input, yield* (yield* Deals).listCompact(...(yield* queryOf(input)), shown))
})

/** A search on an index in the list's order stops after its page. Others may read every deal of the workspace. */
const isCostly = (input: ListInput) => SearchQuery.isSearch(input) && !Lists.isSearch(input)

export const implementations = {
  "deals.list": {
    suggestWider,
    listCompact: shortRows,
    isCostly: isCostly,
    isLight: () => true,
    run: list
  },
  "deals.search": {
    isCostly: ({ q, ...input }) => isCostly({ ...input, search: q }),
    isLight: () => true,
    suggestWider: ({ q, ...input }) => suggestWider({ ...input, search: q }),
    listCompact: ({ q, ...input }: Omit<ListInput, "q"> & RowFields & { readonly q: string }) =>
      shortRows({ ...input, search: q }),
    run: ({ q, ...input }) => list({ ...input, search: q })
  }
} satisfies Implementation.Of<typeof Contract.operations>
