import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const setup = {
  nameHint: "Zum Beispiel ein Produkt oder Team: „Großkunden“, „Partner“.",
  newCurrency: "Für neue Deals.",
  made: (when: Part) => html`angelegt am ${when}`,
  newBoard: "Neues Board",
  freePlan: "Der kostenlose Tarif enthält ein Board.",
  create: "Board anlegen",
  title: "Boards",
  about: "Ein Board ist eine Pipeline: mit ihren Phasen, ihrer Währung und ihren Monatszielen.",
  ofAdmins: "Admins können Boards anlegen und ändern.",
  older: "Ältere Boards",
  created: (name: Part) => html`Board ${name} mit Standardphasen angelegt.`,
  currencyHint:
    "Vorhandene Deals behalten ihre Währung, und Summen enthalten nur die Währung des Boards. Prüfen Sie nach einer Änderung die Beträge unten und die Ziele.",
  amountHint: "Gilt, wenn kein Betrag angegeben ist.",
  proposalsHint: "Deals, die die Ankerphase erreichen.",
  details: "Name und Geld",
  save: "Speichern",
  goals: "Ziele",
  aboutGoals:
    "Ziele gelten jeden Monat oder jedes Quartal, für das ganze Board oder eine Person. Felder ohne Ziel bleiben leer.",
  period: "Zeitraum",
  periods: { month: "Jeden Monat", quarter: "Jedes Quartal" },
  owner: "Wessen Ziel",
  wholeBoard: "Das ganze Board",
  otherGoals: "Ziele für Quartale und Personen",
  saveGoals: "Ziele speichern",
  none: "keines",
  currency: "Währung",
  newAmount: "Betrag eines neuen Deals",
  proposals: "Angebote im Monat",
  won: "Gewonnene Deals im Monat",
  value: "Gewonnener Wert im Monat",
  all: "Alle Boards",
  open: "Board öffnen",
  saved: "Board gespeichert.",
  savedInCurrency: (amount: Part, goal: Part) =>
    html`Board gespeichert. Beträge wurden nicht umgerechnet: Ein neuer Deal hat jetzt den Betrag ${amount},
    und das Monatsziel für den gewonnenen Wert ist ${goal}. Prüfen Sie beides.`,
  goalsSaved: "Ziele gespeichert.",
  noSuchButton: "Nichts wurde gespeichert. Verwenden Sie eine Schaltfläche des Formulars unten.",
  stagesSaved: "Phasen gespeichert.",
  meanings: {
    early: "Bis zu sechs, vor dem Angebot.",
    anchor: "Ein Deal in dieser Phase zählt als Angebot.",
    late: "Bis zu sechs, vom Angebot bis zur Entscheidung.",
    won: "Immer 100 %. Kann umbenannt werden.",
    dead: "Immer 0 %. Kann umbenannt werden."
  },
  up: (stage: Part) => html`${stage} nach oben`,
  down: (stage: Part) => html`${stage} nach unten`,
  remove: "Entfernen",
  order: (stage: Part) => html`Reihenfolge von ${stage}`,
  stageName: "Name",
  percent: "Wahrscheinlichkeit in Prozent",
  probability: "Wahrscheinlichkeit",
  add: { early: "Frühe Phase hinzufügen", late: "Späte Phase hinzufügen" },
  choose: "Phase wählen",
  removed: "der entfernten Phase",
  dealsGo: (stage: Part) => html`Deals von „${stage}“ gehen nach`,
  saveStages: "Phasen speichern",
  stages: "Phasen",
  unsaved: "Nicht gespeicherte Änderungen.",
  handling: "Zum Umordnen ziehen oder die Pfeiltasten drücken.",
  newOrder: "Die neue Reihenfolge ist noch nicht gespeichert.",
  discard: "Änderungen verwerfen",
  stage: "Phase",
  region: "Bereich",
  quoted: (name: Part) => html`„${name}“`,
  newStage: "Die neue Phase",
  place: (stage: Part, place: number, of: number) =>
    html`${stage} ist jetzt ${number(place)} von ${number(of)}.`,
  isRemoved: (stage: Part) => html`${stage} ist entfernt.`,
  added: {
    early: "Am Ende der frühen Phasen hinzugefügt.",
    late: "Am Ende der späten Phasen hinzugefügt."
  },
  holdsStill:
    "Eine entfernte Phase enthält noch Deals. Wählen Sie unten eine Phase für sie, und speichern Sie noch einmal."
}
