import { html, type Part } from "../../Html.ts"

export const deletedDeals = {
  title: "Deleted deals",
  back: "Board",
  about:
    "You can restore a deal with its notes for 30 days after deletion. After that, it is deleted permanently.",
  none: "No deals were deleted in the last 30 days.",
  restore: "Restore",
  restoreOf: (deal: Part) => html`Restore ${deal}`,
  restoreIt: "Restore deal",
  notKnown: "Not known",
  deletedBy: (at: Part, who: Part) => html`${at} by ${who}`,
  boardAndStage: "Board and stage",
  deleted: "Deleted",
  until: "Kept until",
  offer: (until: Part) => html`This deal was deleted. You can restore it until ${until}.`,
  isBack: "Deal restored."
}
