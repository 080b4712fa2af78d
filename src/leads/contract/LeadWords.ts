/** Descriptions of arguments in the tools that list, read and create leads. */
import { tracking } from "../../../schema/LeadFields.ts"
import { filters } from "./LeadFilters.ts"

const blank = (names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, ""]))

export const LeadWords = {
  list: {
    boardId: "Id or name; default all.",
    triageStatus: "Default every status.",
    createdAfter: "From this day or time on.",
    view: "active: new or contacted. suspect: likely bots, listed nowhere else.",
    sort: "score: highest first. Default newest.",
    externalId: "In another system.",
    q: "In company, website, email or name."
  },
  /** Filters are those of the list. */
  search: {
    ...blank([...Object.keys(filters), "detail", "fields"]),
    q: "Words to find.",
    boardId: "Id or name."
  },
  get: {
    id: "Id or name.",
    include: "activity: changes of the last 30 days; deal: what it became; enrichment: its history.",
    limit: "Of each part; default 10.",
    cursor: "nextCursor of the one part in include."
  },
  create: {
    ...blank([...tracking, "firstName", "lastName", "phone", "companyName", "companyWebsite"]),
    boardId: "Id or name; default the first.",
    workEmail: "Email.",
    howHeard: "",
    consent: "To be contacted.",
    source: "Default form.",
    consentText: "Words they agreed to.",
    externalId: "Its id in another system."
  }
}
