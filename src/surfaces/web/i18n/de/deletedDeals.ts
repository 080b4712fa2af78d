import { html, type Part } from "../../Html.ts"

export const deletedDeals = {
  title: "Gelöschte Deals",
  back: "Board",
  about:
    "Sie können einen gelöschten Deal 30 Tage lang mit seinen Notizen wiederherstellen. Danach wird er endgültig gelöscht.",
  none: "In den letzten 30 Tagen wurden keine Deals gelöscht.",
  restore: "Wiederherstellen",
  restoreOf: (deal: Part) => html`${deal} wiederherstellen`,
  restoreIt: "Den Deal wiederherstellen",
  notKnown: "unbekannt",
  deletedBy: (at: Part, who: Part) => html`${at} (${who})`,
  boardAndStage: "Board und Phase",
  deleted: "Gelöscht",
  until: "Aufbewahrt bis",
  offer: (until: Part) => html`Dieser Deal wurde gelöscht. Sie können ihn bis ${until} wiederherstellen.`,
  isBack: "Deal wiederhergestellt."
}
