import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const setup = {
  nameHint: "Was dort verkauft wird oder wer dort verkauft: „Großkunden“, „Partner“.",
  newCurrency: "Für Deals, die von da an dort angelegt werden.",
  made: (when: Part) => html`angelegt am ${when}`,
  newBoard: "Neues Board",
  freePlan: "Der kostenlose Tarif enthält ein Board.",
  create: "Board anlegen",
  title: "Boards",
  about: "Ein Board ist eine Pipeline: mit ihren Phasen, ihrer Währung und ihren Monatszielen.",
  ofAdmins: "Admins legen Boards an und ändern sie.",
  older: "Ältere Boards",
  created: (name: Part) => html`Das Board ${name} ist angelegt, mit den üblichen Phasen.`,
  currencyHint:
    "Deals behalten die Währung, in der sie angelegt wurden, und Summen enthalten nur die Währung des Boards. Prüfen Sie nach einer Änderung die Beträge unten und die Ziele.",
  amountHint: "Wird genommen, wenn kein Betrag angegeben ist.",
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
  value: "Ihr Wert",
  all: "Alle Boards",
  open: "Board öffnen",
  saved: "Das Board ist gespeichert.",
  savedInCurrency: (amount: Part, goal: Part) =>
    html`Das Board ist gespeichert. Umgerechnet wurde nichts: Ein neuer Deal hat jetzt den Betrag ${amount},
    und das Monatsziel für den gewonnenen Wert ist ${goal}. Prüfen Sie beides.`,
  goalsSaved: "Die Ziele sind gespeichert.",
  noSuchButton:
    "Nichts wurde geändert oder gespeichert: Das Formular hat keinen solchen Knopf. Drücken Sie einen Knopf des Formulars unten.",
  stagesSaved: "Die Phasen sind gespeichert.",
  meanings: {
    early: "Bis zu sechs, bevor etwas angeboten ist.",
    anchor: "Hier zählt ein Deal als Angebot.",
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
  unsaved: "Noch ist nichts gespeichert.",
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
    early: "Am Ende der frühen Phasen ist eine dazugekommen.",
    late: "Am Ende der späten Phasen ist eine dazugekommen."
  },
  holdsStill:
    "In einer Phase, die Sie entfernt haben, sind noch Deals. Wählen Sie unten, wohin damit, und speichern Sie noch einmal."
}
