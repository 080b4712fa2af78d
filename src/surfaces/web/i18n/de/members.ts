import { html, type Part } from "../../Html.ts"

export const members = {
  admin: "Admin: alles, auch die Einstellungen",
  member: "Mitglied: Deals und Leads",
  viewer: "Nur lesen: kann nichts ändern",
  role: "Rolle",
  changeRole: "Rolle ändern",
  lost: "Passwort vergessen",
  aboutLink: (email: Part) =>
    html`Erstellt einen Link, um ein neues Passwort zu wählen. Wer den Link öffnet, kann sich als ${email}
    anmelden. Nur für Personen, die zu keinem anderen Arbeitsbereich gehören.`,
  makeLink: "Link erstellen",
  removeTitle: "Aus dem Arbeitsbereich entfernen",
  remove: "Entfernen",
  removeWarning:
    "Schlüssel, Apps und Sitzungen der Person werden ab der nächsten Anfrage abgelehnt. Ihre Deals und Notizen bleiben.",
  all: "Alle Mitglieder",
  joined: (at: Part) => html`dabei seit ${at}`,
  instructPassword: "Über den Link wählt die Person ein Passwort und ist angemeldet.",
  instructJoin: "Über den Link tritt die Person bei, mit einem neuen Passwort oder mit ihrem Konto.",
  mailed: (email: Part) => html`Wir haben einen Link an ${email} gesendet. Niemand sonst bekommt ihn.`,
  handed: (email: Part) =>
    html`Kopieren Sie den Link jetzt und geben Sie ihn an ${email} weiter. Er wird nur einmal angezeigt, und
    es wird keine E-Mail gesendet.`,
  linkFor: (email: Part) => html`Link für ${email}`,
  goodUntil: (at: Part) => html`Er gilt einmal und bis ${at}.`,
  back: "Zurück zu den Mitgliedern",
  roleChanged: "Rolle geändert.",
  linkTitle: "Link für ein neues Passwort",
  removed: "Mitglied entfernt.",
  you: "Sie",
  change: "Ändern",
  invited: "Eingeladen",
  acceptUntil: (at: Part) => html`Kann bis ${at} annehmen`,
  withdraw: "Zurückziehen",
  invitationOf: (email: Part) => html`die Einladung von ${email}`,
  withdrawWarning: "Der Link in der Einladung gilt dann nicht mehr.",
  nameOptional: "Name (optional)",
  revive: "Frühere API-Schlüssel der Person wieder aktivieren",
  invite: "Jemanden einladen",
  byEmail: "Die Person bekommt einen Link per E-Mail.",
  byHand: "Sie bekommen einen Link zum Weitergeben. Es wird keine E-Mail gesendet.",
  makeInvitation: "Einladung erstellen",
  adminsDo: "Admins können Personen einladen und Rollen ändern.",
  invitation: "Einladung",
  withdrawn: "Einladung zurückgezogen."
}
