/** Lists and searches deals. */
import { Schema } from "effect"
import { DealList, DealRow, Sort, Status, toRow } from "../../../schema/Deal.ts"
import { Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, SomeoneId, StageId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../Operation.ts"

const day = (title: string, description: string) => Field.of(title, description, Field.optional(Field.Moment))

export const fields = {
  ...Page.parameters,
  boardId: Field.of("Board", "Id of a board to filter by.", Field.optional(BoardId)),
  stageId: Field.of("Stage", "Id of a stage to filter by.", Field.optional(StageId)),
  status: Field.of(
    "Status",
    "open: neither won nor dead; all: every deal.",
    Field.optional(Status.annotate({ default: "open" }))
  ),
  sort: Field.of(
    "Order",
    "-amount: highest first; -quiet: longest quiet first; no amount comes last.",
    Field.optional(Sort.annotate({ default: "-created" }))
  ),
  ownerId: Field.of("Owner", "Id of the owner, or me.", Field.optional(SomeoneId)),
  label: Field.of("Label", "Exact label.", Field.optional(Field.name(80))),
  amountMin: Field.of("Least amount", "In minor units.", Field.optional(Field.Cents)),
  amountMax: Field.of("Most amount", "In minor units.", Field.optional(Field.Cents)),
  quietDays: Field.of(
    "Quiet days",
    "No change or note for this many days.",
    Field.optional(
      Schema.Int.check(
        Schema.isBetween({ minimum: 1, maximum: 3650 }, { expected: "an integer from 1 to 3650" })
      )
    )
  ),
  createdAfter: day("Created after", "From this day (UTC) or RFC 3339 time on."),
  createdBefore: day("Created before", "Before this day or time."),
  updatedSince: day("Updated since", "Changed since this day or time."),
  closedAfter: day("Closed after", "Won or dead since this day or time."),
  closedBefore: day("Closed before", "Won or dead before this day or time.")
}

export const list = Operation.make("deals.list", {
  title: "List deals",
  description:
    "Lists deals, newest first unless sort is sent; only open deals unless status, stageId or a time of closing is sent.",
  tool: "list_deals",
  toolNote: "To find deals by name or company use search_deals; for sums use get_pipeline_summary.",
  http: { method: "GET", path: "/deals" },
  scope: "deals:read",
  kind: "read",
  input: {
    ...fields,
    q: Field.query("name or company"),
    search: Field.of(
      "Search",
      "Words that must all be in name, company or the contact's name or email: any order, ignoring accents.",
      Field.optional(Field.search)
    )
  },
  success: DealList,
  compact: { row: DealRow, of: toRow },
  faults: [Invalid]
})

/** The search tool: `deals.list` with its text required. */
export const search = Operation.make("deals.search", {
  ...list,
  title: "Search deals",
  description:
    "Finds deals that have every word of q, in any order, ignoring accents, in name, company or the primary contact's name and email, newest first unless sort is sent. Only open deals unless status is sent.",
  tool: "search_deals",
  toolNote: "To list without a text, use list_deals; with an id, get_deal.",
  http: undefined,
  input: { ...fields, q: Field.anySearch }
})

export const operations = [list, search] as const
