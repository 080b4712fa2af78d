/** Converts the filter of the page of deals to the input of operations, and reports invalid parts. */
import { Effect, Schema } from "effect"
import * as Field from "../../../../schema/Field.ts"
import * as LocalDays from "../../../shared/time/LocalDays.ts"
import * as Period from "../../../reports/rules/Period.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import type { Part } from "../../../surfaces/web/Html.ts"
import type { PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as AmountRange from "./AmountRange.ts"
import * as UnknownFilterIds from "./UnknownFilterIds.ts"
import * as ListFilter from "./ListFilter.ts"

const refusal = (message: Part) => Problems.invalid([{ path: "", message }])

const none = { amounts: {}, wrong: new Map<keyof AmountRange.Typed, Part>() }

const isSearch = Schema.is(Field.search)

/** Errors by field, without amounts. */
const wrongIn = (filter: ListFilter.Filter): ReadonlyMap<string, Part> => {
  const { closedFrom, closedTo, expectedFrom, expectedTo, q } = filter
  const isTwisted = (from: string, to: string) => from !== "" && to !== "" && from > to
  const words = say.deals.list
  return new Map([
    ...(isSearch(q) ? [] : [["q", words.tooManyWords] as const]),
    ...(isTwisted(closedFrom, closedTo) ? [["closedFrom", words.closedTwisted] as const] : []),
    ...(isTwisted(expectedFrom, expectedTo) ? [["expectedFrom", words.expectedTwisted] as const] : [])
  ])
}

/** The times from the start of the first day to the end of the last; none if the days are wrong. */
const span = (wrong: ReadonlyMap<string, Part>, name: string, from: string, to: string, zone: string) => {
  const isWrong = wrong.has(name)
  return {
    after: isWrong || from === "" ? undefined : LocalDays.beginning(from, zone),
    before: isWrong || to === "" ? undefined : LocalDays.beginning(Period.dayAfter(to), zone)
  }
}

/**
 * The filter as input of `deals.list` without pagination, and errors by field; fields with errors don't filter. Amounts are in the currency
 * of the board, or of the first one.
 */
export const input = Effect.fnUntraced(function* (
  context: PageContext,
  filter: ListFilter.Filter,
  { boards }: Pick<ListFilter.Places, "boards">
) {
  const { board, label, overdue, owner, q, quiet, stage, status } = filter
  const zone = context.actor.workspace.timeZone ?? "UTC"
  const of = board === "" ? boards[0]?.id : board
  const read = of === undefined ? none : yield* AmountRange.read(context, of, filter)
  const wrong: ReadonlyMap<string, Part> = new Map([...wrongIn(filter), ...read.wrong])
  const closed = span(wrong, "closedFrom", filter.closedFrom, filter.closedTo, zone)
  const expected = span(wrong, "expectedFrom", filter.expectedFrom, filter.expectedTo, zone)
  const text = (value: string) => (value === "" ? undefined : value)
  const query = {
    ...read.amounts,
    search: wrong.has("q") ? undefined : text(q),
    boardId: text(board),
    stageId: text(stage),
    ownerId: text(owner),
    label: text(label),
    quietDays: quiet === "" ? undefined : Number(quiet),
    overdue: overdue ? true : undefined,
    closedAfter: closed.after,
    closedBefore: closed.before,
    expectedCloseAfter: expected.after,
    expectedCloseBefore: expected.before,
    // Closing dates match only closed deals.
    status: status === "open" && (closed.after ?? closed.before) !== undefined ? ("all" as const) : status
  }
  return { asked: query, wrong }
})

/** The names of parameters that are invalid or refer to missing records. */
export const unclear = Effect.fnUntraced(function* (
  context: PageContext,
  url: URL,
  places: Pick<ListFilter.Places, "boards">
) {
  const filter = ListFilter.read(url, places)
  const { wrong } = yield* input(context, filter, places)
  return [...ListFilter.unread(url, places), ...wrong.keys(), ...(yield* UnknownFilterIds.of(filter))]
})

/** Like `input`, but fails unless the whole address is valid. `messageOf` builds the message from the invalid names. */
export const understood = Effect.fnUntraced(function* (
  context: PageContext,
  url: URL,
  places: Pick<ListFilter.Places, "boards">,
  messageOf: (names: string) => Part = say.deals.list.notKept
) {
  const names = yield* unclear(context, url, places)
  if (names.length > 0) return yield* refusal(messageOf(names.join(", ")))
  const filter = ListFilter.read(url, places)
  const { asked } = yield* input(context, filter, places)
  return { asked, filter }
})
