import { html, type Part } from "../../Html.ts"

export const rehearsals = {
  nameOptional: "Name (optional)",
  name: "Name",
  nameHint: "Voreinstellung: Name des Arbeitsbereichs.",
  forward: "Vorstellen um",
  forwardHint: "Zum Beispiel „14 days“ oder „36 hours“.",
  setTo: "Oder stellen auf",
  time: "Zeit",
  atHint: "Zum Beispiel 2026-05-01 oder 2026-05-01T09:30:00Z.",
  forAdmins: "Nur Admins können Proben verwenden.",
  open: "Öffnen",
  discard: "Verwerfen",
  discardWarning:
    "Löscht alle Daten der Probe und widerruft ihre Schlüssel. Das lässt sich nicht rückgängig machen.",
  beingCopied: "wird kopiert",
  clockSet: "Uhr verstellt",
  times: (made: Part, ends: Part, now: Part) => html`Angelegt ${made} · endet ${ends} · ihre Zeit ist ${now}`,
  clock: "Uhr",
  about:
    "Eine Probe ist eine Kopie dieses Arbeitsbereichs, in der Sie einen Agenten testen. Nichts verlässt sie: Webhooks werden aufgezeichnet, aber nicht gesendet, Bilder nicht geladen. Sie können ihre Uhr stellen. Sie wird nach 14 Tagen gelöscht.",
  new: "Neue Probe",
  copy: "Kopie anlegen",
  none: "Keine Proben.",
  isBeingCopied: (name: Part) => html`${name} wird kopiert`,
  takeKey:
    "Kopieren Sie den Schlüssel jetzt. Er wird nur einmal angezeigt und gilt, sobald die Kopie in ein paar Sekunden fertig ist.",
  keyOf: "API-Schlüssel der Probe",
  giveKey: (at: Part) => html`Geben Sie ihn dem Agenten, den Sie testen. Die Probe endet ${at}.`,
  back: "Zurück zu den Proben",
  noSuch: "Diese Probe gibt es nicht.",
  clockOf: (name: Part) => html`Uhr von ${name}`,
  thereItIs: (now: Part) =>
    html`Die Zeit der Probe ist ${now}, und sie läuft weiter. Deals, Leads und Berichte verwenden sie.
    Schlüssel, Grenzen und das Protokoll verwenden die echte Zeit.`,
  setClock: "Uhr stellen",
  realTime: "Zurück zur echten Zeit",
  isSet: "Uhr gestellt.",
  isDiscarded: "Probe verworfen."
}
