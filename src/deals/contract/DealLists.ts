/** Lists and searches deals. */
import { Schema } from "effect"
import { DealList, DealRow, RowField, Sort, Status } from "../../../schema/Deal.ts"
import { Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, SomeoneId, StageId } from "../../../schema/Id.ts"
import * as Matched from "../../../schema/Matched.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"

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
    "-amount: highest first, within each currency; -quiet: longest quiet first; nextStep: soonest due first; expectedClose: soonest first. None comes last.",
    Field.optional(Sort.annotate({ default: "-created" }))
  ),
  ownerId: Field.of("Owner", "Id of the owner, or me.", Field.optional(SomeoneId)),
  label: Field.of("Label", "Exact label.", Field.optional(Field.name(80))),
  externalId: Field.of("External id", "Exact id in another system.", Field.optional(Field.ExternalId)),
  amountMin: Field.of("Least amount", "In minor units of each deal's currency.", Field.optional(Field.Cents)),
  amountMax: Field.of("Most amount", "In minor units of each deal's currency.", Field.optional(Field.Cents)),
  quietDays: Field.of(
    "Quiet days",
    "No change or note for this many days.",
    Field.optional(
      Schema.Int.check(
        Schema.isBetween({ minimum: 1, maximum: 3650 }, { expected: "an integer from 1 to 3650" })
      )
    )
  ),
  overdue: Field.of(
    "Overdue",
    "true: only open deals whose next step is past due.",
    Field.optional(Schema.Boolean)
  ),
  createdAfter: Field.since("Created after", "From this day or RFC 3339 time on."),
  createdBefore: day("Created before", "Before this day or time."),
  updatedSince: Field.since("Updated since", "Changed since this day or time."),
  closedAfter: Field.since("Closed after", "Won or dead since this day or time."),
  closedBefore: day("Closed before", "Won or dead before this day or time."),
  nextStepAfter: day("Next step after", "From this day or time on."),
  nextStepBefore: day("Next step before", "Before this day or time."),
  expectedCloseAfter: day("Expected close after", "From this day or time on."),
  expectedCloseBefore: day("Expected close before", "Before this day or time.")
}

const texts = {
  q: Field.query("name or company"),
  search: Field.of(
    "Search",
    "Words that must all be in name, company or the contact's name or email: any order, ignoring accents.",
    Field.optional(Field.search)
  ),
  in: Matched.placesOf(
    "The fields to search; default deals. notes: notes of a deal; leads: message and write-ups of its lead. A word may be in the deal instead.",
    Matched.SearchPlace.literals
  )
}

const searchesLeads = ({ in: places }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(places) && places.includes("leads")

const also = [{ scope: "leads:read", where: "to search in leads", asks: searchesLeads }] as const

const { cursor: _, limit: __, sort: ___, ...filters } = fields

/** The filters by which a bulk change selects deals. */
export const choices = { ...filters, q: texts.q, search: texts.search }

/** In the search tool, filters have no description: they are those of the list. */
const asInList = Object.fromEntries(Object.keys({ ...fields, detail: true }).map((name) => [name, ""]))

export const list = Operation.make("deals.list", {
  title: "List deals",
  description:
    "Lists deals, newest first unless sort is sent; only open ones unless status, stageId or a time of closing is sent.",
  tool: "list_deals",
  toolNote:
    "Rows leave out terms, notes and history: use get_deal. To find text use search_deals; for sums get_pipeline_summary.",
  words: {
    boardId: "Id or name; default all.",
    stageId: "Id or name.",
    ownerId: "Id or email, or me.",
    quietDays: "Days without change or note.",
    overdue: "Next step past due.",
    createdAfter: "From this day or time on.",
    createdBefore: "Before then.",
    updatedSince: "Changed since then.",
    closedAfter: "Won or dead since then.",
    closedBefore: "Won or dead before then.",
    externalId: "In another system.",
    q: "In name or company.",
    search: "Words, as in search_deals.",
    in: "The fields to search.",
    nextStepAfter: "Due since then.",
    nextStepBefore: "Due before then.",
    expectedCloseAfter: "Since then.",
    expectedCloseBefore: "Before then.",
    status: "Default open.",
    amountMin: "Minor units.",
    amountMax: "Minor units.",
    sort: "-amount: highest first in each currency; -quiet: longest quiet first."
  },
  http: { method: "GET", path: "/deals" },
  scope: "deals:read",
  also,
  kind: "read",
  replica: true,
  input: {
    ...fields,
    ...texts
  },
  toolInput: {
    fields: Field.of("Fields", "More of each row.", Field.optional(Schema.Array(RowField)))
  },
  success: DealList,
  compact: { row: DealRow },
  faults: [Invalid]
})

/** The search tool: `deals.list` with its text required. */
export const search = Operation.make("deals.search", {
  ...list,
  title: "Search deals",
  description:
    "Finds deals with every word of q, in any order, in name, company or the contact's name and email; with in, also in their notes or their lead's message and write-ups. Newest first; matched tells the line.",
  tool: "search_deals",
  words: {
    ...asInList,
    fields: "",
    q: "Words to find.",
    in: "Default deals.",
    status: "Default open.",
    boardId: "Id or name.",
    stageId: "Id or name.",
    ownerId: "Id or email."
  },
  toolNote:
    "Rows and filters are as in list_deals; without a text, use that; for an email address, match_contact.",
  http: undefined,
  input: { ...fields, q: Field.anySearch, in: texts.in }
})

export const operations = [list, search] as const
