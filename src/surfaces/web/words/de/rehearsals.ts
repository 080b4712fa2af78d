import { html, type Part } from "../../Html.ts"

export const rehearsals = {
  nameOptional: "Name (freiwillig)",
  name: "Name",
  nameHint: "Sonst heißt sie wie der Arbeitsbereich.",
  forward: "Vorstellen um",
  forwardHint: "Etwa „14 days“ oder „36 hours“.",
  setTo: "Oder stellen auf",
  time: "Zeit",
  atHint: "Etwa 2026-05-01 oder 2026-05-01T09:30:00Z.",
  forAdmins: "Nur ein Admin des Arbeitsbereichs darf seine Proben verwenden. Bitten Sie einen darum.",
  open: "Öffnen",
  discard: "Verwerfen",
  discardWarning:
    "Alles darin wird entfernt, und ihre Schlüssel gelten nicht mehr. Das lässt sich nicht rückgängig machen.",
  beingCopied: "wird kopiert",
  clockSet: "Uhr verstellt",
  times: (made: Part, ends: Part, now: Part) => html`Angelegt ${made} · endet ${ends} · ihre Zeit ist ${now}`,
  clock: "Uhr",
  about:
    "Eine Probe ist eine Kopie dieses Arbeitsbereichs, in der ein Agent erprobt wird, bevor man ihm vertraut. Nichts darin erreicht jemanden: Webhooks werden festgehalten, Bilder nicht geladen. Ihre Uhr lässt sich stellen, und sie endet nach 14 Tagen.",
  new: "Neue Probe",
  copy: "Kopie anlegen",
  none: "Es gibt keine Proben.",
  isBeingCopied: (name: Part) => html`${name} wird kopiert`,
  takeKey:
    "Die Kopie dauert ein paar Sekunden. Nehmen Sie den Schlüssel jetzt: Er wird nur dieses eine Mal gezeigt und gilt, sobald die Kopie fertig ist.",
  keyOf: "API-Schlüssel der Probe",
  giveKey: (at: Part) => html`Geben Sie ihn dem Agenten, der erprobt werden soll. Die Probe endet ${at}.`,
  back: "Zurück zu den Proben",
  noSuch: "Diese Probe gibt es nicht.",
  clockOf: (name: Part) => html`Uhr von ${name}`,
  thereItIs: (now: Part) =>
    html`Dort ist es ${now}. Deals, Leads und Berichte richten sich nach dieser Zeit, und von da an läuft sie
    weiter; Schlüssel, Grenzen und das Protokoll bleiben bei der echten.`,
  setClock: "Uhr stellen",
  realTime: "Zurück zur echten Zeit",
  isSet: "Die Uhr ist gestellt.",
  isDiscarded: "Die Probe ist verworfen."
}
