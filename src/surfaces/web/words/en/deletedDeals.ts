import { html, type Part } from "../../Html.ts"

export const deletedDeals = {
  title: "Deleted deals",
  back: "Board",
  about:
    "A deal can be restored for 30 days after it was deleted, with its notes and as it was. Then it is gone for good.",
  none: "No deal was deleted in the last 30 days.",
  restore: "Restore",
  restoreOf: (deal: Part) => html`Restore ${deal}`,
  restoreIt: "Restore deal",
  notKnown: "Not known",
  deletedBy: (at: Part, who: Part) => html`${at} by ${who}`,
  boardAndStage: "Board and stage",
  deleted: "Deleted",
  until: "Kept until",
  offer: (until: Part) => html`The deal is deleted. It can be restored until ${until}.`,
  isBack: "Deal restored."
}
