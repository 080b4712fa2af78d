/** Descriptions of arguments in the tools that list, read and create leads. */
export const LeadWords = {
  list: {
    boardId: "Id or name; default all.",
    triageStatus: "Default every status.",
    createdAfter: "From this day or time on.",
    view: "active: new or contacted. suspect: likely bots, listed nowhere else.",
    sort: "score: highest first. Default newest."
  },
  get: {
    id: "Id or name.",
    include: "activity: changes of the last 30 days; deal: what it became; enrichment: its history.",
    cursor: "nextCursor of the one part in include."
  },
  create: {
    workEmail: "Email.",
    companyName: "Company.",
    companyWebsite: "Its website.",
    boardId: "Id or name; default the first."
  }
}
