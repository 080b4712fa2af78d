/** Lists and searches deals. */
import { DealList, DealRow, Status, toRow } from "../../../schema/Deal.ts"
import { Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, StageId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../Operation.ts"

export const fields = {
  ...Page.parameters,
  boardId: Field.of("Board", "Id of a board to filter by.", Field.optional(BoardId)),
  stageId: Field.of("Stage", "Id of a stage to filter by.", Field.optional(StageId)),
  status: Field.of(
    "Status",
    "open: neither won nor dead; all: every deal.",
    Field.optional(Status.annotate({ default: "open" }))
  )
}

export const list = Operation.make("deals.list", {
  title: "List deals",
  description: "Lists deals, newest first; only open deals unless status is sent.",
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
    "Finds deals that have every word of q, in any order, ignoring accents, in name, company or the primary contact's name and email; newest first. Only open deals unless status is sent (all includes won and dead deals).",
  tool: "search_deals",
  toolNote: "To list without a text, use list_deals; with an id, get_deal.",
  http: undefined,
  input: { ...fields, q: Field.anySearch }
})

export const operations = [list, search] as const
