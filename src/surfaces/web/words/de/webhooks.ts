import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { form, number } = speech

export const webhooks = {
  noResponse: "Keine Antwort",
  afterMs: (ms: number) => `nach ${number(ms)} ms`,
  responseBegan: "Die Antwort begann so:",
  request: "Anfrage",
  headers: "Kopfzeilen",
  newSignature: "Jeder Versuch bekommt eine neue Signatur mit seiner eigenen Zeit.",
  body: "Inhalt",
  restLeftOut: (route: Part) => html`Der Rest fehlt hier. <code>${route}</code> gibt alles zurück.`,
  lineBreaks: "Hier mit Zeilenumbrüchen; gesendet wird er ohne.",
  resend: "Erneut senden",
  sameBytes: "Dieselben Bytes unter derselben webhook-id, auch wenn das Abonnement ausgeschaltet ist.",
  eventTo: (event: Part, title: Part) => html`${event} an ${title}`,
  delivery: "Zustellung",
  created: "Entstanden",
  delivered: "Zugestellt",
  nextAttempt: "Nächster Versuch",
  tries: "Versuche",
  notSent: "Sie wurde noch nicht gesendet.",
  sentAgain: "Sie wird jetzt noch einmal gesendet.",
  madeStay: (count: number) =>
    form(count, {
      one: "Das damit angelegte Webhook-Abonnement bleibt aktiv und gekennzeichnet, bis ein Admin es löscht.",
      other: `Die ${number(count)} damit angelegten Webhook-Abonnements bleiben aktiv und gekennzeichnet, bis ein Admin sie löscht.`
    }),
  alsoDelete: (count: number) =>
    form(count, {
      one: "Auch das damit angelegte Webhook-Abonnement löschen; sonst bleibt es aktiv und gekennzeichnet",
      other: `Auch die ${number(count)} damit angelegten Webhook-Abonnements löschen; sonst bleiben sie aktiv und gekennzeichnet`
    }),
  meanings: {
    dealCreated: "ein Deal entsteht",
    dealMoved: "ein Deal kommt in eine andere Phase",
    dealWon: "ein Deal wird gewonnen",
    leadCreated: "ein Lead kommt herein",
    approvalRequested: "ein Agent wartet auf eine Freigabe, auf jedem Board",
    approvalDecided: "eine Freigabe wurde erteilt, abgelehnt oder ist abgelaufen"
  },
  labelOptional: "Bezeichnung (optional)",
  labelHint: "Was sie empfängt, damit Sie es wiedererkennen: „Data Warehouse“.",
  atLeastOne: "Mindestens eines.",
  filterHint: "Wechsel werden nur für diese Phasen gesendet. Ohne Auswahl gilt es für alle.",
  every: "Alle",
  amongNewest: (count: number) => `Von den neuesten ${number(count)}.`,
  noneOfThese: "Keine davon.",
  resendFailed: (count: number) =>
    form(count, { one: "Erneut senden", other: `Alle ${number(count)} erneut senden` }),
  resent: (count: number) =>
    form(count, { one: "Eine Zustellung wird", other: `${number(count)} Zustellungen werden` }) +
    " jetzt erneut gesendet.",
  noneYet: "noch keine",
  noResponseYet: "keine Antwort",
  none: "keiner",
  deliveries: "Zustellungen",
  sentLately: "Was in den letzten 30 Tagen gesendet wurde, das Neueste zuerst.",
  sendTest: "Testereignis senden",
  nothingSent: "Es wurde noch nichts gesendet.",
  event: "Ereignis",
  status: "Status",
  lastResponse: "Letzte Antwort",
  time: "Zeit",
  newest: "Neueste Zustellungen",
  older: "Ältere Zustellungen",
  activeHint:
    "Solange es aus ist, bleiben wartende Zustellungen liegen und gehen später hinaus; neue Ereignisse werden nicht festgehalten.",
  whatItSends: "Was es sendet",
  save: "Speichern",
  rotateOrDelete: "Erneuern oder löschen",
  rotate: "Schlüssel erneuern",
  rotateNow: "jetzt",
  rotateWarning:
    "Sie sehen den neuen Signaturschlüssel einmal. 24 Stunden lang enthält webhook-signature je eine Signatur mit beiden Schlüsseln; X-Service-Signature verwendet sofort den neuen.",
  delete: "Löschen",
  thisSubscription: "dieses Abonnement",
  deleteWarning:
    "Wartende Zustellungen gehen nicht mehr hinaus, und das Protokoll wird gelöscht. Das lässt sich nicht rückgängig machen.",
  all: "Alle Abonnements",
  eventsOf: (board: Part) => html`Ereignisse von ${board}`,
  saved: "Das Abonnement ist gespeichert.",
  rotated: "Der Schlüssel ist erneuert",
  rotatedNote: html`Setzen Sie ihn binnen 24 Stunden ein: Bis dahin enthält
    <code>webhook-signature</code> auch eine Signatur mit dem alten Schlüssel.
    <code>X-Service-Signature</code> kommt ab jetzt von diesem.`,
  testSent: "Das Testereignis wird gesendet: Sie sehen es unten bei den Zustellungen.",
  deleted: "Das Abonnement ist gelöscht.",
  signedJson: "signiertes JSON",
  urlEnding: (end: Part) => html`URL, die auf ${end} endet`,
  off: "ausgeschaltet",
  makerGone: "Ersteller weg",
  allStages: "alle",
  droppedStage: "eine, die es nicht mehr gibt",
  keyGone: ": Der Schlüssel ist widerrufen, oder die Person ist nicht mehr dabei",
  appGone: ": Die App ist getrennt, oder die Person ist nicht mehr dabei",
  personGone: " (nicht mehr dabei)",
  goesOn: "Es läuft weiter, bis ein Admin es löscht.",
  endsIn: (end: Part) => html`endet auf <code>${end}</code>`,
  url: "URL",
  events: "Ereignisse",
  movesInto: "Wechsel in",
  madeBy: "Angelegt von",
  lastDelivered: "Zuletzt zugestellt",
  notYet: "noch nie",
  lastError: "Letzter Fehler",
  statuses: {
    pending: "wartet",
    delivered: "zugestellt",
    failed: "aufgegeben",
    captured: "festgehalten, nicht gesendet"
  },
  unsigned: "Nachrichten an ein Chat-Werkzeug werden nicht signiert: Es gibt keinen Schlüssel.",
  copySecret: "Kopieren Sie den Schlüssel jetzt: Er wird nur dieses eine Mal gezeigt.",
  signingSecret: "Signaturschlüssel",
  verify: html`Prüfen Sie damit jede Anfrage über ihren rohen Inhalt, bevor Sie ihn auswerten. Eine Bibliothek
    für <a href="https://www.standardwebhooks.com">Standard Webhooks</a> prüft <code>webhook-signature</code>.
    Von Hand vergleichen Sie <code>X-Service-Signature</code> mit <code>sha256=</code> und dem HMAC-SHA256 des
    Inhalts in Hex, mit dem ganzen Schlüssel.`,
  payloads: html`Die Inhalte beschreibt die <a href="/docs">API-Referenz</a>; ihr Leitfaden zu Webhooks zeigt
    die Prüfung in fünf Programmiersprachen.`,
  open: "Abonnement öffnen",
  urlHint:
    "https, auf einem öffentlichen Rechner. Webhooks von Slack, Discord oder Teams bekommen Nachrichten in ihrem Format. Sie wird verschlüsselt aufbewahrt; gezeigt wird nur ihr Ende.",
  toEvents: "Ereignisse von",
  new: "Neues Abonnement",
  continue: "Weiter",
  olderOnes: "Ältere Abonnements",
  title: "Webhooks",
  about:
    "Ein Abonnement sendet Ereignisse eines Boards signiert an eine URL und versucht es drei Tage lang erneut, wenn das nicht gelingt.",
  adminsDo: "Admins legen sie an und ändern sie.",
  nothing: "Es gibt noch keine Abonnements.",
  forAdmins: "Nur ein Admin des Arbeitsbereichs darf Ereignisse abonnieren. Bitten Sie einen darum.",
  noBoard: "Der Arbeitsbereich hat kein Board, das sich abonnieren lässt.",
  subscribe: "Abonnieren",
  ready: "Das Abonnement ist bereit"
}
