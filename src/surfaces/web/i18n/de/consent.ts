import { html, type Part } from "../../Html.ts"

export const consent = {
  scopes: {
    deals: {
      read: "Deals mit ihren Notizen und ihrer Aktivität sehen, Boards, E-Mail-Vorlagen, und Webhooks mit dem, was sie gesendet haben",
      write:
        "Deals, Notizen und E-Mail-Vorlagen anlegen, importieren, ändern, verschieben, löschen und wiederherstellen; wenn Sie Admin sind, auch Boards und Webhooks"
    },
    leads: {
      read: "Leads sehen, und was über sie herausgefunden wurde",
      write: "Leads anlegen, importieren, einordnen, anreichern, umwandeln und löschen"
    },
    pipeline: {
      read: "Berichte und Summen der Pipeline sehen; wenn Sie Admin sind, auch die Regeln von Schlüsseln und Apps und das Protokoll, das nur Apps mit Zugriff auf Deals oder Leads zeigt, was sich darin geändert hat"
    }
  },
  places: {
    program: "ein Programm auf diesem Computer",
    website: "eine Website",
    app: "eine App auf diesem Gerät"
  },
  identifiedBy: "Ausgewiesen durch",
  identity: "Identität",
  unchecked: "Die App hat diesen Namen selbst gewählt. Er ist nicht geprüft.",
  inWorkspace: "Im Arbeitsbereich",
  youAre: { admin: "Sie sind Admin", member: "Sie sind Mitglied", viewer: "Sie dürfen nur lesen" },
  nowhere:
    "Sie gehören zu keinem Arbeitsbereich. Bitten Sie einen Admin um eine Einladung und verbinden Sie die App dann noch einmal.",
  allow: "Erlauben",
  deny: "Ablehnen",
  connect: (name: Part) => html`${name} verbinden`,
  connectQuestion: (name: Part) => html`${name} verbinden?`,
  sendsTo: "Führt Sie zu",
  signedInAs: "Angemeldet als",
  anotherAccount: "anderes Konto verwenden",
  reading: "Lesen",
  changing: "Ändern",
  hint: "Eine App, die irgendetwas lesen darf, sieht auch, wer zum Arbeitsbereich gehört: Namen, Adressen, Rollen. Sie kann nie mehr, als Ihre Rolle erlaubt, ob über die API oder als Werkzeuge eines Agenten. Sie können sie jederzeit trennen; auch ein neues Passwort trennt sie.",
  invalidClient: "Unbekannte App. Entfernen Sie sie aus Ihrem Client und verbinden Sie sie neu.",
  invalidRedirect: "Die App hat eine Weiterleitung an eine Adresse verlangt, die sie nicht registriert hat.",
  loginRequired: "Niemand ist angemeldet.",
  consentRequired: "Dieser Zugriff wurde nicht erlaubt.",
  interactionRequired: "Diese App hat noch keinen Zugriff.",
  serverError: "Im Dienst ist ein Fehler aufgetreten. Versuchen Sie es noch einmal.",
  notValid: "Die Anfrage der App ist ungültig.",
  notFetched: (host: Part) =>
    html`Die Beschreibung der App ließ sich nicht von ${host} laden. Versuchen Sie es noch einmal. Wenn es
    wieder nicht geht, fragen Sie den Betreiber dieses Dienstes, ob er ${host} erreicht, oder ob er
    OAUTH_CLIENT_DOCUMENTS=false setzt, damit sich die App stattdessen anmeldet.`,
  nobodyYet: "Diese App hat noch keinen Zugriff.",
  continueTo: (host: Part) => html`Weiter zu ${host}`,
  expired:
    "Diese Anfrage ist abgelaufen oder wurde in einem anderen Browser begonnen. Verbinden Sie die App noch einmal.",
  chooseWorkspace: "Wählen Sie einen Arbeitsbereich für die App.",
  chooseOne: "Wählen Sie mindestens eine Berechtigung, oder lehnen Sie ab."
}
