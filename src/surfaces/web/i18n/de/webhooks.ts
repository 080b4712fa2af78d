import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { form, number } = locale

export const webhooks = {
  noResponse: "Keine Antwort",
  afterMs: (ms: number) => `nach ${number(ms)} ms`,
  responseBegan: "Die Antwort begann so:",
  request: "Anfrage",
  headers: "Kopfzeilen",
  newSignature: "Jeder Versuch bekommt eine neue Signatur mit seiner eigenen Zeit.",
  body: "Inhalt",
  restLeftOut: (route: Part) => html`Gekürzt. Die API gibt alles zurück: <code>${route}</code>`,
  lineBreaks: "Zur Lesbarkeit mit Zeilenumbrüchen.",
  resend: "Erneut senden",
  sameBytes: "Sendet dieselben Bytes mit derselben webhook-id, auch wenn das Abonnement ausgeschaltet ist.",
  eventTo: (event: Part, title: Part) => html`${event} an ${title}`,
  delivery: "Zustellung",
  created: "Erstellt",
  delivered: "Zugestellt",
  nextAttempt: "Nächster Versuch",
  tries: "Versuche",
  notSent: "Noch nicht gesendet.",
  sentAgain: "Wird erneut gesendet.",
  madeStay: (count: number) =>
    form(count, {
      one: "Das damit angelegte Webhook-Abonnement bleibt aktiv, bis ein Admin es löscht.",
      other: `Die ${number(count)} damit angelegten Webhook-Abonnements bleiben aktiv, bis ein Admin sie löscht.`
    }),
  alsoDelete: (count: number) =>
    form(count, {
      one: "Auch das damit angelegte Webhook-Abonnement löschen; sonst bleibt es aktiv",
      other: `Auch die ${number(count)} damit angelegten Webhook-Abonnements löschen; sonst bleiben sie aktiv`
    }),
  meanings: {
    dealCreated: "ein Deal wird angelegt",
    dealMoved: "ein Deal wird in eine andere Phase verschoben",
    dealWon: "ein Deal wird gewonnen",
    leadCreated: "ein Lead wird angelegt",
    approvalRequested: "ein Agent braucht eine Freigabe, auf jedem Board",
    approvalDecided: "eine Freigabe wird erteilt, abgelehnt oder läuft ab"
  },
  labelOptional: "Bezeichnung (optional)",
  labelHint: "Der Empfänger, zum Beispiel „Data Warehouse“.",
  atLeastOne: "Wählen Sie mindestens eines.",
  filterHint: "Nur Wechsel in diese Phasen werden gesendet. Ohne Auswahl werden alle gesendet.",
  every: "Alle",
  amongNewest: (count: number) => `Von den neuesten ${number(count)}.`,
  noneOfThese: "Keine Zustellungen mit diesem Status.",
  resendFailed: (count: number) =>
    form(count, { one: "Erneut senden", other: `Alle ${number(count)} erneut senden` }),
  resent: (count: number) =>
    form(count, { one: "Eine Zustellung wird", other: `${number(count)} Zustellungen werden` }) +
    " erneut gesendet.",
  noneYet: "noch keine",
  noResponseYet: "keine Antwort",
  none: "keiner",
  deliveries: "Zustellungen",
  sentLately: "Zustellungen der letzten 30 Tage, neueste zuerst.",
  sendTest: "Testereignis senden",
  nothingSent: "Noch nichts gesendet.",
  event: "Ereignis",
  status: "Status",
  lastResponse: "Letzte Antwort",
  time: "Zeit",
  newest: "Neueste Zustellungen",
  older: "Ältere Zustellungen",
  activeHint:
    "Solange es ausgeschaltet ist, warten offene Zustellungen, und neue Ereignisse werden nicht gespeichert.",
  whatItSends: "Ereignisse",
  save: "Speichern",
  rotateOrDelete: "Erneuern oder löschen",
  rotate: "Schlüssel erneuern",
  rotateNow: "jetzt",
  rotateWarning:
    "Der neue Signaturschlüssel wird einmal angezeigt. 24 Stunden lang enthält webhook-signature je eine Signatur mit beiden Schlüsseln. X-Service-Signature verwendet sofort den neuen.",
  delete: "Löschen",
  thisSubscription: "dieses Abonnement",
  deleteWarning:
    "Offene Zustellungen werden nicht gesendet, und das Protokoll wird gelöscht. Das lässt sich nicht rückgängig machen.",
  all: "Alle Abonnements",
  eventsOf: (board: Part) => html`Ereignisse von ${board}`,
  saved: "Abonnement gespeichert.",
  rotated: "Schlüssel erneuert",
  rotatedNote: html`Ersetzen Sie ihn beim Empfänger innerhalb von 24 Stunden. Bis dahin enthält
    <code>webhook-signature</code> auch eine Signatur mit dem alten Schlüssel.
    <code>X-Service-Signature</code> verwendet jetzt diesen.`,
  testSent: "Testereignis wird gesendet. Siehe Zustellungen unten.",
  deleted: "Abonnement gelöscht.",
  signedJson: "signiertes JSON",
  urlEnding: (end: Part) => html`URL, die auf ${end} endet`,
  off: "ausgeschaltet",
  makerGone: "Ersteller nicht mehr aktiv",
  allStages: "alle",
  droppedStage: "eine entfernte Phase",
  keyGone: ": Der Schlüssel ist widerrufen, oder die Person ist nicht mehr dabei",
  appGone: ": Die App ist getrennt, oder die Person ist nicht mehr dabei",
  personGone: " (nicht mehr dabei)",
  goesOn: "Es bleibt aktiv, bis ein Admin es löscht.",
  endsIn: (end: Part) => html`endet auf <code>${end}</code>`,
  url: "URL",
  events: "Ereignisse",
  movesInto: "Wechsel in",
  madeBy: "Angelegt von",
  lastDelivered: "Zuletzt zugestellt",
  notYet: "noch nie",
  lastError: "Letzter Fehler",
  statuses: {
    pending: "offen",
    delivered: "zugestellt",
    failed: "fehlgeschlagen",
    captured: "aufgezeichnet, nicht gesendet"
  },
  unsigned: "Nachrichten an ein Chat-Werkzeug werden nicht signiert: Es gibt keinen Schlüssel.",
  copySecret: "Kopieren Sie den Schlüssel jetzt. Er wird nur einmal angezeigt.",
  signingSecret: "Signaturschlüssel",
  verify: html`Prüfen Sie damit jede Anfrage über ihren rohen Inhalt, bevor Sie ihn auswerten. Eine Bibliothek
    für <a href="https://www.standardwebhooks.com">Standard Webhooks</a> prüft <code>webhook-signature</code>.
    Von Hand vergleichen Sie <code>X-Service-Signature</code> mit <code>sha256=</code> und dem HMAC-SHA256 des
    Inhalts in Hex, mit dem ganzen Schlüssel.`,
  payloads: html`Die Inhalte beschreibt die <a href="/docs">API-Referenz</a>; ihr Leitfaden zu Webhooks zeigt
    die Prüfung in fünf Programmiersprachen.`,
  open: "Abonnement öffnen",
  urlHint:
    "Eine https-URL eines öffentlichen Hosts. Webhooks von Slack, Discord und Teams bekommen Nachrichten in ihrem Format. Die URL wird verschlüsselt gespeichert, und nur ihr Ende wird angezeigt.",
  toEvents: "Board",
  new: "Neues Abonnement",
  continue: "Weiter",
  olderOnes: "Ältere Abonnements",
  title: "Webhooks",
  about:
    "Ein Abonnement sendet signierte Ereignisse eines Boards an eine URL. Fehlgeschlagene Zustellungen werden drei Tage lang wiederholt.",
  adminsDo: "Admins können sie anlegen und ändern.",
  nothing: "Noch keine Abonnements.",
  forAdmins: "Nur Admins können Ereignisse abonnieren.",
  noBoard: "Kein Board vorhanden.",
  subscribe: "Abonnieren",
  ready: "Abonnement bereit"
}
