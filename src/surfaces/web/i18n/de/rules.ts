import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

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
  verbs: { allow: "erlaubt", ask: "nur mit Freigabe", deny: "verboten" },
  andMore: (count: number) => ` und ${number(count)} weitere`,
  all: "alles erlaubt",
  allElse: (verb: Part) => html`${verb}: alles andere`,
  writes: (count: number) => `höchstens ${number(count)} Änderungen pro Stunde`,
  amounts: (percent: number) => `Beträge um höchstens ${number(percent)} % in 24 Stunden`,
  records: (count: number) => `höchstens ${number(count)} Einträge je Änderung`,
  title: "Regeln",
  otherwise: "Voreinstellung",
  does: "Erlauben",
  asks: "Freigabe verlangen",
  mayNot: "Verbieten",
  perHour: "Änderungen pro Stunde ohne Freigabe",
  perHourCalled: "Änderungen pro Stunde",
  perHourHint: "Weitere brauchen eine Freigabe. Leer: unbegrenzt.",
  percent: "Änderung eines Betrags in 24 Stunden ohne Freigabe, in Prozent",
  percentCalled: "Prozent",
  percentHint: "Größere Änderungen und ein erster Betrag brauchen eine Freigabe. Leer: unbegrenzt.",
  atOnce: "Einträge je Änderung ohne Freigabe",
  atOnceCalled: "Einträge je Änderung",
  atOnceHint: "Größere Änderungen brauchen eine Freigabe. Leer: unbegrenzt.",
  choices: { same: "Voreinstellung", allow: "Erlauben", ask: "Freigabe verlangen", deny: "Verbieten" },
  write: "Änderung",
  allOf: (group: Part) => html`Alles unter ${group}`,
  forAdmins: "Nur Admins können Regeln festlegen.",
  gone: "API-Schlüssel oder App nicht gefunden. Vielleicht wurde der Zugriff widerrufen.",
  titleOf: (name: Part) => html`Regeln von ${name}`,
  ofKey: (name: Part) => html`Regeln des Schlüssels ${name}`,
  ofApp: (name: Part) => html`Regeln der App ${name}`,
  aboutKey: html`Legt fest, was ein Agent mit diesem Schlüssel ändern darf und was ein Admin unter
    <a href="/approvals">Freigaben</a> innerhalb eines Tages freigeben muss. Er darf nie mehr als der
    Eigentümer des Schlüssels. Lesen ist nicht beschränkt. Änderungen gelten innerhalb einer Sekunde.`,
  aboutApp: html`Legt fest, was ein Agent mit dieser App ändern darf und was ein Admin unter
    <a href="/approvals">Freigaben</a> innerhalb eines Tages freigeben muss. Er darf nie mehr als die Person,
    die sie verbunden hat. Lesen ist nicht beschränkt. Änderungen gelten innerhalb einer Sekunde.`,
  limits: "Grenzen",
  save: "Regeln speichern",
  back: "Zurück",
  areSaved: "Regeln gespeichert.",
  saved: (name: Part) => html`Regeln von ${name} gespeichert.`
}
