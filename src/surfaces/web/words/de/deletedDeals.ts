import { html, type Part } from "../../Html.ts"

export const deletedDeals = {
  title: "Gelöschte Deals",
  back: "Board",
  about:
    "Ein gelöschter Deal lässt sich 30 Tage lang wiederherstellen, mit seinen Notizen und so, wie er war. Danach ist er endgültig weg.",
  none: "In den letzten 30 Tagen wurde kein Deal gelöscht.",
  restore: "Wiederherstellen",
  restoreOf: (deal: Part) => html`${deal} wiederherstellen`,
  restoreIt: "Den Deal wiederherstellen",
  notKnown: "unbekannt",
  deletedBy: (at: Part, who: Part) => html`${at} (${who})`,
  boardAndStage: "Board und Phase",
  deleted: "Gelöscht",
  until: "Aufbewahrt bis",
  offer: (until: Part) => html`Der Deal ist gelöscht. Er lässt sich bis ${until} wiederherstellen.`,
  isBack: "Der Deal ist wieder da."
}
