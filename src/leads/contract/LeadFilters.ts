/** Filters for lists of leads. */
import { Schema } from "effect"
import { Score } from "../../../schema/Enrichment.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId } from "../../../schema/Id.ts"
import * as Matched from "../../../schema/Matched.ts"
import { TriageStatus } from "../../../schema/TriageStatus.ts"
import * as Page from "../../../schema/Page.ts"

export const filters = {
  ...Page.parameters,
  boardId: Field.of("Board", "Id of a board to filter by.", Field.optional(BoardId)),
  triageStatus: Field.of(
    "Status",
    `One of ${TriageStatus.literals.join(", ")}; another value gives an empty list.`,
    Field.optional(Schema.String)
  ),
  view: Field.of(
    "View",
    "active: those that are new or contacted. suspect: those that look like a bot's, which no other list, search or match holds.",
    Field.optional(Schema.Literals(["active", "suspect"]))
  ),
  sort: Field.of(
    "Order",
    "score: highest first, unscored last, then newest.",
    Field.optional(Schema.Literals(["newest", "score"]).annotate({ default: "newest" }))
  ),
  scoreMin: Field.of("Least score", "Least score.", Field.optional(Score)),
  createdAfter: Field.since("Created after", "From this day or RFC 3339 time on."),
  externalId: Field.of("External id", "Exact id in another system.", Field.optional(Field.ExternalId))
}

/** The text filter of a list of leads. */
export const query = Field.query("company, website, email or name")

export const searches = {
  search: Field.of(
    "Search",
    "Words that must all be in company, website, email, name, message or write-ups: any order, ignoring accents.",
    Field.optional(Field.search)
  ),
  in: Matched.placesOf("The fields to search: leads.", ["leads"])
}

const { cursor: _, limit: __, sort: ___, ...filtered } = filters

/** The status filter of a list, which rejects an unknown status. */
export const realStatus = Field.of("Status", "Status to filter by.", Field.optional(TriageStatus))

/** The filters by which a bulk change selects leads. */
export const choices = {
  ...filtered,
  triageStatus: realStatus,
  q: query,
  ...searches
}
