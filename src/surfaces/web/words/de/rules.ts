import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const rules = {
  groups: {
    deals: "Deals",
    notes: "Notizen",
    leads: "Leads",
    imports: "Importe",
    boards: "Boards und Phasen",
    templates: "E-Mail-Vorlagen",
    webhooks: "Webhooks",
    embed: "E-Mail-Programm",
    undo: "Rückgängig machen"
  },
  verbs: { allow: "von selbst", ask: "fragt vorher", deny: "abgelehnt" },
  andMore: (count: number) => ` und ${number(count)} weitere`,
  all: "tut alles von selbst",
  allElse: (verb: Part) => html`${verb}: alles andere`,
  writes: (count: number) => `höchstens ${number(count)} Änderungen pro Stunde`,
  amounts: (percent: number) => `Beträge um höchstens ${number(percent)} % in 24 Stunden`,
  records: (count: number) => `höchstens ${number(count)} Einträge auf einmal`,
  title: "Regeln",
  otherwise: "Alles, was unten nicht festgelegt ist",
  does: "Tut er von selbst",
  asks: "Fragt er mich vorher",
  mayNot: "Darf er nicht",
  perHour: "Änderungen binnen einer Stunde, die er von selbst macht",
  perHourCalled: "Änderungen binnen einer Stunde",
  perHourHint: "Für jede weitere fragt er mich vorher. Leer: so viele er will.",
  percent: "Prozent, um die er einen Betrag binnen 24 Stunden von selbst ändert",
  percentCalled: "Prozent",
  percentHint: "Für eine größere Änderung und für einen ersten Betrag fragt er mich vorher. Leer: beliebig.",
  atOnce: "Einträge, die er von selbst auf einmal ändert",
  atOnceCalled: "Einträge auf einmal",
  atOnceHint: "Für mehr fragt er mich vorher. Leer: beliebig viele.",
  choices: { same: "Wie oben", allow: "Von selbst", ask: "Vorher fragen", deny: "Nie" },
  write: "Änderung",
  allOf: (group: Part) => html`Alles unter ${group}`,
  forAdmins: "Regeln darf nur ein Admin des Arbeitsbereichs festlegen. Bitten Sie einen darum.",
  gone: "Diesen API-Schlüssel oder diese App gibt es nicht. Vielleicht wurde der Zugang widerrufen.",
  titleOf: (name: Part) => html`Regeln von ${name}`,
  ofKey: (name: Part) => html`Regeln des Schlüssels ${name}`,
  ofApp: (name: Part) => html`Regeln der App ${name}`,
  aboutKey: html`Was ein Agent mit diesem Schlüssel von selbst ändern darf, und was unter
    <a href="/approvals">Freigaben</a> auf Sie oder einen anderen Admin wartet, höchstens einen Tag. Er darf
    nie mehr als der Eigentümer des Schlüssels. Lesen ist hier nicht beschränkt. Änderungen gelten binnen
    einer Sekunde.`,
  aboutApp: html`Was ein Agent mit dieser App von selbst ändern darf, und was unter
    <a href="/approvals">Freigaben</a> auf Sie oder einen anderen Admin wartet, höchstens einen Tag. Er darf
    nie mehr als die Person, die sie verbunden hat. Lesen ist hier nicht beschränkt. Änderungen gelten binnen
    einer Sekunde.`,
  limits: "Grenzen",
  save: "Regeln speichern",
  back: "Zurück",
  areSaved: "Die Regeln sind gespeichert.",
  saved: (name: Part) => html`Die Regeln von ${name} sind gespeichert.`
}
