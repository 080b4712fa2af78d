import { html, type Part } from "../../Html.ts"

export const contact = {
  need: "Nennen Sie uns mindestens Ihren Namen, Ihre E-Mail-Adresse oder Ihr Unternehmen, oder schreiben Sie uns eine Nachricht.",
  workEmail: "Geschäftliche E-Mail-Adresse",
  website: "Website des Unternehmens",
  help: "Wie können wir helfen?",
  message: "Nachricht",
  heard: "Wie haben Sie von uns erfahren?",
  heardCalled: "Wie Sie von uns erfahren haben",
  check: "Ihre Nachricht wurde nicht gesendet. Bitte prüfen Sie:",
  title: (name: Part) => html`Kontakt zu ${name}`,
  error: (title: Part) => html`Fehler: ${title}`,
  rest: "Alle anderen Felder sind optional.",
  consent: "Ich bin damit einverstanden, zu meiner Anfrage kontaktiert zu werden.",
  leaveEmpty: "Lassen Sie dieses Feld leer",
  send: "Absenden",
  thanks: "Vielen Dank",
  onItsWay: (name: Part) => html`Ihre Nachricht wurde an ${name} gesendet. Wir melden uns bald bei Ihnen.`,
  notHere: "Formular nicht gefunden",
  tooLong: "Das ist zu lang",
  wait: "Bitte warten Sie einen Moment",
  failed: "Etwas ist schiefgegangen"
}
