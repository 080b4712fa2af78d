import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const boards = {
  board: "Board",
  withoutView: "Alle Deals",
  show: "Anzeigen",
  searchLabel: "Deals nach Name oder Unternehmen suchen",
  placeholder: "Name oder Unternehmen",
  search: "Suchen",
  showAll: "Alle anzeigen",
  open: (count: number, worth: Part) =>
    html`${plural(count, { one: "offener Deal", other: "offene Deals" })} im Wert von <b>${worth}</b>`,
  andIn: (worth: Part, count: number) =>
    html` und ${worth} (${plural(count, { one: "Deal", other: "Deals" })})`,
  createFirst: "Legen Sie einen Deal an.",
  noneMatch: (q: Part) => html`Kein Deal auf diesem Board hat „${q}“ im Namen oder Unternehmen.`,
  openMatch: (count: number, worth: Part) =>
    html`${plural(count, { one: "offener Deal passt", other: "offene Deals passen" })}, im Wert von
      <b>${worth}</b>`,
  noneFits: "Kein Deal auf diesem Board passt zu diesen Filtern.",
  everyone: "Alle Zuständigen",
  mine: "Meine Deals",
  someoneElse: "Jemand anderes",
  order: "Reihenfolge in jeder Phase",
  sorts: {
    latest: "Zuletzt hinzugekommene zuerst",
    oldest: "Am längsten in der Phase zuerst",
    amount: "Höchster Betrag zuerst",
    name: "Nach Namen",
    nextStep: "Nächster Schritt zuerst"
  },
  filters: "Filter",
  label: "Label",
  amountFrom: "Betrag von",
  amountTo: "Betrag bis",
  stale: (days: number) => `Seit ${number(days)} Tagen oder länger in der Phase`,
  overdue: "Nächster Schritt überfällig",
  overdueStep: "Überfällig:",
  nextStep: "Nächster Schritt:",
  isStale: "überfällig",
  further: "Mehr anzeigen",
  noDeals: "Noch keine Deals.",
  newDeal: "Neuer Deal",
  import: "Importieren",
  regions: { early: "Früh", anchor: "Anker", late: "Spät", won: "Gewonnen", dead: "Verloren" },
  deals: (count: number) => plural(count, { one: "Deal", other: "Deals" }),
  days: (count: number) => (count === 0 ? "Heute" : plural(count, { one: "Tag", other: "Tage" })),
  move: "Verschieben",
  stageOf: "Phase von",
  noName: "Ohne Namen",
  inThisStage: "in dieser Phase",
  all: (count: number) => `Alle ${plural(count, { one: "Deal", other: "Deals" })}`,
  allMatch: "Alle passenden Deals",
  inStage: (stage: Part) => html`in ${stage}`,
  undated: (count: number) => `${number(count)} ohne Datum, in keinem Monat`,
  newIn: (stage: Part) => html`Neuer Deal in ${stage}`,
  moved: "Verschoben.",
  stagesOf: (board: Part) => html`Phasen von ${board}`,
  keys: html`Ziehen Sie einen Deal in eine andere Phase, oder drücken Sie auf ihm <kbd>Umschalt</kbd> mit
    <kbd>←</kbd> oder <kbd>→</kbd>, für „gewonnen“ und „verloren“ zweimal, oder <kbd>m</kbd>, um eine zu
    wählen. <kbd>Strg</kbd> <kbd>Z</kbd> macht es rückgängig. Die Pfeile allein führen von Deal zu Deal.`,
  deleted: "Gelöschte Deals",
  isIn: (deal: Part, stage: Part) => html`${deal} steht jetzt in ${stage}.`,
  wrongStage: "Wählen Sie eine Phase des Boards, zu dem der Deal gehört.",
  noStage: "Diese Phase gibt es auf dem Board nicht. Die Phasen stehen auf dem Board.",
  everyDeal: "Alle Deals dieser Phase, die neuesten zuerst.",
  dealsWith: (q: Part) => html`Deals dieser Phase mit „${q}“ im Namen oder Unternehmen, die neuesten zuerst.`,
  dealsIn: (stage: Part) => html`Deals in ${stage}`,
  deal: "Deal",
  company: "Unternehmen",
  amount: "Betrag",
  owner: "Zuständig",
  sinceWhen: "In dieser Phase seit",
  noneHere: "Keine Deals."
}
