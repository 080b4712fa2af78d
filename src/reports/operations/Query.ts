/** Answers questions about deals with figures in groups. */
import { Effect } from "effect"
import { type Group, PipelineQueries, type Question } from "../../../layers/reports/PipelineQueries.ts"
import { Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { type GroupBy, maxGroups, type Measure } from "../../../schema/PipelineQuery.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as DealLists from "../../deals/operations/DealLists.ts"
import type * as Implementation from "../../Implementation.ts"
import type * as Contract from "../contract/Query.ts"

type Input = Operation.Input<typeof Contract.query>

/** The deals that a measure is of, unless a status is sent. */
const statuses: Partial<Record<Measure, "all" | "won">> = {
  win_rate: "all",
  conversion: "all",
  days_to_close: "won"
}

const dateOf = (measure: Measure, { closedAfter, closedBefore, status }: Question["filters"]) => {
  if (measure === "days_in_stage" || measure === "conversion") return "entered"
  const isClosed =
    ["win_rate", "days_to_close"].includes(measure) ||
    ["won", "dead"].includes(status) ||
    closedAfter !== undefined ||
    closedBefore !== undefined
  return isClosed ? "closed" : "created"
}

/** Two keys in one text, which a comma in a key doesn't confuse. */
const keyOf = ([first = null, ...others]: Group["keys"]): string | null =>
  others.length === 0 ? first : [first, ...others].map((key) => encodeURIComponent(key ?? "")).join(",")

const valueOf = (value: string) => (/^-?\d+$/u.test(value) ? Field.sum(BigInt(value)) : Number(value))

const inOrderOfTime = (groupBy: ReadonlyArray<GroupBy>, groups: ReadonlyArray<Group>) => {
  const place = groupBy.findIndex((name) => name === "month" || name === "quarter")
  if (place < 0) return groups
  const timeOf = ({ keys }: Group) => keys[place] ?? "~"
  return groups.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0))
}

const moment = (time: string | undefined) => (time === undefined ? undefined : new Date(time).toISOString())

const query = Effect.fn("reports.query")(function* (input: Input) {
  const { enteredAfter, enteredBefore, groupBy: sent = [], measure, ...filtered } = input
  const groupBy = [...new Set(sent)]
  if (measure === "win_rate" && (filtered.status ?? "all") !== "all")
    return yield* Invalid.at(
      "invalid_query",
      "status",
      "must be left out for win_rate, which is the share of won deals among those won or dead"
    )
  const status = filtered.status ?? statuses[measure]
  const filters = yield* DealLists.choice({ ...filtered, ...(status === undefined ? {} : { status }) })
  const all = yield* (yield* PipelineQueries).ask({
    measure,
    groupBy,
    filters,
    date: dateOf(measure, filters),
    enteredAfter: moment(enteredAfter),
    enteredBefore: moment(enteredBefore)
  })
  const groups = inOrderOfTime(groupBy, all.slice(0, maxGroups))
  const currencies = new Set(groups.map(({ currency }) => currency))
  const [currency = null] = currencies.size === 1 ? currencies : []
  return {
    measure,
    groupBy,
    groups: groups.map(({ count, currency, keys, labels, value }) => ({
      key: keyOf(keys),
      label: groupBy.length === 0 ? "All" : labels.map((label) => label ?? "None").join(", "),
      ...(currency === null ? {} : { currency }),
      value: value === null ? null : valueOf(value),
      count
    })),
    ...(currency === null ? {} : { currency }),
    ...(all.length > maxGroups ? { truncated: true } : {})
  }
})

export const implementations = {
  "reports.query": { isCostly: () => true, run: query }
} satisfies Implementation.Of<typeof Contract.operations>
